/** What the server asks a carrier, and what a carrier answers: for those who write one. */
import Type, { type Static } from 'typebox'
import { MaybeBoolean, MaybeOf, Nullable } from './common.ts'
import { RateAddress } from './shipping-quotes.ts'

export const RateRequest = Type.Object({
  cart_id: Nullable(Type.String()),
  store_id: Type.Integer(),
  currency: Type.String(),
  language: Type.String(),
  origin: Type.Object({ ...RateAddress.properties, location_id: Type.String() }),
  destination: RateAddress,
  items: Type.Array(
    Type.Object({
      /** Of the variant. */
      id: Type.Integer(),
      product_id: Type.Integer(),
      name: Type.String(),
      sku: Nullable(Type.String()),
      quantity: Type.Integer(),
      free_shipping: Type.Boolean(),
      grams: Type.Integer(),
      price: Type.Number(),
      dimensions: Type.Object({ width: Type.Number(), height: Type.Number(), depth: Type.Number() }),
    }),
  ),
  /** Here ids are texts, unlike those of the items. */
  carrier: Type.Object({
    id: Type.String(),
    name: Type.String(),
    options: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        code: Type.String(),
        allow_free_shipping: Type.Boolean(),
        additional_cost: Type.Object({ amount: Type.Number(), currency: Type.String() }),
        additional_days: Type.Integer(),
      }),
    ),
  }),
})
export type RateRequest = Static<typeof RateRequest>

const Price = Type.Union([Type.Number(), Type.String({ maxLength: 40 })])
const MaybeDate = MaybeOf(Type.String({ maxLength: 40 }))
const Line = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Null()]))

/** Where a buyer picks up. */
export const RatePickup = Type.Object({
  address: Line,
  number: Line,
  floor: Line,
  locality: Line,
  city: Line,
  province: Line,
  country: Line,
  phone: Line,
  zipcode: Line,
  latitude: Line,
  longitude: Line,
})

/** From Sunday, 0, to Saturday; `0900` to `1800`. */
export const RateHours = Type.Object({
  day: Type.Integer({ minimum: 0, maximum: 6 }),
  start: Type.String({ maxLength: 8 }),
  end: Type.String({ maxLength: 8 }),
})

const rate = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  /** Of an active option of the carrier. */
  code: Type.String({ minLength: 1, maxLength: 255 }),
  price: Price,
  price_merchant: MaybeOf(Price),
  currency: Type.String({ maxLength: 3 }),
  min_delivery_date: MaybeDate,
  max_delivery_date: MaybeDate,
  id_required: MaybeBoolean,
  phone_required: MaybeBoolean,
  accepts_cod: MaybeBoolean,
  reference: Type.String({ maxLength: 2048 }),
}

export const Rate = Type.Union([
  Type.Object({ ...rate, type: Type.Literal('ship') }),
  Type.Object({
    ...rate,
    type: Type.Literal('pickup'),
    address: RatePickup,
    hours: Type.Array(RateHours, { maxItems: 100 }),
    availability: MaybeBoolean,
  }),
])
export type Rate = Static<typeof Rate>

export interface RateReply {
  rates: Rate[]
}
