/** docs/contract: orders 5.3. */
import { countries } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryCode, currencyCode } from './codes.ts'

test.each([
  ['BR', 'BR'],
  ['br', 'BR'],
  ['Br ', 'BR'],
  // Not one of ours, but a code.
  ['jp', 'JP'],
  ['Brasil', 'BR'],
  ['brazil', 'BR'],
  ['MÉXICO', 'MX'],
  ['Mexico', 'MX'],
  ['estados unidos', 'US'],
  [' United Kingdom', 'GB'],
  ['Espanha', 'ES'],
  ['Uruguai', 'UY'],
  // Kept, letter by letter.
  ['Japan', 'Japan'],
  ['BRA', 'BRA'],
  ['b1', 'b1'],
  ['  ', '  '],
  ['', ''],
  ['constructor', 'constructor'],
])('the country %j is %j', (text, code) => {
  expect(countryCode(text)).toBe(code)
})

test.each([
  ['BRL', 'BRL'],
  ['brl', 'BRL'],
  ['uSd', 'USD'],
  ['R$', 'R$'],
  ['pt', 'pt'],
  ['', ''],
])('the currency %j is %j', (text, code) => {
  expect(currencyCode(text)).toBe(code)
})

test('law: what was read once is not read otherwise again, and a country of ours is always its own code', () => {
  const text = fc.oneof(fc.string({ maxLength: 64 }), fc.constantFrom('brasil', 'Perú', 'uy', 'usd'))
  fc.assert(
    fc.property(text, said => {
      for (const read of [countryCode, currencyCode]) expect(read(read(said))).toBe(read(said))
    }),
  )
  for (const code of Object.keys(countries)) expect(countryCode(code.toLowerCase())).toBe(code)
})
