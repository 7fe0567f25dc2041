import type { PaymentStatus, Transaction } from '@bodega/api'
import { cents, type OrderBody, type Payment } from '../orders/index.ts'
import { hasEnded, heldOf, type State } from './rules.ts'

/** docs/contract: transactions 5, orders 8.2. What the transactions of an order come to together. Amounts in hundredths. */

/** What one transaction adds. */
export interface Part extends Pick<Transaction, 'payment_method' | 'info'> {
  state: State
  /** What the provider took off: so much less is to be paid. */
  discount: bigint
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const most = (first: bigint, ...others: bigint[]): bigint => others.reduce(larger, first)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

const capturedOf = (parts: readonly Part[]): bigint => sum(parts.map(({ state }) => state.captured))

const feesOf = ({ info }: Part): bigint => sum((info.consumer_charges ?? []).map(({ amount }) => cents(amount.value)))

/**
 * The payment of an order after its transactions changed. What was noted as paid without any transaction stays paid; what
 * transactions capture later is taken for the same money, until the total is reached.
 */
export function paymentAfter(
  { payment, total }: { payment: Payment; total: bigint },
  before: readonly Part[],
  after: readonly Part[],
): Payment {
  const captured = capturedOf(after)
  const noted = most(0n, payment.paid - capturedOf(before))
  const paid = most(payment.paid, captured, least(total, noted + captured))
  const paying = after.filter(({ state }) => state.captured > 0n)
  const isCovered = paid + sum(paying.map(({ discount }) => discount)) >= total
  return {
    payment_status: statusOf(after, { paid, isCovered, current: payment.payment_status }),
    paid,
    fees: most(payment.fees, sum(paying.map(feesOf))),
    payment_count: Math.max(payment.payment_count, paying.length),
  }
}

interface Sums {
  paid: bigint
  isCovered: boolean
  current: PaymentStatus
}

function statusOf(parts: readonly Part[], { paid, isCovered, current }: Sums): PaymentStatus {
  const refunded = sum(parts.map(({ state }) => state.refunded))
  if (refunded > 0n) return refunded >= paid ? 'refunded' : 'partially_refunded'
  // What costs nothing is paid when somebody says so.
  if (paid > 0n || current === 'paid') return isCovered ? 'paid' : 'partially_paid'
  // What failed says nothing: there may be another attempt.
  const states = parts.map(({ state }) => state).filter(({ status }) => status !== 'failed')
  if (states.length === 0) return current
  if (states.some(state => heldOf(state) > 0n)) return 'authorized'
  return states.every(hasEnded) ? 'voided' : 'pending'
}

type Shown = Pick<OrderBody, 'gateway_id' | 'gateway_link' | 'payment_details'>

/** How an order is paid, as it shows it: by the newest transaction that came to something or still may. */
export function shownOf(parts: readonly Part[]): Partial<Shown> {
  const newest = parts.findLast(({ state }) => state.status === 'refunded' || !hasEnded(state))
  if (!newest) return {}
  const { payment_method: method, info } = newest
  return {
    gateway_id: info.external_id || null,
    gateway_link: info.external_url || null,
    payment_details: {
      method: method.type,
      credit_card_company: info.card?.brand || (method.type === 'credit_card' ? method.id : null),
      installments: info.installments?.quantity ?? 1,
    },
  }
}
