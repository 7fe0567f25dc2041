import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitted } from './attributes.ts'
import { combinationOf } from './combinations.ts'

const texts = (...list: string[]) => list.map(pt => ({ pt }))
const variantsOf = (...lists: string[][]) =>
  lists.map(list => ({ values: texts(...list), combination: combinationOf(texts(...list), 'pt') }))

const after = (variants: string[][], before: string[], names: string[]) =>
  fitted(variantsOf(...variants), texts(...before), texts(...names), 'pt')?.map(({ values }) =>
    values.map(({ pt }) => pt),
  )

const two = [
  ['P', 'azul'],
  ['M', 'verde'],
]

describe('other attributes', () => {
  test('more of them, or other names: the values stay', () => {
    expect(after([['P'], ['M']], ['Tamanho'], ['Tamanho', 'Cor'])).toEqual([['P'], ['M']])
    expect(after([['P'], ['M']], ['Tamanho'], ['Cor', 'Tamanho'])).toEqual([['P'], ['M']])
    expect(after(two, ['Tamanho', 'Cor'], ['Size', 'Color'])).toEqual(two)
    expect(after([[]], [], ['Tamanho'])).toEqual([[]])
  })

  test('fewer of them: the values of those that stay, by name', () => {
    expect(after(two, ['Tamanho', 'Cor'], ['Tamanho'])).toEqual([['P'], ['M']])
    expect(after(two, ['Tamanho', 'Cor'], [' Cor'])).toEqual([['azul'], ['verde']])
    expect(after([['a', 'b', 'c']], ['x', 'y', 'z'], ['z', 'x'])).toEqual([['c', 'a']])
    const names = [
      { pt: 'Tamanho', en: 'Size' },
      { pt: 'Cor', en: 'Colour' },
    ]
    expect(fitted(variantsOf(...two), names, [{ en: 'Colour' }], 'pt')).toMatchObject(variantsOf(['azul'], ['verde']))
  })

  test('fewer of them with a new name: the first values', () => {
    expect(after(two, ['Tamanho', 'Cor'], ['Talle'])).toEqual([['P'], ['M']])
    expect(after([['a', 'b', 'c']], ['x', 'y', 'z'], ['z', 'w'])).toEqual([['a', 'b']])
  })

  test('none at all: only where there is one variant', () => {
    expect(after([['P']], ['Tamanho'], [])).toEqual([[]])
    expect(after([['P'], ['M']], ['Tamanho'], [])).toBeUndefined()
  })

  test('what is left must tell the variants apart', () => {
    const variants = [
      ['P', 'azul'],
      ['P', 'verde'],
    ]
    expect(after(variants, ['Tamanho', 'Cor'], ['Tamanho'])).toBeUndefined()
    expect(after(variants, ['Tamanho', 'Cor'], ['Cor'])).toEqual([['azul'], ['verde']])
    const translated = [
      [{ pt: 'P', en: 'S' }, { pt: 'azul' }],
      [{ en: 'S' }, { pt: 'verde' }],
    ].map(values => ({ values, combination: combinationOf(values, 'pt') }))
    expect(fitted(translated, texts('Tamanho', 'Cor'), texts('Tamanho'), 'pt')).toBeUndefined()
  })

  test('a variant that was not written since attributes were added has what it has', () => {
    expect(after([['P'], ['M', 'azul']], ['Tamanho', 'Cor'], ['Tamanho'])).toEqual([['P'], ['M']])
    expect(after([['P'], ['M', 'azul']], ['Tamanho', 'Cor'], ['Cor'])).toEqual([[], ['azul']])
    expect(after([['a']], ['x', 'y', 'z'], ['z', 'x'])).toEqual([[]])
  })
})

test('law: there are as many variants, none with more values than attributes, no two alike, and no value is new', () => {
  const names = fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'w'), { maxLength: 3 })
  const changes = names.chain(before =>
    fc.tuple(
      fc.constant(before),
      names,
      fc.uniqueArray(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: before.length }), {
        minLength: 1,
        maxLength: 6,
        selector: values => JSON.stringify(values),
      }),
    ),
  )
  fc.assert(
    fc.property(changes, ([before, next, variants]) => {
      const made = after(variants, before, next)
      // Only fewer attributes are ever refused.
      expect(made !== undefined || next.length < before.length).toBe(true)
      if (!made) return
      expect(made.length).toBe(variants.length)
      expect(new Set(made.map(values => JSON.stringify(values))).size).toBe(made.length)
      for (const [i, values] of made.entries()) {
        expect(values.length).toBeLessThanOrEqual(next.length)
        for (const value of values) expect(variants[i]).toContain(value)
      }
    }),
  )
})
