import type { Untold } from '../events/index.ts'
import { isRefusal } from '../platform/database/failures.ts'
import { eachOf } from '../platform/each.ts'
import type { Result } from './dispatch.ts'
import type { Fresh, Story, Telling, Told, Written } from './tell.ts'

export interface Teller {
  /** Takes events of a store; of their deliveries those that somebody has in hand are waited for. */
  add(store: number, stories: readonly Story[], inHand: readonly Fresh[]): void
  /** The events of a store that are not told yet. */
  untold(store: number): number[]
  /** How many they are with their deliveries, and how many of those are in hand. */
  count(store: number): { inAll: number; inHand: number }
  /** Takes what became of an attempt, or says that the delivery is written down already. */
  settle(result: Result): boolean
  /** Nobody has it in hand any more. */
  giveUp(id: string): void
  /** The store is somebody else's. */
  drop(store: number): void
  /** Resolves when all is told; what is in hand is not waited for. */
  flush(): Promise<void>
  /** The same, but tries only once, and nothing is in hand any more. */
  stop(): Promise<void>
}

export interface TellerOptions {
  write(store: number, telling: Telling): Promise<Told>
  /** They are written down with these results; of these webhooks there is something that nobody has in hand. */
  onTold(store: number, results: readonly Result[], webhooks: readonly number[]): void
  /** It came when its delivery was being written down without it. */
  onLate(result: Result): void
  /** Another process has the store. */
  onLost(store: number): void
  /** The database cannot be had now. */
  onError(error: unknown): void
  /** It does not take the results of this event, which is told without them. */
  onRefused(event: Untold, error: unknown): void
  clock?(): number
}

/** What became of a delivery so far. */
interface Card {
  chapter: Chapter
  delivery: Fresh
  isInHand: boolean
  result?: Result
}

/** A story as it goes on. */
interface Chapter {
  happened: Untold
  cards: Card[]
  /** So many of them are in hand. */
  open: number
  since: number
  /** While it is being told: what came in since. */
  late?: { card: Card; result: Result | undefined }[]
}

/** Events that are ready within this time, in milliseconds, are told together. */
const gathering = 50
/** Results are waited for so long. Whoever reads the journal waits as well. */
const patience = 250
/** Events and deliveries that are written at once. */
const most = 2000
/** Stores that are told of at the same time. */
const atOnce = 4
/** After a fault of the database. Nothing is lost meanwhile: what is not told waits, for us or for another. */
const afterFault = 250

/**
 * Writes down events together with what became of their deliveries. A receiver answers within moments nearly always, so a
 * delivery is written once, when it is done; where one takes longer it is written as one that waits, and its result later.
 * All that is in memory here can be lost: an event is still to be told until it is told.
 */
