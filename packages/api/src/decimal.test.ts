import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, units } from './decimal.ts'

const scale = fc.integer({ min: 0, max: 6 })
const amount = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n })

/** The rule of rounding said another way: the nearest, and of two nearest the one further from zero. */
function isRounded(rounded: bigint, digits: bigint, places: number, kept: number): boolean {
  const unit = 10n ** BigInt(places - kept)
  const off = 2n * (digits - rounded * unit)
  const size = off < 0n ? -off : off
  return size < unit || (size === unit && (digits < 0n ? off > 0n : off < 0n))
}

describe('laws', () => {
  test('what is written is read back', () => {
    fc.assert(fc.property(amount, scale, (value, places) => units(decimal(value, places), places) === value))
  })

  test('what is written has exactly its places, and no zero in front that says nothing', () => {
    fc.assert(
      fc.property(amount, scale, (value, places) => {
        const text = decimal(value, places)
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
        expect(text.split('.')[1]?.length ?? 0).toBe(places)
      }),
    )
  })

  test('reading rounds to the nearest, half away from zero, however long the text', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 12 }), scale, (digits, places, kept) => {
        const rounded = units(decimal(digits, places), kept)
        if (rounded === undefined) throw new Error('not read')
        if (places <= kept) expect(rounded).toBe(digits * 10n ** BigInt(kept - places))
        else expect(isRounded(rounded, digits, places, kept)).toBe(true)
      }),
    )
  })

  test('a number and its text are the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 4 }),
        (n, places) => {
          const number = n / 10 ** places
          expect(units(number, 2)).toBe(units(number.toFixed(places), 2))
        },
      ),
    )
  })

  test('any number that JSON can carry is read or refused, and never thrown at', () => {
    fc.assert(
      fc.property(fc.double(), number => {
        const read = units(number, 2)
        if (Math.abs(number) < 1e19) expect(typeof read).toBe('bigint')
        if (Math.abs(number) < 0.005) expect(read).toBe(0n)
        if (!Number.isFinite(number)) expect(read).toBeUndefined()
      }),
    )
  })

  test('any text is read or refused, and what is read is the number that it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+-]?[0-9.,e ]{0,12}$/)), text => {
        const read = units(text, 2)
        if (read !== undefined) expect(Math.abs(Number(read) / 100 - Number(text))).toBeLessThan(0.0051)
      }),
    )
  })
})

test.each<[string | number, number, string | undefined]>([
  ['10.5', 2, '10.50'],
  [10.5, 2, '10.50'],
  [10, 2, '10.00'],
  ['10', 3, '10.000'],
  ['007', 2, '7.00'],
  [' 7 ', 2, '7.00'],
  ['+7', 2, '7.00'],
  ['-7', 2, '-7.00'],
  ['-0.001', 2, '0.00'],
  [-0, 2, '0.00'],
  // Binary fractions would lose these.
  [0.1 + 0.2, 2, '0.30'],
  [1.005, 2, '1.01'],
  ['1.005', 2, '1.01'],
  ['1.004999', 2, '1.00'],
  ['0.995', 2, '1.00'],
  ['99999999999999999999.99', 2, '99999999999999999999.99'],
  [1e-7, 2, '0.00'],
  [1.0000000514417601e-6, 2, '0.00'],
  [1e19, 2, '10000000000000000000.00'],
  [1e21, 2, undefined],
  [Number.NaN, 2, undefined],
  [Number.POSITIVE_INFINITY, 2, undefined],
  ['', 2, undefined],
  [' ', 2, undefined],
  ['abc', 2, undefined],
  ['1,5', 2, undefined],
  ['1.5.5', 2, undefined],
  ['1e3', 2, undefined],
  ['0x10', 2, undefined],
  ['--1', 2, undefined],
  ['٣', 2, undefined],
  ['9'.repeat(21), 2, undefined],
])('%s with %i places is %s', (input, places, text) => {
  const read = units(input, places)
  expect(read === undefined ? undefined : decimal(read, places)).toBe(text)
})
