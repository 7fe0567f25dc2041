import Type, { type Static } from 'typebox'
import {
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  maxDirections,
  Nullable,
  OpenObject,
  SetInstant,
  Text,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { carrierCodes, DeliveryTime, FulfillmentOrder, shippingTypes, weekdays } from './fulfillment-order.ts'

const OfOrder = Type.Object({ order_id: Id })
const OneShipment = Type.Object({ order_id: Id, id: Type.String() })

const PlaceInput = MaybeOf(Type.Object({ code: Maybe(), name: Maybe() }))

const DestinationInput = Type.Object({
  zipcode: MaybeCode,
  street: Text(),
  number: MaybeCode,
  floor: MaybeCode,
  locality: Maybe(),
  city: Maybe(),
  reference: Maybe(maxDirections),
  between_streets: Maybe(maxDirections),
  province: PlaceInput,
  region: PlaceInput,
  country: Type.Object({ code: Maybe(), name: Maybe() }),
})

const MoneyInput = MaybeOf(Type.Object({ value: Type.Number({ minimum: 0, maximum: 1e12 }), currency: Maybe(3) }))

const PickupInput = Type.Object({
  location_id: MaybeCode,
  store_branch_id: MaybeCode,
  name: Maybe(),
  address: MaybeOf(Type.Object({ ...DestinationInput.properties, street: Maybe(), country: PlaceInput })),
  pickup_hours: MaybeOf(
    Type.Array(Type.Object({ day: Type.Enum([...weekdays]), start: Text(8), end: Text(8) }), { maxItems: 100 }),
  ),
})

const DeliveryTimeInput = Type.Object({
  ...DeliveryTime.properties,
  date: Nullable(Text()),
  aggregate_days: Nullable(OpenObject),
})

const ShippingChange = Type.Object({
  type: MaybeOf(Type.Enum([...shippingTypes])),
  carrier: MaybeOf(
    Type.Object({
      carrier_id: MaybeCode,
      id: MaybeCode,
      code: MaybeOf(Type.Enum([...carrierCodes])),
      name: Maybe(),
      app_id: MaybeCode,
    }),
  ),
  option: MaybeOf(
    Type.Object({
      name: Maybe(),
      code: MaybeCode,
      reference: MaybeCode,
      allow_free_shipping: MaybeBoolean,
    }),
  ),
  merchant_cost: MoneyInput,
  consumer_cost: MoneyInput,
  min_delivery_date: MaybeOf(SetInstant),
  max_delivery_date: MaybeOf(SetInstant),
  estimated_delivery_time: MaybeOf(Type.Object({ min: DeliveryTimeInput, max: DeliveryTimeInput })),
  pickup_details: MaybeOf(PickupInput),
  extras: MaybeOf(OpenObject),
})
export type ShippingChange = Static<typeof ShippingChange>

const TrackingInput = MaybeOf(Type.Object({ code: MaybeCode, url: Maybe(2048), notify_customer: MaybeBoolean }))

export const ShipmentChange = Type.Object({
  status: Maybe(64),
  tracking_info: TrackingInput,
  destination: MaybeOf(DestinationInput),
  recipient: MaybeOf(Type.Object({ name: Maybe(), phone: MaybeCode, identifier: MaybeCode })),
  shipping: MaybeOf(ShippingChange),
  assigned_location: MaybeOf(Type.Object({ location_id: Maybe(64), id: Maybe(64) })),
})
export type ShipmentChange = Static<typeof ShipmentChange>

/** The names under which clients send a tracking code (D55). */
export const FulfillInput = Type.Object({
  shipping_tracking_number: MaybeCode,
  tracking_code: MaybeCode,
  code: MaybeCode,
  shipping_tracking_url: Maybe(2048),
  tracking_url: Maybe(2048),
  url: Maybe(2048),
  notify_customer: MaybeBoolean,
  tracking_info: TrackingInput,
})
export type FulfillInput = Static<typeof FulfillInput>

const badRequest = { 400: 'Not possible in the state of the shipment, or a field is wrong' }

/** Specification 4.5, then what the public contract adds. */
export const fulfillmentOrders = {
  fulfill: endpoint({
    method: 'POST',
    path: '/orders/:order_id/fulfillment-orders/:id/fulfill',
    scope: 'write_fulfillment_orders',
    isPreferred: true,
    summary: 'Attach a tracking code to one shipment and dispatch it',
    params: OneShipment,
    errorShape: 'shipment',
    body: FulfillInput,
    reply: FulfillmentOrder,
    errors: badRequest,
  }),
  list: endpoint({
    method: 'GET',
    path: '/orders/:order_id/fulfillment-orders',
    scope: 'read_fulfillment_orders',
    summary: 'List the shipments of an order',
    params: OfOrder,
    errorShape: 'shipment',
    query: Type.Object({ aggregates: Type.Optional(Text()), ...Fields.properties }),
    reply: Type.Array(FulfillmentOrder),
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/:order_id/fulfillment-orders/:id',
    scope: 'read_fulfillment_orders',
    summary: 'Read one shipment',
    params: OneShipment,
    errorShape: 'shipment',
    query: Fields,
    reply: FulfillmentOrder,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/orders/:order_id/fulfillment-orders/:id',
    scope: 'write_fulfillment_orders',
    summary: 'Change status, tracking, destination, recipient, shipping or location of a shipment',
    params: OneShipment,
    errorShape: 'shipment',
    body: ShipmentChange,
    reply: FulfillmentOrder,
    errors: badRequest,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/orders/:order_id/fulfillment-orders/:id',
    scope: 'write_fulfillment_orders',
    summary: 'Delete a shipment that has no lines',
    params: OneShipment,
    errorShape: 'shipment',
    status: 204,
    reply: null,
    errors: badRequest,
  }),
}
