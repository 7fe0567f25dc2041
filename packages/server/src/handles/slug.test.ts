import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSuffixed, maxLength, slug, suffixed } from './slug.ts'

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }))
const random = fc.uint8Array({ minLength: 5, maxLength: 5 }).map(bytes => Buffer.from(bytes))
const word = fc.stringMatching(/^[a-z0-9]{1,300}$/)

test.each([
  ['Ropa de Niños', 'ropa-de-ninos'],
  ['CALÇADOS & Bolsas', 'calcados-bolsas'],
  ['  --Ofertas!!  2x1-- ', 'ofertas-2x1'],
  ['Straße Łódź Ærø İstanbul', 'strasse-lodz-aero-istanbul'],
  ['ﬁn de año ½', 'fin-de-ano-1-2'],
  ['中文', ''],
  ['', ''],
])('%j in an address is %j', (name, handle) => {
  expect(slug(name)).toBe(handle)
})

test('D33: whatever the text, its slug is made of lower-case words with single hyphens between, not too long', () => {
  fc.assert(
    fc.property(text, name => {
      expect(slug(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slug(name).length).toBeLessThanOrEqual(maxLength)
    }),
  )
})

test('a slug is its own slug: what was answered can be sent back', () => {
  fc.assert(fc.property(text, name => slug(slug(name)) === slug(name)))
})

test('accents and capitals make no difference, and plain letters and digits survive', () => {
  fc.assert(fc.property(text, name => slug(name.normalize('NFD')) === slug(name.normalize('NFC'))))
  fc.assert(fc.property(word, name => slug(name.toUpperCase()) === name.slice(0, maxLength)))
})

test('a handle with a suffix is another one, is a slug itself, and is known as that handle with a suffix', () => {
  fc.assert(
    fc.property(word, random, (name, bytes) => {
      const handle = slug(name)
      const other = suffixed(handle, bytes)
      expect(other).not.toBe(handle)
      expect(slug(other)).toBe(other)
      expect(isSuffixed(other, handle)).toBe(true)
      expect(isSuffixed(handle, handle)).toBe(false)
    }),
  )
})
