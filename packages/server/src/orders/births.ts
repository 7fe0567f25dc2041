/** How orders that were decided are written down. */
import type { FulfillmentOrder } from '@bodega/api'
import Type from 'typebox'
import { type Buyer, type Buyers, meeting, met, metBuyers } from '../customers/index.ts'
import { type AnyEvent, emitting } from '../events/index.ts'
import { moving } from '../inventory/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { packing } from '../platform/database/packing.ts'
import { sql } from '../platform/database/sql.ts'
import type { OrderBody } from './build.ts'
import type { StoredOrder } from './document.ts'
import { numberBeforeFirst } from './ids.ts'
import { paymentEvent } from './payment.ts'
import { selling } from './sales.ts'
import type { Claim, Ledger } from './stock.ts'

/** A placed order with the texts that are kept of it. */
export type PlacedOrder = StoredOrder & { id: number; email: string; shipments: { id: string; document: string }[] }

/** An order that was decided and is about to be written. */
export interface Decided {
  /** What is kept of it as text. */
  placed: PlacedOrder
  body: OrderBody
  shipments: FulfillmentOrder[]
  claims: Claim[][]
  behaviour: 'claim' | 'bypass'
  buyer: Buyer
  search: string
}

/** What only the database knows of those that it has written. */
export interface Births {
  /** The number of the first; the others follow it. */
  number: number
  buyers: Buyers
}

/** What an order is at its birth beside being created (F16). */
function eventsOf({ placed: { id }, body }: Decided): AnyEvent[] {
  const events: AnyEvent[] = [{ event: 'order/created', payload: { id } }]
  const payment = paymentEvent(body.payment_status)
  if (payment) events.push({ event: payment, payload: { id } })
  if (body.status === 'cancelled') events.push({ event: 'order/cancelled', payload: { id } })
  return events
}

const Numbered = Type.Object({ last: Type.Integer() })

/**
 * Everything at once: levels, ledger, numbers, customers, orders, shipments and events, or nothing. Where it fails, so does the
 * transaction, and says why. Whoever shows the orders asks for the births before it ends.
 */
export function write(
  tx: Tx,
  store: number,
  now: Date,
  decided: readonly Decided[],
  ledger: Ledger,
  customers: Buyers,
): () => Promise<Births> {
  const documents = packing()
  const orders = decided.map(({ placed, body, behaviour, buyer, search }, place) => ({
    id: placed.id,
    place: place + 1,
    status: body.status,
    payment_status: body.payment_status,
    shipping_status: body.shipping_status,
    storefront: body.storefront,
    app_id: body.app_id,
    gateway: body.gateway,
    total: body.total,
    search,
    behaviour,
    customer_id: customers.get(buyer.email)?.id ?? null,
    email: buyer.email,
    document: documents.add(placed.document),
    legacy: documents.add(placed.legacy),
  }))
  const shipments = decided.flatMap(({ placed, shipments: all, claims }) =>
    all.map(({ assigned_location, status }, i) => ({
      order_id: placed.id,
      number: i + 1,
      id: placed.shipments[i]?.id,
      location_id: assigned_location.location_id,
      status,
      claims: claims[i] ?? [],
      document: documents.add(placed.shipments[i]?.document ?? ''),
    })),
  )
  const strangers = decided.flatMap(({ buyer }) => (customers.has(buyer.email) ? [] : [buyer]))
  const written = tx.one(
    Numbered,
    sql`
    with ${documents.packed()}, ${moving(store, now, ledger.movements)}, ${meeting(store, now, strangers)},
    numbered as (
      insert into order_numbers as n (store_id, last) values (${store}, ${numberBeforeFirst + decided.length})
      on conflict (store_id) do update set last = n.last + ${decided.length}
      returning last
    ), ${selling(
      store,
      decided.map(({ body }) => body),
    )}, placed as (
      insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                          gateway, total, search, behaviour, created_at, updated_at, document, legacy)
      select ${store}, o.id, n.last - ${decided.length} + o.place, o.status, o.payment_status, o.shipping_status, o.storefront,
             o.app_id, coalesce(o.customer_id, (select id from new_customers c where lower(c.email) = lower(o.email))),
             o.gateway, o.total, o.search, o.behaviour, ${now}, ${now}, ${documents.text(sql`o.document`)},
             ${documents.text(sql`o.legacy`)}
        from json_to_recordset(${JSON.stringify(orders)}::json)
          as o (id bigint, place integer, status text, payment_status text, shipping_status text, storefront text, app_id bigint,
                customer_id bigint, email text, gateway text, total numeric, search text, behaviour text,
                document integer[], legacy integer[]), numbered n
    ), shipped as (
      insert into fulfillment_orders (store_id, order_id, number, id, location_id, status, claims, document)
      select ${store}, f.order_id, f.number, f.id, f.location_id, f.status, f.claims, ${documents.text(sql`f.document`)}
        from json_to_recordset(${JSON.stringify(shipments)}::json)
          as f (order_id bigint, number integer, id text, location_id text, status text, claims jsonb, document integer[])
    ), told as (
      ${emitting(store, now, decided.flatMap(eventsOf), met(now))}
    )
    select last from numbered`,
  )
  written.catch(() => {})
  return async () => {
    const emails = new Set(strangers.map(({ email }) => email))
    const [{ last }, newcomers] = await Promise.all([written, metBuyers(tx, store, [...emails])])
    return { number: last - decided.length + 1, buyers: new Map([...customers, ...newcomers]) }
  }
}
