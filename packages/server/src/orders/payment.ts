import type { PaymentStatus } from '@bodega/api'
import type { OrderBody } from './build.ts'
import { cents, money } from './money.ts'
import { paymentMachine } from './states.ts'

/** What has been paid for an order; amounts in hundredths. */
export interface Payment {
  payment_status: PaymentStatus
  paid: bigint
  /** What the buyer paid for paying. */
  fees: bigint
  payment_count: number
}

/** What an order says of its payment. */
export const paymentOf = (body: OrderBody): Payment => ({
  payment_status: body.payment_status,
  paid: cents(body.total_paid_by_customer),
  fees: cents(body.total_paid_by_customer_including_fees) - cents(body.total_paid_by_customer),
  payment_count: body.payment_count,
})

export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || paymentMachine[from].includes(to)

export const isRefunded = (status: PaymentStatus): boolean => status === 'refunded' || status === 'partially_refunded'

const toldPayments = ['paid', 'pending', 'voided'] as const

/** Of these payments apps are told by an event of their own, of the others by `order/updated` alone. */
export function paymentEvent(status: PaymentStatus): `order/${(typeof toldPayments)[number]}` | undefined {
  const told = toldPayments.find(known => known === status)
  return told && `order/${told}`
}

/** An order that has been paid so much, whether transactions say so or the merchant. */
export function withPayment(body: OrderBody, { payment_status, paid, fees, payment_count }: Payment): OrderBody {
  // An order that costs nothing can be paid too.
  const isKnown = paid > 0n || payment_status === 'paid'
  const shown = (amount: bigint) => (isKnown ? money(amount) : null)
  return {
    ...body,
    payment_status,
    payment_count,
    total_paid_by_customer: shown(paid),
    total_paid_by_customer_including_fees: shown(paid + fees),
  }
}
