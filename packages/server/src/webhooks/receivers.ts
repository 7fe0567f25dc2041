import { LRUCache } from 'lru-cache'

/** What is sent, as far as it matters for the order: where to, and what about. */
export interface Parcel {
  url: string
  /** Two about the same thing are not under way at the same time. */
  about: string
}

/** How one fared: answered in good time, or late, or nobody was there to answer. */
export type Manner = 'quick' | 'slow' | 'unreached'

export interface Limits {
  /** Under way to one receiver at the same time. */
  each: number
  /** To all receivers of one host. */
  host: number
  /** To all receivers that answer quickly, and to all that do not. */
  quick: number
  slow: number
}

export interface Receivers<P extends Parcel> {
  add(parcel: P): void
  /** The next to be sent, if one may be. Whoever takes it says when it is done. */
  next(): P | undefined
  done(parcel: P, manner: Manner): void
  isSlow(url: string): boolean
  /** Lets go of all but the first few that wait for a receiver, and gives them back. */
  trim(url: string, kept: number): P[]
  /** Lets go of all that still wait and fit the description, and gives them back. */
  drop(isMeant: (parcel: P) => boolean): P[]
}

interface Host {
  name: string
  receivers: number
  underWay: number
}

interface Receiver<P> {
  url: string
  host: Host
  waiting: P[]
  about: Set<string>
  underWay: number
  /** How it counts for the limits at the moment. */
  lane: Lane<P>
}

/** Hosts in turn, the receivers in turn of each of them, and how many of their parcels are under way. */
interface Lane<P> {
  limit: number
  underWay: number
  turns: Set<Host>
  lines: Map<Host, Set<Receiver<P>>>
}

/** So many slow answers of a host, or none at all, without a quick one between them, and it is the host that is slow. */
const slowInARow = 16

/** However an address goes on behind it, and in capitals too. */
const hostOf = (url: string): string => (url.split(/[/?#]/, 3)[2] ?? url).toLowerCase()

/**
 * Decides what is sent next, so that a receiver that is slow, or dead, delays only what is its own: each may have a few
 * parcels under way, those that are known to be slow share a lane of their own, and within a lane they take turns. A
 * receiver is an address, since one app gives the same to many stores. Another app gives each store one of its own: so
 * hosts take turns before their receivers do, one host has a part of the lane at most, and where nothing but slow answers
 * comes from it all its receivers are slow. Parcels about one thing keep their order.
 */
export function createReceivers<P extends Parcel>({ each, host: most, quick, slow }: Limits): Receivers<P> {
  const receivers = new Map<string, Receiver<P>>()
  /** How they were when they were last heard of; forgetting it costs a few places in the quick lane. */
  const slowOnes = new LRUCache<string, true>({ max: 10_000 })
  /** Their slow answers, and those that never came, since the last quick one. */
  const slowHosts = new LRUCache<string, number>({ max: 10_000 })
  const hosts = new Map<string, Host>()
  const quickLane: Lane<P> = { limit: quick, underWay: 0, turns: new Set(), lines: new Map() }
  const slowLane: Lane<P> = { limit: slow, underWay: 0, turns: new Set(), lines: new Map() }

  const isSlow = (url: string, host: string) => slowOnes.has(url) || (slowHosts.get(host) ?? 0) >= slowInARow
  const laneOf = (url: string, host: Host) => (isSlow(url, host.name) ? slowLane : quickLane)

  function enqueue(receiver: Receiver<P>): void {
    const { host, lane } = receiver
    const line = lane.lines.get(host)
    if (line) line.add(receiver)
    else lane.lines.set(host, new Set([receiver]))
    lane.turns.add(host)
  }

  function receiverOf(url: string): Receiver<P> {
    let receiver = receivers.get(url)
    if (!receiver) {
      const name = hostOf(url)
      const host = hosts.get(name) ?? { name, receivers: 0, underWay: 0 }
      hosts.set(name, host)
      host.receivers++
      receiver = { url, host, waiting: [], about: new Set(), underWay: 0, lane: laneOf(url, host) }
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

  /** The next of a host. Receivers that are in another lane by now go there. */
  function nextIn(lane: Lane<P>, host: Host): P | undefined {
    const line = lane.lines.get(host) ?? new Set()
    for (const receiver of line) {
      // To the end of the line, or out of it until it has something to send again.
      line.delete(receiver)
      if (moved(receiver)) continue
      const parcel = takeFrom(receiver)
      if (!parcel) continue
      if (receiver.waiting.length > 0) line.add(receiver)
      receiver.about.add(parcel.about)
      receiver.underWay++
      host.underWay++
      lane.underWay++
      return parcel
    }
    return undefined
  }

  function nextOf(lane: Lane<P>): P | undefined {
    if (lane.underWay >= lane.limit) return undefined
    for (const host of lane.turns) {
      lane.turns.delete(host)
      // Its turn comes again when one of its parcels is done.
      if (host.underWay >= most) continue
      const parcel = nextIn(lane, host)
      if (lane.lines.get(host)?.size) lane.turns.add(host)
      else lane.lines.delete(host)
      if (parcel) return parcel
    }
    return undefined
  }

  /** What is under way goes along; what waits takes its turn in the other lane. */
  function moved(receiver: Receiver<P>): boolean {
    const lane = laneOf(receiver.url, receiver.host)
    if (receiver.lane === lane) return false
    receiver.lane.lines.get(receiver.host)?.delete(receiver)
    receiver.lane.underWay -= receiver.underWay
    lane.underWay += receiver.underWay
    receiver.lane = lane
    if (receiver.waiting.length > 0) enqueue(receiver)
    return true
  }

  function forget({ url, host }: Receiver<P>): void {
    receivers.delete(url)
    if (--host.receivers === 0) hosts.delete(host.name)
  }

  return {
    add(parcel) {
      const receiver = receiverOf(parcel.url)
      receiver.waiting.push(parcel)
      enqueue(receiver)
    },
    // Who turned out to be quick again while the slow ones had their turn waits in the quick lane by now.
    next: () => nextOf(quickLane) ?? nextOf(slowLane) ?? nextOf(quickLane),
    done({ url, about }, manner) {
      const receiver = receiverOf(url)
      const { host } = receiver
      receiver.about.delete(about)
      receiver.underWay--
      receiver.lane.underWay--
      host.underWay--
      if (manner === 'quick') {
        slowOnes.delete(url)
        slowHosts.delete(host.name)
      } else {
        if (manner === 'slow') slowOnes.set(url, true)
        slowHosts.set(host.name, (slowHosts.get(host.name) ?? 0) + 1)
      }
      for (const lane of [quickLane, slowLane]) if (lane.lines.has(host)) lane.turns.add(host)
      if (!moved(receiver) && receiver.waiting.length > 0) enqueue(receiver)
      if (receiver.waiting.length === 0 && receiver.underWay === 0) forget(receiver)
    },
    isSlow: url => isSlow(url, hostOf(url)),
    trim: (url, kept) => receivers.get(url)?.waiting.splice(kept) ?? [],
    drop(isMeant) {
      const dropped: P[] = []
      for (const receiver of receivers.values()) {
        dropped.push(...receiver.waiting.filter(isMeant))
        receiver.waiting = receiver.waiting.filter(parcel => !isMeant(parcel))
        if (receiver.waiting.length > 0) continue
        receiver.lane.lines.get(receiver.host)?.delete(receiver)
        if (receiver.underWay === 0) forget(receiver)
      }
      return dropped
    },
  }
}
