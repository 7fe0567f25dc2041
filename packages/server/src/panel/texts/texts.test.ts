import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage, preferred, texts } from './index.ts'

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en-US,es;q=0.9', 'en'],
  ['fr,es;q=0.5,pt;q=0.7', 'pt'],
  ['es-419', 'es'],
  ['fr-CH, de', 'en'],
  ['es;q=0, en', 'en'],
  ['', 'en'],
  ['*', 'en'],
])('of %o the language is %s', (header, language) => {
  expect(preferred(header)).toBe(language)
})

test('whatever a browser says, there is a language', () => {
  fc.assert(fc.property(fc.string(), header => Object.hasOwn(texts, preferred(header))))
})

test('a name that is left empty in a language is said in another', () => {
  expect(inLanguage({ en: 'Shop', es: 'Tienda' }, 'es')).toBe('Tienda')
  for (const empty of ['', ' ']) expect(inLanguage({ en: empty, es: 'Tienda', pt: empty }, 'en')).toBe('Tienda')
  expect(inLanguage({ pt: 'Loja' }, 'en')).toBe('Loja')
  expect(inLanguage({}, 'en')).toBe('')
})
