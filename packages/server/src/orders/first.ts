import { isDeepStrictEqual } from 'node:util'
import type { FulfillmentOrder } from '@bodega/api'
import { wireTime } from '../platform/database/values.ts'
import type { OrderBody } from './build.ts'
import { shippingNamed } from './carriers.ts'
import { shownPickup } from './pickup.ts'
import { isAtLeast, nextAction, shippingStatusOf } from './states.ts'
import { weekdaysUntil } from './weekdays.ts'

/**
 * What an order shows of its shipments follows from them; the first one stands for all in the older version. Where it was
 * changed, it is told what it was before.
 */
export function withShipments(
  body: OrderBody,
  shipments: readonly FulfillmentOrder[],
  now: Date,
  before?: FulfillmentOrder,
): OrderBody {
  const shipping_status = shippingStatusOf(shipments.map(shipment => shipment.status))
  const { status, payment_status, gateway } = body
  const [first] = shipments
  const shown = first
    ? { ...body, ...firstOf(body, first, now), ...(before ? changesOf(body, before, first, now) : {}) }
    : body
  const { shipping_pickup_type = 'ship' } = shown
  return {
    ...shown,
    shipping_status,
    next_action: nextAction({ status, payment_status, shipping_status, gateway, shipping_pickup_type }),
  }
}

/** Contract: orders 2.4. */
function firstOf(body: OrderBody, first: FulfillmentOrder, now: Date): Partial<OrderBody> {
  const { shipping, tracking_info, status } = first
  const isOut = isAtLeast(status, 'DISPATCHED')
  return {
    shipping_tracking_number: tracking_info.code,
    shipping_tracking_url: tracking_info.url,
    shipped_at: isOut ? (body.shipped_at ?? wireTime(now)) : null,
    ...(shipping ? shippingFields(body, shipping) : {}),
  }
}

function shippingFields(
  { shipping, shipping_pickup_details, shipping_suboption = [], shipping_store_branch_name }: OrderBody,
  { carrier, option, type, pickup_details }: NonNullable<FulfillmentOrder['shipping']>,
): Partial<OrderBody> {
  const pickup = shownPickup(pickup_details)
  return {
    // Shipments of earlier releases do not say who carries them.
    shipping: carrier?.carrier_id
      ? shippingNamed({ ...carrier, carrier_id: carrier.carrier_id })
      : ((carrier && shipping) ?? null),
    shipping_carrier_name: carrier?.name ?? null,
    shipping_option: option?.name ?? null,
    shipping_option_code: option?.code ?? null,
    shipping_option_reference: option?.reference ?? null,
    ...(type === 'non-shippable' ? {} : { shipping_pickup_type: type }),
    // What the client said of the place stays; the server knows its own locations and those of a quote.
    shipping_pickup_details: shipping_pickup_details ?? pickup.shipping_pickup_details,
    shipping_suboption: isDeepStrictEqual(shipping_suboption, []) ? pickup.shipping_suboption : shipping_suboption,
    shipping_store_branch_name: shipping_store_branch_name ?? pickup.shipping_store_branch_name,
  }
}

/** What an order was placed with stays until its first shipment says otherwise. */
function changesOf(
  { created_at, shipping_address: before }: OrderBody,
  { shipping: old }: FulfillmentOrder,
  first: FulfillmentOrder,
  now: Date,
): Partial<OrderBody> {
  const shipping_address = readdressed(before, first, now)
  // The bill stays where it was.
  const address = shipping_address === before ? {} : { shipping_address, same_billing_and_shipping_address: false }
  const { shipping } = first
  if (!old || !shipping) return address
  const daysUntil = (date: string | null) =>
    date === null ? null : weekdaysUntil(new Date(created_at), new Date(date))
  const { min_delivery_date: min, max_delivery_date: max, pickup_details } = shipping
  return {
    ...address,
    ...(isDeepStrictEqual(old.pickup_details, pickup_details) ? {} : shownPickup(pickup_details)),
    ...(old.min_delivery_date === min ? {} : { shipping_min_days: daysUntil(min) }),
    ...(old.max_delivery_date === max ? {} : { shipping_max_days: daysUntil(max) }),
  }
}

type Address = OrderBody['shipping_address']

/** The address of the order is where its first shipment goes. */
function readdressed(old: Address, { destination, recipient }: FulfillmentOrder, now: Date): Address {
  if (!old || !destination) return old
  const { street, number, floor, locality, zipcode, city, province, country } = destination
  const next = {
    ...old,
    name: recipient.name,
    phone: recipient.phone,
    address: street,
    number,
    floor,
    locality,
    zipcode,
    city,
    province: province?.name ?? province?.code ?? null,
    country: country?.code ?? null,
    customs: customsOf(old.customs, destination),
  }
  return isDeepStrictEqual(next, old) ? old : { ...next, updated_at: wireTime(now) }
}

/** Two of the lines that are no part of every address; what else a client has put there stays. */
function customsOf(
  old: NonNullable<Address>['customs'],
  { reference, between_streets }: NonNullable<FulfillmentOrder['destination']>,
): NonNullable<Address>['customs'] {
  const others = Object.entries(old ?? {}).filter(
    ([name, value]) => !(name === 'reference' || name === 'between_streets') || typeof value !== 'string',
  )
  const lines = Object.entries({ reference, between_streets }).filter(([, line]) => line !== null)
  return old || lines.length > 0 ? Object.fromEntries([...others, ...lines]) : null
}
