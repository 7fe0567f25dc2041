import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxLanguages } from './common.ts'
import { bounded, isBlank, localize, localizeOptional, mainText } from './localized.ts'

const language = fc.constantFrom('es', 'pt', 'en', 'es_AR', 'pt_BR', 'en_US')
const languages = fc.uniqueArray(language, { minLength: 1 })
const texts = fc.dictionary(language, fc.string())
const withNulls = fc.dictionary(language, fc.option(fc.string()))

test('one text stands for every language', () => {
  fc.assert(
    fc.property(fc.string(), languages, (text, languages) => {
      const localized = localize(text, languages)
      expect(Object.keys(localized)).toEqual(languages)
      for (const value of Object.values(localized)) expect(value).toBe(text)
    }),
  )
})

test('an object is taken as it is, without its nulls, whatever the languages', () => {
  fc.assert(
    fc.property(withNulls, languages, (input, languages) => {
      const localized = localize(input, languages)
      for (const [language, text] of Object.entries(input)) expect(localized[language]).toBe(text ?? undefined)
      expect(Object.keys(localized)).toEqual(Object.keys(input).filter(language => input[language] !== null))
    }),
  )
})

test('what an object does not name stays as it was; one text leaves nothing of it', () => {
  fc.assert(
    fc.property(withNulls, texts, languages, (input, old, languages) => {
      const localized = localize(input, languages, old)
      for (const [language, text] of Object.entries({ ...old, ...input }))
        expect(localized[language]).toBe(text ?? undefined)
      expect(localize('x', languages, old)).toEqual(localize('x', languages))
      expect(localize(localized, languages, old)).toEqual({ ...old, ...localized })
    }),
  )
})

test('what comes out can go in again and is the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), withNulls), languages, (input, languages) => {
      const once = localize(input, languages)
      expect(localize(once, languages)).toEqual(once)
    }),
  )
})

test('a text that may be empty has a language, whatever is sent: with none left, all of the store', () => {
  fc.assert(
    fc.property(fc.option(fc.oneof(fc.string(), withNulls)), fc.option(texts), languages, (input, old, languages) => {
      const localized = localize(input ?? '', languages, old ?? {})
      const isLeft = Object.keys(localized).length > 0
      const expected = isLeft ? localized : localize('', languages)
      expect(localizeOptional(input, languages, old ?? undefined)).toEqual(expected)
      expect(Object.keys(expected).length).toBeGreaterThan(0)
    }),
  )
})

test('blank is what says nothing in any language', () => {
  for (const nothing of [null, undefined, '', ' \n', {}, { pt: null }, { pt: '', es: '  ' }]) {
    expect(isBlank(nothing)).toBe(true)
  }
  fc.assert(
    fc.property(texts, language, (texts, language) => {
      expect(isBlank({ ...texts, [language]: 'x' })).toBe(false)
    }),
  )
})

test('the main text is that of the main language, else of any', () => {
  fc.assert(
    fc.property(texts, language, (texts, language) => {
      const text = mainText(texts, language)
      if (Object.keys(texts).length === 0) expect(text).toBe('')
      else expect(Object.hasOwn(texts, language) ? [texts[language]] : Object.values(texts)).toContain(text)
    }),
  )
})

test('law: a text is within bounds, or no larger than it was', () => {
  const many = fc
    .nat(2 * maxLanguages)
    .map(count => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 'x'])))
  fc.assert(
    fc.property(many, many, (texts, old) => {
      const count = Object.keys(texts).length
      const isTaken = count <= maxLanguages || count <= Object.keys(old).length
      if (isTaken) expect(bounded('name', texts, old)).toBe(texts)
      else expect(() => bounded('name', texts, old)).toThrow('"name":["must have at most 50 items"]')
    }),
  )
})
