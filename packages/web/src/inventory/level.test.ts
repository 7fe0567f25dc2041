import { expect, test } from 'vitest'
import { stockAt } from './level.ts'

const variant = (levels: Record<string, number | null>) => ({
  inventory_levels: Object.entries(levels).map(([location_id, stock], id) => ({
    id,
    variant_id: 1,
    location_id,
    stock,
  })),
})

test('a level is what it says', () => {
  expect(stockAt(variant({ a: 5, b: null }), 'a')).toBe(5)
  expect(stockAt(variant({ a: 5, b: null }), 'b')).toBeNull()
})

test('F8: where there is no level there is nothing if the variant is counted anywhere, else there is no limit', () => {
  expect(stockAt(variant({ a: 5, b: null }), 'c')).toBe(0)
  expect(stockAt(variant({ b: null }), 'c')).toBeNull()
  expect(stockAt(variant({}), 'c')).toBeNull()
})
