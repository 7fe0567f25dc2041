/**
 * Every event the service can emit, and the fields of its notification beside `store_id` and `event`.
 * `none` has a schema of its own elsewhere: the rest carry the id of the resource.
 */
export interface EventPayloads {
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
  'fulfillment_order/status_updated',
  'fulfillment_order/tracking_event_created',
  'fulfillment_order/tracking_event_updated',
  'fulfillment_order/tracking_event_deleted',
] as const satisfies EventName[]
