import { setImmediate as turn } from 'node:timers/promises'
import type { Db, Tx } from './database.ts'
import { isConnectionLoss } from './failures.ts'

/** Tells what became of each wish of a batch. */
export type Outcomes<R> = () => Promise<readonly (R | Error)[]>

export interface Gathering<W, R> {
  /** Wishes at most that are granted together. */
  size: number
  /** Where answers take long, only so many are written before the database is heard again, which speaks of the next batch. */
  answersPerTurn?: number
  /** Of several that share a name the first goes; the others wait until it is granted. */
  namesOf?(wish: W): readonly string[]
  /**
   * Grants wishes together, and promises their outcomes: they are asked for when the next batch is on its way. That is so
   * from its beginning, or where it `saysWhenSent` from when all that it asks has been sent.
   */
  grant(wishes: readonly W[], onSent: () => void): Promise<Outcomes<R>>
  saysWhenSent?: boolean
}

/** A batch is of one store, and done in one transaction, whose statements are planned once. */
export const inOneTx = <W extends { call: { db: Db } }, T>(
  batch: readonly W[],
  body: (tx: Tx) => Promise<T>,
): Promise<T> => (batch as [W])[0].call.db.tx(body, { isPlannedOnce: true })

export interface Reading<F, R> {
  /** What is read from the same lane is read alike. */
  laneOf(from: F): string | number
  /** Those that do not exist are left out. */
  getAll(from: F, ids: readonly number[]): Promise<ReadonlyMap<number, R>>
  notFound(): Error
}

/** Reads by id that come at the same time are asked together. */
export function reading<F, R>({ laneOf, getAll, notFound }: Reading<F, R>): (from: F, id: number) => Promise<R> {
  const read = gathering<{ from: F; id: number }, R>({
    size: 32,
    async grant(wishes) {
      const [{ from }] = wishes as [(typeof wishes)[number]]
      const found = await getAll(from, [...new Set(wishes.map(({ id }) => id))])
      return async () => wishes.map(({ id }) => found.get(id) ?? notFound())
    },
  })
  return (from, id) => read(laneOf(from), { from, id })
}

/**
 * Ids as places of a question, a power of two of them, the last ones empty: so each length is planned once, where
 * PostgreSQL would plan an array of ids each time it comes.
 */
export const inPlaces = (ids: readonly number[]): number[] =>
  Array.from({ length: 2 ** Math.ceil(Math.log2(ids.length)) }, (_, i) => ids[i] ?? 0)

interface Waiting<W, R> {
  wish: W
  resolve(result: R): void
  reject(error: Error): void
}

/**
 * Wishes that come at the same time are granted together, those of each lane for themselves: while one batch is under
 * way the next one gathers, and a wish that comes alone does not wait. When a batch is done the next goes out before
 * its answers are written, so that PostgreSQL and we work at the same time.
 */
export function gathering<W, R>({
  size,
  answersPerTurn = size,
  namesOf,
  grant,
  saysWhenSent = false,
}: Gathering<W, R>): (lane: string | number, wish: W) => Promise<R> {
  const lanes = new Map<string | number, Waiting<W, R>[]>()

  /** Those that may go together, taken out of the queue. */
  function next(queue: Waiting<W, R>[]): Waiting<W, R>[] {
    const batch = queue.splice(0, size)
    if (!namesOf) return batch
    const taken = new Set<string>()
    const later: Waiting<W, R>[] = []
    const first = batch.filter(one => {
      const names = namesOf(one.wish)
      const isFree = !names.some(name => taken.has(name))
      for (const name of names) taken.add(name)
      if (!isFree) later.push(one)
      return isFree
    })
    queue.unshift(...later)
    return first
  }

  /** Grants a batch, and says how its wishes are told what became of them. */
  async function run(batch: readonly Waiting<W, R>[], onSent: () => void): Promise<() => void> {
    try {
      const wishes = batch.map(({ wish }) => wish)
      const outcomes = await grant(wishes, onSent)
      return () => void tell(batch, outcomes)
    } catch (error) {
      // One of them may be at fault: alone, each gets its own answer. Where the connection broke nobody knows whether
      // they were granted: trying again could do it twice.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) (await run([one], onSent))()
      else for (const one of batch) one.reject(error as Error)
      return () => {}
    }
  }

  /** What is granted is granted: a fault from here on is answered, and nothing is tried again. */
  async function tell(batch: readonly Waiting<W, R>[], outcomes: Outcomes<R>): Promise<void> {
    try {
      const results = await outcomes()
      for (const [i, one] of batch.entries()) {
        if (i > 0 && i % answersPerTurn === 0) await turn()
        const result = results[i] as R | Error
        if (result instanceof Error) one.reject(result)
        else one.resolve(result)
      }
    } catch (error) {
      for (const one of batch) one.reject(error as Error)
    }
  }

  /** Those who come at the same time come in turns of the event loop that follow each other: until one brings no more. */
  async function gather(queue: readonly Waiting<W, R>[]): Promise<void> {
    for (let before = 0; before < queue.length && queue.length < size; ) {
      before = queue.length
      await turn()
    }
  }

  async function drain(lane: string | number, queue: Waiting<W, R>[]): Promise<void> {
    await gather(queue)
    let answer = () => {}
    const answerNow = () => {
      const before = answer
      answer = () => {}
      before()
    }
    // What is asked in this turn is written at its end, also by those who come to it later: answering comes behind it.
    const answerSoon = () => setImmediate(() => setImmediate(answerNow))
    while (queue.length > 0) {
      const granted = run(next(queue), saysWhenSent ? answerSoon : () => {})
      if (!saysWhenSent) answerSoon()
      const told = await granted
      // Where it failed, it never said that it was sent.
      answerNow()
      answer = told
    }
    answerNow()
    lanes.delete(lane)
  }

  return (lane, wish) =>
    new Promise((resolve, reject) => {
      const queue = lanes.get(lane)
      if (queue) {
        queue.push({ wish, resolve, reject })
        return
      }
      const opened = [{ wish, resolve, reject }]
      lanes.set(lane, opened)
      void drain(lane, opened)
    })
}
