import { expect, test } from 'vitest'
import { dayOf, stateOf, timeOf } from './state.ts'

const coupon = {
  valid: true,
  used: 0,
  max_uses: null,
  start_date: null,
  end_date: null,
  products: null,
  categories: null,
}
const on = (change: Partial<Parameters<typeof stateOf>[0]>) => stateOf({ ...coupon, ...change }, '2026-07-11')

test('both of its days are days on which a coupon can be used', () => {
  expect(on({})).toBe('on')
  expect(on({ start_date: '2026-07-11', end_date: '2026-07-11' })).toBe('on')
  expect(on({ start_date: '2026-07-12' })).toBe('waiting')
  expect(on({ end_date: '2026-07-10' })).toBe('ended')
})

test('of several reasons why it cannot be used, the one is said that must be mended first', () => {
  expect(on({ used: 2, max_uses: 3 })).toBe('on')
  expect(on({ used: 3, max_uses: 3 })).toBe('spent')
  expect(on({ used: 3, max_uses: 3, end_date: '2026-07-10' })).toBe('ended')
  expect(on({ valid: false, end_date: '2026-07-10' })).toBe('off')
  expect(on({ valid: false, products: [] })).toBe('aimless')
  expect(on({ valid: false, categories: [] })).toBe('aimless')
})

test('a day is the same day wherever it is read', () => {
  expect(dayOf(new Date(2026, 6, 1, 23, 59))).toBe('2026-07-01')
  expect(dayOf(new Date(timeOf('2026-07-01')))).toBe('2026-07-01')
})
