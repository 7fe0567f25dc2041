import { isDeepStrictEqual } from 'node:util'
import type { FulfillmentOrder, ShipmentStatus } from '@bodega/api'
import Type from 'typebox'
import { timeOf, type Write } from '../access/index.ts'
import { type AnyEvent, emitting } from '../events/index.ts'
import { latest } from '../platform/clock.ts'
import type { Queries } from '../platform/database/database.ts'
import { empty, json, raw, type Sql, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import type { OrderBody } from './build.ts'
import { haveSameCosts, withCosts } from './costs.ts'
import { join, split, withExtras } from './document.ts'
import { withShipments } from './first.ts'
import { paymentEvent } from './payment.ts'
import { orderNotFound } from './read.ts'
import { correcting, correctionsOf } from './sales.ts'
import { colonTime } from './shipments.ts'
import { isAtLeast, shippingStatusOf } from './states.ts'
import type { Claim } from './stock.ts'
import { withTotals } from './totals.ts'

export interface Parcel {
  document: FulfillmentOrder
  claims: Claim[]
  /** Units of each variant that were never taken, because an edit left stock alone. */
  untaken: [variant: number, units: number][]
}

/** An order with its shipments, by number. Read, changed and written as one: the order's row is the lock. */
export interface Whole {
  id: number
  behaviour: 'claim' | 'bypass'
  body: OrderBody
  parcels: Parcel[]
}

const OrderRow = Type.Object({
  behaviour: Type.Enum(['claim', 'bypass']),
  document: Type.String(),
  legacy: Type.String(),
})
const ParcelRow = Type.Object({
  document: Type.String(),
  claims: Type.Array(Type.Tuple([Type.Integer(), Type.Integer(), Type.String(), Type.Integer()])),
  untaken: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
})

const locking = raw('for no key update')

/** An order as it is at this moment, or with a lock as it stays. */
export async function load(db: Queries, store: number, id: number, lock: Sql = empty): Promise<Whole> {
  const row = await db.maybe(
    OrderRow,
    sql`select behaviour, document, legacy from orders where store_id = ${store} and id = ${id} ${lock}`,
  )
  if (!row) throw orderNotFound()
  const parcels = await db.many(
    ParcelRow,
    sql`select document, claims, untaken from fulfillment_orders where store_id = ${store} and order_id = ${id} order by number`,
  )
  return {
    id,
    behaviour: row.behaviour,
    body: join(row),
    parcels: parcels.map(({ document, ...held }) => ({ document: JSON.parse(withExtras(document)), ...held })),
  }
}

/**
 * What an order shall be. The call is of the time at which the order was ours: whoever waited for the lock came after all that
 * was done meanwhile, to this order or to others, and whoever polls by dates may have seen that already.
 */
export type Change = (before: Whole, call: Write) => Promise<Whole> | Whole

/** Every change of an order goes this way: lock it, decide what it shall be, write what differs, tell of it once. */
export async function edit(call: Write, id: number, change: Change): Promise<Whole> {
  const before = await load(call.tx, call.store.id, id, locking)
  // The clock of the server that changed it last may be ahead of ours.
  const now = latest([timeOf(call), new Date(before.body.updated_at)])
  const wanted = await change(before, { ...call, now })
  const isSame = JSON.stringify(wanted) === JSON.stringify(before)
  if (isSame) return before
  const after = settled(before, wanted, now)
  write({ ...call, now }, before, after)
  return after
}

const statusesOf = ({ parcels }: Whole): ShipmentStatus[] => parcels.map(({ document }) => document.status)

const isPacked = (order: Whole): boolean => statusesOf(order).every(status => isAtLeast(status, 'PACKED'))

export const documentsOf = (parcels: readonly Parcel[]): FulfillmentOrder[] => parcels.map(({ document }) => document)

/** What follows from the shipments, and the dates. */
function settled(before: Whole, wanted: Whole, now: Date): Whole {
  const parcels = wanted.parcels.map(parcel => {
    const old = before.parcels.find(({ document }) => document.id === parcel.document.id)
    return JSON.stringify(old) === JSON.stringify(parcel)
      ? parcel
      : { ...parcel, document: { ...parcel.document, updated_at: colonTime(now) } }
  })
  const documents = documentsOf(parcels)
  const body = withPaidAt(recosted(before, { ...wanted.body, updated_at: wireTime(now) }, documents), now)
  return { ...wanted, parcels, body: withShipments(body, documents, now, before.parcels[0]?.document) }
}

/** Set once, whether money came or the order costs no more than had come already (contract: orders 8.2). */
const withPaidAt = (body: OrderBody, now: Date): OrderBody =>
  body.payment_status === 'paid' ? { ...body, paid_at: body.paid_at ?? wireTime(now) } : body

/** What its shipments cost more or less, the order does. */
function recosted(before: Whole, body: OrderBody, shipments: readonly FulfillmentOrder[]): OrderBody {
  const isSame = haveSameCosts(documentsOf(before.parcels), shipments)
  return isSame ? body : withTotals(before.body, withCosts(body, shipments))
}

/** What apps that carry or invoice it listen for: what is sent where, and what all of it costs. */
const editedIn = ({ body, parcels }: Whole): unknown => [
  body.total,
  documentsOf(parcels).flatMap(({ id, line_items, destination }) =>
    line_items.map(({ external_id, quantity }) => [id, external_id, quantity, destination]),
  ),
]

/** Which events a change stands for: at most one of each name for the order, one for each shipment that moved. */
function eventsOf(before: Whole, after: Whole): AnyEvent[] {
  const { id } = after
  const events: AnyEvent[] = [{ event: 'order/updated', payload: { id } }]
  if (!isDeepStrictEqual(editedIn(after), editedIn(before))) events.push({ event: 'order/edited', payload: { id } })
  const payment = paymentEvent(after.body.payment_status)
  if (payment && after.body.payment_status !== before.body.payment_status)
    events.push({ event: payment, payload: { id } })
  if (after.body.status === 'cancelled' && before.body.status !== 'cancelled')
    events.push({ event: 'order/cancelled', payload: { id } })
  const [was, is] = [shippingStatusOf(statusesOf(before)), shippingStatusOf(statusesOf(after))]
  const isOut = (status: string) => status === 'shipped' || status === 'delivered'
  // Some may have left by the time the last one is packed; where all leave at once, that is what is told.
  if (isPacked(after) && !isPacked(before) && !isOut(is)) events.push({ event: 'order/packed', payload: { id } })
  if (isOut(is) && !isOut(was)) events.push({ event: 'order/fulfilled', payload: { id } })
  for (const { document } of after.parcels) {
    const old = before.parcels.find(parcel => parcel.document.id === document.id)?.document.status
    if (old === undefined || old === document.status) continue
    const payload = { id, order_id: String(id), fulfillment_id: document.id, status: document.status }
    events.push({ event: 'fulfillment_order/status_updated', payload })
    if (document.status === 'UNPACKED' && !events.some(({ event }) => event === 'order/unpacked')) {
      events.push({ event: 'order/unpacked', payload: { id } })
    }
  }
  return events
}

function write({ tx, store, now }: Write, before: Whole, after: Whole): void {
  const { id, body } = after
  const parcels = after.parcels.map(({ document, ...held }) => ({
    id: document.id,
    location_id: document.assigned_location.location_id,
    status: document.status,
    ...held,
    document: JSON.stringify(document),
  }))
  const { document, legacy } = split(body)
  tx.send(sql`
    with changed_order as (
      update orders set status = ${body.status}, payment_status = ${body.payment_status},
             shipping_status = ${body.shipping_status}, total = ${body.total}, updated_at = ${now},
             document = ${document}, legacy = ${legacy}
       where store_id = ${store.id} and id = ${id}
    ), changed_parcels as (
      update fulfillment_orders f set location_id = n.location_id, status = n.status, claims = n.claims, untaken = n.untaken,
             document = n.document
        from jsonb_to_recordset(${json(parcels)})
          as n (id text, location_id text, status text, claims jsonb, untaken jsonb, document text)
       where f.store_id = ${store.id} and f.order_id = ${id} and f.id = n.id
         and (f.document, f.claims, f.untaken) is distinct from (n.document, n.claims, n.untaken)
    ), gone_parcels as (
      delete from fulfillment_orders
       where store_id = ${store.id} and order_id = ${id} and not id = any(${parcels.map(({ id: kept }) => kept)}::text[])
    ), ${correcting(store.id, id, correctionsOf(before.body, after.body))}
    ${emitting(store.id, now, eventsOf(before, after))}`)
}
