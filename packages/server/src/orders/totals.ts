import type { OrderBody } from './build.ts'
import { cents, money } from './money.ts'

const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

type Parts = Pick<OrderBody, 'subtotal' | 'discount' | 'shipping_cost_customer'>

const discountable = ({ subtotal, shipping_cost_customer }: Parts): bigint =>
  cents(subtotal) + cents(shipping_cost_customer)

const computed = (parts: Parts): bigint => atLeastNothing(discountable(parts) - cents(parts.discount))

/** No more is taken off than there is: what is lost so does not come back with later lines. */
const withDiscount = (order: OrderBody): OrderBody =>
  cents(order.discount) > discountable(order) ? { ...order, discount: money(discountable(order)) } : order

/**
 * An order with new lines or shipping costs costs that much more or less. Whoever placed it may have said another total
 * than the sum of its parts: that difference stays. What is paid is no longer enough, or enough again; what was enough
 * stays so for less, also where a provider took something off.
 */
export function withTotals(before: OrderBody, revised: OrderBody): OrderBody {
  const after = withDiscount(revised)
  const total = atLeastNothing(computed(after) + cents(before.total) - computed(before))
  const { payment_status, total_paid_by_customer } = after
  const isPayable = payment_status === 'paid' || payment_status === 'partially_paid'
  const wasEnough = before.payment_status === 'paid' && total <= cents(before.total)
  const isCovered = wasEnough || total <= cents(total_paid_by_customer)
  return {
    ...after,
    total: money(total),
    total_usd: money(total),
    payment_status: isPayable ? (isCovered ? 'paid' : 'partially_paid') : payment_status,
  }
}

/** Nobody who could give something back is asked to, so what should be given back is not. */
export function refundStatus({ total, total_paid_by_customer }: OrderBody, isAsked: boolean): 'skipped' | 'failed' {
  return isAsked && cents(total_paid_by_customer) > cents(total) ? 'failed' : 'skipped'
}
