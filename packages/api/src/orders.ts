import Type, { type Static } from 'typebox'
import {
  Dates,
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  NoBody,
  OrderMoney,
  Paging,
  Several,
  SinceId,
  SoughtId,
  Text,
  Ulid,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Allocation } from './fulfillment-order.ts'
import { FulfillInput } from './fulfillment-orders.ts'
import { Order, orderStatuses, paymentStatuses, shippingStatuses } from './order.ts'
import { EditedOrder, Edition, OrderEdit, ValueChange } from './order-edit.ts'
import { OrderInput } from './order-input.ts'

const Aggregates = Type.Object({ aggregates: Type.Optional(Text()), ...Fields.properties })

/** Two words for no filter: `any` is that of the contract, `all` what some clients take it to be. */
export const anyWords = ['any', 'all'] as const
const any = <const T extends string[]>(...values: T) => Several(Type.Enum([...anyWords, ...values]))

/** No page of a list goes further, and nobody is counted beyond it (F17). */
export const orderReach = 10_000

export const OrderFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  ...SinceId.properties,
  aggregates: Type.Optional(Text()),
  status: any(...orderStatuses),
  payment_status: any(...paymentStatuses),
  shipping_status: any('packed', 'unfulfilled', 'fulfilled', ...shippingStatuses),
  channels: any('form', 'store', 'api', 'meli', 'pos'),
  total_min: Type.Optional(Type.Number()),
  total_max: Type.Optional(Type.Number()),
  customer_id: Type.Optional(SoughtId),
  customer_ids: Several(SoughtId),
  app_id: Type.Optional(SoughtId),
  payment_methods: Several(Text()),
  payment_provider: Type.Optional(Text()),
  q: Type.Optional(Text()),
})
export type OrderFilters = Static<typeof OrderFilters>

/** What an order would become, without becoming one (extension). */
export const OrderPreview = Type.Object({
  shipments: Type.Array(
    Type.Object({
      number: Type.Integer(),
      location_id: Ulid,
      items: Type.Array(Type.Object({ variant_id: Id, quantity: Type.Integer() })),
    }),
  ),
  missing: Type.Array(Type.Object({ variant_id: Id, wanted: Type.Integer(), available: Type.Integer() })),
  allocation: Allocation,
  minimum_proved: Type.Boolean(),
  subtotal: OrderMoney,
  discount: OrderMoney,
  shipping_cost_customer: OrderMoney,
  total: OrderMoney,
})
export type OrderPreview = Static<typeof OrderPreview>

const OneOrder = Type.Object({ id: Id })
const cancelled = { 422: 'The order is cancelled' }

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/orders',
    scope: 'read_orders',
    summary: 'List the orders, the newest first',
    query: OrderFilters,
    reply: Order,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/:id',
    scope: 'read_orders',
    summary: 'Read one order',
    params: OneOrder,
    query: Aggregates,
    reply: Order,
  }),
  create: endpoint({
    method: 'POST',
    path: '/orders',
    scope: 'write_orders',
    isPreferred: true,
    summary: 'Place an order: stock is taken and split over locations, or the order is refused',
    body: OrderInput,
    status: 201,
    reply: Order,
    errors: {
      409: 'The stock for the plan of `quote_id` is gone: a new quote is in the answer',
      422: 'A field is wrong, or there is not enough stock: then nothing is taken',
    },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    scope: 'write_orders',
    summary: 'Change the note of the owner or the status',
    params: OneOrder,
    body: Type.Object({ owner_note: Maybe(5000), status: Maybe(32) }),
    reply: Order,
  }),
  close: endpoint({
    method: 'POST',
    path: '/orders/:id/close',
    scope: 'write_orders',
    summary: 'Close an order',
    params: OneOrder,
    body: NoBody,
    reply: Order,
    errors: cancelled,
  }),
  open: endpoint({
    method: 'POST',
    path: '/orders/:id/open',
    scope: 'write_orders',
    summary: 'Open a closed order again',
    params: OneOrder,
    body: NoBody,
    reply: Order,
    errors: cancelled,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/orders/:id/cancel',
    scope: 'write_orders',
    summary: 'Cancel an order and return its stock to where it came from',
    params: OneOrder,
    body: Type.Object({
      reason: Type.Optional(Type.Unknown()),
      email: MaybeBoolean,
      restock: MaybeBoolean,
    }),
    reply: Order,
  }),
  pack: endpoint({
    method: 'POST',
    path: '/orders/:id/pack',
    scope: 'write_orders',
    summary: 'Pack the first shipment (legacy)',
    params: OneOrder,
    body: NoBody,
    reply: Order,
    errors: cancelled,
  }),
  fulfill: endpoint({
    method: 'POST',
    path: '/orders/:id/fulfill',
    scope: 'write_orders',
    isPreferred: true,
    summary: 'Attach a tracking code to the first shipment and dispatch it (legacy)',
    params: OneOrder,
    body: FulfillInput,
    reply: Order,
    errors: cancelled,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/orders/:id/edit',
    scope: 'write_orders',
    summary: 'Add, change and remove lines of an order that is not packed yet',
    params: OneOrder,
    body: OrderEdit,
    reply: EditedOrder,
    errors: {
      409: 'The order has changed while its shipping was quoted anew',
      422: 'A field is wrong, the order is not open, a shipment is packed or would be empty, or there is not enough stock',
    },
  }),
  values: endpoint({
    method: 'GET',
    path: '/orders/:id/history/values',
    scope: 'read_orders',
    summary: 'How the total of an order changed',
    params: OneOrder,
    query: Fields,
    reply: Type.Array(ValueChange),
  }),
  editions: endpoint({
    method: 'GET',
    path: '/orders/:id/history/editions',
    scope: 'read_orders',
    summary: 'What was edited about an order',
    params: OneOrder,
    query: Fields,
    reply: Type.Array(Edition),
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/orders/:id/subscriptions',
    scope: 'read_orders',
    summary: 'Subscriptions of an order: there are none',
    params: OneOrder,
    query: Fields,
    reply: Type.Object({ items: Type.Array(Type.Unknown()) }),
    envelope: 'items',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/orders/preview',
    scope: 'read_orders',
    summary: 'See how an order would be split and what it would cost, without placing it',
    body: OrderInput,
    reply: OrderPreview,
  }),
  allocation: endpoint({
    method: 'GET',
    path: '/orders/:id/allocation',
    scope: 'read_orders',
    summary: 'Why the shipments of an order leave from where they do',
    params: OneOrder,
    query: Fields,
    reply: Type.Object({
      ...Allocation.properties,
      shipments: Type.Array(
        Type.Object({
          id: Ulid,
          number: Type.String(),
          location_id: Ulid,
          items: Type.Array(Type.Object({ variant_id: Type.String(), quantity: Type.Integer() })),
        }),
      ),
    }),
  }),
}
