import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { suspendedIn } from '../access/index.ts'
import { untold } from '../events/index.ts'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { eachOf } from '../platform/each.ts'
import type { Logger } from '../platform/log.ts'
import { createLoop } from '../platform/loop.ts'
import { type CourierOptions, createCourier, keptForSlow } from './courier.ts'
import { filled, type Want } from './desk.ts'
import { createDesks } from './desks.ts'
import {
  claim,
  type Item,
  leaseSeconds,
  load,
  look,
  type Result,
  record,
  release,
  renew,
  type Sender,
  setAlarm,
  take,
} from './dispatch.ts'
import { createHorizon } from './horizon.ts'
import { isHeldBack, isOrphan } from './obstacles.ts'
import { createRecorder } from './recorder.ts'
import { storiesOf, tell } from './tell.ts'
import { createTeller } from './teller.ts'
import { thereOf } from './webhooks.ts'

export interface DispatcherOptions
  extends Pick<CourierOptions, 'world' | 'outbound' | 'timeout' | 'schedule' | 'keyOf'> {
  db: Db
  log: Pick<Logger, 'warn' | 'error'>
  onAttempt?(outcome: string): void
  /** The clock by which things are due: that of the database, which all processes share, unless a test has its own. */
  time?(): Sql
}

export interface Dispatcher {
  start(): void
  /** Attempts under way are finished, and what waits is given back. */
  stop(): Promise<void>
  /** Something may have happened: no need to wait for the next look. */
  notify(): void
  /** For tests: one visit, which tells of all that happened and sends all that is due. Says how many attempts that took. */
  tick(): Promise<number>
}

/** Deliveries in memory: in all, and of one webhook whose receiver is quick, or slow. */
const most = 50_000
const room = { quick: 5000, slow: keptForSlow }
/** More events of a store are heard while fewer deliveries are in hand, and fewer of both are not written down. */
const unwritten = { inHand: 500, inAll: 4000 }
/** A store without work is kept for so long, in milliseconds. */
const keptFor = 1000
/** Stores that are worked on at the same time. */
const atOnce = 4
/** Until the next look: where much was found, where somebody was told a moment ago, and where nobody listens to what happens. */
const pauses = { much: 2, busy: 20, quiet: 100 }
const much = 500
const renewEvery = 1500
/** At the end, attempts under way are waited for so long; what is not known to have arrived is sent again by others. */
const farewell = 10_000
/** Nobody else takes our stores until so long after we were last seen. */
const trustedFor = leaseSeconds * 1000 - 1000

