import type { Edition, Order, PaymentStatus, ValueChange } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import type { OrderBody } from './build.ts'
import { shippingCosts } from './costs.ts'
import { documentsOf, type Whole } from './edit.ts'
import { cents, money } from './money.ts'
import type { Claim } from './stock.ts'

type Document = Omit<Edition, 'transaction_information' | 'happened_at'>

const Last = Type.Object({ number: Type.Integer(), last_line: Type.Integer() })

/** The number of the last edition, and the highest number that a line ever had by then; 0 for both before any. */
export const lastEdition = (db: Queries, store: number, order: number): Promise<Static<typeof Last>> =>
  db.one(
    Last,
    sql`select coalesce(max(number), 0) as number, coalesce(max(last_line), 0) as last_line
          from order_editions where store_id = ${store} and order_id = ${order}`,
  )

/** The highest number that a line of the order ever had. */
export const lastLineOf = ({ body }: Whole, { last_line }: Static<typeof Last>): number =>
  Math.max(last_line, ...body.products.map(line => line.id % 1000))

const isRefunded = (status: PaymentStatus): boolean => status === 'refunded' || status === 'partially_refunded'

/** What is edited now is a change of its own: what was paid before has been told. */
const wasPaid = (status: PaymentStatus): boolean => status === 'paid' || isRefunded(status)

export interface NewEdition {
  before: OrderBody
  after: OrderBody
  lastLine: number
  forgone: readonly Claim[]
  document: Document
}

/** Writes down what an edit did. The order is locked, so the next number is free. */
export async function keepEdition({ tx, store, now }: Write, order: number, edition: NewEdition): Promise<void> {
  const { before, after, lastLine, forgone, document } = edition
  await tx.run(sql`
    insert into order_editions (store_id, order_id, number, document, total_before, total_after, paid_before, was_paid,
                                last_line, forgone, happened_at)
    select ${store.id}, ${order}, coalesce(max(number), 0) + 1, ${json(document)}, ${before.total}, ${after.total},
           ${before.total_paid_by_customer ?? 0}, ${wasPaid(before.payment_status)}, ${lastLine}, ${json(forgone)}, ${now}
      from order_editions where store_id = ${store.id} and order_id = ${order}`)
}

/** The same of a change of shipments that cost another amount since; the lines are what they were. */
export async function keepCosts(call: Write, before: Whole, after: Whole): Promise<void> {
  const shipping_costs = shippingCosts(documentsOf(before.parcels), documentsOf(after.parcels))
  if (shipping_costs.length === 0) return
  const lastLine = lastLineOf(before, await lastEdition(call.tx, call.store.id, before.id))
  const document = { product_changes: [], shipping_costs, reason: null }
  await keepEdition(call, before.id, { before: before.body, after: after.body, lastLine, forgone: [], document })
}

const Row = Type.Object({
  document: Type.Unknown(),
  total_before: Type.String(),
  total_after: Type.String(),
  paid_before: Type.String(),
  was_paid: Type.Boolean(),
  happened_at: Type.String(),
})
export type EditionRow = Static<typeof Row>

export const editionsOf = (db: Queries, store: number, order: number): Promise<EditionRow[]> =>
  db.many(
    Row,
    sql`select document, total_before, total_after, paid_before, was_paid, happened_at
          from order_editions where store_id = ${store} and order_id = ${order} order by number`,
  )

const Move = Type.Object({
  type: Type.Enum(['sale', 'capture', 'refund']),
  amount: Type.String(),
  method: Type.String(),
  /** When it was told; the app may have told late. */
  told_at: Type.String(),
  happened_at: Type.String(),
})
export type Move = Static<typeof Move>

/** The money that transactions of an order took and gave back, in the order in which it was told. */
export const movesOf = (db: Queries, store: number, order: number): Promise<Move[]> =>
  db.many(
    Move,
    sql`select type, amount, method_type as method, created_at as told_at, happened_at
          from transaction_events
         where store_id = ${store} and order_id = ${order} and status = 'success' and type in ('sale', 'capture', 'refund')
         order by created_at, transaction_id, number`,
  )

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
export interface Past {
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
function changesOf({ order, editions, moves }: Past): { change: ValueChange; editions: number }[] {
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

export function valuesOf(past: Past): ValueChange[] {
  const changes = changesOf(past).map(({ change }) => ({ at: change.happened_at, change }))
  const refunds = past.moves
    .filter(({ type }) => type === 'refund')
    .map(move => ({ at: move.told_at, change: returned(move) }))
  const isPending = ({ change }: { change: ValueChange }) => Number(change.status === 'PENDING')
  return [...changes, ...refunds]
    .sort((a, b) => isPending(a) - isPending(b) || (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ change }) => change)
}

/** What was edited (contract: orders 11.2), each with the change of the total that it is part of. */
export function shownEditions(past: Past): Edition[] {
  const information = changesOf(past).flatMap(({ change, editions: count }) =>
    Array.from({ length: count }, () => change),
  )
  return past.editions.map(({ document, happened_at }, i) => ({
    // It was one when it was written.
    ...(document as Document),
    transaction_information: information[i] as ValueChange,
    happened_at,
  }))
}
