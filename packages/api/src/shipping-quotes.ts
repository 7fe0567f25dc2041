import Type, { type Static } from 'typebox'
import {
  addressInput,
  DateTime,
  Id,
  Maybe,
  MaybeCode,
  MaybeOf,
  MaybeText,
  Nullable,
  OrderMoney,
  Ulid,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Allocation } from './fulfillment-order.ts'
import { Quantity } from './order-input.ts'

const Days = Nullable(Type.Integer())

/** An address in the plain texts that carriers read. */
export const RateAddress = Type.Object({
  name: MaybeText,
  address: MaybeText,
  number: MaybeText,
  floor: MaybeText,
  locality: MaybeText,
  city: MaybeText,
  province: MaybeText,
  country: Type.String(),
  postal_code: MaybeText,
  phone: MaybeText,
})
export type RateAddress = Static<typeof RateAddress>

export const QuoteInput = Type.Object({
  products: Type.Array(Type.Object({ variant_id: Id, quantity: Quantity }), { minItems: 1, maxItems: 500 }),
  destination: Type.Object({
    name: Maybe(),
    /** `zipcode` as orders call it, `postal_code` as carriers do. */
    ...addressInput,
    postal_code: MaybeCode,
    /** The country of the store, where none is said. */
    country: MaybeOf(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    phone: MaybeCode,
  }),
})
export type QuoteInput = Static<typeof QuoteInput>

/** What an option costs for one package: in the order of the quote's options. */
export const PackageOffer = Type.Object({
  shipping: Type.String(),
  code: Type.String(),
  price: OrderMoney,
  price_merchant: OrderMoney,
  /** What it would have cost the buyer, if it is free. */
  original_price: OrderMoney,
  min_days: Days,
  max_days: Days,
  reference: MaybeText,
})
export type PackageOffer = Static<typeof PackageOffer>

/** One way to ship all packages: what it costs together, under the names by which an order asks for it. */
export const QuoteOption = Type.Object({
  /** `table`, or `api_` and the id of the carrier. */
  shipping: Type.String(),
  code: Type.String(),
  name: Type.String(),
  type: Type.Enum(['ship', 'pickup']),
  price: OrderMoney,
  price_merchant: OrderMoney,
  currency: Type.String(),
  min_days: Days,
  max_days: Days,
  /** Of the first package. */
  reference: MaybeText,
  carrier: Type.Object({ carrier_id: Type.String(), code: Type.String(), name: Type.String(), app_id: MaybeText }),
  allow_free_shipping: Type.Boolean(),
  id_required: Type.Boolean(),
  phone_required: Type.Boolean(),
  accepts_cod: Type.Boolean(),
  /** Where a pickup is. */
  address: Nullable(Type.Record(Type.String(), Type.Unknown())),
  hours: Type.Array(Type.Object({ day: Type.Integer(), start: Type.String(), end: Type.String() })),
})
export type QuoteOption = Static<typeof QuoteOption>

/** Where a package would leave from, what is in it, and what each option costs for it. */
export const QuotePackage = Type.Object({
  location_id: Ulid,
  origin: Type.Object({ ...RateAddress.properties, location_id: Ulid }),
  items: Type.Array(Type.Object({ variant_id: Id, quantity: Type.Integer() })),
  /** Kilograms, of what needs shipping. */
  weight: Type.String({ pattern: '^\\d+\\.\\d{3}$' }),
  options: Type.Array(PackageOffer),
})
export type QuotePackage = Static<typeof QuotePackage>

/** What an order would cost to ship, and why; bound for a while (D57). */
export const ShippingQuote = Type.Object({
  quote_id: Ulid,
  expires_at: DateTime,
  packages: Type.Array(QuotePackage),
  options: Type.Array(QuoteOption),
  /** Why the packages leave from where they do. */
  allocation: Allocation,
  /** Why something is not among the options. */
  unavailable: Type.Array(
    Type.Object({ shipping: Type.String(), name: Type.String(), location_id: Ulid, reason: Type.String() }),
  ),
})
export type ShippingQuote = Static<typeof ShippingQuote>

export const shippingQuotes = {
  create: endpoint({
    method: 'POST',
    path: '/shipping_quotes',
    scope: 'read_shipping',
    summary: 'See from where a cart would ship, by which options, for how much and how soon',
    body: QuoteInput,
    reply: ShippingQuote,
    errors: { 422: 'A field is wrong, or there is not enough stock' },
  }),
}
