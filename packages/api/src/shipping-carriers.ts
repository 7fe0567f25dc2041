import Type, { type Static } from 'typebox'
import { Code, DateTime, Fields, Id, Maybe, MaybeBoolean, MaybeOf, Nullable, Paging } from './common.ts'
import { endpoint } from './endpoint.ts'

export const carrierTypes = ['ship', 'pickup', 'ship,pickup'] as const

/** An app that tells what shipping costs. */
export const ShippingCarrier = Type.Object({
  id: Id,
  name: Type.String(),
  callback_url: Type.String(),
  callback_labels_url: Nullable(Type.String()),
  /** A comma text, not a list. */
  types: Type.Enum([...carrierTypes]),
  active: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type ShippingCarrier = Static<typeof ShippingCarrier>

export const ShippingCarrierInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  callback_url: Type.String({ minLength: 1, maxLength: 2048 }),
  callback_labels_url: Maybe(2048),
  types: Type.Enum([...carrierTypes, 'pickup,ship']),
  active: MaybeBoolean,
})
export type ShippingCarrierInput = Static<typeof ShippingCarrierInput>

export const ShippingCarrierChange = Type.Partial(ShippingCarrierInput)
export type ShippingCarrierChange = Static<typeof ShippingCarrierChange>

/** One of the ways to ship that a carrier offers; what the store adds to its rates stands here. */
export const ShippingOption = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  additional_days: Type.Integer(),
  additional_cost: Type.Number(),
  allow_free_shipping: Type.Boolean(),
  active: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type ShippingOption = Static<typeof ShippingOption>

export const ShippingOptionInput = Type.Object({
  code: Type.String({ ...Code, minLength: 1 }),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  additional_days: MaybeOf(Type.Integer({ minimum: 0, maximum: 1000 })),
  additional_cost: MaybeOf(Type.Number({ minimum: 0, maximum: 1e12 })),
  allow_free_shipping: MaybeBoolean,
  active: MaybeBoolean,
})
export type ShippingOptionInput = Static<typeof ShippingOptionInput>

export const ShippingOptionChange = Type.Partial(ShippingOptionInput)
export type ShippingOptionChange = Static<typeof ShippingOptionChange>

/** What a store can ship by, whoever offers it. */
export const OfferedCarrier = Type.Object({
  /** 0 for the table rates of the store. */
  id: Type.Integer({ minimum: 0 }),
  name: Type.String(),
  options: Type.Array(
    Type.Object({ id: Id, name: Type.String(), code: Type.String(), allow_free_shipping: Type.Boolean() }),
  ),
})
export type OfferedCarrier = Static<typeof OfferedCarrier>

const OneCarrier = Type.Object({ id: Id })
const OfCarrier = Type.Object({ carrier_id: Id })
const OneOption = Type.Object({ carrier_id: Id, id: Id })

export const shippingCarriers = {
  list: endpoint({
    method: 'GET',
    path: '/shipping_carriers',
    scope: 'read_shipping',
    summary: 'List the carriers that the calling app has made',
    query: Paging,
    reply: ShippingCarrier,
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/shipping_carriers',
    scope: 'write_shipping',
    summary: 'Register a carrier, which is asked for rates at its callback address',
    body: ShippingCarrierInput,
    status: 201,
    reply: ShippingCarrier,
  }),
  get: endpoint({
    method: 'GET',
    path: '/shipping_carriers/:id',
    scope: 'read_shipping',
    summary: 'Read one carrier',
    params: OneCarrier,
    query: Fields,
    reply: ShippingCarrier,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/shipping_carriers/:id',
    scope: 'write_shipping',
    summary: 'Update a carrier',
    params: OneCarrier,
    body: ShippingCarrierChange,
    reply: ShippingCarrier,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/shipping_carriers/:id',
    scope: 'write_shipping',
    summary: 'Delete a carrier and its options',
    params: OneCarrier,
    reply: Type.Object({}),
  }),
  offered: endpoint({
    method: 'GET',
    path: '/shipping_carriers/options',
    scope: 'read_shipping',
    summary: 'List all carriers of the store with their options, the table rates too',
    query: Paging,
    reply: OfferedCarrier,
    list: true,
  }),
}

export const shippingOptions = {
  list: endpoint({
    method: 'GET',
    path: '/shipping_carriers/:carrier_id/options',
    scope: 'read_shipping',
    summary: 'List the options of a carrier',
    params: OfCarrier,
    query: Paging,
    reply: ShippingOption,
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/shipping_carriers/:carrier_id/options',
    scope: 'write_shipping',
    summary: 'Add an option to a carrier',
    params: OfCarrier,
    body: ShippingOptionInput,
    status: 201,
    reply: ShippingOption,
    errors: { 422: 'A field is wrong, or the code is taken' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/shipping_carriers/:carrier_id/options/:id',
    scope: 'read_shipping',
    summary: 'Read one option',
    params: OneOption,
    query: Fields,
    reply: ShippingOption,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/shipping_carriers/:carrier_id/options/:id',
    scope: 'write_shipping',
    summary: 'Update an option',
    params: OneOption,
    body: ShippingOptionChange,
    reply: ShippingOption,
    errors: { 422: 'A field is wrong, or the code is taken' },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/shipping_carriers/:carrier_id/options/:id',
    scope: 'write_shipping',
    summary: 'Delete an option',
    params: OneOption,
    reply: Type.Object({}),
  }),
}
