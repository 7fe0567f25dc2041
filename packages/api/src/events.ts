import Type, { type Static } from 'typebox'
import { DateTime, Fields } from './common.ts'
import { endpoint } from './endpoint.ts'
import type { Scope } from './scopes.ts'

/** Every event the service can emit, and the fields of its notification beside `store_id` and `event`. */
export interface EventPayloads {
  'app/uninstalled': { id: number }
  'app/suspended': { id: number }
  'app/resumed': { id: number }
  'location/created': { id: string }
  'location/updated': { id: string }
  'location/deleted': { id: string }
  'category/created': { id: number }
  'category/updated': { id: number }
  'category/deleted': { id: number }
  'product/created': { id: number }
  'product/updated': { id: number }
  'product/deleted': { id: number }
  'customer/created': CustomerPayload
  'customer/updated': CustomerPayload
  'customer/deleted': CustomerPayload
  'order/created': { id: number }
  'order/updated': { id: number }
  'order/paid': { id: number }
  'order/packed': { id: number }
  'order/unpacked': { id: number }
  'order/fulfilled': { id: number }
  'order/cancelled': { id: number }
  'order/edited': { id: number }
  'order/pending': { id: number }
  'order/voided': { id: number }
  'order/custom_fields_updated': { id: number }
  'order_custom_field/created': { id: string }
  'order_custom_field/updated': { id: string }
  'order_custom_field/deleted': { id: string }
  /** About the variant. */
  'product_variant/custom_fields_updated': { id: number }
  'product_variant_custom_field/created': { id: string }
  'product_variant_custom_field/updated': { id: string }
  'product_variant_custom_field/deleted': { id: string }
  'fulfillment_order/status_updated': ShipmentPayload
  'fulfillment_order/tracking_event_created': ShipmentPayload & { tracking_event_id: string }
  'fulfillment_order/tracking_event_updated': ShipmentPayload & { tracking_event_id: string }
  'fulfillment_order/tracking_event_deleted': ShipmentPayload & { tracking_event_id: string }
}

/** With the date-time of the event. */
export interface CustomerPayload {
  id: number
  event_launch_ts: string
}

/** Both shapes at once: the specification's `id`, and what clients of shipments read (D68). */
export interface ShipmentPayload {
  id: number
  order_id: string
  fulfillment_id: string
  status: string
}

export type EventName = keyof EventPayloads

export const eventNames = [
  'app/uninstalled',
  'app/suspended',
  'app/resumed',
  'location/created',
  'location/updated',
  'location/deleted',
  'category/created',
  'category/updated',
  'category/deleted',
  'product/created',
  'product/updated',
  'product/deleted',
  'customer/created',
  'customer/updated',
  'customer/deleted',
  'order/created',
  'order/updated',
  'order/paid',
  'order/packed',
  'order/unpacked',
  'order/fulfilled',
  'order/cancelled',
  'order/edited',
  'order/pending',
  'order/voided',
  'order/custom_fields_updated',
  'order_custom_field/created',
  'order_custom_field/updated',
  'order_custom_field/deleted',
  'product_variant/custom_fields_updated',
  'product_variant_custom_field/created',
  'product_variant_custom_field/updated',
  'product_variant_custom_field/deleted',
  'fulfillment_order/status_updated',
  'fulfillment_order/tracking_event_created',
  'fulfillment_order/tracking_event_updated',
  'fulfillment_order/tracking_event_deleted',
] as const satisfies EventName[]

/** Events of the ecosystem that may be registered for, although nothing here makes them happen. */
const silentEvents = [
  'fulfillment/updated',
  'fulfillment_order/label_status_updated',
  'domain/updated',
  'subscription/updated',
] as const

/** Every event that a webhook can be registered for. */
export const webhookEvents: readonly string[] = [...eventNames, ...silentEvents]

const scopes: Record<string, Scope> = {
  product: 'read_products',
  product_variant: 'read_products',
  product_variant_custom_field: 'read_products',
  category: 'read_products',
  location: 'read_locations',
  order: 'read_orders',
  order_custom_field: 'read_orders',
  fulfillment: 'read_fulfillment_orders',
  fulfillment_order: 'read_fulfillment_orders',
  customer: 'read_customers',
}

/** Whoever hears of an event may read its resource: the scope for that, if there is one. */
export const scopeOfEvent = (event: string): Scope | undefined => scopes[event.slice(0, event.indexOf('/'))]

/** What is sent to a webhook: of one event, or of any (specification 2.5, D68). */
export type Notification<E extends EventName = EventName> = { [N in E]: About<N> & EventPayloads[N] }[E]

interface About<N extends EventName> {
  store_id: number
  event: N
}

/** A notification as data: `store_id`, `event`, `id`, and what else belongs to the event. */
export const NotificationBody = Type.Record(Type.String(), Type.Unknown())

/** Something that happened, by its number in the journal of the store. */
export const Event = Type.Object({
  id: Type.Integer(),
  event: Type.String(),
  created_at: DateTime,
  notification: NotificationBody,
})
export type Event = Static<typeof Event>

/** To catch up without webhooks: an extension. */
export const events = {
  list: endpoint({
    method: 'GET',
    path: '/events',
    scope: 'none',
    summary: 'List what happened after an event, the oldest first',
    query: Type.Object({
      since: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
      per_page: Type.Integer({ minimum: 1, default: 30 }),
      ...Fields.properties,
    }),
    reply: Type.Array(Event),
  }),
}
