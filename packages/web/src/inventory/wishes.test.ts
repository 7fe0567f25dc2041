import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StockWish, wayBack, wishOf } from './wishes.ts'

/** As the server does it (products 5.2). */
const grant = (stock: number | null, { action, value }: StockWish): number | null =>
  action === 'replace' ? value : stock === null ? null : Math.max(0, stock + value)

const units = fc.nat({ max: 1000 })

test('a figure is the level, a sign makes it more or less, and nothing is without limit', () => {
  expect(wishOf(' 12 ', 5)).toEqual({ action: 'replace', value: 12 })
  expect(wishOf('+12', 5)).toEqual({ action: 'variation', value: 12 })
  expect(wishOf('-12', 5)).toEqual({ action: 'variation', value: -12 })
  expect(wishOf('', 5)).toEqual({ action: 'replace', value: null })
})

test('what is none of these is not guessed', () => {
  for (const typed of ['1.5', '1e3', 'x', '+', '--1', '5+2', '1234567890']) expect(wishOf(typed, 5)).toBeUndefined()
  expect(wishOf('+12', null)).toBeUndefined()
})

test('the way back leads to what was there, and what was sold meanwhile stays sold', () => {
  const typed = fc.oneof(
    units.map(String),
    fc.integer({ min: 0, max: 1000 }).map(more => `+${more}`),
  )
  fc.assert(
    fc.property(units, typed, units, (stock, text, sold) => {
      const wish = wishOf(text, stock) as StockWish
      const after = Number(grant(stock, wish))
      fc.pre(sold <= Math.min(stock, after))
      expect(grant(after - sold, wayBack(wish, stock))).toBe(stock - sold)
    }),
  )
})

test('a limit that was taken away, or given, is brought back', () => {
  fc.assert(
    fc.property(fc.option(units), fc.option(units), (stock, value) => {
      fc.pre(stock === null || value === null)
      const wish = { action: 'replace', value } as const
      expect(grant(grant(stock, wish), wayBack(wish, stock))).toBe(stock)
    }),
  )
})
