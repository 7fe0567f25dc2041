import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signal } from '../../testing/waiting.ts'
import { createLargeTurns } from './large.ts'

/** Turns at a time that a test says; `begun` are those that have one, and each ends when it is told. */
function turnsAt(clock: { now: number }) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const take = createLargeTurns(
    () => clock.now,
    () => new Error('busy'),
  )
  return {
    begun,
    refused,
    end: (name: string) => ends.get(name)?.(),
    ask: (store: number, name: string) => {
      const { promise, give } = signal()
      ends.set(name, give)
      take(store, () => {
        begun.push(name)
        return promise
      }).catch(() => refused.push(name))
    },
  }
}

test('two are made at a time, those of one store one by one, and no store waits for all of another', async () => {
  const { begun, refused, ask, end } = turnsAt({ now: 0 })
  for (const name of ['a1', 'a2', 'a3']) ask(1, name)
  for (const [store, name] of [
    [2, 'b1'],
    [3, 'c1'],
  ] as const)
    ask(store, name)
  await turn()
  expect(begun).toEqual(['a1', 'b1'])
  end('a1')
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  end('b1')
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const name of ['c1', 'a2']) end(name)
  await turn()
  expect(begun.at(-1)).toBe('a3')
  expect(refused).toEqual([])
})

test('who would wait for long is refused: behind many, or behind one that has waited', async () => {
  const clock = { now: 0 }
  const { begun, refused, ask, end } = turnsAt(clock)
  for (let i = 0; i <= 201; i++) ask(1, `a${i}`)
  await turn()
  expect(refused).toEqual(['a201'])
  clock.now = 6_000
  ask(1, 'late')
  ask(2, 'b0')
  await turn()
  expect(refused).toEqual(['a201', 'late'])
  clock.now = 11_000
  end('a0')
  await turn()
  expect(begun).toEqual(['a0', 'b0'])
  expect(refused).toHaveLength(2 + 200)
  ask(1, 'again')
  await turn()
  expect(begun).toEqual(['a0', 'b0', 'again'])
})

test('one that fails gives its turn to the next', async () => {
  const take = createLargeTurns(Date.now, () => new Error('busy'))
  const failing = () => Promise.reject(new Error('failed'))
  for (let i = 0; i < 5; i++) await expect(take(1, failing)).rejects.toThrow('failed')
  expect(await take(1, async () => 'made')).toBe('made')
})
