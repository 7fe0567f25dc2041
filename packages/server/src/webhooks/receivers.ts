import { LRUCache } from 'lru-cache'

/** What is sent, as far as it matters for the order: where to, and what about. */
export interface Parcel {
  url: string
  /** Two about the same thing are not under way at the same time. */
  about: string
}

export interface Limits {
  /** Under way to one receiver at the same time. */
  each: number
  /** To all receivers that answer quickly, and to all that do not. */
  quick: number
  slow: number
}

export interface Receivers<P extends Parcel> {
  add(parcel: P): void
  /** The next to be sent, if one may be. Whoever takes it says when it is done. */
  next(): P | undefined
  done(parcel: P, isSlow: boolean): void
  isSlow(url: string): boolean
  /** Lets go of all but the first few that wait for a receiver, and gives them back. */
  trim(url: string, kept: number): P[]
  /** Lets go of all that still wait and fit the description, and gives them back. */
  drop(isMeant: (parcel: P) => boolean): P[]
}

interface Receiver<P> {
  url: string
  waiting: P[]
  about: Set<string>
  underWay: number
  /** How it counts for the limits at the moment. */
  lane: Lane<P>
}

/** Receivers in turn, and how many of their parcels are under way. */
interface Lane<P> {
  limit: number
  underWay: number
  turns: Set<Receiver<P>>
}

/**
 * Decides what is sent next, so that a receiver that is slow, or dead, delays only what is its own: each may have a few
 * parcels under way, those that are known to be slow share a lane of their own, and within a lane they take turns. A
 * receiver is an address, since one app gives the same to many stores. Parcels about one thing keep their order.
 */
export function createReceivers<P extends Parcel>({ each, quick, slow }: Limits): Receivers<P> {
  const receivers = new Map<string, Receiver<P>>()
  /** How they were when they were last heard of; forgetting it costs a few places in the quick lane. */
  const slowOnes = new LRUCache<string, true>({ max: 10_000 })
  const quickLane: Lane<P> = { limit: quick, underWay: 0, turns: new Set() }
  const slowLane: Lane<P> = { limit: slow, underWay: 0, turns: new Set() }

  const laneOf = (url: string) => (slowOnes.has(url) ? slowLane : quickLane)

  function receiverOf(url: string): Receiver<P> {
    let receiver = receivers.get(url)
    if (!receiver) {
      receiver = { url, waiting: [], about: new Set(), underWay: 0, lane: laneOf(url) }
      receivers.set(url, receiver)
    }
    return receiver
  }

  function takeFrom(receiver: Receiver<P>): P | undefined {
    if (receiver.underWay >= each) return undefined
    const { waiting, about } = receiver
    const index = waiting.findIndex(parcel => !about.has(parcel.about))
    // The first one nearly always, and a long line does not move up for it.
    return index === 0 ? waiting.shift() : index > 0 ? waiting.splice(index, 1)[0] : undefined
  }

  function nextOf(lane: Lane<P>): P | undefined {
    if (lane.underWay >= lane.limit) return undefined
    for (const receiver of lane.turns) {
      // To the end of the line, or out of it until it has something to send again.
      lane.turns.delete(receiver)
      const parcel = takeFrom(receiver)
      if (!parcel) continue
      if (receiver.waiting.length > 0) lane.turns.add(receiver)
      receiver.about.add(parcel.about)
      receiver.underWay++
      lane.underWay++
      return parcel
    }
    return undefined
  }

  return {
    add(parcel) {
      const receiver = receiverOf(parcel.url)
      receiver.waiting.push(parcel)
      receiver.lane.turns.add(receiver)
    },
    next: () => nextOf(quickLane) ?? nextOf(slowLane),
    done(parcel, isSlow) {
      const receiver = receiverOf(parcel.url)
      receiver.about.delete(parcel.about)
      receiver.underWay--
      receiver.lane.underWay--
      if (isSlow) slowOnes.set(parcel.url, true)
      else slowOnes.delete(parcel.url)
      move(receiver, laneOf(parcel.url))
      if (receiver.waiting.length > 0) receiver.lane.turns.add(receiver)
      else if (receiver.underWay === 0) receivers.delete(parcel.url)
    },
    isSlow: url => slowOnes.has(url),
    trim: (url, kept) => receivers.get(url)?.waiting.splice(kept) ?? [],
    drop(isMeant) {
      const dropped: P[] = []
      for (const receiver of receivers.values()) {
        dropped.push(...receiver.waiting.filter(isMeant))
        receiver.waiting = receiver.waiting.filter(parcel => !isMeant(parcel))
        if (receiver.waiting.length > 0) continue
        receiver.lane.turns.delete(receiver)
        if (receiver.underWay === 0) receivers.delete(receiver.url)
      }
      return dropped
    },
  }
}

/** What is under way goes along. */
function move<P>(receiver: Receiver<P>, lane: Lane<P>): void {
  if (receiver.lane === lane) return
  receiver.lane.turns.delete(receiver)
  receiver.lane.underWay -= receiver.underWay
  lane.underWay += receiver.underWay
  receiver.lane = lane
}
