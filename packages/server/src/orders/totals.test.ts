import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderBody } from './build.ts'
import { cents, money } from './money.ts'
import { withTotals } from './totals.ts'

const amount = fc.bigInt(0n, 10_000n)

/** An order whose total is the sum of its parts. */
const order = fc.tuple(amount, amount, amount).map(([subtotal, shipping, off]) => {
  const discount = off % (subtotal + shipping + 1n)
  return {
    subtotal: money(subtotal),
    shipping_cost_customer: money(shipping),
    discount: money(discount),
    total: money(subtotal + shipping - discount),
    payment_status: 'pending',
  } as OrderBody
})

test('law: a paid order stays so where it costs no more; any other edit goes by what was paid', () => {
  const status = fc.constantFrom('paid' as const, 'partially_paid' as const)
  fc.assert(
    fc.property(order, status, amount, amount, (placed, payment_status, paid, subtotal) => {
      const before = { ...placed, payment_status, total_paid_by_customer: money(paid) }
      const after = withTotals(before, { ...before, subtotal: money(subtotal) })
      const costsNoMore = cents(after.total) <= cents(before.total)
      const isPaid = (payment_status === 'paid' && costsNoMore) || cents(after.total) <= paid
      expect(after.payment_status).toBe(isPaid ? 'paid' : 'partially_paid')
    }),
  )
})

test('law: an order that nobody has paid for, or that was given back, is so after any edit', () => {
  const status = fc.constantFrom('pending' as const, 'authorized' as const, 'voided' as const, 'refunded' as const)
  fc.assert(
    fc.property(order, status, amount, (placed, payment_status, subtotal) => {
      const before = { ...placed, payment_status, total_paid_by_customer: null }
      expect(withTotals(before, { ...before, subtotal: money(subtotal) }).payment_status).toBe(payment_status)
    }),
  )
})

test('law: after any edits the total is the sum of its parts, and the discount has not grown', () => {
  const edits = fc.array(fc.record({ subtotal: amount.map(money), shipping_cost_customer: amount.map(money) }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(order, edits, (placed, changes) => {
      let before = placed
      for (const change of changes) {
        const after = withTotals(before, { ...before, ...change })
        const { subtotal, discount, shipping_cost_customer, total } = after
        expect(cents(total)).toBe(cents(subtotal) - cents(discount) + cents(shipping_cost_customer))
        expect(cents(discount)).toBeLessThanOrEqual(cents(before.discount))
        before = after
      }
    }),
  )
})

test('law: a total that was chosen keeps its distance to the sum of the parts, there and back', () => {
  fc.assert(
    fc.property(order, amount, amount, (placed, chosen, subtotal) => {
      const before = { ...placed, total: money(chosen) }
      const after = withTotals(before, { ...before, subtotal: money(subtotal) })
      fc.pre(after.discount === before.discount && cents(after.total) > 0n)
      expect(cents(after.total) - cents(before.total)).toBe(cents(after.subtotal) - cents(before.subtotal))
      expect(withTotals(after, { ...after, subtotal: before.subtotal }).total).toBe(before.total)
    }),
  )
})
