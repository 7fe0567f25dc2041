import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachOf } from './each.ts'

test('each has its turn once, a few at a time, and the first error is told when all had theirs', async () => {
  const had: number[] = []
  let atOnce = 0
  let most = 0
  const working = eachOf([0, 1, 2, 3, 4, 5, 6], 3, async thing => {
    most = Math.max(most, ++atOnce)
    await turn()
    atOnce--
    had.push(thing)
    if (thing % 3 === 1) throw new Error(`not ${thing}`)
  })
  await expect(working).rejects.toThrow('not 1')
  expect(had).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(3)
})

test('of very many things each costs as little as of a few', async () => {
  const count = 100_000
  const begun = performance.now()
  let had = 0
  await eachOf(Array.from({ length: count }).keys(), 4, async () => void had++)
  expect(had).toBe(count)
  // It takes some 50; moving up all that is left each time took 20,000.
  expect(performance.now() - begun).toBeLessThan(3000)
})
