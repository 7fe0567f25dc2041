import { expect, test } from 'vitest'
import { lastDays } from './days.ts'

test('every one of the last days is there once, today last, with what was counted', () => {
  const days = lastDays([{ day: '2026-02-28', calls: 5, errors: 1 }], Date.parse('2026-03-02T23:59:00Z'), 4)
  expect(days).toEqual([
    { day: '2026-02-27', calls: 0, errors: 0 },
    { day: '2026-02-28', calls: 5, errors: 1 },
    { day: '2026-03-01', calls: 0, errors: 0 },
    { day: '2026-03-02', calls: 0, errors: 0 },
  ])
})
