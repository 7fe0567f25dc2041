import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireTime } from './database/values.ts'
import { parseInstant } from './instant.ts'

const instant = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9998-12-30T00:00:00Z'),
  noInvalidDate: true,
})

test('D10: what is answered can be sent back, and means the same second', () => {
  fc.assert(
    fc.property(instant, time => {
      expect(wireTime(time)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
      expect(parseInstant(wireTime(time))?.getTime()).toBe(Math.floor(time.getTime() / 1000) * 1000)
    }),
  )
})

test('D10: an offset moves the clock, not the instant, however it is written', () => {
  const minutes = fc.integer({ min: -12 * 60, max: 14 * 60 })
  fc.assert(
    fc.property(instant, minutes, fc.constantFrom('', ':'), (time, offset, colon) => {
      const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, -1)
      const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
      const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}${colon}${two(offset % 60)}`
      expect(parseInstant(local + zone)).toEqual(time)
      // A `+` that was not encoded in a query arrives as a space.
      expect(parseInstant(local + zone.replace('+', ' '))).toEqual(time)
    }),
  )
})

test('D10: at the ends of the calendar too, what an offset makes of a day can be answered and sent back', () => {
  const day = fc.constantFrom('0000-01-01', '0000-12-31', '9999-01-01', '9999-12-31')
  const time = fc.constantFrom('T00:00:00', 'T12:00:00', 'T23:59:59.9999999')
  const offset = fc.constantFrom('Z', '-12:00', '-03:00', '+00:00', '+05:45', '+14:00')
  fc.assert(
    fc.property(day, time, offset, (day, time, offset) => {
      const found = parseInstant(day + time + offset)
      if (!found) throw new Error('refused')
      const answered = wireTime(found)
      expect(answered).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
      expect(wireTime(parseInstant(answered) as Date)).toBe(answered)
    }),
  )
})

test('D10: basic or extended, T or t, point or comma, minutes of an offset or none: it is the same instant', () => {
  const hours = fc.integer({ min: -12, max: 14 })
  const isBasic = fc.boolean()
  const mark = fc.constantFrom('T', 't')
  const point = fc.constantFrom('.', ',')
  const minutes = fc.constantFrom('', '00', ':00')
  fc.assert(
    fc.property(instant, hours, isBasic, mark, point, minutes, (time, offset, isBasic, mark, point, minutes) => {
      const local = new Date(time.getTime() + offset * 3_600_000).toISOString().slice(0, -1)
      const written = (isBasic ? local.replace(/[-:]/g, '') : local).replace('T', mark).replace('.', point)
      const zone = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}${minutes}`
      expect(parseInstant(written + zone)).toEqual(time)
      // A `+` that was not encoded in a query arrives as a space.
      expect(parseInstant(written + zone.replace('+', ' '))).toEqual(time)
      const utc = time.toISOString().replace(/[-:]/g, isBasic ? '' : '$&')
      for (const text of [utc, utc.toLowerCase()]) expect(parseInstant(text)).toEqual(time)
    }),
  )
})

test.each([
  ['2026-07-11', '2026-07-11T00:00:00.000Z'],
  ['2026-07-11T01:29', '2026-07-11T01:29:00.000Z'],
  ['2026-07-11 01:29:50', '2026-07-11T01:29:50.000Z'],
  ['2026-07-11T01:29:50Z', '2026-07-11T01:29:50.000Z'],
  ['2026-07-11T01:29:50z', '2026-07-11T01:29:50.000Z'],
  ['2026-07-11T01:29:50.123456789-03:00', '2026-07-11T04:29:50.123Z'],
  ['2026-11-16T10:00:00-03', '2026-11-16T13:00:00.000Z'],
  ['2026-11-16T10:00-03', '2026-11-16T13:00:00.000Z'],
  ['2026-11-16T10:00 05', '2026-11-16T05:00:00.000Z'],
  ['2026-11-16t13:01:38z', '2026-11-16T13:01:38.000Z'],
  ['2026-11-16T13:01:38,5Z', '2026-11-16T13:01:38.500Z'],
  ['20261116T130138Z', '2026-11-16T13:01:38.000Z'],
  ['20261116T1301Z', '2026-11-16T13:01:00.000Z'],
  ['20261116t130138,25-0330', '2026-11-16T16:31:38.250Z'],
  ['20261116T100000-03', '2026-11-16T13:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-12-31T23:00:00-03:00', '2027-01-01T02:00:00.000Z'],
  ['9999-12-31T23:59:59-03:00', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00+14:00', '0000-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T20:59:60.5-03:00', '2017-01-01T00:00:00.500Z'],
  ['20170101T052960+0530', '2017-01-01T00:00:00.000Z'],
])('%s is %s', (text, iso) => {
  expect(parseInstant(text)?.toISOString()).toBe(iso)
})

test.each([
  ...['', 'yesterday', '2026', '2026-7-1', '2026-13-01', '2026-00-10', '2026-07-00', '2026-02-29', '2026-02-30'],
  ...['2026-04-31T10:00:00Z', '2026-07-11T25:00:00Z', '2026-07-11T10:61:00Z', '2026-07-11T10:00:00+99:99'],
  ...['2026-07-11T', '2026-07-11T10', '+02026-07-11', '1752197390', '2026-07-11T10:00:00+', '2026-07-11\0'],
  ...['20260711', '20260711T102030', '20260230T102030Z', '20261116T250000Z', '20261116T13013Z', '20261116T13Z'],
  ...['2026-07-11T1020Z', '20260711T10:20Z', '2026-0711T102030Z', '202607-11T102030Z', '2026-07-11T10:00:00,Z'],
  ...['2026-07-11T10:00:00-3', '2026-07-11T10:00:00-030', '2026-07-11T10:00:00-99', '2026-07-11-03', '20260711-03'],
  ...['2026-07-11T10:00:60Z', '2026-07-11T23:59:60-03:00', '2026-07-11T23:59:61Z', '2026-02-30T23:59:60Z'],
  ...['2026-W28-6', '2026-192', '2026-07-11x10:00:00Z', '20260711 102030Z'],
])('"%s" is no instant', text => {
  expect(parseInstant(text)).toBeUndefined()
})

test('no text makes it fail', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const found = parseInstant(text)
      expect(found === undefined || !Number.isNaN(found.getTime())).toBe(true)
    }),
  )
})
