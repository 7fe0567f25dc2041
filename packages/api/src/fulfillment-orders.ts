import Type, { type Static } from 'typebox'
import { Fields, Id, Nullable, Text, Ulid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ColonTime, TrackingEvent } from './tracking-events.ts'

/** Money inside fulfillment orders is a number with its currency. */
export const Money = Type.Object({ value: Type.Number(), currency: Type.String() })

export const shipmentStatuses = ['UNPACKED', 'PACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]
export const shippingTypes = ['ship', 'pickup', 'non-shippable'] as const
export type ShippingType = (typeof shippingTypes)[number]

const MaybeText = Nullable(Type.String())
const Place = Nullable(Type.Object({ code: MaybeText, name: MaybeText }))

export const Destination = Type.Object({
  zipcode: MaybeText,
  street: Type.String(),
  number: MaybeText,
  floor: MaybeText,
  locality: MaybeText,
  city: MaybeText,
  reference: MaybeText,
  between_streets: MaybeText,
  province: Place,
  region: Place,
  country: Place,
})
export type Destination = Static<typeof Destination>

export const TrackingInfo = Type.Object({
  url: MaybeText,
  code: MaybeText,
  notify_customer: Type.Optional(Type.Boolean()),
})
export type TrackingInfo = Static<typeof TrackingInfo>

export const ShipmentLine = Type.Object({
  id: Ulid,
  /** The id of the order line. */
  external_id: Type.String(),
  quantity: Type.Integer(),
  variant: Type.Object({ variant_id: Type.String() }),
  product: Type.Object({ product_id: Type.String() }),
  unit_price: Money,
  unit_dimension: Type.Object({
    weight: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    depth: Type.Number(),
  }),
  stock_transfer: Type.Object({ from_location_id: MaybeText }),
  kit: Type.Null(),
  /** Only with `aggregates=custom_fields`: there are none. */
  custom_fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  created_at: ColonTime,
  updated_at: ColonTime,
})

export const Shipping = Type.Object({
  type: Type.Enum([...shippingTypes]),
  carrier: Nullable(Type.Object({ carrier_id: MaybeText, code: MaybeText, name: MaybeText, app_id: MaybeText })),
  option: Nullable(
    Type.Object({
      name: MaybeText,
      code: MaybeText,
      reference: MaybeText,
      allow_free_shipping: Nullable(Type.Boolean()),
    }),
  ),
  merchant_cost: Money,
  consumer_cost: Money,
  min_delivery_date: Nullable(ColonTime),
  max_delivery_date: Nullable(ColonTime),
  estimated_delivery_time: Type.Null(),
  pickup_details: Type.Unknown(),
  extras: Nullable(Type.Unknown()),
})
export type Shipping = Static<typeof Shipping>

/** Why the location was chosen (D58): for people and logs. */
export const Allocation = Type.Object({
  rule: Type.String(),
  considered: Type.Array(Type.Object({ location_id: Type.String(), can_give: Type.Integer() })),
  /** With `fewest_shipments`: whether fewer are impossible. A search that would take long is given up. */
  minimum_proved: Type.Optional(Type.Boolean()),
})
export type Allocation = Static<typeof Allocation>

/** The part of an order that leaves from one location (specification 2.8): a shipment. */
export const FulfillmentOrder = Type.Object({
  id: Ulid,
  number: Type.String(),
  total_quantity: Type.Integer(),
  total_weight: Type.Number(),
  total_price: Money,
  assigned_location: Type.Object({ location_id: Ulid, name: Type.String(), address: Destination }),
  line_items: Type.Array(ShipmentLine),
  recipient: Type.Object({ name: MaybeText, phone: MaybeText, identifier: MaybeText }),
  destination: Nullable(Destination),
  shipping: Nullable(Shipping),
  discounts: Type.Array(Type.Object({ type: Type.String(), amount: Money })),
  status: Type.Enum([...shipmentStatuses]),
  status_history: Type.Array(
    Type.Object({
      from_status: Type.Enum([...shipmentStatuses]),
      to_status: Type.Enum([...shipmentStatuses]),
      happened_at: ColonTime,
      created_at: ColonTime,
    }),
  ),
  tracking_info: TrackingInfo,
  tracking_info_history: Type.Array(
    Type.Object({
      from_tracking_info: TrackingInfo,
      to_tracking_info: TrackingInfo,
      happened_at: ColonTime,
      created_at: ColonTime,
      app_id: Type.String(),
      user_id: Type.String(),
    }),
  ),
  tracking_events: Type.Array(TrackingEvent),
  labels: Type.Array(Type.Unknown()),
  fulfilled_at: Nullable(ColonTime),
  created_at: ColonTime,
  updated_at: ColonTime,
  allocation: Type.Optional(Allocation),
})
export type FulfillmentOrder = Static<typeof FulfillmentOrder>

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
  shipping: Type.Optional(
    Type.Object({
      type: Type.Optional(Type.Enum([...shippingTypes])),
      carrier: Type.Optional(
        Nullable(
          Type.Object({
            carrier_id: MaybeInput(),
            id: MaybeInput(),
            code: MaybeInput(),
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
    }),
  ),
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
