import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'

/** Rows that one statement removes, so that it is over before anybody waits for it. */
export const batchSize = 1000
/** Between two of them, in milliseconds: others come first, and a million rows still take less than two minutes. */
const breath = 100

/** Removes in batches where each finds the first that are left, until one finds fewer. Says how many rows that were. */
export async function untilFewer(remove: (most: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (let removed = batchSize; removed === batchSize && !signal?.aborted; total += removed)
    removed = await remove(batchSize)
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
export const Batch = Type.Object({ removed: Type.Integer(), last: Type.Union([Type.String(), Type.Null()]) })

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