/**
 * Tells of what happened, and sends it. Any number of processes share the work store by store: one has a store until there
 * is nothing to do in it, or until it dies, and only that one numbers its events and sends its deliveries. So nothing has
 * to be claimed delivery by delivery, and what is about one thing leaves in its order.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, log, onAttempt, time = () => sql`now()` } = options
  const sender: Sender = { db, id: randomUUID(), time }
  const horizon = createHorizon()
  /** Stores that were lost and may be ours still, with deliveries that nobody else looks for. */
  const lost = new Set<number>()
  let seenAt = Number.NEGATIVE_INFINITY
  let attempts = 0
  let isStopping = false

  /** In these stores something changed; what waited for room in others is found by the next look. */
  function written(stores: Iterable<number>, results: readonly Result[]): void {
    desks.forget(results)
    // What is to be tried again at once, or what waited for room.
    if (results.some(({ wait }) => wait === 0) || desks.wantsFor(stores)) loop.notify()
  }

  const recorder = createRecorder({
    write: results => record(sender, results),
    onWritten(results, found) {
      // It was replayed meanwhile, or is another's: what is due of it is in the database.
      for (const result of results) if (!found.has(result.id)) desks.giveUp(result)
      const stores = results.map(({ store_id }) => store_id)
      written(
        stores,
        results.filter(({ id }) => found.has(id)),
      )
    },
    onError: err => log.warn({ err }, 'deliveries not recorded, trying again'),
    onRefused: (result, err) => log.error({ err, delivery: result.id }, 'delivery cannot be recorded'),
  })
  const teller = createTeller({
    write: (store, telling) => tell(sender, store, telling),
    onTold(store, results, webhooks) {
      if (desks.has(store)) desks.expectMore(store, webhooks)
      written([store], results)
    },
    onLate: recorder.add,
    onLost: lose,
    onError: err => log.warn({ err }, 'events not told, trying again'),
    onRefused: ({ id }, err) => log.error({ err, event: id }, 'deliveries cannot be recorded'),
  })
  const courier = createCourier({
    ...options,
    mayBegin: () => !isStopping && performance.now() - seenAt < trustedFor,
    onResult(result, outcome) {
      attempts++
      onAttempt?.(outcome)
      if (!teller.settle(result)) recorder.add(result)
    },
    onFailure: putBack,
  })
  function putBack(item: Item): void {
    teller.giveUp(item.id)
    desks.giveUp(item)
  }
  const desks = createDesks({
    most,
    least: keptForSlow,
    roomFor: url => (url !== null && courier.isSlow(url) ? room.slow : room.quick),
    keptFor,
  })

  const carry = (store: number, items: readonly Item[]) => courier.carry(desks.admit(store, items))

  async function loadWanted(want: Want): Promise<void> {
    const { store, known, wanted } = want
    desks.loading(want)
    try {
      if (wanted === 'all') {
        // First: what becomes due between the two is loaded, and calls once too often.
        await setAlarm(sender, store, false)
        await letGo(store)
      }
      const items = await load(sender, store, known, wanted === 'all' ? room.slow : wanted)
      // Another may have it by now.
      if (!desks.has(store)) return
      desks.expectMore(store, filled(items, wanted, room.slow))
      carry(store, items)
    } catch (error) {
      desks.unloaded(want)
      throw error
    }
  }

  /** A store calls when a webhook is removed, too: what waits for it here is found once more, to be ended. */
  async function letGo(store: number): Promise<void> {
    const webhooks = desks.webhooksOf(store)
    if (webhooks.length === 0) return
    const there = await thereOf(db, store, webhooks)
    const isMeant = (item: Item) => item.store_id === store && isOrphan(item, id => there.has(id))
    for (const item of courier.drop(isMeant)) putBack(item)
  }

  /** Puts deliveries of what happened in a store on their way. They are written down when it is known what became of them. */
  async function hear(store: number, after: number): Promise<number> {
    const { inHand, inAll } = teller.count(store)
    if (desks.isFull() || inHand >= unwritten.inHand || inAll >= unwritten.inAll) return 0
    if (!desks.has(store) && !(await claim(sender, store))) return 0
    desks.open(store, lost.delete(store))
    const events = await untold(db, store, teller.untold(store), after)
    for (const { id } of events) horizon.saw(id)
    const stories = await storiesOf(db, store, events)
    // All of it is on its way already, or another may have the store by now.
    if (stories.length === 0 || !desks.has(store)) return 0
    if (stories.some(({ happened }) => happened.event === 'app/suspended')) await holdBack([store])
    const mine = desks.admit(
      store,
      stories.flatMap(({ deliveries }) => deliveries.filter(({ isHeld }) => !isHeld)),
    )
    teller.add(store, stories, mine)
    courier.carry(mine)
    return stories.length
  }

  /** Another process has it. */
  function lose(store: number): void {
    lost.add(store)
    desks.close(store)
    courier.drop(({ store_id }) => store_id === store)
    teller.drop(store)
  }

  /** One look at what happened after an event, and all that follows from it. Says how much was found. */
  async function round(after: number): Promise<number> {
    const begun = performance.now()
    if (desks.stores().length === 0) seenAt = begun
    const work = await look(sender, after)
    const calling = work.filter(({ first }) => first === null).map(({ store_id }) => store_id)
    const firsts = work.flatMap(({ first }) => first ?? [])
    if (after === 0) horizon.lookedAtAll(firsts, performance.now() - begun)
    if (calling.length > 0) for (const store of await take(sender, calling)) desks.open(store, true)
    let heard = 0
    await eachOf(
      work.filter(({ first }) => first !== null),
      atOnce,
      async ({ store_id }) => {
        heard += await hear(store_id, after)
      },
    )
    const wants = desks.wants()
    await eachOf(wants, atOnce, loadWanted)
    await leave(
      desks.idle().filter(store => teller.untold(store).length === 0),
      [],
    )
    return calling.length + heard + wants.length
  }

  /** Whatever waits in them calls, also what somehow nobody knows of. */
  async function leave(stores: readonly number[], unfinished: readonly number[]): Promise<void> {
    await eachOf(stores, atOnce, async store => void (await setAlarm(sender, store, true)))
    if (stores.length > 0) await release(sender, stores, unfinished)
    for (const store of stores) desks.close(store)
  }

  /** Tells that we are alive. What others have taken, because we were silent for too long, is theirs. */
  async function beat(): Promise<void> {
    const before = performance.now()
    const stores = desks.stores()
    const ours = new Set(stores.length > 0 ? await renew(sender, stores) : [])
    for (const store of stores.filter(one => !ours.has(one))) lose(store)
    await holdBack(stores)
    seenAt = before
    courier.go()
  }

  /** What waits here for those who were suspended since it was found is not sent. */
  async function holdBack(stores: readonly number[]): Promise<void> {
    if (stores.length === 0) return
    const isSuspended = await suspendedIn(db, stores)
    for (const item of courier.drop(waiting => isHeldBack(waiting, isSuspended))) putBack(item)
  }

  const usual = () => (desks.isBusy() ? pauses.busy : pauses.quiet)
  const looking = async () => {
    try {
      const found = await round(horizon.from())
      return found >= much ? pauses.much : usual()
    } catch (err) {
      log.warn({ err }, 'events cannot be told of now')
      return pauses.quiet
    }
  }
  const loop = createLoop(looking, usual)

  let heart: NodeJS.Timeout | undefined

  return {
    notify: loop.notify,
    start() {
      loop.start()
      heart = setInterval(() => beat().catch(err => log.warn({ err }, 'no sign of life was given')), renewEvery)
    },
    async stop() {
      isStopping = true
      await loop.stop()
      await Promise.race([courier.rest(), pause(farewell, undefined, { ref: false })])
      await teller.stop()
      await recorder.stop()
      clearInterval(heart)
      await leave(desks.stores(), desks.unfinished()).catch(err => log.warn({ err }, 'stores not given back'))
    },
    async tick() {
      const before = attempts
      while ((await round(0)) > 0) {
        await beat()
        await courier.rest()
        await teller.flush()
        await recorder.flush()
      }
      await leave(desks.stores(), desks.unfinished())
      return attempts - before
    },
  }
}
