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

test('each is made when its turn comes', async () => {
  let made = 0
  function* things() {
    for (const thing of [1, 2, 3, 4, 5]) {
      made++
      yield thing
    }
  }
  const open: number[] = []
  await eachOf(things(), 2, async thing => {
    open.push(made - thing)
    await turn()
  })
  expect(open).toEqual([0, 0, 0, 0, 0])
})
