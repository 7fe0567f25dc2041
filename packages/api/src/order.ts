import Type, { type Static } from 'typebox'
import { DateTime, each, Id, MaybeOf, MaybeText, Nullable, OrderMoney, Ulid } from './common.ts'
import { OwnedField } from './custom-fields.ts'
import { addressLines, billingLines, OrderCustomer } from './customers.ts'
import { FulfillmentOrder, ShipmentOutline } from './fulfillment-order.ts'

export const orderStatuses = ['open', 'closed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = [
  'pending',
  'authorized',
  'paid',
  'partially_paid',
  'abandoned',
  'refunded',
  'partially_refunded',
  'voided',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const shippingStatuses = [
  'unpacked',
  'partially_packed',
  'unshipped',
  'partially_fulfilled',
  'shipped',
  'delivered',
] as const
export type ShippingStatus = (typeof shippingStatuses)[number]

export const cancelReasons = ['customer', 'inventory', 'fraud', 'other'] as const

export const OrderImage = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  src: Type.String(),
  position: Type.Integer(),
  alt: Type.Unknown(),
  /** Orders of earlier releases have null where the picture was not here. */
  height: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  /** Orders of earlier releases lack it. */
  thumbnails_generated: Type.Optional(Type.Integer()),
  created_at: Nullable(Type.String()),
  updated_at: Nullable(Type.String()),
})

export const OrderLine = Type.Object({
  id: Id,
  product_id: Id,
  variant_id: Id,
  quantity: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  name_without_variants: MaybeText,
  price: OrderMoney,
  compare_at_price: Nullable(OrderMoney),
  cost: Nullable(OrderMoney),
  free_shipping: Type.Boolean(),
  weight: MaybeText,
  width: MaybeText,
  height: MaybeText,
  depth: MaybeText,
  image: OrderImage,
  variant_values: Type.Array(Type.String()),
  properties: Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]),
  sku: MaybeText,
  barcode: MaybeText,
  has_promotional_price: Type.Boolean(),
  promotions: Type.Null(),
  catalog_kit_id: Type.Null(),
  order_kit_id: Type.Null(),
  kit: Type.Null(),
  issues: Type.Null(),
})
export type OrderLine = Static<typeof OrderLine>

export const ShippingAddress = Type.Object({
  id: Type.Integer(),
  ...addressLines,
  default: Type.Boolean(),
  customs: Nullable(Type.Record(Type.String(), Type.Unknown())),
  created_at: DateTime,
  updated_at: DateTime,
})
export type ShippingAddress = Static<typeof ShippingAddress>

/** The shipping fields of the first shipment, which only the older version shows on the order (D14). */
export const legacyShipping = {
  shipping: MaybeText,
  shipping_carrier_name: MaybeText,
  shipping_option: MaybeText,
  shipping_option_code: MaybeText,
  shipping_option_reference: MaybeText,
  shipping_pickup_type: Type.Enum(['ship', 'pickup']),
  shipping_pickup_details: Type.Unknown(),
  shipping_store_branch_name: MaybeText,
  shipping_store_branch_extra: Type.Unknown(),
  shipping_suboption: Type.Unknown(),
  shipping_tracking_number: MaybeText,
  shipping_tracking_url: MaybeText,
  shipping_min_days: Nullable(Type.Integer()),
  shipping_max_days: Nullable(Type.Integer()),
  shipping_cost_owner: OrderMoney,
  shipping_cost_customer: OrderMoney,
  shipped_at: Nullable(DateTime),
  next_action: Type.String(),
  landing_url: MaybeText,
}

/** Whom the order is billed to, line by line. */
const billingFields = [
  ...billingLines,
  'billing_customer_type',
  'billing_business_name',
  'billing_trade_name',
  'billing_state_registration',
  'billing_document_type',
  'billing_business_activity',
  'billing_fiscal_regime',
  'billing_invoice_use',
] as const

/** Specification 2.8, with every field that clients read. */
export const Order = Type.Object({
  id: Id,
  token: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  store_id: Id,
  number: Type.Integer({ minimum: 100 }),
  contact_email: MaybeText,
  contact_name: MaybeText,
  contact_phone: MaybeText,
  contact_identification: MaybeText,
  ...each(billingFields, MaybeText),
  ...Type.Partial(Type.Object(legacyShipping)).properties,
  shipping_address: Nullable(ShippingAddress),
  shipping_status: Type.Enum([...shippingStatuses]),
  subtotal: OrderMoney,
  discount: OrderMoney,
  discount_coupon: Nullable(OrderMoney),
  discount_gateway: OrderMoney,
  total: OrderMoney,
  total_usd: OrderMoney,
  total_paid_by_customer: Nullable(OrderMoney),
  total_paid_by_customer_including_fees: Nullable(OrderMoney),
  payment_count: Type.Integer(),
  coupon: Type.Array(Type.Unknown()),
  promotional_discount: Type.Object({
    id: Type.Null(),
    store_id: Id,
    order_id: Id,
    created_at: DateTime,
    total_discount_amount: OrderMoney,
    contents: Type.Array(Type.Unknown()),
    promotions_applied: Type.Array(Type.Unknown()),
  }),
  currency: Type.String(),
  language: Type.String(),
  gateway: MaybeText,
  gateway_id: MaybeText,
  gateway_name: Type.String(),
  gateway_link: MaybeText,
  payment_details: Type.Object({
    method: MaybeText,
    credit_card_company: MaybeText,
    installments: Type.Integer(),
  }),
  payment_status: Type.Enum([...paymentStatuses]),
  status: Type.Enum([...orderStatuses]),
  cancel_reason: Nullable(Type.Enum([...cancelReasons])),
  products: Type.Array(OrderLine),
  note: MaybeText,
  owner_note: MaybeText,
  weight: Type.String({ pattern: '^\\d+\\.\\d{3}$' }),
  checkout_enabled: Type.Boolean(),
  has_shippable_products: Type.Boolean(),
  same_billing_and_shipping_address: Type.Boolean(),
  is_subscription: Type.Boolean(),
  is_subscription_initial: Type.Boolean(),
  storefront: Type.Enum(['store', 'meli', 'api', 'form', 'pos']),
  app_id: Nullable(Id),
  location_id: Nullable(Ulid),
  extra: Type.Record(Type.String(), Type.Unknown()),
  attributes: Type.Array(Type.Unknown()),
  client_details: Type.Object({ browser_ip: MaybeText, user_agent: MaybeText }),
  completed_at: Nullable(Type.Object({ date: Type.String(), timezone_type: Type.Integer(), timezone: Type.String() })),
  created_at: DateTime,
  updated_at: DateTime,
  paid_at: Nullable(DateTime),
  closed_at: Nullable(DateTime),
  cancelled_at: Nullable(DateTime),
  read_at: Nullable(DateTime),
  /** Absent where the token may not read customers. */
  customer: MaybeOf(OrderCustomer),
  /** Ids, in a list outlines, or with `aggregates=fulfillment_orders` whole objects (D56). */
  fulfillments: Type.Array(Type.Union([Ulid, FulfillmentOrder, ShipmentOutline])),
  fulfillment_orders: Type.Optional(Type.Array(FulfillmentOrder)),
  /** With `aggregates=custom_fields`. */
  custom_fields: Type.Optional(Type.Array(OwnedField)),
})
export type Order = Static<typeof Order>
