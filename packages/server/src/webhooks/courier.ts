import { setTimeout as pause } from 'node:timers/promises'
import type { Attempt } from '@bodega/api'
import { UnreadableSecretError } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { wireTime } from '../platform/database/values.ts'
import type { Logger } from '../platform/log.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { type Attempted, attempt } from './attempt.ts'
import type { Item, Result } from './dispatch.ts'
import { createReceivers, type Manner, type Parcel } from './receivers.ts'
import { verdictOf } from './schedule.ts'
import type { KeyOf } from './secrets.ts'

export interface CourierOptions {
  world: World
  outbound: Outbound
  /** Milliseconds for an attempt. */
  timeout: number
  /** The waits between attempts, in seconds. */
  schedule: readonly number[]
  keyOf: KeyOf
  /** Nothing new is begun while this says no. */
  mayBegin(): boolean
  onResult(result: Result, outcome: string): void
  /** It was not sent, for a reason of our own, and is to be found again. */
  onFailure(item: Item): void
  log: Pick<Logger, 'warn'>
  /** Resolves after so many milliseconds. */
  wait?(milliseconds: number): Promise<unknown>
}

export interface Courier {
  carry(items: readonly Item[]): void
  /** Begins what may be begun. */
  go(): void
  /** Lets go of what waits and fits the description, and gives it back. */
  drop(isMeant: (item: Item) => boolean): Item[]
  isSlow(url: string): boolean
  /** Resolves when nothing is under way. */
  rest(): Promise<void>
}

type Outgoing = Item & Parcel

/** Under way at the same time, in this process. */
export const limits = { each: 32, host: 192, quick: 768, slow: 128 }
/** A receiver that takes longer is slow, in milliseconds, and so is one that needs most of the time that it has. */
const slowAfter = (timeout: number) => Math.min(1000, timeout / 2)
/** What waits for a slow receiver waits in the database, but for these. */
export const keptForSlow = 32
/**
 * Where nobody is there any more, an attempt keeps its place for so long, in milliseconds: a connection is refused at once, and
 * a receiver that was away for minutes may have left so many attempts that they would take the processor from all others.
 */
const knocking = 250

/** Sends deliveries, as many at a time as is good for all receivers, and tells what became of each. */
export function createCourier(options: CourierOptions): Courier {
  const { world, keyOf, schedule, onResult, onFailure, log, wait: rest = pause } = options
  const receivers = createReceivers<Outgoing>(limits)
  let underWay = 0
  let atRest = () => {}

  const failed = (error: string): Attempt => ({
    at: wireTime(world.now()),
    status_code: null,
    error,
    duration_ms: 0,
    response: null,
  })

  /** There is no way to send it. */
  const ended = ({ store_id, webhook_id, id, tries }: Item, error: string): Result => ({
    store_id,
    webhook_id,
    id,
    tries: tries + 1,
    status: 'failed',
    wait: null,
    attempt: failed(error),
  })

  /** Nobody could tell that it is ours. Somebody may mend the key, so it is tried again by the timetable. */
  const unsigned = ({ message }: Error): Attempted => ({
    attempt: failed(`it cannot be signed: ${message}`),
    answer: { status: null },
    outcome: 'unsigned',
  })

  async function send(item: Outgoing): Promise<Manner> {
    const key = await keyOf(item.store_id, item.actor)
    if (!key) {
      onResult(ended(item, 'the app is gone'), 'gone')
      return 'quick'
    }
    const made = key instanceof UnreadableSecretError ? unsigned(key) : await attempt(item, key, options)
    const tries = item.tries + 1
    const verdict = verdictOf(made.answer, tries, schedule, world.now())
    const { store_id, webhook_id, id } = item
    const wait = 'wait' in verdict ? verdict.wait : null
    onResult({ store_id, webhook_id, id, tries, status: verdict.status, wait, attempt: made.attempt }, made.outcome)
    if (made.attempt.duration_ms > slowAfter(options.timeout)) return 'slow'
    return made.answer.status === null && made.outcome !== 'unsigned' ? 'unreached' : 'quick'
  }

  async function begin(item: Outgoing): Promise<void> {
    underWay++
    let manner: Manner = 'quick'
    try {
      manner = await send(item)
    } catch (error) {
      log.warn({ err: error, delivery: item.id }, 'delivery not attempted')
      onFailure(item)
    }
    if (manner === 'unreached' && receivers.isSlow(item.url)) await rest(knocking)
    underWay--
    receivers.done(item, manner)
    if (manner !== 'quick' && receivers.isSlow(item.url))
      for (const other of receivers.trim(item.url, keptForSlow)) onFailure(other)
    go()
    if (underWay === 0) atRest()
  }

  function go(): void {
    while (options.mayBegin()) {
      const item = receivers.next()
      if (!item) return
      void begin(item)
    }
  }

  /** What has no address any more is done at once. */
  function carryOne(item: Item): void {
    const { url } = item
    if (url === null) onResult(ended(item, 'the webhook was removed'), 'gone')
    // What is added behind a spread gives V8 a new shape for each object, and every look into it is slow from then on.
    else receivers.add({ about: `${item.store_id} ${item.payload.id}`, ...item, url })
  }

  return {
    carry(items) {
      for (const item of items) carryOne(item)
      go()
    },
    go,
    drop: receivers.drop,
    isSlow: receivers.isSlow,
    rest: () =>
      new Promise(resolve => {
        if (underWay === 0) resolve()
        else atRest = resolve
      }),
  }
}
