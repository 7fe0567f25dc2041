import { isDeepStrictEqual } from 'node:util'
import {
  badFields,
  badRequest,
  type Destination,
  type FulfillmentOrder,
  type ShipmentChange,
  type Shipping,
  type ShippingChange,
} from '@bodega/api'
import type { Write } from '../access/index.ts'
import {
  cents,
  colonTime,
  countryCode,
  extrasOf,
  isAtLeast,
  moneyObject,
  type NamedCarrier,
  type OrderBody,
} from '../orders/index.ts'
import { parseInstant } from '../platform/instant.ts'
import { namedCarriers } from '../shipping/index.ts'
import { pickupOf } from './pickup.ts'

/** Destination, recipient and shipping can change until the shipment has left; what is only repeated changes nothing. */
export async function described(
  call: Write,
  document: FulfillmentOrder,
  { destination, recipient, shipping }: ShipmentChange,
  order: OrderBody,
): Promise<FulfillmentOrder> {
  const next = {
    ...document,
    ...(destination ? { destination: destinationOf(destination, document.destination, call.store.country) } : {}),
    ...(recipient ? { recipient: recipientOf(document.recipient, recipient) } : {}),
    ...(shipping && document.shipping ? { shipping: await reshipped(call, document.shipping, shipping, order) } : {}),
  }
  if (isDeepStrictEqual(next, document)) return document
  if (isAtLeast(document.status, 'DISPATCHED')) throw badRequest('The shipment has left already')
  return next
}

function destinationOf(
  given: NonNullable<ShipmentChange['destination']>,
  old: Destination | null,
  home: string,
): Destination {
  const place = (named: { code?: string | null; name?: string | null } | null | undefined) =>
    named ? { code: named.code ?? null, name: named.name ?? null } : null
  const country = place(given.country)
  const isOther = country && !isDeepStrictEqual(country, old?.country)
  return {
    zipcode: given.zipcode ?? null,
    street: given.street,
    number: given.number ?? null,
    floor: given.floor ?? null,
    locality: given.locality ?? null,
    city: given.city ?? null,
    reference: given.reference ?? null,
    between_streets: given.between_streets ?? null,
    province: place(given.province),
    region: place(given.region),
    // Read as in the address of an order; what shipments of earlier releases have there can still be sent back.
    country: isOther ? { ...country, code: countryCode(country.code || country.name || home) } : country,
  }
}

type Recipient = FulfillmentOrder['recipient']

/** A shipment is for somebody; whoever is named cannot be struck out. */
function recipientOf(old: Recipient, given: NonNullable<ShipmentChange['recipient']>): Recipient {
  const { name, phone, identifier } = { ...old, ...given }
  if (old.name && !name?.trim()) throw badFields({ 'recipient.name': ['The recipient.name field is required.'] })
  return { name: name ?? null, phone: phone ?? null, identifier: identifier ?? null }
}

async function reshipped(
  call: Write,
  old: Shipping,
  given: ShippingChange,
  { currency, language }: OrderBody,
): Promise<Shipping> {
  const type = given.type ?? old.type
  if (type !== old.type && (type === 'non-shippable' || old.type === 'non-shippable')) {
    throw badRequest('Whether a shipment needs shipping follows from its products')
  }
  const { carrier, option } = await namedBy(call, old, given)
  const date = (text: string | null | undefined, before: string | null) =>
    text === undefined ? before : text === null ? null : colonTime(parseInstant(text) as Date)
  return {
    type,
    carrier,
    option,
    merchant_cost: costOf('merchant_cost', given, old, currency),
    consumer_cost: costOf('consumer_cost', given, old, currency),
    min_delivery_date: date(given.min_delivery_date, old.min_delivery_date),
    max_delivery_date: date(given.max_delivery_date, old.max_delivery_date),
    estimated_delivery_time:
      given.estimated_delivery_time ?? unlessNull(given.estimated_delivery_time, old.estimated_delivery_time),
    pickup_details: given.pickup_details
      ? await pickupOf(call, given.pickup_details, language)
      : unlessNull(given.pickup_details, old.pickup_details),
    extras:
      given.extras === undefined || isDeepStrictEqual(given.extras, old.extras)
        ? old.extras
        : extrasOf(type, given.extras),
  }
}

/** What is not mentioned stays, null strikes it out. */
const unlessNull = <T>(given: null | undefined, old: T): T | null => (given === null ? null : old)

function costOf(
  which: 'merchant_cost' | 'consumer_cost',
  given: ShippingChange,
  old: Shipping,
  currency: string,
): Shipping['merchant_cost'] {
  const cost = given[which]
  if (!cost) return old[which]
  if ((cost.currency ?? currency) !== currency) {
    throw badFields({ [`shipping.${which}.currency`]: [`must be ${currency}, the currency of the order`] })
  }
  return moneyObject(cents(cost.value), currency)
}

/** Carrier and option are named by their codes; what they are called is looked up where they are others than before. */
async function namedBy(
  { tx, store }: Write,
  old: Shipping,
  given: ShippingChange,
): Promise<Pick<Shipping, 'carrier' | 'option'>> {
  if (given.carrier === undefined && given.option === undefined) return old
  const id = given.carrier?.carrier_id || given.carrier?.id || (old.carrier?.carrier_id ?? null)
  const found = id === null ? undefined : (await namedCarriers(tx, store.id, [id])).get(id)
  const isSame = id === (old.carrier?.carrier_id ?? null)
  return {
    carrier: given.carrier
      ? carrierOf(id, given.carrier, isSame ? old.carrier : null, found)
      : unlessNull(given.carrier, old.carrier),
    option: given.option
      ? optionOf(given.option, isSame ? old.option : null, found)
      : unlessNull(given.option, old.option),
  }
}

/** The same carrier stays as it is, but for what is said of it. */
function carrierOf(
  carrier_id: string | null,
  given: NonNullable<ShippingChange['carrier']>,
  old: Shipping['carrier'],
  found: NamedCarrier | undefined,
): Shipping['carrier'] {
  return {
    carrier_id,
    code: given.code ?? (old ?? found)?.code ?? 'default',
    name: old ? (given.name ?? old.name) : (found?.name ?? (given.name || carrier_id)),
    app_id: (old ? given.app_id || old.app_id : (found?.app_id ?? given.app_id)) || null,
  }
}

function optionOf(
  given: NonNullable<ShippingChange['option']>,
  old: Shipping['option'],
  found: NamedCarrier | undefined,
): Shipping['option'] {
  const code = given.code ?? null
  const known = old?.code === code ? old : found?.options.find(option => option.code === code)
  return {
    name: given.name ?? known?.name ?? null,
    code,
    reference: given.reference ?? null,
    allow_free_shipping: given.allow_free_shipping ?? known?.allow_free_shipping ?? null,
  }
}
