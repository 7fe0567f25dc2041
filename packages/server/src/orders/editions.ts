/** What is kept of the past of an order: its editions, and the money that moved. */
import type { Edition, PaymentStatus } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import type { OrderBody } from './build.ts'
import { shippingCosts } from './costs.ts'
import { documentsOf, type Whole } from './edit.ts'
import { isRefunded } from './payment.ts'
import type { Claim } from './stock.ts'

export type EditionDocument = Omit<Edition, 'transaction_information' | 'happened_at'>

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

/** What is edited now is a change of its own: what was paid before has been told. */
const wasPaid = (status: PaymentStatus): boolean => status === 'paid' || isRefunded(status)

export interface NewEdition {
  before: OrderBody
  after: OrderBody
  lastLine: number
  forgone: readonly Claim[]
  document: EditionDocument
}

/** Writes down what an edit did, when it did. The order is locked, so the next number is free. */
export async function keepEdition({ tx, store }: Write, order: number, edition: NewEdition): Promise<void> {
  const { before, after, lastLine, forgone, document } = edition
  await tx.run(sql`
    insert into order_editions (store_id, order_id, number, document, total_before, total_after, paid_before, was_paid,
                                last_line, forgone, happened_at)
    select ${store.id}, ${order}, coalesce(max(number), 0) + 1, ${json(document)}, ${before.total}, ${after.total},
           ${before.total_paid_by_customer ?? 0}, ${wasPaid(before.payment_status)}, ${lastLine}, ${json(forgone)},
           ${after.updated_at}
      from order_editions where store_id = ${store.id} and order_id = ${order}`)
}

/** A change of shipments by which they cost another amount is an edit too, one that leaves the lines as they were. */
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
