import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterWeekdays, weekdaysUntil } from './weekdays.ts'

const date = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const days = fc.nat(60)
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

test.each([
  ['2026-07-13', 0, '2026-07-13'],
  ['2026-07-13', 4, '2026-07-17'],
  ['2026-07-13', 5, '2026-07-20'],
  ['2026-07-17', 1, '2026-07-20'],
  ['2026-07-18', 1, '2026-07-20'],
])('%s and %i weekdays is %s', (from, count, to) => {
  expect(dayOf(afterWeekdays(new Date(from), count))).toBe(to)
  expect(weekdaysUntil(new Date(from), new Date(to))).toBe(count)
})

test('law: what is reached is a weekday, and the fewest that reach it are as many', () => {
  fc.assert(
    fc.property(date, days, (now, count) => {
      const reached = afterWeekdays(now, count)
      if (count > 0) expect([1, 2, 3, 4, 5]).toContain(reached.getUTCDay())
      expect(weekdaysUntil(now, reached)).toBe(count)
    }),
  )
})

test('law: a date is reached by its weekdays, and not by one less', () => {
  fc.assert(
    fc.property(date, fc.nat(90 * 24), (now, hours) => {
      const wanted = new Date(now.getTime() + hours * 3_600_000)
      const count = weekdaysUntil(now, wanted) ?? Number.NaN
      expect(dayOf(afterWeekdays(now, count)) >= dayOf(wanted)).toBe(true)
      if (count > 0) expect(dayOf(afterWeekdays(now, count - 1)) < dayOf(wanted)).toBe(true)
    }),
  )
})

test('a date that has passed is reached at once', () => {
  expect(weekdaysUntil(new Date('2026-07-13'), new Date('2026-07-01'))).toBe(0)
})

test('one that is years away is not counted to', () => {
  expect(weekdaysUntil(new Date('2026-07-13'), new Date('9999-12-31'))).toBeNull()
})
