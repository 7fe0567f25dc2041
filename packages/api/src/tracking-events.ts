import Type, { type Static } from 'typebox'
import { Fields, Id, Maybe, MaybeOf, MaybeText, Nullable, SetInstant, Text, Ulid } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Inside fulfillment orders times have a colon in their offset: typed clients fail on the other form (D10). */
export const ColonTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+00:00$' })

/** What everybody calls it; beside these a carrier may have words of its own, `custom_...`. */
export const trackingStatuses = [
  'dispatched',
  'received_by_post_office',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delayed',
  'ready_for_pickup',
  'delivered',
  'returned_to_sender',
  'lost',
  'failure',
] as const

export const TrackingEvent = Type.Object({
  id: Ulid,
  status: Type.String(),
  description: Type.String(),
  address: MaybeText,
  geolocation: Nullable(Type.Object({ longitude: Type.Number(), latitude: Type.Number() })),
  happened_at: ColonTime,
  estimated_delivery_at: Nullable(ColonTime),
  created_at: ColonTime,
  updated_at: ColonTime,
})
export type TrackingEvent = Static<typeof TrackingEvent>

const OfShipment = Type.Object({ order_id: Id, fulfillment_order_id: Type.String() })
const OneEvent = Type.Object({ order_id: Id, fulfillment_order_id: Type.String(), id: Type.String() })

export const TrackingEventInput = Type.Object({
  status: Text(64),
  description: Text(1000),
  address: Maybe(1000),
  geolocation: MaybeOf(
    Type.Object({
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
    }),
  ),
  happened_at: MaybeOf(SetInstant),
  estimated_delivery_at: MaybeOf(SetInstant),
})
export type TrackingEventInput = Static<typeof TrackingEventInput>

const badRequest = { 400: 'Not possible in the state of the shipment, or a field is wrong' }

const events = '/orders/:order_id/fulfillment-orders/:fulfillment_order_id/tracking-events'

export const trackingEvents = {
  list: endpoint({
    method: 'GET',
    path: events,
    scope: 'read_fulfillment_orders',
    summary: 'List the tracking events of a shipment',
    params: OfShipment,
    errorShape: 'shipment',
    query: Fields,
    reply: Type.Array(TrackingEvent),
  }),
  get: endpoint({
    method: 'GET',
    path: `${events}/:id`,
    scope: 'read_fulfillment_orders',
    summary: 'Read one tracking event',
    params: OneEvent,
    errorShape: 'shipment',
    query: Fields,
    reply: TrackingEvent,
  }),
  create: endpoint({
    method: 'POST',
    path: events,
    scope: 'write_fulfillment_orders',
    summary: 'Add a tracking event to a dispatched shipment',
    params: OfShipment,
    errorShape: 'shipment',
    body: TrackingEventInput,
    status: 201,
    reply: TrackingEvent,
    errors: badRequest,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${events}/:id`,
    scope: 'write_fulfillment_orders',
    summary: 'Change a tracking event of a shipment that is under way',
    params: OneEvent,
    errorShape: 'shipment',
    body: TrackingEventInput,
    reply: TrackingEvent,
    errors: badRequest,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: `${events}/:id`,
    scope: 'write_fulfillment_orders',
    summary: 'Delete a tracking event of a shipment that is under way',
    params: OneEvent,
    errorShape: 'shipment',
    status: 204,
    reply: null,
    errors: badRequest,
  }),
}
