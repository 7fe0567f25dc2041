import Type, { type Static } from 'typebox'
import { Amount, addressInput, Fields, Id, Maybe, MaybeCode, MaybeOf, MaybeText, NoBody, Paging } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Order } from './order.ts'
import { Bought, Lines } from './order-input.ts'

/** A page that shows the buyer what is bought: both are its address. There is no checkout, so nothing is paid there. */
const checkout = { abandoned_checkout_url: Type.String(), checkout_url: Type.String() }

/** Where it goes, line by line: how the answers to create and confirm say it. */
export const FlatShipping = Type.Object({
  shipping_name: Type.String(),
  shipping_phone: Type.String(),
  /** The street; on an order this is an object. */
  shipping_address: MaybeText,
  shipping_number: Type.String(),
  shipping_floor: Type.String(),
  shipping_locality: Type.String(),
  shipping_zipcode: Type.String(),
  shipping_city: Type.String(),
  shipping_province: Type.String(),
  shipping_country: Type.String(),
})
export type FlatShipping = Static<typeof FlatShipping>

/** An order that is not placed yet. */
export const DraftOrder = Type.Object({
  ...Order.properties,
  ...checkout,
  number: Type.Literal(0),
  storefront: Type.Literal('form'),
  payment_status: Type.Enum(['pending', 'pending_confirmation', 'paid']),
  customer: Type.Optional(Type.Null()),
  completed_at: Type.Null(),
  shipping_address: Type.Null(),
})
export type DraftOrder = Static<typeof DraftOrder>

const Required = Type.String({ minLength: 1, maxLength: 255 })

const DraftAddress = Type.Object(addressInput)
const DraftShipping = Type.Object({
  cost: Amount,
  shipping_address: Type.Optional(Type.Union([DraftAddress, Type.Array(DraftAddress, { maxItems: 1 }), Type.Null()])),
})

export const DraftOrderInput = Type.Object({
  contact_name: Required,
  contact_lastname: Required,
  contact_email: Required,
  contact_phone: MaybeCode,
  cpf_cnpj: MaybeCode,
  /** `unpaid` where nothing is said. */
  payment_status: MaybeOf(Type.Enum(['unpaid', 'pending_confirmation', 'paid'])),
  sale_channel: Maybe(),
  note: Maybe(5000),
  products: Lines(Bought),
  discount: Amount,
  discount_type: MaybeOf(Type.Enum(['absolute', 'percentage'])),
  /** Some clients send a list with the object in it. */
  shipping: Type.Optional(Type.Union([DraftShipping, Type.Array(DraftShipping, { maxItems: 1 }), Type.Null()])),
})
export type DraftOrderInput = Static<typeof DraftOrderInput>

const OneDraft = Type.Object({ id: Id })

export const draftOrders = {
  list: endpoint({
    method: 'GET',
    path: '/draft_orders',
    scope: 'read_draft_orders',
    summary: 'List the draft orders',
    query: Paging,
    reply: DraftOrder,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/draft_orders/:id',
    scope: 'read_draft_orders',
    summary: 'Read one draft order',
    params: OneDraft,
    query: Fields,
    reply: DraftOrder,
  }),
  create: endpoint({
    method: 'POST',
    path: '/draft_orders',
    scope: 'write_draft_orders',
    summary: 'Create a draft order: no stock is taken',
    body: DraftOrderInput,
    status: 201,
    reply: Type.Object({ ...DraftOrder.properties, ...FlatShipping.properties }),
    errors: { 422: 'A field is wrong' },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/draft_orders/:id/confirm',
    scope: 'write_draft_orders',
    summary: 'Make the draft an order of the same id: stock is taken and split over locations, or the draft stays',
    params: OneDraft,
    body: NoBody,
    reply: Type.Object({ ...Order.properties, ...checkout, ...FlatShipping.properties }),
    errors: { 422: 'There is not enough stock, or a variant is gone: then the draft stays' },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/draft_orders/:id',
    scope: 'write_draft_orders',
    summary: 'Delete a draft order',
    params: OneDraft,
    reply: Type.Object({}),
  }),
}
