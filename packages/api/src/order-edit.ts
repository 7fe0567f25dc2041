import Type, { type Static } from 'typebox'
import { DateTime, Id, Maybe, MaybeBoolean, MaybeOf, Nullable } from './common.ts'
import { Order } from './order.ts'

const MaybeId = MaybeOf(Id)

/** A line as it shall be in one shipment: one that is there, or a new one. */
const LineEdit = Type.Object({
  line_item_id: MaybeId,
  product_id: MaybeId,
  variant_id: MaybeId,
  /** None removes it. */
  quantity: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  modify_stock: MaybeBoolean,
  fulfillment_order_id: Maybe(64),
})
export type LineEdit = Static<typeof LineEdit>

export const OrderEdit = Type.Object({
  products: Type.Array(LineEdit, { minItems: 1, maxItems: 500 }),
  skip_shipping_requote: MaybeBoolean,
  auto_partial_refund: MaybeBoolean,
  notify_customer: MaybeBoolean,
  reason: Maybe(1000),
})
export type OrderEdit = Static<typeof OrderEdit>

export const EditedOrder = Type.Object({
  ...Order.properties,
  auto_partial_refund_status: Type.Enum(['success', 'skipped', 'failed']),
})

/** One change of the total of an order, and what was paid for it. */
export const ValueChange = Type.Object({
  status: Type.Enum(['PENDING', 'CANCELLED', 'PAID']),
  total_delta: Type.Number(),
  total_paid_diff: Type.Number(),
  gateway_method: Nullable(Type.String()),
  gateway_name: Nullable(Type.String()),
  closed_at: Nullable(DateTime),
  happened_at: DateTime,
})
export type ValueChange = Static<typeof ValueChange>

/** What one edit did. */
export const Edition = Type.Object({
  product_changes: Type.Array(
    Type.Object({
      type: Type.Enum(['ADD', 'REMOVED']),
      modified_stock: Type.Boolean(),
      previous_quantity: Type.Integer(),
      new_quantity: Type.Integer(),
      product_name: Type.String(),
    }),
  ),
  shipping_costs: Type.Array(
    Type.Object({
      fulfillment_number: Type.Integer(),
      previous_merchant_cost: Type.Number(),
      new_merchant_cost: Type.Number(),
      previous_consumer_cost: Type.Number(),
      new_consumer_cost: Type.Number(),
    }),
  ),
  transaction_information: ValueChange,
  reason: Nullable(Type.String()),
  happened_at: DateTime,
})
export type Edition = Static<typeof Edition>
