import type { EventName, EventPayloads } from '@bodega/api'
import Type from 'typebox'
import { installedApps } from '../access/index.ts'
import { emit, lastPayload, notificationOf } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'

const anUlid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

const shipment = { id: 1, order_id: '1', fulfillment_id: anUlid, status: 'DISPATCHED' }

/** What the events of a resource carry, where nothing real is known (contract: webhooks 5). */
const samples: Record<string, object> = {
  location: { id: anUlid },
  fulfillment_order: shipment,
}

/** A test event tells of this; with an id, of that resource. */
async function payloadOf(tx: Tx, store: number, event: EventName): Promise<object> {
  const resource = event.slice(0, event.indexOf('/'))
  if (resource === 'app') return { id: (await installedApps(tx, store))[0] ?? 1 }
  const sample = samples[resource] ?? { id: 1 }
  const tracking = event.includes('/tracking_event_') ? { tracking_event_id: anUlid } : {}
  return (await lastPayload(tx, store, event)) ?? { ...sample, ...tracking }
}

/** The same about another thing. Shipments are named by their order, in both shapes. */
const aboutId = (payload: object, id: string | number): object => ({
  ...payload,
  id,
  ...('order_id' in payload ? { order_id: String(id) } : {}),
})

const Count = Type.Object({ count: Type.Integer() })

export interface Triggered {
  notification: Record<string, unknown>
  /** How many are registered for it. */
  webhooks: number
}

/**
 * Makes an event that nothing caused, so that a receiver can be tried: about the resource of the given id, or else about
 * what the last event of that name was about. It takes the way of all events.
 */
export async function trigger<E extends EventName>(
  tx: Tx,
  now: Date,
  store: number,
  { event, id }: { event: E; id?: string | number | undefined },
): Promise<Triggered> {
  const known = await payloadOf(tx, store, event)
  const about = id === undefined ? known : aboutId(known, id)
  const payload = event.startsWith('customer/') ? { ...about, event_launch_ts: wireTime(now) } : about
  // What is known of the event has its fields, and so has what is made up for its resource.
  await emit(tx, store, now, event, payload as EventPayloads[E])
  const { count } = await tx.one(
    Count,
    sql`select count(*) from webhooks where store_id = ${store} and event = ${event}`,
  )
  return { notification: notificationOf({ store_id: store, event, payload: { ...payload } }), webhooks: count }
}
