import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, priceOf, typedOf } from './amount.ts'

const hundredths = fc.integer({ min: 0, max: 99_999_999_999 })

test('a price is read as it is written wherever our stores are, with thousands and without', () => {
  const locale = fc.constantFrom('es-AR', 'es-CL', 'es-MX', 'es-CR', 'pt-BR', 'en-US')
  const useGrouping = fc.constantFrom('always' as const, false as const)
  fc.assert(
    fc.property(hundredths, locale, useGrouping, (amount, where, useGrouping) => {
      const write = (digits: number, value: number) =>
        new Intl.NumberFormat(where, { minimumFractionDigits: digits, useGrouping }).format(value)
      expect(Number(priceOf(write(2, amount / 100)))).toBe(amount / 100)
      expect(Number(priceOf(write(0, amount)))).toBe(amount)
    }),
  )
})

test('a price that the service has sent is the same when it comes back', () => {
  fc.assert(
    fc.property(hundredths, amount => {
      const text = (amount / 100).toFixed(2)
      expect(priceOf(text)).toBe(text)
    }),
  )
})

test('what is shown to be typed over is read back as it was, with the sign of decimals of the place', () => {
  expect(typedOf('es-AR', '1234.50')).toBe('1234,50')
  expect(typedOf('pt-BR', '1.500')).toBe('1,500')
  expect(typedOf('en-AR', '1234.50')).toBe('1234.50')
  expect(typedOf('es-AR', null)).toBe('')
  const place = fc.constantFrom('es-AR', 'es-CL', 'es-MX', 'pt-BR', 'pt-AR', 'en-US')
  fc.assert(
    fc.property(hundredths, place, (amount, where) => {
      const [price, weight] = [(amount / 100).toFixed(2), (amount / 1000).toFixed(3)]
      expect(priceOf(typedOf(where, price))).toBe(price)
      expect(amountOf(typedOf(where, weight))).toBe(weight)
    }),
  )
})

test('what is no price stays as it was typed, for the service to refuse', () => {
  for (const text of ['dear', '1.50.00', '1,5,0', '12 50', '1.500.50', '0.0.0']) {
    expect(priceOf(text)).not.toMatch(/^\d+(\.\d+)?$/)
  }
  expect(priceOf('0,500')).toBe('0.500')
  expect(priceOf('')).toBe('')
})

test('a weight has thousandths', () => {
  expect(amountOf(' 1,250 ')).toBe('1.250')
})
