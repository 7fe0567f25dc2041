import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areEqual, common, covers, gather, isEmpty, minus, plus, type Quantities, total } from './quantities.ts'

const variant = fc.integer({ min: 1, max: 5 })
const lines = fc.array(fc.record({ variant_id: variant, quantity: fc.integer({ min: 1, max: 9 }) }), { maxLength: 6 })
const wanted = lines.map(gather)
const unlimited = Number.POSITIVE_INFINITY
const stock = fc
  .array(fc.tuple(variant, fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, fc.constant(unlimited))), { maxLength: 6 })
  .map((levels): Quantities => new Map(levels))

test('law: what is had of the wanted, and what is not, are the wanted', () => {
  fc.assert(
    fc.property(wanted, stock, (a, b) => {
      expect(areEqual(plus(minus(a, b), common(a, b)), a)).toBe(true)
      expect(total(minus(a, b)) + total(common(a, b))).toBe(total(a))
    }),
  )
})

test('law: to have enough is to lack nothing, and what is had is had', () => {
  fc.assert(
    fc.property(wanted, stock, (a, b) => {
      expect(covers(b, a)).toBe(isEmpty(minus(a, b)))
      expect(covers(b, common(a, b))).toBe(true)
      expect(covers(a, common(a, b))).toBe(true)
    }),
  )
})

test('law: in which order things are put together does not matter, and what was added can be taken away', () => {
  fc.assert(
    fc.property(wanted, wanted, wanted, (a, b, c) => {
      expect(areEqual(plus(a, b), plus(b, a))).toBe(true)
      expect(areEqual(plus(plus(a, b), c), plus(a, plus(b, c)))).toBe(true)
      expect(areEqual(minus(plus(a, b), b), a)).toBe(true)
      expect(areEqual(minus(minus(a, b), c), minus(a, plus(b, c)))).toBe(true)
    }),
  )
})

test('law: lines in any order, and however they are parted, are the same quantities', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (all, at) => {
      const turned = [...all.slice(at % (all.length + 1)), ...all.slice(0, at % (all.length + 1))].reverse()
      const ones = all.flatMap(({ variant_id, quantity }) => Array(quantity).fill({ variant_id, quantity: 1 }))
      expect(areEqual(gather(turned), gather(all))).toBe(true)
      expect(areEqual(gather(ones), gather(all))).toBe(true)
    }),
  )
})
