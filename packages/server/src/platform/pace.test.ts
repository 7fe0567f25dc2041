import { expect, test } from 'vitest'
import { createPace, paced } from './pace.ts'

/** Whether others were served while the pace was asked. */
async function isServed(pace: () => Promise<void>): Promise<boolean> {
  let served = false
  setImmediate(() => {
    served = true
  })
  await pace()
  return served
}

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('others are served where the work took long, and not after each piece of it', async () => {
  const pace = createPace()
  expect(await isServed(pace)).toBe(false)
  work(50)
  expect(await isServed(pace)).toBe(true)
  expect(await isServed(pace)).toBe(false)
})

test('long work on many things gives the same as without a pause, and others are served meanwhile', async () => {
  let served = 0
  const timer = setInterval(() => served++, 1)
  const results = await paced([1, 2, 3, 4], n => {
    work(50)
    return 2 * n
  })
  clearInterval(timer)
  expect(results).toEqual([2, 4, 6, 8])
  expect(served).toBeGreaterThanOrEqual(2)
})
