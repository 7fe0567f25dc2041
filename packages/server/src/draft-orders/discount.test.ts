import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountOf } from './discount.ts'

describe('contract: draft-orders 2, discount', () => {
  const subtotal = fc.bigInt(0n, 10n ** 12n)

  test('law: a percentage is rounded to the next hundredth, half up, and never exceeds the lines', () => {
    fc.assert(
      fc.property(subtotal, fc.integer({ min: 0, max: 1_000_000 }), (lines, tenThousandths) => {
        const taken = discountOf(lines, { discount: (tenThousandths / 10_000).toFixed(4) })
        const exact = lines * BigInt(tenThousandths)
        expect(taken).toBeLessThanOrEqual(lines)
        const off = 2n * (taken * 1_000_000n - exact)
        expect(off > -1_000_000n && off <= 1_000_000n).toBe(true)
      }),
    )
  })

  test('law: an amount is taken as it is', () => {
    fc.assert(
      fc.property(subtotal, fc.integer({ min: 0, max: 1_000_000 }), (lines, cents) => {
        const discount = (cents / 100).toFixed(2)
        expect(discountOf(lines, { discount, discount_type: 'absolute' })).toBe(BigInt(cents))
      }),
    )
  })

  test('nothing said, nothing taken', () => {
    for (const discount of [null, '', undefined])
      expect(discountOf(100n, discount === undefined ? {} : { discount })).toBe(0n)
  })

  test.each([
    ['absolute', -1],
    ['absolute', 'ten'],
    ['percentage', 100.01],
    ['percentage', '-0.01'],
    ['percentage', 'half'],
  ] as const)('%s %s is refused', (discount_type, discount) => {
    expect(() => discountOf(100n, { discount, discount_type })).toThrow('discount')
  })
})
