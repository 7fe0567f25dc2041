import {
  MaybeText,
  Nullable,
  notFound,
  OrderMoney,
  type Transaction,
  TransactionEvent,
  TransactionInfo,
  type TransactionMoney,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import { cents, money, orderNotFound } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Part } from './order-payment.ts'
import { type Step, stateOf } from './rules.ts'

const { id, info, type, status, happened_at, expires_at, created_at } = TransactionEvent.properties

export const EventRow = Type.Object({
  id,
  transaction_id: id,
  type,
  status,
  amount: OrderMoney,
  authorization_code: MaybeText,
  failure_code: MaybeText,
  info,
  happened_at,
  expires_at,
  created_at,
})
export type EventRow = Static<typeof EventRow>

export const eventColumns = sql`
  id, transaction_id, type, status, amount, authorization_code, failure_code, info, happened_at, expires_at, created_at`

export const TransactionRow = Type.Object({
  id,
  app_id: Nullable(Type.Integer()),
  payment_provider_id: Type.String(),
  method_type: Type.String(),
  method_id: Type.String(),
  currency: Type.String(),
  discount: OrderMoney,
  info: TransactionInfo,
  created_at,
})

export const transactionColumns = sql`
  id, app_id, payment_provider_id, method_type, method_id, currency, discount, info, created_at`

/** A transaction with what happened to it, the oldest first. */
export interface Payment extends Static<typeof TransactionRow> {
  events: EventRow[]
}

/** All transactions of an order, the oldest first. */
export async function paymentsOf(db: Queries, store: number, order: number): Promise<Payment[]> {
  const of = sql`where store_id = ${store} and order_id = ${order}`
  const rows = await db.many(TransactionRow, sql`select ${transactionColumns} from transactions ${of} order by number`)
  // One after the other: of a transaction that is seen, what happened first is seen as well.
  const events = await db.many(
    EventRow,
    sql`select ${eventColumns} from transaction_events ${of} order by transaction_id, number`,
  )
  return rows.map(row => ({ ...row, events: events.filter(event => event.transaction_id === row.id) }))
}

const stepOf = ({ amount, ...event }: EventRow): Step => ({ ...event, amount: cents(amount) })

export const stateNow = ({ events }: Payment) => stateOf(events.map(stepOf))

export function partOf(payment: Payment): Part {
  const { method_type, method_id, discount, info: known } = payment
  const state = stateNow(payment)
  return {
    payment_method: { type: method_type, id: method_id },
    info: { ...known, authorization_code: state.authorization_code },
    discount: cents(discount),
    state,
  }
}

export const shownEvent = ({ amount, ...event }: EventRow, currency: string): TransactionEvent => ({
  ...event,
  amount: { value: amount, currency },
})

export function shown(payment: Payment): Transaction {
  const { currency, events } = payment
  const { state, payment_method, discount, info: known } = partOf(payment)
  const sum = (value: bigint): TransactionMoney => ({ value: money(value), currency })
  const some = (value: bigint) => (value === 0n ? null : sum(value))
  // What failed never had anything to do with money.
  const moved = (value: bigint) => (state.status === 'failed' ? null : sum(value))
  return {
    id: payment.id,
    payment_provider_id: payment.payment_provider_id,
    payment_method,
    info: known,
    status: state.status,
    events: events.map(event => shownEvent(event, currency)),
    captured_amount: moved(state.captured),
    refunded_amount: moved(state.refunded),
    authorized_amount: state.authorized === null ? null : sum(state.authorized),
    voided_amount: some(state.voided),
    discount_amount: some(discount),
    failure_code: state.failure_code,
    created_at: payment.created_at,
  }
}

export const transactionNotFound = () => notFound('Transaction with such id does not exist')

export async function list(db: Queries, store: number, order: number): Promise<Transaction[]> {
  const payments = await paymentsOf(db, store, order)
  if (payments.length === 0) await refuseUnknown(db, store, order)
  return payments.map(shown)
}

async function refuseUnknown(db: Queries, store: number, order: number): Promise<void> {
  const found = await db.run(sql`select 1 from orders where store_id = ${store} and id = ${order}`)
  if (found === 0) throw orderNotFound()
}

export async function get(db: Queries, store: number, order: number, transaction: string): Promise<Transaction> {
  const found = (await list(db, store, order)).find(one => one.id === transaction.toLowerCase())
  if (!found) throw transactionNotFound()
  return found
}
