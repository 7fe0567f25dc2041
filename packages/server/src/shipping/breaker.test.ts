/** Contract: shipping 3.1, breaker: 30 minutes, at least 500 requests, half of them failures; 5 minutes; 10 requests. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admit, type Breaker, closed, record } from './breaker.ts'

const minute = 60_000

/** So many requests at one time, each let through as it may be. */
function after(breaker: Breaker, now: number, results: readonly boolean[]): Breaker {
  return results.reduce((state, isFailure) => {
    const admitted = admit(state, now)
    return admitted.isAdmitted ? record(admitted.breaker, now, isFailure) : admitted.breaker
  }, breaker)
}

const isOpen = (breaker: Breaker, now: number) => !admit(breaker, now).isAdmitted
const failures = (count: number) => Array.from({ length: count }, () => true)
const successes = (count: number) => Array.from({ length: count }, () => false)

test('499 failures change nothing, the 500th opens it', () => {
  expect(isOpen(after(closed, 0, failures(499)), 0)).toBe(false)
  expect(isOpen(after(closed, 0, failures(500)), 0)).toBe(true)
})

test('half of the requests must fail', () => {
  expect(isOpen(after(closed, 0, [...successes(250), ...failures(250)]), 0)).toBe(true)
  expect(isOpen(after(closed, 0, [...successes(251), ...failures(250)]), 0)).toBe(false)
})

test('what is older than 30 minutes does not count', () => {
  const half = after(closed, 0, failures(300))
  expect(isOpen(after(half, 29 * minute, failures(200)), 29 * minute)).toBe(true)
  expect(isOpen(after(half, 30 * minute, failures(200)), 30 * minute)).toBe(false)
})

const opened = after(closed, 0, failures(500))

test('open, nobody is let through for 5 minutes; then ten are, and no more until they are back', () => {
  expect(isOpen(opened, 5 * minute - 1)).toBe(true)
  let breaker = opened
  const let10: boolean[] = []
  for (let i = 0; i < 12; i++) {
    const next = admit(breaker, 5 * minute)
    breaker = next.breaker
    let10.push(next.isAdmitted)
  }
  expect(let10).toEqual([...successes(10).map(() => true), false, false])
})

test('ten requests judge anew: half of them failed, and it is open for 5 more minutes', () => {
  const again = after(opened, 5 * minute, [...successes(5), ...failures(5)])
  expect(isOpen(again, 10 * minute - 1)).toBe(true)
  expect(isOpen(again, 10 * minute)).toBe(false)
})

test('ten requests judge anew: most went well, and it counts from the beginning', () => {
  const healed = after(opened, 5 * minute, [...successes(6), ...failures(4)])
  expect(healed).toEqual(closed)
  expect(isOpen(after(healed, 6 * minute, failures(499)), 6 * minute)).toBe(false)
})

test('one that was let through before it opened, and comes back later, does not count as one of the ten', () => {
  const late = record(opened, minute, true)
  expect(late).toEqual(opened)
  expect(after(late, 5 * minute, successes(10))).toEqual(closed)
})

test('a clock that is set back ends the pause, and what was counted by it', () => {
  const ahead = 600 * minute
  const paused = after(closed, ahead, failures(500))
  expect(isOpen(paused, ahead - 1000)).toBe(true)
  expect(isOpen(paused, 0)).toBe(false)
  expect(after(paused, 0, successes(10))).toEqual(closed)
  expect(isOpen(after(after(closed, ahead, failures(499)), 0, failures(1)), 0)).toBe(false)
})

test('law: it opens exactly when the last 30 minutes have 500 requests of which half failed', () => {
  const bursts = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 15 }), good: fc.nat(200), bad: fc.nat(200) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(bursts, all => {
      let breaker = closed
      let now = 0
      const seen: { at: number; isFailure: boolean }[] = []
      for (const { wait, good, bad } of all) {
        now += wait * minute
        for (const isFailure of [...successes(good), ...failures(bad)]) {
          breaker = record(breaker, now, isFailure)
          seen.push({ at: now, isFailure })
          const recent = seen.filter(({ at }) => at > now - 30 * minute)
          const failed = recent.filter(one => one.isFailure).length
          const expected = recent.length >= 500 && failed * 2 >= recent.length
          expect(isOpen(breaker, now)).toBe(expected)
          if (expected) return
        }
      }
    }),
    { numRuns: 30 },
  )
})
