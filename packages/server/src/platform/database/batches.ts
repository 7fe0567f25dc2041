import { setTimeout as pause } from 'node:timers/promises'

/** Rows that one statement removes, so that it is over before anybody waits for it. */
export const batchSize = 1000
/** Between two of them, in milliseconds: others come first. */
const breath = 10

/** Removes in batches until one is not full. Says how many rows that were. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove()
    total += removed
    if (removed < batchSize) return total
    await pause(breath)
  }
}
