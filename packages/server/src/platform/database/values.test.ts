import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { types, wireTime } from './values.ts'

const { TIMESTAMPTZ, INT8, JSONB } = pg.types.builtins
const parse = (oid: number, text: string): unknown => types.getTypeParser(oid, 'text')(text)

const time = fc.date({
  min: new Date('0002-01-01T00:00:00Z'),
  max: new Date('9998-12-30T00:00:00Z'),
  noInvalidDate: true,
})
const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')

/** As PostgreSQL writes it: no minutes in the offset where they are 0, no fraction where it is 0. */
function written(time: Date, offset: number, digits: number): string {
  const local = new Date(time.getTime() + offset * 60_000).toISOString()
  const fraction = digits === 0 ? '' : local.slice(19, 20 + digits)
  const minutes = offset % 60 === 0 ? '' : `:${two(offset % 60)}`
  return `${local.slice(0, 10)} ${local.slice(11, 19)}${fraction}${offset < 0 ? '-' : '+'}${two(offset / 60)}${minutes}`
}

test('D10: a column of time becomes the text of the wire, whatever zone the server is set to', () => {
  const offset = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -12 * 4, max: 14 * 4 }).map(quarters => quarters * 15),
  )
  fc.assert(
    fc.property(time, offset, fc.constantFrom(0, 1, 3), (time, offset, digits) => {
      expect(parse(TIMESTAMPTZ, written(time, offset, digits))).toBe(wireTime(time))
    }),
  )
})

test('a large integer is a number, as long as it can be one exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), number => {
      expect(parse(INT8, String(number))).toBe(number === 0 ? 0 : number)
    }),
  )
  for (const text of ['9007199254740992', '-9007199254740993', '9223372036854775807']) {
    expect(() => parse(INT8, text)).toThrow(RangeError)
  }
})

test('the rest is as the driver has it', () => {
  expect(parse(JSONB, '{"a":[1]}')).toEqual({ a: [1] })
})
