import Type, { type Static } from 'typebox'
import { Fields, Id, Instant, Nullable, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { carrierCodes, DeliveryTimes, FulfillmentOrder, shippingTypes, weekdays } from './fulfillment-order.ts'

const OfOrder = Type.Object({ order_id: Id })
const OneShipment = Type.Object({ order_id: Id, id: Type.String() })

const MaybeInput = (maxLength = 255) => Type.Optional(Nullable(Text(maxLength)))
const PlaceInput = Type.Optional(Nullable(Type.Object({ code: MaybeInput(), name: MaybeInput() })))

const DestinationInput = Type.Object({
  zipcode: MaybeInput(),
  street: Text(),
  number: MaybeInput(),
  floor: MaybeInput(),
  locality: MaybeInput(),
  city: MaybeInput(),
  reference: MaybeInput(),
  between_streets: MaybeInput(),
  province: PlaceInput,
  region: PlaceInput,
  country: Type.Object({ code: MaybeInput(), name: MaybeInput() }),
})

const MoneyInput = Type.Optional(
  Type.Object({ value: Type.Number({ minimum: 0, maximum: 1e12 }), currency: MaybeInput(3) }),
)

const PickupInput = Type.Object({
  location_id: MaybeInput(),
  store_branch_id: MaybeInput(),
  name: MaybeInput(),
  address: Type.Optional(Nullable(Type.Partial(DestinationInput))),
  pickup_hours: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ day: Type.Enum([...weekdays]), start: Text(8), end: Text(8) }), { maxItems: 100 }),
    ),
  ),
})

const ShippingChange = Type.Object({
  type: Type.Optional(Type.Enum([...shippingTypes])),
  carrier: Type.Optional(
    Nullable(
      Type.Object({
        carrier_id: MaybeInput(),
        id: MaybeInput(),
        code: Type.Optional(Nullable(Type.Enum([...carrierCodes]))),
        name: MaybeInput(),
        app_id: MaybeInput(),
      }),
    ),
  ),
  option: Type.Optional(
    Nullable(
      Type.Object({
        name: MaybeInput(),
        code: MaybeInput(),
        reference: MaybeInput(),
        allow_free_shipping: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
  ),
  merchant_cost: MoneyInput,
  consumer_cost: MoneyInput,
  min_delivery_date: Type.Optional(Nullable(Instant)),
  max_delivery_date: Type.Optional(Nullable(Instant)),
  estimated_delivery_time: Type.Optional(Nullable(DeliveryTimes)),
  pickup_details: Type.Optional(Nullable(PickupInput)),
  extras: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
})
export type ShippingChange = Static<typeof ShippingChange>

export const ShipmentChange = Type.Object({
  status: Type.Optional(Text(64)),
  tracking_info: Type.Optional(
    Nullable(
      Type.Object({
        code: MaybeInput(),
        url: MaybeInput(2048),
        notify_customer: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
  ),
  destination: Type.Optional(DestinationInput),
  recipient: Type.Optional(Type.Object({ name: MaybeInput(), phone: MaybeInput(), identifier: MaybeInput() })),
  shipping: Type.Optional(ShippingChange),
  assigned_location: Type.Optional(Type.Object({ location_id: MaybeInput(64), id: MaybeInput(64) })),
})
export type ShipmentChange = Static<typeof ShipmentChange>

/** The names under which clients send a tracking code (D55). */
export const FulfillInput = Type.Object({
  shipping_tracking_number: MaybeInput(),
  tracking_code: MaybeInput(),
  code: MaybeInput(),
  shipping_tracking_url: MaybeInput(2048),
  tracking_url: MaybeInput(2048),
  url: MaybeInput(2048),
  notify_customer: Type.Optional(Nullable(Type.Boolean())),
  tracking_info: Type.Optional(
    Nullable(
      Type.Object({
        code: MaybeInput(),
        url: MaybeInput(2048),
        notify_customer: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
  ),
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
