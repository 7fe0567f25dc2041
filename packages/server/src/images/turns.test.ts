import { expect, test } from 'vitest'
import { createShared, createTurns } from './turns.ts'

/** Work that ends when the test says so. */
function work() {
  let end: () => void = () => {}
  const done = new Promise<void>(resolve => {
    end = resolve
  })
  return { done, end }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('so many work at a time, and the others follow in order', async () => {
  const turns = createTurns(2)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, work)
  const all = works.map(({ done }, i) =>
    turns.take(async () => {
      begun.push(i)
      await done
      return i
    }),
  )
  await settled()
  expect([begun, turns.waiting]).toEqual([[0, 1], 3])
  works[1]?.end()
  await settled()
  expect([begun, turns.waiting]).toEqual([[0, 1, 2], 2])
  for (const { end } of works) end()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('a failure gives its turn on', async () => {
  const turns = createTurns(1)
  const first = turns.take(() => Promise.reject(new Error('broken')))
  const second = turns.take(async () => 'done')
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('done')
  expect(await turns.take(async () => 'again')).toBe('again')
})

test('the same work is done once for all who want it now, and again later', async () => {
  const shared = createShared()
  const { done, end } = work()
  let times = 0
  const count = () => {
    times++
    return done
  }
  const all = [shared('a', count), shared('a', count), shared('b', count)]
  expect(times).toBe(2)
  end()
  await Promise.all(all)
  await shared('a', count)
  expect(times).toBe(3)
})

test('a failure reaches all who wanted it, and is not kept', async () => {
  const shared = createShared()
  const fail = () => Promise.reject(new Error('broken'))
  const results = await Promise.allSettled([shared('a', fail), shared('a', fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(shared('a', async () => {})).resolves.toBeUndefined()
})
