import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Levels, parseLevels } from './read.ts'

const levels: fc.Arbitrary<Levels> = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1 }),
    fc.integer({ min: 1 }),
    fc.string({ unit: fc.constantFrom('0', '9', 'A', 'Z'), minLength: 26, maxLength: 26 }),
    fc.option(fc.nat()),
    fc.nat(),
  ),
  { selector: ([, id]) => id },
)

test('law: the text of levels gives these levels, in the order of their making', () => {
  fc.assert(
    fc.property(levels, fc.constantFrom('', '.25'), (all, part) => {
      const text = all.map(([variant, id, location, stock, seconds]) =>
        [variant, id, location, stock ?? '', `${seconds}${part}`].join(' '),
      )
      expect(parseLevels(text.join(',') || null)).toEqual(all.toSorted(([, a], [, b]) => a - b))
    }),
  )
})
