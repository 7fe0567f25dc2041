import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

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
