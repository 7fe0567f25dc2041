import { expect, test } from 'vitest'
import { lookingAfter } from './looking-after.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const pending = (seconds?: number) => ({
  status: 'pending' as const,
  next_attempt_at: seconds === undefined ? null : new Date(now + seconds * 1000).toISOString(),
})
const delivered = { status: 'delivered' as const, next_attempt_at: null }

test('nothing is looked after where nothing is on its way', () => {
  expect(lookingAfter(undefined, now)).toBe(false)
  expect(lookingAfter([delivered], now)).toBe(false)
})

test('what is on its way is looked after at once, what waits for its attempt when that is due', () => {
  expect(lookingAfter([delivered, pending()], now)).toBe(2_000)
  expect(lookingAfter([pending(-5), pending(30)], now)).toBe(2_000)
  expect(lookingAfter([pending(45), pending(30)], now)).toBe(30_000)
  expect(lookingAfter([pending(3600)], now)).toBe(60_000)
})
