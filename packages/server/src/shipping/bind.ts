import {
  invalid,
  type OrderInput,
  type PackageOffer,
  type QuoteInput,
  type QuoteOption,
  type RateAddress,
  type Shipping,
  type ShippingQuote,
} from '@bodega/api'
import { areEqual, type Bound, countryCode, deliveryDate, extrasOf, gather, pickupAt } from '../orders/index.ts'
import { plainCode } from './postal-codes.ts'

/** A quote, and what it was asked for. */
export interface KeptQuote {
  quote: ShippingQuote
  products: QuoteInput['products']
  destination: RateAddress
}

type Plan = Bound['plan']

/** An order as a quote promised it; refused where the quote was made for something else. */
export function bind({ quote, products, destination }: KeptQuote, input: OrderInput, now: Date): Bound {
  refuseOther(input, products)
  refuseElsewhere(input, destination)
  const option = chosen(quote.options, input)
  return {
    input: { ...input, shipping_address: addressed(input, destination), ...(option ? shippingFields(option) : {}) },
    plan: planOf(quote),
    shippings: option ? shippingsOf(quote, option, now) : [],
  }
}

function refuseOther(input: OrderInput, products: KeptQuote['products']): void {
  if (!areEqual(gather(input.products), gather(products))) {
    throw invalid({ quote_id: ['The quote was made for other products'] })
  }
  if (input.location_id || input.inventory_behaviour === 'bypass') {
    throw invalid({
      quote_id: ['The quote says where stock is taken: leave out location_id and inventory_behaviour bypass'],
    })
  }
}

/** What the price depends on must be what it was asked for; what is not said is not compared. */
function refuseElsewhere({ shipping_address }: OrderInput, { country, postal_code }: KeptQuote['destination']): void {
  const given = shipping_address ?? {}
  const elsewhere = ['is not the destination of the quote']
  if (given.country && countryCode(given.country) !== country) {
    throw invalid({ 'shipping_address.country': elsewhere })
  }
  const isOther = (zipcode: string, code: string) => plainCode(zipcode, country) !== plainCode(code, country)
  if (given.zipcode && postal_code !== null && isOther(given.zipcode, postal_code)) {
    throw invalid({ 'shipping_address.zipcode': elsewhere })
  }
}

/** The address of the order, with what only the quote knows. */
function addressed({ shipping_address }: OrderInput, { postal_code, ...known }: KeptQuote['destination']) {
  const given = Object.entries(shipping_address ?? {}).filter(([, value]) => value !== null && value !== '')
  const { first_name, last_name } = shipping_address ?? {}
  const { name, ...rest } = known
  return {
    ...rest,
    ...(first_name || last_name ? {} : { name }),
    zipcode: postal_code,
    ...Object.fromEntries(given),
  } satisfies OrderInput['shipping_address']
}

/** The option that an order names: by code, carrier and reference, and where that is not enough by what it is called. */
function chosen(options: readonly QuoteOption[], input: OrderInput): QuoteOption | undefined {
  if (options.length === 0) return undefined
  const wanted = {
    shipping: input.shipping,
    code: input.shipping_option_code,
    reference: input.shipping_option_reference,
  }
  const fits = (option: QuoteOption) =>
    Object.entries(wanted).every(([key, value]) => !value || option[key as keyof typeof wanted] === value)
  const fitting = options.filter(fits)
  const [found, other] =
    fitting.length > 1 && input.shipping_option ? fitting.filter(({ name }) => name === input.shipping_option) : fitting
  if (!found) throw invalid({ shipping_option_code: ['is not an option of the quote'] })
  if (other) throw invalid({ shipping_option_code: ['must name one of the options of the quote'] })
  return found
}

/** What the order says of its shipping; its costs are those of all shipments together. */
const shippingFields = (option: QuoteOption) => ({
  shipping: option.shipping,
  shipping_option: option.name,
  shipping_option_code: option.code,
  shipping_option_reference: option.reference,
  shipping_carrier_name: option.carrier.name,
  shipping_pickup_type: option.type,
  shipping_pickup_details:
    option.type === 'pickup' ? { name: option.name, address: option.address, hours: option.hours } : null,
  shipping_cost_customer: option.price,
  shipping_cost_owner: option.price_merchant,
  shipping_min_days: option.min_days,
  shipping_max_days: option.max_days,
})

const planOf = ({ packages, allocation }: KeptQuote['quote']): Plan => ({
  // It was the rule of a plan when the quote was made.
  rule: allocation.rule as Plan['rule'],
  considered: allocation.considered,
  parts: packages.map(({ location_id, items }) => ({ location: location_id, items: gather(items) })),
  missing: new Map(),
  isProved: allocation.minimum_proved ?? false,
})

/** Each shipment costs what its package was quoted. */
function shippingsOf({ packages, options }: KeptQuote['quote'], option: QuoteOption, now: Date): Shipping[] {
  const place = options.indexOf(option)
  return packages.flatMap(({ options: offers }) => {
    const offer = offers[place]
    return offer ? shippingBy(option, offer, now) : []
  })
}

/** How one package is shipped by an option, for what it was offered. */
export function shippingBy(option: QuoteOption, offer: PackageOffer, now: Date): Shipping {
  const { type, carrier, name, code, currency, allow_free_shipping } = option
  const { id_required, phone_required, accepts_cod } = option
  const money = (amount: string) => ({ value: Number(amount), currency })
  const isFree = offer.price !== offer.original_price
  return {
    type,
    carrier,
    option: { name, code, reference: offer.reference, allow_free_shipping },
    merchant_cost: money(offer.price_merchant),
    consumer_cost: money(offer.price),
    min_delivery_date: deliveryDate(now, offer.min_days),
    max_delivery_date: deliveryDate(now, offer.max_days),
    estimated_delivery_time: null,
    // What a carrier refers to by the reference of a point is known to the carrier alone.
    pickup_details: type === 'pickup' ? pickupAt({ ...option, id: offer.reference }) : null,
    extras: extrasOf(type, {
      free_shipping_info: isFree
        ? { free_shipping_id: null, consumer_original_cost: money(offer.original_price) }
        : null,
      id_required,
      phone_required,
      accepts_cod,
    }),
  }
}
