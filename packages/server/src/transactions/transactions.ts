import {
  refused,
  type Transaction,
  type TransactionEvent,
  TransactionEventInfo,
  type TransactionEventInput,
  type TransactionInput,
  unprocessable,
} from '@bodega/api'
import { Clean } from 'typebox/value'
import type { Write } from '../access/index.ts'
import { cents, editOrder, mayBecome, money, type OrderBody, paymentOf, withPayment } from '../orders/index.ts'
import { json, sql } from '../platform/database/sql.ts'
import { amountFrom, infoFrom, momentFrom, refuse, sumFrom, toldOf } from './input.ts'
import { paymentAfter, shownOf } from './order-payment.ts'
import {
  EventRow,
  eventColumns,
  type Payment,
  partOf,
  paymentsOf,
  shown,
  shownEvent,
  stateNow,
  TransactionRow,
  transactionColumns,
  transactionNotFound,
} from './read.ts'
import { amountOf, firstProblem, problemOf } from './rules.ts'

/** So that what an order was paid with in all fits into the column of one amount. */
const maxTransactions = 50
const maxEvents = 100

interface Changed<T> {
  payments: Payment[]
  made: T
}

/**
 * Changes the transactions of an order, and the order by them, in one: its row is the lock, so of two events that come
 * together the second finds the first.
 */
async function change<T>(
  call: Write,
  order: number,
  decide: (before: Payment[], call: Write, body: OrderBody) => Promise<Changed<T>>,
): Promise<T> {
  let made: T | undefined
  await editOrder(call, order, async (whole, dated) => {
    const before = await paymentsOf(call.tx, call.store.id, order)
    const changed = await decide(before, dated, whole.body)
    made = changed.made
    return { ...whole, body: paidBy(whole.body, before, changed.payments) }
  })
  // Whoever edits an order was asked what it shall be.
  return made as T
}

function paidBy(body: OrderBody, before: Payment[], payments: Payment[]): OrderBody {
  const parts = payments.map(partOf)
  const payment = paymentAfter({ payment: paymentOf(body), total: cents(body.total) }, before.map(partOf), parts)
  const { payment_status: from } = body
  const { payment_status: to } = payment
  if (!mayBecome(from, to)) throw unprocessable(`The payment of the order is ${from} and cannot become ${to}`)
  return { ...withPayment(body, payment), ...shownOf(parts) }
}

interface NewEvent {
  transaction: Pick<Payment, 'id' | 'method_type'>
  number: number
  amount: bigint
  sent: TransactionEventInput
}

function addTo({ tx, store, now }: Write, order: number, event: NewEvent): Promise<EventRow> {
  const { transaction, number, amount, sent } = event
  const known = Clean(TransactionEventInfo, structuredClone(sent.info ?? {}))
  return tx.one(
    EventRow,
    sql`
      insert into transaction_events (store_id, order_id, transaction_id, number, method_type, type, status, amount,
                                      authorization_code, failure_code, info, happened_at, expires_at, created_at)
      values (${store.id}, ${order}, ${transaction.id}, ${number}, ${transaction.method_type}, ${sent.type}, ${sent.status},
              ${money(amount)}, ${sent.authorization_code || null}, ${sent.failure_code || null}, ${json(known)},
              ${momentFrom(sent.happened_at) ?? now}, ${momentFrom(sent.expires_at)}, ${now})
      returning ${eventColumns}`,
  )
}

export async function create(call: Write, order: number, input: TransactionInput): Promise<Transaction> {
  const { first_event: sent, payment_method: method, discount_amount } = input
  refuse(firstProblem(method.type, sent.type), 'first_event.')
  const payment = await change(call, order, async (before, dated, { currency }) => {
    const { tx, store, now, app_id } = dated
    if (before.length >= maxTransactions) throw unprocessable(`An order has at most ${maxTransactions} transactions`)
    const amount = amountFrom(sent.amount, currency, 'first_event.amount')
    const discount = discount_amount ? sumFrom(discount_amount, currency, 'discount_amount') : 0n
    const row = await tx.one(
      TransactionRow,
      sql`
        insert into transactions (store_id, order_id, number, app_id, payment_provider_id, method_type, method_id, currency,
                                  discount, info, created_at)
        values (${store.id}, ${order}, ${before.length + 1}, ${app_id}, ${input.payment_provider_id}, ${method.type},
                ${method.id || method.type}, ${currency}, ${money(discount)}, ${json(infoFrom(input.info, currency))}, ${now})
        returning ${transactionColumns}`,
    )
    const made = { ...row, events: [await addTo(dated, order, { transaction: row, number: 1, amount, sent })] }
    return { payments: [...before, made], made }
  })
  return shown(payment)
}

/** The merchant may speak for an app that left; an app only for itself. */
function refuseOthers({ app_id }: Write, payment: Payment): void {
  if (app_id !== null && app_id !== payment.app_id) {
    throw refused(403, 'Only the app that made a transaction can tell what happens to it')
  }
}

export function addEvent(
  call: Write,
  order: number,
  id: string,
  sent: TransactionEventInput,
): Promise<TransactionEvent> {
  return change(call, order, async (before, dated) => {
    const place = before.findIndex(one => one.id === id.toLowerCase())
    const payment = before[place]
    if (!payment) throw transactionNotFound()
    refuseOthers(call, payment)
    const { events, currency, method_type } = payment
    if (events.length >= maxEvents) throw unprocessable(`A transaction has at most ${maxEvents} events`)
    const told = toldOf(sent, currency)
    const state = stateNow(payment)
    refuse(problemOf(method_type, state, told))
    const number = events.length + 1
    const event = await addTo(dated, order, { transaction: payment, number, amount: amountOf(state, told), sent })
    return {
      payments: before.with(place, { ...payment, events: [...events, event] }),
      made: shownEvent(event, currency),
    }
  })
}
