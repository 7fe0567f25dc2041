import Type, { type Static } from 'typebox'
import { DateTime, Fields, Id, Maybe, MaybeText, MaybeTime, Nullable, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A tracking event of the first shipment, as clients from before shipments know it. */
export const Fulfillment = Type.Object({
  id: Id,
  order_id: Id,
  status: Type.String(),
  description: Type.String(),
  city: MaybeText,
  province: MaybeText,
  country: MaybeText,
  happened_at: DateTime,
  estimated_delivery_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Fulfillment = Static<typeof Fulfillment>

export const FulfillmentInput = Type.Object({
  status: Text(64),
  description: Text(1000),
  city: Maybe(),
  province: Maybe(),
  country: Maybe(64),
  happened_at: MaybeTime,
  estimated_delivery_at: MaybeTime,
})
export type FulfillmentInput = Static<typeof FulfillmentInput>

const OfOrder = Type.Object({ order_id: Id })
const OneFulfillment = Type.Object({ order_id: Id, id: Id })

const refused = { 422: 'A field is missing or wrong, or it is not possible in the state of the shipment' }

/** The legacy form of tracking events. Shipping apps hold a scope of their own for it (F20). */
export const fulfillments = {
  list: endpoint({
    method: 'GET',
    path: '/orders/:order_id/fulfillments',
    scope: 'read_orders',
    summary: 'List the tracking events of the first shipment (legacy)',
    params: OfOrder,
    query: Fields,
    reply: Type.Array(Fulfillment),
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/:order_id/fulfillments/:id',
    scope: 'read_orders',
    summary: 'Read one tracking event of the first shipment (legacy)',
    params: OneFulfillment,
    query: Fields,
    reply: Fulfillment,
  }),
  create: endpoint({
    method: 'POST',
    path: '/orders/:order_id/fulfillments',
    scope: 'write_orders',
    otherScope: 'write_shipping',
    summary: 'Add a tracking event to the first shipment (legacy)',
    params: OfOrder,
    errorShape: 'hybrid',
    body: FulfillmentInput,
    status: 201,
    reply: Fulfillment,
    errors: refused,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/orders/:order_id/fulfillments/:id',
    scope: 'write_orders',
    otherScope: 'write_shipping',
    summary: 'Delete a tracking event of the first shipment (legacy)',
    params: OneFulfillment,
    errorShape: 'hybrid',
    reply: Type.Object({}),
    errors: refused,
  }),
}
