/** Contract: products 2.1. */
import type { Localized } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alike, combinationOf, isCombined, matched, recombined } from './combinations.ts'

describe('a combination, as the table keeps it', () => {
  test('two lists of values have the same combination exactly when they say the same in the main language', () => {
    const few = fc.constantFrom('a', 'b', '', ',', '"', '\u001f', '","', 'x'.repeat(300), '😀'.repeat(120))
    const values = fc.array(
      few.filter(text => text !== '').map(pt => ({ pt })),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(values, values, (a, b) => {
        const isSame = JSON.stringify(a) === JSON.stringify(b)
        expect(combinationOf(a, 'pt') === combinationOf(b, 'pt')).toBe(isSame)
      }),
    )
  })

  test('a combination fits into an index, whatever is in it', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 255 }).map(pt => ({ pt }))
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 3 }), values => {
        expect(Buffer.byteLength(combinationOf(values, 'pt'))).toBeLessThan(2000)
      }),
    )
  })
})

describe('another main language', () => {
  const text = fc.constantFrom('a', 'b', ' a ', '', 'x'.repeat(300))
  const language = fc.constantFrom('pt', 'es', 'en')
  const values = fc.array(fc.dictionary(language, text, { minKeys: 1 }), { minLength: 2, maxLength: 2 })

  test('law: all variants are known by it, or all as before; and each by its values, whichever it was', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 4 }), language, language, (lists, before, after) => {
        const old = lists.map(list => ({ values: list, combination: combinationOf(list, before) }))
        const next = recombined(old, after)
        const names = lists.map(list => combinationOf(list, after))
        const isClear = new Set(names).size === names.length
        expect(next.map(({ combination }) => combination)).toEqual(
          isClear ? names : old.map(({ combination }) => combination),
        )
        for (const variant of [...old, ...next]) expect(isCombined(variant)).toBe(true)
      }),
    )
  })

  test('what is in none of the languages is found', () => {
    expect(isCombined({ values: [{ pt: 'a', es: 'b' }], combination: combinationOf([{ pt: 'c' }], 'pt') })).toBe(false)
    expect(isCombined({ values: [], combination: 'x' })).toBe(false)
  })
})

const valued = (...lists: Localized[][]) => lists.map(values => ({ values, combination: combinationOf(values, 'es') }))

const small = { es: 'Chico', en: 'Small', pt: 'Pequeno' }
const large = { es: 'Grande', en: 'Large', pt: 'Grande' }

describe('the same values, whatever the language', () => {
  const places = (known: Localized[][], sent: Localized[][]) => {
    const variants = valued(...known)
    return matched(variants, valued(...sent), 'es')?.map(found => (found ? variants.indexOf(found) : undefined))
  }

  test('by the main language, or else by one that both have', () => {
    expect(places([[small], [large]], [[{ es: ' Grande ' }], [{ en: 'Small', pt: 'x' }]])).toEqual([1, 0])
    expect(places([[small], [large]], [[{ es: 'Mediano', en: 'Small' }]])).toEqual([undefined])
    expect(places([[{ en: 'Small' }]], [[small]])).toEqual([0])
    expect(places([[{ en: 'Small', pt: 'Pequeno' }]], [[{ pt: 'Pequeno', es: ' ' }]])).toEqual([0])
  })

  test('one that no other has is known by its own text', () => {
    expect(places([[{ es: 'M' }]], [[{ en: 'M' }], [{ en: 'L' }]])).toEqual([0, undefined])
  })

  test('a text means what it says in its language: the same word of another language is another value', () => {
    const long = { es: 'Largo', pt: 'Comprido' }
    const wide = { es: 'Ancho', pt: 'Largo' }
    expect(places([[long], [wide]], [[{ pt: 'Largo' }], [{ es: 'Largo' }]])).toEqual([1, 0])
  })

  test('at the same place of the values only', () => {
    expect(places([[small, { es: 'Azul', en: 'Blue' }]], [[{ en: 'Blue' }, { en: 'Small' }]])).toEqual([undefined])
  })

  test('none is sent twice, in whichever languages, nor is one beside another', () => {
    expect(places([[small]], [[{ es: 'Chico' }], [{ en: 'Small' }]])).toBeUndefined()
    expect(places([], [[{ en: 'Small' }], [{ pt: 'Pequeno' }], [small]])).toBeUndefined()
    const variants = valued([small], [large], [{ en: 'Small' }])
    expect(alike(variants, 'es')).toEqual([[variants[0], variants[2]]])
  })
})

const languages = ['es', 'en', 'pt'] as const
const words = ['a', 'b', 'c', 'd']

/** Values that each language tells apart, though a word of one may be another value in the next. */
const vocabulary: fc.Arbitrary<Localized[]> = fc
  .tuple(...languages.map(() => fc.shuffledSubarray(words, { minLength: words.length })))
  .map(texts =>
    words.map((_, i) => Object.fromEntries(languages.map((language, l) => [language, texts[l]?.[i] ?? '']))),
  )

const some = fc.subarray([...languages], { minLength: 1 })
const cut = (value: Localized | undefined, kept: readonly string[]): Localized =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([language]) => kept.includes(language)))

test('law: whichever languages are cut from its values, but for one of each, a variant is found', () => {
  const variants = fc.uniqueArray(
    fc.record({ first: fc.nat(3), second: fc.nat(3), kept: fc.tuple(some, some), rank: fc.nat() }),
    { selector: ({ first, second }) => `${first} ${second}` },
  )
  fc.assert(
    fc.property(vocabulary, vocabulary, variants, (sizes, colours, chosen) => {
      const known = chosen.map(({ first, second, ...how }) => ({ ...how, values: [sizes[first], colours[second]] }))
      const full = known.map(({ values }) => values.map(value => value ?? {}))
      const sent = known
        .map(({ kept, rank, values }, place) => ({
          place,
          rank,
          values: values.map((value, i) => cut(value, kept[i] ?? [])),
        }))
        .sort((a, b) => a.rank - b.rank)
      const found = matched(valued(...full), sent, 'es')
      expect(found?.map(variant => variant?.values)).toEqual(sent.map(({ place }) => full[place]))
      expect(alike(valued(...full), 'es')).toEqual([])
      // And each would be refused beside the one that it is.
      for (const { values, place } of sent) {
        expect(alike(valued(...full, values), 'es')).toContainEqual(valued(full[place] ?? [], values))
      }
    }),
  )
})
