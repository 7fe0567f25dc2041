import { setTimeout as pause } from 'node:timers/promises'
import { MaybeText } from '@bodega/api'
import Type from 'typebox'
import type { Queries } from './database.ts'
import { raw, type Sql, sql } from './sql.ts'

/** Rows that one statement removes, so that it is over before anybody waits for it. */
export const batchSize = 1000
/** Between two of them, in milliseconds: others come first, and a million rows still take less than two minutes. */
const breath = 100

interface Outdated {
  table: string
  /** The columns of its key. */
  key: readonly string[]
  isOver: Sql
}

/**
 * Removes the rows of a table that are over, in batches, each of the first that are left, until one finds fewer. Says how many
 * rows that were. What has changed since it was found, and is not over any more, stays.
 */
export async function removeOver(
  db: Pick<Queries, 'run'>,
  { table, key, isOver }: Outdated,
  signal?: AbortSignal,
): Promise<number> {
  const [rows, columns] = [raw(table), raw(key.join(', '))]
  const remove = sql`
    delete from ${rows}
     where (${columns}) in (select ${columns} from ${rows} where ${isOver} limit ${batchSize}) and ${isOver}`
  let total = 0
  for (let removed = batchSize; removed === batchSize && !signal?.aborted; total += removed)
    removed = await db.run(remove)
  return total
}

/**
 * One after the other of what a statement finds in the order of its keys, many in each: `find` gives as many as it is asked
 * for, behind the last one that it gave, or fewer at the end. All of them would be more than one statement has time for.
 */
export async function* inPortions<T>(
  first: T,
  find: (after: T, most: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after: T | undefined = first; after !== undefined; ) {
    const found = await find(after, batchSize)
    yield* found
    after = found.length === batchSize ? found.at(-1) : undefined
  }
}

/** How many rows a statement has removed, and where the next one begins; null where it was the last. */
export const Batch = Type.Object({ removed: Type.Integer(), last: MaybeText })

/**
 * Removes in batches, each from the last key of the one before on: rows that are gone stay in the index until they are
 * cleaned up, and while a backup runs they are not. Says how many rows that were.
 */
export async function inBatches(
  first: string,
  remove: (after: string) => Promise<Type.Static<typeof Batch>>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  for (let after = first; !signal?.aborted; ) {
    const { removed, last } = await remove(after)
    total += removed
    if (last === null) break
    after = last
    await pause(breath)
  }
  return total
}
