import type { OrderBody } from './build.ts'
import { cents, money } from './money.ts'

const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

const computed = ({ subtotal, discount, shipping_cost_customer }: OrderBody): bigint =>
  atLeastNothing(cents(subtotal) - cents(discount) + cents(shipping_cost_customer))

/**
 * An order with new lines or shipping costs costs that much more or less. Whoever placed it may have said another total
 * than the sum of its parts: that difference stays. What is paid is no longer enough, or enough again.
 */
export function withTotals(before: OrderBody, after: OrderBody): OrderBody {
  const total = atLeastNothing(computed(after) + cents(before.total) - computed(before))
  const { payment_status, total_paid_by_customer } = after
  const isPayable = payment_status === 'paid' || payment_status === 'partially_paid'
  const isCovered = total <= cents(total_paid_by_customer)
  return {
    ...after,
    total: money(total),
    total_usd: money(total),
    payment_status: isPayable ? (isCovered ? 'paid' : 'partially_paid') : payment_status,
  }
}

/** There are no payments here to give something back through, so what should be given back is not. */
export function refundStatus({ total, total_paid_by_customer }: OrderBody, isAsked: boolean): 'skipped' | 'failed' {
  return isAsked && cents(total_paid_by_customer) > cents(total) ? 'failed' : 'skipped'
}
