/** How the total of an order came to be, and was paid: rules without a database (contract: orders 11). */
import type { Edition, Order, ValueChange } from '@bodega/api'
import type { EditionDocument, EditionRow, Move } from './editions.ts'
import { cents, money } from './money.ts'
import { isRefunded } from './payment.ts'

type Payable = Pick<
  Order,
  | 'total'
  | 'total_paid_by_customer'
  | 'payment_status'
  | 'status'
  | 'paid_at'
  | 'cancelled_at'
  | 'created_at'
  | 'updated_at'
>

/** All that is known of how the total of an order came to be and was paid. */
export interface History {
  order: Payable
  editions: readonly EditionRow[]
  moves: readonly Move[]
}

/** A stretch of the order's life in which the total changed and was, or was not, paid for. */
interface Stretch {
  from: { total: bigint; paid: bigint; at: string }
  /** How many editions belong to it. */
  editions: number
}

/** An edition of an order that is paid begins a new stretch; another one changes what is to be paid in this one. */
function stretchesOf(editions: readonly EditionRow[], created: string): Stretch[] {
  const stretches: Stretch[] = [{ from: { total: 0n, paid: 0n, at: created }, editions: 0 }]
  for (const { total_before, total_after, paid_before, was_paid, happened_at } of editions) {
    const last = stretches.at(-1) as Stretch
    if (!was_paid || total_before === total_after) last.editions++
    else {
      const from = { total: cents(total_before), paid: cents(paid_before), at: happened_at }
      stretches.push({ from, editions: 1 })
    }
  }
  return stretches
}

const known = ['credit_card', 'debit_card', 'cash', 'wire_transfer', 'pix']

/** By what was paid: a method that the list does not have is told by its name. */
function gatewayOf(method: string | undefined): Pick<ValueChange, 'gateway_method' | 'gateway_name'> {
  if (method === undefined || known.includes(method)) return { gateway_method: method ?? null, gateway_name: null }
  return { gateway_method: 'other', gateway_name: method }
}

/** Nobody waits for a payment any more. */
const isOff = ({ status, payment_status }: Payable): boolean =>
  status === 'cancelled' || ['voided', 'abandoned', 'refunded'].includes(payment_status)

/** Whether the newest change was paid for, also where some of it was given back since. */
function isSettled({ payment_status, total, total_paid_by_customer }: Payable, before: bigint): boolean {
  const paid = cents(total_paid_by_customer)
  return payment_status === 'paid' || (isRefunded(payment_status) && (paid > before || paid >= cents(total)))
}

/** How the total came to be (contract: orders 11.1). Only the newest change can be waiting for its payment. */
function changesOf({ order, editions, moves }: History): { change: ValueChange; editions: number }[] {
  const stretches = stretchesOf(editions, order.created_at)
  return stretches.map(({ from, editions: count }, i) => {
    const next = stretches[i + 1]?.from
    const isPaid = next !== undefined || isSettled(order, from.paid)
    const paid = next?.paid ?? cents(order.total_paid_by_customer)
    const payment = moves.findLast(
      ({ type, told_at }) => type !== 'refund' && told_at >= from.at && told_at <= (next?.at ?? told_at),
    )
    // What was paid without a transaction has a date of its own only where it was the first payment.
    const paidAt = (i === 0 ? order.paid_at : null) ?? payment?.happened_at ?? next?.at ?? order.updated_at
    return {
      editions: count,
      change: {
        status: isPaid ? 'PAID' : isOff(order) ? 'CANCELLED' : 'PENDING',
        total_delta: Number(money((next?.total ?? cents(order.total)) - from.total)),
        total_paid_diff: isPaid ? Number(money(paid - from.paid)) : 0,
        ...gatewayOf(isPaid ? payment?.method : undefined),
        closed_at: isPaid ? paidAt : order.cancelled_at,
        happened_at: from.at,
      },
    }
  })
}

/** Money that was given back; the total stays what it is. */
const returned = ({ amount, method, happened_at }: Move): ValueChange => ({
  status: 'PAID',
  total_delta: 0,
  total_paid_diff: -Number(amount),
  ...gatewayOf(method),
  closed_at: happened_at,
  happened_at,
})

export function valuesOf(history: History): ValueChange[] {
  const changes = changesOf(history).map(({ change }) => ({ at: change.happened_at, change }))
  const refunds = history.moves
    .filter(({ type }) => type === 'refund')
    .map(move => ({ at: move.told_at, change: returned(move) }))
  const isPending = ({ change }: { change: ValueChange }) => Number(change.status === 'PENDING')
  return [...changes, ...refunds]
    .sort((a, b) => isPending(a) - isPending(b) || (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ change }) => change)
}

/** What was edited (contract: orders 11.2), each with the change of the total that it is part of. */
export function shownEditions(history: History): Edition[] {
  const information = changesOf(history).flatMap(({ change, editions: count }) =>
    Array.from({ length: count }, () => change),
  )
  return history.editions.map(({ document, happened_at }, i) => ({
    // It was one when it was written.
    ...(document as EditionDocument),
    transaction_information: information[i] as ValueChange,
    happened_at,
  }))
}