export function createTeller(options: TellerOptions): Teller {
  const { write, onTold, onLate, onLost, onError, onRefused, clock = () => performance.now() } = options
  const queues = new Map<number, Chapter[]>()
  const cards = new Map<string, Card>()
  let isHurried = false
  let isStopping = false
  let running: Promise<void> | undefined
  let wake = () => {}

  const rest = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, isHurried ? 0 : milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** The oldest that are ready. In their order: so the numbers of the journal are given. */
  function nextOf(queue: readonly Chapter[]): Chapter[] {
    const next: Chapter[] = []
    let count = 0
    for (const chapter of queue) {
      const isReady = chapter.open === 0 || isHurried || clock() - chapter.since >= patience
      count += sizeOf(chapter)
      if (!isReady || (next.length > 0 && count > most)) break
      next.push(chapter)
    }
    return next
  }

  function written({ delivery, isInHand, result }: Card, place: number): Written {
    const { webhook_id, id, actor } = delivery
    const { status = 'pending', tries = 0, wait = null } = result ?? {}
    const attempts = result ? [result.attempt] : []
    const is_here = isInHand && !isStopping
    return { webhook_id, id, actor, place, status, tries, wait, attempts, is_here }
  }

  const tellingOf = (chapters: readonly Chapter[]): Telling => ({
    events: chapters.map(({ happened, cards }) => ({ id: happened.id, deliveries: cards.length })),
    deliveries: chapters.flatMap(({ cards }, i) => cards.map(card => written(card, i + 1))),
  })

  /** No result: nobody has it in hand any more. */
  function note(card: Card, result: Result | undefined): void {
    const { chapter } = card
    if (chapter.late) {
      chapter.late.push({ card, result })
      return
    }
    if (card.isInHand) chapter.open--
    card.isInHand = false
    if (result) card.result = result
  }

  /** It was not told after all. */
  function takeBack(chapter: Chapter): void {
    const late = chapter.late ?? []
    delete chapter.late
    for (const { card, result } of late) note(card, result)
  }

  function told(store: number, chapters: readonly Chapter[], loose: readonly number[]): void {
    const queue = queues.get(store)
    // Where the store was lost meanwhile, these are gone, and others may be there.
    if (queue?.[0] === chapters[0]) queue?.splice(0, chapters.length)
    const results: Result[] = []
    const late: Result[] = []
    const webhooks = new Set(loose)
    for (const chapter of chapters) {
      for (const { delivery, result } of chapter.cards) {
        cards.delete(delivery.id)
        if (result) results.push(result)
      }
      for (const { card, result } of chapter.late ?? []) {
        if (result) late.push(result)
        else webhooks.add(card.delivery.webhook_id)
      }
    }
    onTold(store, results, [...webhooks])
    for (const result of late) onLate(result)
  }

  async function tell(store: number, chapters: readonly Chapter[]): Promise<void> {
    for (const chapter of chapters) chapter.late = []
    try {
      const { is_ours, webhooks } = await write(store, tellingOf(chapters))
      if (is_ours) told(store, chapters, webhooks)
      else onLost(store)
    } catch (error) {
      for (const chapter of chapters) takeBack(chapter)
      if (!isRefusal(error)) throw error
      await tellApart(store, chapters, error)
    }
  }

  /** One whose results the database does not take must not keep the others from being told, nor itself. */
  async function tellApart(store: number, chapters: readonly Chapter[], refusal: unknown): Promise<void> {
    const [only, ...others] = chapters
    if (others.length > 0) for (const chapter of chapters) await tell(store, [chapter])
    else if (only?.cards.some(({ result }) => result)) {
      onRefused(only.happened, refusal)
      for (const card of only.cards) delete card.result
      await tell(store, [only])
    } else throw refusal
  }

  async function run(): Promise<void> {
    while (queues.size > 0) {
      await rest(gathering)
      try {
        await eachOf([...queues], atOnce, async ([store, queue]) => {
          const next = queues.get(store) === queue ? nextOf(queue) : []
          if (next.length > 0) await tell(store, next)
        })
      } catch (error) {
        onError(error)
        if (isStopping) break
        await rest(afterFault)
      }
      for (const [store, queue] of queues) if (queue.length === 0) queues.delete(store)
    }
    running = undefined
  }

  async function flush(): Promise<void> {
    isHurried = true
    wake()
    await running
    isHurried = false
  }

  return {
    add(store, stories, inHand) {
      const queue = queues.get(store) ?? []
      queues.set(store, queue)
      const those = new Set(inHand)
      for (const { happened, deliveries } of stories) {
        const chapter: Chapter = { happened, cards: [], open: 0, since: clock() }
        for (const delivery of deliveries) {
          const card: Card = { chapter, delivery, isInHand: those.has(delivery) }
          if (card.isInHand) chapter.open++
          chapter.cards.push(card)
          cards.set(delivery.id, card)
        }
        queue.push(chapter)
      }
      running ??= run()
    },
    untold: store => queues.get(store)?.map(({ happened }) => happened.id) ?? [],
    count: store => {
      const queue = queues.get(store) ?? []
      return { inAll: sumOf(queue, sizeOf), inHand: sumOf(queue, ({ open }) => open) }
    },
    settle(result) {
      const card = cards.get(result.id)
      if (card) note(card, result)
      return card !== undefined
    },
    giveUp(id) {
      const card = cards.get(id)
      if (card) note(card, undefined)
    },
    drop(store) {
      for (const { cards: those } of queues.get(store) ?? [])
        for (const { delivery } of those) cards.delete(delivery.id)
      queues.delete(store)
    },
    flush,
    stop() {
      isStopping = true
      return flush()
    },
  }
}

const sizeOf = ({ cards }: Chapter) => 1 + cards.length

const sumOf = <T>(things: readonly T[], number: (thing: T) => number): number =>
  things.reduce((sum, thing) => sum + number(thing), 0)
