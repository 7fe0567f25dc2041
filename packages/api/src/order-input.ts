import Type, { type Static, type TSchema } from 'typebox'
import {
  Amount,
  addressInput,
  Extra,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  maxDirections,
  maxFullName,
  maxOpen,
  OpenObject,
  Within,
} from './common.ts'
import { orderStatuses } from './order.ts'

/** Where it is a text, each shipment shows it. */
const Custom = Type.Optional(Type.Unsafe<unknown>({ maxLength: maxDirections }))
const Customs = Within(
  maxOpen,
  // With whatever else beside them.
  Type.Unsafe<Record<string, unknown>>(Type.Object({ reference: Custom, between_streets: Custom })),
)

const AddressInput = MaybeOf(
  Type.Object({
    first_name: Maybe(),
    last_name: Maybe(),
    name: Maybe(maxFullName),
    ...addressInput,
    country: Maybe(64),
    phone: MaybeCode,
    customs: MaybeOf(Customs),
  }),
)

/** How many are bought. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })

/** What is bought, and what the buyer typed for it. */
export const Bought = Type.Object({
  variant_id: Id,
  quantity: Quantity,
  properties: MaybeOf(Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())])),
})

const maxProperties = 262_144

/** It is asked of whatever came as lines. */
const propertiesOf = (lines: unknown): unknown[] =>
  Array.isArray(lines) ? lines.flatMap(line => line?.properties ?? []) : []

/** The lines of an order: all of their properties are in each list of orders. */
export const Lines = <T extends TSchema>(line: T) =>
  Type.Refine(
    Type.Array(line, { minItems: 1, maxItems: 500 }),
    lines => JSON.stringify(propertiesOf(lines)).length <= maxProperties,
    () => `must have properties of at most ${maxProperties} characters of JSON together`,
  )

/** Below zero where the day has passed: orders of the ecosystem say it so. */
const DeliveryDays = Type.Integer({ minimum: -10_000, maximum: 10_000 })

export const OrderInput = Type.Object({
  products: Lines(Type.Object({ ...Bought.properties, price: Amount })),
  inventory_behaviour: MaybeOf(Type.Enum(['claim', 'bypass'])),
  location_id: Maybe(64),
  /** Binds the order to the plan and the prices of a quote (extension). */
  quote_id: Maybe(64),
  currency: Maybe(3),
  language: Maybe(8),
  gateway: Maybe(),
  payment_status: MaybeOf(Type.Enum(['pending', 'authorized', 'paid', 'voided', 'refunded', 'abandoned'])),
  status: MaybeOf(Type.Enum([...orderStatuses])),
  fulfillment: Maybe(32),
  fulfillment_status: Maybe(32),
  shipping_status: Maybe(32),
  total: Amount,
  discount: Amount,
  customer: MaybeOf(
    Type.Object({
      name: Maybe(maxFullName),
      email: Maybe(),
      phone: MaybeCode,
      document: MaybeCode,
      identification: MaybeCode,
    }),
  ),
  note: Maybe(5000),
  owner_note: Maybe(5000),
  billing_address: AddressInput,
  shipping_address: AddressInput,
  shipping_pickup_type: MaybeOf(Type.Enum(['ship', 'pickup'])),
  shipping: Maybe(),
  shipping_option: Maybe(),
  shipping_carrier_name: Maybe(),
  shipping_option_code: MaybeCode,
  shipping_option_reference: MaybeCode,
  shipping_pickup_details: MaybeOf(OpenObject),
  shipping_store_branch_name: Maybe(),
  shipping_suboption: MaybeOf(Type.Union([OpenObject, Within(maxOpen, Type.Array(Type.Unknown(), { maxItems: 100 }))])),
  shipping_tracking_number: MaybeCode,
  shipping_tracking_url: Maybe(2048),
  shipping_cost_customer: Amount,
  shipping_cost_owner: Amount,
  shipping_min_days: MaybeOf(DeliveryDays),
  shipping_max_days: MaybeOf(DeliveryDays),
  send_confirmation_email: MaybeBoolean,
  send_fulfillment_email: MaybeBoolean,
  extra: MaybeOf(Extra),
})
export type OrderInput = Static<typeof OrderInput>
