import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostUnits, quantityOf } from './quantity.ts'

test('what is no number of units means none: an emptied field is not one unit', () => {
  for (const text of ['', ' ', '0', '-3', '0.9', 'x']) expect([text, quantityOf(text)]).toEqual([text, undefined])
  expect(quantityOf('5')).toBe(5)
  expect(quantityOf('2.9')).toBe(2)
  expect(quantityOf('9999999')).toBe(mostUnits)
})

test('every quantity that an order takes is read as it is written', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: mostUnits }), units => quantityOf(String(units)) === units))
})
