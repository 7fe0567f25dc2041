import Type, { type Static } from 'typebox'
import { MaybeText, Nullable, Ulid } from './common.ts'
import { ColonTime, TrackingEvent } from './tracking-events.ts'

/** Money inside fulfillment orders is a number with its currency. */
export const Money = Type.Object({ value: Type.Number(), currency: Type.String() })

export const shipmentStatuses = ['UNPACKED', 'PACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]
export const shippingTypes = ['ship', 'pickup', 'non-shippable'] as const
export type ShippingType = (typeof shippingTypes)[number]

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
  /** Only with `aggregates=custom_fields`: those of the variant, the value of each by its name. */
  custom_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  created_at: ColonTime,
  updated_at: ColonTime,
})

/** Whatever its kind, a carrier need not be one that the store knows. */
export const carrierCodes = [
  'api',
  'custom',
  'locale',
  'international',
  'native',
  'draft',
  'default',
  'fallback',
  'any',
] as const
export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const

export const DeliveryTime = Type.Object({
  days: Nullable(Type.Number()),
  business_days: Nullable(Type.Number()),
  date: MaybeText,
  aggregate_days: Nullable(Type.Record(Type.String(), Type.Unknown())),
})
const DeliveryTimes = Type.Object({ min: DeliveryTime, max: DeliveryTime })

/** Where the buyer picks a shipment up. */
export const PickupDetails = Type.Object({
  /** A location of the store, or whatever the carrier calls its branch. */
  location_id: MaybeText,
  store_branch_id: Type.Optional(Type.String()),
  name: Type.String(),
  address: Destination,
  pickup_hours: Type.Array(Type.Object({ day: Type.Enum([...weekdays]), start: Type.String(), end: Type.String() })),
})
export type PickupDetails = Static<typeof PickupDetails>

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
  estimated_delivery_time: Nullable(DeliveryTimes),
  pickup_details: Nullable(PickupDetails),
  extras: Nullable(Type.Record(Type.String(), Type.Unknown())),
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

const Named = Nullable(Type.Object({ name: MaybeText }))

/** What a list of orders shows of a shipment. */
export const ShipmentOutline = Type.Object({
  ...Type.Pick(FulfillmentOrder, ['id', 'number', 'status', 'tracking_info']).properties,
  assigned_location: Type.Object({ location_id: Ulid, name: Type.String() }),
  shipping: Nullable(
    Type.Object({
      type: Type.Enum([...shippingTypes]),
      extras: Type.Object({ shippable: Type.Boolean() }),
      carrier: Named,
      option: Named,
    }),
  ),
})
export type ShipmentOutline = Static<typeof ShipmentOutline>
