import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange, moved } from './order.ts'

const order = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })

/** An order, and places for some of its ids: distinct, but possibly past the end. */
const placed = order.chain(ids =>
  fc.tuple(
    fc.constant(ids),
    fc
      .tuple(
        fc.shuffledSubarray(ids),
        fc.uniqueArray(fc.nat(ids.length * 2), { minLength: ids.length, maxLength: ids.length }),
      )
      .map(([some, places]) => some.map((id, i) => ({ id, priority: places[i] ?? 0 }))),
  ),
)

test('every location keeps exactly one place', () => {
  fc.assert(
    fc.property(placed, ([ids, placements]) => {
      expect(arrange(ids, placements).toSorted()).toEqual(ids.toSorted())
    }),
  )
})

test('with places inside the list each named one stands exactly there', () => {
  fc.assert(
    fc.property(placed, ([ids, placements]) => {
      const inside = placements.filter(({ priority }) => priority < ids.length)
      const after = arrange(ids, inside)
      for (const { id, priority } of inside) expect(after[priority]).toBe(id)
    }),
  )
})

test('named ones stand in the order of their numbers, the others in their old order', () => {
  fc.assert(
    fc.property(placed, ([ids, placements]) => {
      const after = arrange(ids, placements)
      const named = placements.toSorted((a, b) => a.priority - b.priority).map(({ id }) => id)
      expect(after.filter(id => named.includes(id))).toEqual(named)
      expect(after.filter(id => !named.includes(id))).toEqual(ids.filter(id => !named.includes(id)))
    }),
  )
})

test('only those on another place count as moved', () => {
  expect(moved(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual(['b', 'a'])
  expect(moved(['a'], ['n', 'a'])).toEqual(['n', 'a'])
})
