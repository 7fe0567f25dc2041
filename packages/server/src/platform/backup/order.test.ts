import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder } from './order.ts'

const letters = [...'abcdefgh']

/** References that only look back cannot form a circle; the tables are shuffled before they are ordered. */
const graph = fc.record({
  tables: fc.shuffledSubarray(letters, { minLength: letters.length }),
  references: fc.array(
    fc.tuple(fc.nat(letters.length - 1), fc.nat(letters.length - 1)).map(([a, b]) => ({
      child: letters[Math.max(a, b)] ?? '',
      parent: letters[Math.min(a, b)] ?? '',
    })),
  ),
})

test('every table stands once, and after those that it refers to', () => {
  fc.assert(
    fc.property(graph, ({ tables, references }) => {
      const order = inOrder(tables, references)
      expect(order.toSorted()).toEqual(letters)
      for (const { child, parent } of references) {
        expect(order.indexOf(parent)).toBeLessThanOrEqual(order.indexOf(child))
      }
    }),
  )
})

test('a circle is told, not followed for ever', () => {
  const references = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'a' },
  ]
  expect(() => inOrder(['a', 'b', 'c'], references)).toThrow('a, b')
})
