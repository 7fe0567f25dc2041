import { expect, test } from 'vitest'
import { beginOf, salesByDay, wholeDays } from './days.ts'

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString()
const order = (created_at: string, total: string, status: 'open' | 'cancelled' = 'open') => ({
  created_at,
  total,
  status,
})

test('each of the last days has its sales, today last; what is older or cancelled does not count', () => {
  const orders = [
    order(at(15, 1), '10.50'),
    order(at(15, 23), '1.00'),
    order(at(14), '7.00'),
    order(at(14), '99.00', 'cancelled'),
    order(at(12), '50.00'),
  ]
  expect(salesByDay(orders, new Date(2026, 10, 15, 18), 3)).toEqual([
    { date: '2026-11-13', orders: 0, total: 0 },
    { date: '2026-11-14', orders: 1, total: 7 },
    { date: '2026-11-15', orders: 2, total: 11.5 },
  ])
})

test('the last days begin with the first of them, at its midnight', () => {
  expect(beginOf(new Date(2026, 10, 15, 18), 3)).toEqual(new Date(2026, 10, 13))
  expect(beginOf(new Date(2026, 10, 1, 0), 14)).toEqual(new Date(2026, 9, 19))
})

test('where not all orders could be read, the days are those that were read to their beginning', () => {
  const now = new Date(2026, 10, 15, 18)
  const orders = [order(at(15), '1.00'), order(at(14), '1.00'), order(at(13, 1), '1.00')]
  expect(wholeDays(orders, { now, count: 14, isAll: true })).toBe(14)
  expect(wholeDays(orders, { now, count: 14, isAll: false })).toBe(2)
  expect(wholeDays(orders.slice(0, 1), { now, count: 14, isAll: false })).toBe(1)
  expect(wholeDays([], { now, count: 14, isAll: true })).toBe(14)
})
