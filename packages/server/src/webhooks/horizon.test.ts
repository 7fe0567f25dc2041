import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHorizon } from './horizon.ts'

test('all is looked at first, then what came since the look before the last one, and all again after a second', () => {
  let now = 0
  const horizon = createHorizon(() => now)
  expect(horizon.from()).toBe(0)
  horizon.saw(7)
  horizon.lookedAtAll([], 1)
  expect(horizon.from()).toBe(0)
  now = 1000
  expect(horizon.from()).toBe(0)
  horizon.saw(9)
  horizon.lookedAtAll([], 1)
  now = 1999
  expect(horizon.from()).toBe(7)
  now = 2000
  expect(horizon.from()).toBe(0)
})

test('where it is dear to look at all, that takes a twentieth of the time', () => {
  let now = 0
  const horizon = createHorizon(() => now)
  for (const id of [5, 6]) {
    horizon.saw(id)
    horizon.lookedAtAll([], 300)
  }
  now = 5999
  expect(horizon.from()).toBe(5)
  now = 6000
  expect(horizon.from()).toBe(0)
})

test('as many stores as there are may have events', () => {
  const horizon = createHorizon(() => 0)
  const firsts = Array.from({ length: 300_000 }, (_, i) => i + 5)
  for (let i = 0; i < 2; i++) horizon.lookedAtAll(firsts, 0)
  expect(horizon.from()).toBe(4)
})

test('law: an event that was found when all was looked at, and is still there, is never passed over', () => {
  const looks = fc.array(fc.array(fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(looks, all => {
      const horizon = createHorizon(() => 0)
      for (const firsts of all) {
        horizon.lookedAtAll(firsts, 0)
        for (const id of firsts) horizon.saw(id)
      }
      for (const id of all.at(-1) ?? []) {
        if (all.at(-2)?.includes(id)) expect(horizon.from()).toBeLessThan(id)
      }
    }),
  )
})
