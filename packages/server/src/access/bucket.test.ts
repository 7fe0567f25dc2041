import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drained, leaseSize, retryAfter, standing } from './bucket.ts'

const limits = fc.record({
  burst: fc.integer({ min: 1, max: 4000 }),
  perSecond: fc.double({ min: 0.001, max: 1000, noNaN: true }),
})
const level = fc.double({ min: 0, max: 5000, noNaN: true })
const time = fc.nat(10_000_000)

test('D13: it drains steadily, never below empty, and never fills by itself', () => {
  fc.assert(
    fc.property(level, limits, time, time, (level, { perSecond }, first, second) => {
      const after = drained(level, perSecond, first)
      expect(after).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(level)
      expect(drained(after, perSecond, second)).toBeCloseTo(drained(level, perSecond, first + second), 5)
    }),
  )
})

test('a clock that goes back drains nothing', () => {
  expect(drained(7, 2, -60_000)).toBe(7)
})

test('D13: the headers say how many fit and how long until it is empty', () => {
  expect(standing(0, { burst: 40, perSecond: 2 })).toEqual({ limit: 40, remaining: 40, reset: 0 })
  expect(standing(1, { burst: 40, perSecond: 2 })).toEqual({ limit: 40, remaining: 39, reset: 500 })
  expect(standing(40, { burst: 40, perSecond: 2 })).toEqual({ limit: 40, remaining: 0, reset: 20_000 })
  fc.assert(
    fc.property(level, limits, (level, limits) => {
      const { limit, remaining, reset } = standing(level, limits)
      expect(limit).toBe(limits.burst)
      expect(Number.isInteger(remaining) && remaining >= 0 && remaining <= limit).toBe(true)
      // As many as are told fit, and no more.
      expect(remaining === 0 || level + remaining <= limit).toBe(true)
      expect(level + remaining + 1).toBeGreaterThan(limit)
      expect(Number.isInteger(reset)).toBe(true)
      expect(drained(level, limits.perSecond, reset)).toBeLessThan(1e-6)
    }),
  )
})

test('D13: after Retry-After one more fits, and a second earlier none did', () => {
  fc.assert(
    fc.property(limits, fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true }), (limits, beyond) => {
      const full = limits.burst - 1 + beyond
      const seconds = retryAfter(full, limits)
      expect(Number.isInteger(seconds) && seconds >= 1).toBe(true)
      expect(drained(full, limits.perSecond, seconds * 1000) + 1).toBeLessThanOrEqual(limits.burst + 1e-6)
      if (seconds > 1) {
        expect(drained(full, limits.perSecond, (seconds - 1) * 1000) + 1).toBeGreaterThan(limits.burst - 1e-6)
      }
    }),
  )
})

test('D13: a lease takes a part of what is free, and at least one', () => {
  fc.assert(
    fc.property(limits, fc.double({ min: 0, max: 1, noNaN: true }), (limits, fullness) => {
      const free = limits.burst * (1 - fullness)
      const size = leaseSize(limits.burst - free, limits)
      expect(Number.isInteger(size)).toBe(true)
      expect(size).toBeGreaterThanOrEqual(1)
      expect(size).toBeLessThanOrEqual(Math.max(1, free / 8 + 1e-6))
      expect(size).toBeLessThanOrEqual(50)
    }),
  )
})
