import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRange, isWithin, plainCode } from './postal-codes.ts'

test.each([
  ['01310-100', 'BR', '01310100'],
  [' 1414 ', 'AR', '1414'],
  ['C1414ABC', 'AR', '1414'],
  ['c1414abc', 'AR', '1414'],
  ['C1414ABC', 'BR', 'C1414ABC'],
  ['sw1a 1aa', 'GB', 'SW1A1AA'],
  ['１４１４', 'AR', '1414'],
  ['', 'AR', ''],
])('%s in %s is %s', (code, country, plain) => {
  expect(plainCode(code, country)).toBe(plain)
})

test.each([
  ['1414', '1000', '1999', 'AR', true],
  ['C1414ABC', '1000', '1999', 'AR', true],
  ['1000', '1000', '1999', 'AR', true],
  ['1999', '1000', '1999', 'AR', true],
  ['2000', '1000', '1999', 'AR', false],
  ['999', '1000', '1999', 'AR', false],
  ['15', '1000', '1999', 'AR', false],
  ['', '1000', '1999', 'AR', false],
  ['01310-100', '01000-000', '05999-999', 'BR', true],
  ['01310-100', '01000', '05999', 'BR', true],
  ['94105-1234', '94000', '94199', 'US', true],
  ['SW1A 1AA', 'SW1', 'SW9', 'GB', true],
  ['N1 1AA', 'SW1', 'SW9', 'GB', false],
])('%s between %s and %s in %s: %s', (code, from, to, country, expected) => {
  expect(isWithin(code, { from, to }, country)).toBe(expected)
})

const code = fc.integer({ min: 0, max: 99_999 }).map(number => String(number).padStart(5, '0'))

test('law: a range has its two ends and what lies between them, and nothing else', () => {
  fc.assert(
    fc.property(code, code, code, (a, b, c) => {
      const range = a <= b ? { from: a, to: b } : { from: b, to: a }
      expect(isRange(range, 'BR')).toBe(true)
      expect(isWithin(range.from, range, 'BR') && isWithin(range.to, range, 'BR')).toBe(true)
      expect(isWithin(c, range, 'BR')).toBe(Number(range.from) <= Number(c) && Number(c) <= Number(range.to))
    }),
  )
})

test('law: ranges that follow each other leave no code out and share none', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 10 })
  const four = (number: number) => String(number).padStart(4, '0')
  fc.assert(
    fc.property(cuts, fc.nat(9999), (all, number) => {
      const starts = [0, ...all.toSorted((a, b) => a - b)]
      const ranges = starts.map((from, i) => ({ from: four(from), to: four((starts[i + 1] ?? 10_000) - 1) }))
      expect(ranges.filter(range => isWithin(four(number), range, 'AR'))).toHaveLength(1)
    }),
  )
})

test.each([
  ['1999', '1000'],
  ['1000', '19999'],
  ['', ''],
  ['-', '1'],
])('from %s to %s is no range', (from, to) => {
  expect(isRange({ from, to }, 'AR')).toBe(false)
})
