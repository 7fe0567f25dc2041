import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeldLevel, Moved } from '../inventory/index.ts'
import { createPast } from './past.ts'

const step = fc.record({
  variant_id: fc.integer({ min: 1, max: 3 }),
  location_id: fc.constantFrom('A', 'B'),
  to: fc.nat(9),
  seconds: fc.nat(2),
})

test('law: the ledger undone is the stock as it was before each second', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const levels = new Map<string, HeldLevel>()
      const movements: Moved[] = []
      const before = new Map<number, HeldLevel[]>()
      let at = 1000
      for (const { variant_id, location_id, to, seconds } of steps) {
        at += seconds
        if (!before.has(at)) before.set(at, [...levels.values()])
        const key = `${variant_id}/${location_id}`
        const delta = to - (levels.get(key)?.stock ?? 0)
        levels.set(key, { product_id: 7, variant_id, location_id, stock: to })
        movements.unshift({ variant_id, location_id, delta, level_after: to, at })
      }
      const past = createPast([...levels.values()], movements)
      const isThere = ({ stock }: HeldLevel) => stock !== 0
      for (const [second, then] of [...before].toReversed()) {
        past.rewind(second)
        const sorted = (all: HeldLevel[]) =>
          all
            .filter(isThere)
            .map(({ variant_id, location_id, stock }) => `${variant_id}/${location_id}=${stock}`)
            .sort()
        expect(sorted(past.levels([1, 2, 3]))).toEqual(sorted(then))
      }
    }),
    { numRuns: 1000 },
  )
})

test('stock without limit is without limit again', () => {
  const level = { product_id: 7, variant_id: 1, location_id: 'A', stock: null }
  const past = createPast([level], [{ variant_id: 1, location_id: 'A', delta: -5, level_after: null, at: 20 }])
  past.rewind(21)
  expect(past.levels([1])).toEqual([level])
  past.rewind(20)
  expect(past.levels([1])).toEqual([{ ...level, stock: 5 }])
})
