import { describe, expect, test } from 'vitest'
import { batchSize, inBatches } from './batches.ts'

/** Rows with keys from 1 on, removed as a statement would. */
function table(rows: number) {
  const begun: number[] = []
  const remove = async (after: string) => {
    begun.push(Number(after))
    const removed = Math.min(batchSize, rows - Number(after))
    return { removed, last: removed < batchSize ? null : String(Number(after) + removed) }
  }
  return { begun, remove }
}

describe('rows are removed in batches', () => {
  test.each([0, 1, batchSize - 1, batchSize, batchSize + 1, 5 * batchSize])('all of %i', async rows => {
    expect(await inBatches('0', table(rows).remove)).toBe(rows)
  })

  test('each from the end of the one before on, so that what is gone is not walked over again', async () => {
    const { begun, remove } = table(2500)
    await inBatches('0', remove)
    expect(begun).toEqual([0, 1000, 2000])
  })

  test('until told to stop', async () => {
    const closing = new AbortController()
    const { begun, remove } = table(100_000)
    const stopping = async (after: string) => {
      if (begun.length === 2) closing.abort()
      return remove(after)
    }
    expect(await inBatches('0', stopping, closing.signal)).toBe(3000)
  })
})
