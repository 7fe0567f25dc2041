import type { EventName, EventPayloads } from '@bodega/api'
import Type from 'typebox'
import { appsWithToken } from '../access/index.ts'
import { emit, notificationOf } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { empty, raw, type Sql, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'

const anUlid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const anUuid = '9dda74d1-5dc9-43bd-90e2-4dce3b5f3835'

/** What the events of a resource carry, where a store has none (contract: webhooks 5). */
const samples: Record<string, object> = {
  location: { id: anUlid },
  fulfillment_order: { id: 1, order_id: '1', fulfillment_id: anUlid, status: 'DISPATCHED' },
  order_custom_field: { id: anUuid },
  product_variant_custom_field: { id: anUuid },
}

/** Where the resources are that events are about. */
const tables: Record<string, string> = {
  product: 'products',
  product_variant: 'variants',
  category: 'categories',
  location: 'locations',
  order: 'orders',
  customer: 'customers',
}

const newestOf = (table: string, store: number): Sql => sql`
  select jsonb_build_object('id', id) as payload from ${raw(table)}
   where store_id = ${store} order by id desc limit 1`

const newestField = (owner: string, store: number): Sql => sql`
  select jsonb_build_object('id', id) as payload from custom_fields
   where store_id = ${store} and owner_resource = ${owner} order by created_at desc, id desc limit 1`

/** The first of the order that is named, or of the newest, and the last that happened on its way. */
const newestShipment = (store: number, order: string | number | undefined): Sql => sql`
  select jsonb_build_object('id', order_id, 'order_id', order_id::text, 'fulfillment_id', id, 'status', status) as payload,
         document::jsonb #> '{tracking_events,-1}' as tracking_event
    from fulfillment_orders
   where store_id = ${store} ${order === undefined ? empty : sql`and order_id = ${order}`}
   order by order_id desc, number limit 1`

function newest(resource: string, store: number): Sql {
  const table = tables[resource]
  return table ? newestOf(table, store) : newestField(ownerOf(resource) ?? '', store)
}

const Payload = Type.Record(Type.String(), Type.Unknown())
const Newest = Type.Object({ payload: Payload })
const Shipment = Type.Object({
  payload: Payload,
  tracking_event: Type.Union([Type.Object({ id: Type.String(), status: Type.String() }), Type.Null()]),
})

/** What an event would carry about the newest of its resource, or about one that could be. */
async function payloadOf(tx: Tx, store: number, event: EventName, id: Triggering['id']): Promise<object> {
  const resource = resourceOf(event)
  if (resource === 'app') return { id: (await appsWithToken(tx, store))[0] ?? 1 }
  if (resource !== 'fulfillment_order')
    return (await tx.maybe(Newest, newest(resource, store)))?.payload ?? samples[resource] ?? { id: 1 }
  const found = await tx.maybe(Shipment, newestShipment(store, id))
  const payload = found?.payload ?? samples[resource] ?? {}
  if (!event.includes('/tracking_event_')) return payload
  // The status is that of what happened, which is not one of a shipment.
  const { id: tracking_event_id, status } = found?.tracking_event ?? { id: anUlid, status: 'dispatched' }
  return { ...payload, tracking_event_id, status }
}

const resourceOf = (event: EventName): string => event.slice(0, event.indexOf('/'))

/** Of an event about a custom field: what has such fields. */
const ownerOf = (resource: string): string | undefined => /^(.+)_custom_field$/.exec(resource)?.[1]

/** Locations and custom fields are named by texts, all else by numbers; shipments by those of their orders (D68). */
export function idKindOf(event: EventName): 'ulid' | 'uuid' | 'number' {
  const resource = resourceOf(event)
  if (resource === 'location') return 'ulid'
  return ownerOf(resource) ? 'uuid' : 'number'
}

/** The same about another thing. Shipments are named by their order, in both shapes. */
const aboutId = (payload: object, id: string | number): object => ({
  ...payload,
  id,
  ...('order_id' in payload ? { order_id: String(id) } : {}),
})

const Count = Type.Object({ count: Type.Integer() })

interface Triggering {
  /** What it is about; otherwise the newest. */
  id?: string | number | undefined
}

export interface Triggered {
  notification: Record<string, unknown>
  /** How many are registered for it. */
  webhooks: number
}

/**
 * Makes an event that nothing caused, so that a receiver can be tried: about the resource of the given id, or else about
 * the newest that the store has. The journal is not asked: there stand also ids that were made up for earlier trials. It
 * takes the way of all events.
 */
export async function trigger<E extends EventName>(
  tx: Tx,
  now: Date,
  store: number,
  { event, id }: Triggering & { event: E },
): Promise<Triggered> {
  const known = await payloadOf(tx, store, event, id)
  const about = id === undefined ? known : aboutId(known, id)
  const payload = event.startsWith('customer/') ? { ...about, event_launch_ts: wireTime(now) } : about
  // What is known of the resource has the fields of its event, and so has what is made up for it.
  emit(tx, store, now, event, payload as EventPayloads[E])
  const { count } = await tx.one(
    Count,
    sql`select count(*) from webhooks where store_id = ${store} and event = ${event}`,
  )
  return { notification: notificationOf({ store_id: store, event, payload: { ...payload } }), webhooks: count }
}
