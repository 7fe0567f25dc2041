import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ago, initialOf, inLanguage, money } from './format.ts'

/** Without the spaces, of which `Intl` has several. */
const said = (...of: Parameters<typeof money>) => money(...of).replaceAll(/\s/g, ' ')

test('money is written as in the country of the store', () => {
  expect(said('en-US', 'USD', '1500.5')).toBe('$1,500.50')
  expect(said('pt-BR', 'BRL', '1500.50')).toBe('R$ 1.500,50')
  expect(said('es-CL', 'CLP', 1500)).toBe('$1.500')
})

test('hundredths are shown also where the currency is used without', () => {
  expect(said('es-CL', 'CLP', '1500.25')).toBe('$1.500,25')
})

test('what has no price is not free', () => {
  expect(money('es-AR', 'ARS', null)).toBe('-')
  expect(money('es-AR', 'ARS', undefined)).toBe('-')
  expect(said('es-AR', 'ARS', '0.00')).toBe('$ 0,00')
})

test('a currency that is no code stands before the number as it is', () => {
  expect(said('pt-BR', 'R$', '1500.5')).toBe('R$ 1.500,50')
  expect(said('en-US', '', '3')).toBe('3.00')
})

test('no currency that an order can have keeps its amount from being shown', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3, unit: 'binary' }), fc.nat(), (currency, amount) =>
      /\d/.test(money('es-AR', currency, amount)),
    ),
  )
})

test('what has happened was not in the future, whatever the clock of the browser says', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(ago('en', '2026-11-15T12:07:00Z', now)).toBe('this minute')
  expect(ago('en', '2026-11-15T11:57:00Z', now)).toBe('3 minutes ago')
})

test('the first letter is a whole one', () => {
  expect(initialOf(' ana')).toBe('A')
  expect(initialOf('🧦 Socks')).toBe('🧦')
  expect(initialOf('')).toBe('')
})

test('a text of blanks says nothing: another language does', () => {
  expect(inLanguage({ es_AR: '   ', en_US: 'Shop', pt_BR: 'Loja' }, 'es', 'pt')).toBe('Loja')
  expect(inLanguage({ es_AR: ' ', pt_BR: 'Loja' }, 'es')).toBe('Loja')
  expect(inLanguage({ es_AR: ' ' }, 'es')).toBe('')
})
