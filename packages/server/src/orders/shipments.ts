import type { Destination, FulfillmentOrder, OrderLine, ShipmentStatus, Shipping, ShippingType } from '@bodega/api'
import { mainText } from '@bodega/api'
import type { Place } from '../locations/index.ts'
import type { World } from '../platform/clock.ts'
import { wireTime } from '../platform/database/values.ts'
import { newUlid } from '../platform/ids.ts'
import type { Plan, SplitLine } from './allocate.ts'
import type { OrderBody } from './build.ts'
import { carrierIn, type NamedCarrier } from './carriers.ts'
import { lineTotal } from './lines.ts'
import { cents, moneyObject } from './money.ts'
import { pickupDetailsOf } from './pickup.ts'
import { explanationOf } from './plan.ts'
import { gather, type Quantities } from './quantities.ts'
import { isAtLeast } from './states.ts'
import { afterWeekdays } from './weekdays.ts'
import { lineGrams } from './weight.ts'

/** Times inside fulfillment orders have a colon in their offset. */
export const colonTime = (time: Date): string => `${wireTime(time).slice(0, 19)}+00:00`

interface Parts {
  plan: Plan
  split: readonly SplitLine[][]
  places: ReadonlyMap<string, Place>
  status: ShipmentStatus
  /** No line needs shipping (D59). */
  isNonShippable: boolean
  /** Where the buyer comes to; other shipments are carried there. */
  pickup: string | undefined
  /** The carrier that the order names, where it is known. */
  carrier: NamedCarrier | undefined
  /** How each part is shipped, where a quote promised it. */
  shippings: readonly Shipping[]
}

/** One shipment for each part of the plan, numbered in the order in which the locations were used. */
export function shipmentsOf(
  body: OrderBody,
  { plan, split, places, status, isNonShippable, pickup, carrier, shippings }: Parts,
  world: World,
  now: Date,
): FulfillmentOrder[] {
  const type = isNonShippable ? 'non-shippable' : (body.shipping_pickup_type ?? 'pickup')
  const point = places.get(pickup ?? '')
  const pickup_details = type === 'pickup' ? pickupDetailsOf(body, point && placeOf(point, body.language)) : null
  const start = isNonShippable ? (isAtLeast(status, 'DISPATCHED') ? 'DELIVERED' : 'UNPACKED') : status
  return plan.parts.map(({ location }, index) => {
    const place = places.get(location)
    if (!place) throw new Error(`the plan names a location that was not read: ${location}`)
    const pieces = (split[index] ?? []).map(piece => ({
      line: body.products[piece.line] as OrderLine,
      quantity: piece.quantity,
    }))
    const time = colonTime(now)
    const isFirst = index === 0
    return {
      id: newUlid(world),
      number: String(index + 1),
      ...totalsOf(pieces, body.currency),
      assigned_location: placeOf(place, body.language),
      line_items: pieces.map(piece =>
        itemOf(piece, body.currency, {
          id: newUlid(world),
          stock_transfer: transferTo(pickup, location),
          created_at: time,
          updated_at: time,
        }),
      ),
      recipient: {
        name: body.shipping_address?.name ?? null,
        phone: body.shipping_address?.phone ?? null,
        identifier: body.contact_identification,
      },
      destination: destinationOf(body.shipping_address),
      shipping: shippings[index] ?? shippingOf(body, { type, carrier, pickup_details, isFirst }, now),
      discounts: [],
      status: start,
      status_history: [],
      tracking_info: { url: body.shipping_tracking_url ?? null, code: body.shipping_tracking_number ?? null },
      tracking_info_history: [],
      tracking_events: [],
      labels: [],
      fulfilled_at: start === 'DELIVERED' ? time : null,
      created_at: time,
      updated_at: time,
      allocation: explanationOf(plan),
    }
  })
}

/** What leaves from elsewhere is carried to where the buyer comes, if that is a location of the store. */
export const transferTo = (pickup: string | undefined, location: string): ShipmentItem['stock_transfer'] => ({
  from_location_id: pickup !== undefined && pickup !== location ? location : null,
})

/** So many units of a line of the order. */
export interface Piece {
  line: OrderLine
  quantity: number
}

/** How many units of each variant they are, whichever line asked for them. */
export const unitsOfPieces = (pieces: readonly Piece[]): Quantities =>
  gather(pieces.map(({ line, quantity }) => ({ variant_id: line.variant_id, quantity })))

export type ShipmentItem = FulfillmentOrder['line_items'][number]

export const itemOf = (
  { line, quantity }: Piece,
  currency: string,
  own: Pick<ShipmentItem, 'id' | 'stock_transfer' | 'created_at' | 'updated_at'>,
): ShipmentItem => ({
  external_id: String(line.id),
  quantity,
  variant: { variant_id: String(line.variant_id) },
  product: { product_id: String(line.product_id) },
  unit_price: moneyObject(cents(line.price), currency),
  unit_dimension: {
    weight: Number(line.weight),
    width: Number(line.width),
    height: Number(line.height),
    depth: Number(line.depth),
  },
  kit: null,
  ...own,
})

export function totalsOf(pieces: readonly Piece[], currency: string) {
  const weight = pieces.reduce((sum, { line, quantity }) => sum + lineGrams({ weight: line.weight, quantity }), 0n)
  return {
    total_quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    total_weight: Number(weight) / 1000,
    total_price: moneyObject(
      pieces.reduce((sum, { line, quantity }) => sum + lineTotal({ price: line.price, quantity }), 0n),
      currency,
    ),
  }
}

export const placeOf = ({ id, name, address }: Place, language: string): FulfillmentOrder['assigned_location'] => {
  const locale = Object.keys(name).find(key => key.startsWith(language))
  return { location_id: id, name: mainText(name, locale ?? ''), address: { ...address, street: address.street } }
}

/** Nothing is known of the region; the province is known by its name, the country by its code. */
function destinationOf(address: OrderBody['shipping_address']): Destination | null {
  if (!address) return null
  const { reference, between_streets } = (address.customs ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    zipcode: address.zipcode,
    street: address.address ?? '',
    number: address.number,
    floor: address.floor,
    locality: address.locality,
    city: address.city,
    reference: text(reference),
    between_streets: text(between_streets),
    province: { code: null, name: address.province },
    region: null,
    country: { code: address.country, name: null },
  }
}

/** Whatever else is said of its shipping, each shipment says whether it is shipped at all, as lists of orders do. */
export const extrasOf = (type: ShippingType, others: Shipping['extras'] = null) => ({
  ...others,
  shippable: type !== 'non-shippable',
})

/** The kinds of carriers that are no app's; all others are of the kind `default`. */
const codes: Readonly<Record<string, string>> = { table: 'custom', draft: 'draft' }

interface Way {
  type: ShippingType
  carrier: NamedCarrier | undefined
  pickup_details: Shipping['pickup_details']
  isFirst: boolean
}

/** Every shipment copies the order's shipping; its costs stand on the first, so that sums over shipments agree. */
function shippingOf(body: OrderBody, { type, carrier, pickup_details, isFirst }: Way, now: Date): Shipping {
  const cost = (amount: string | undefined) => moneyObject(isFirst ? cents(amount) : 0n, body.currency)
  const { shipping = null, shipping_option_code: code = null } = body
  const ofApp = carrierIn(shipping)
  return {
    type,
    carrier: {
      carrier_id: ofApp ?? shipping,
      code: ofApp === undefined ? (codes[shipping ?? ''] ?? 'default') : 'api',
      name: body.shipping_carrier_name ?? null,
      app_id: carrier?.app_id ?? null,
    },
    option: {
      name: body.shipping_option ?? null,
      code,
      reference: body.shipping_option_reference ?? null,
      allow_free_shipping: carrier?.options.find(option => option.code === code)?.allow_free_shipping ?? null,
    },
    merchant_cost: cost(body.shipping_cost_owner),
    consumer_cost: cost(body.shipping_cost_customer),
    min_delivery_date: deliveryDate(now, body.shipping_min_days),
    max_delivery_date: deliveryDate(now, body.shipping_max_days),
    estimated_delivery_time: null,
    pickup_details,
    extras: extrasOf(type),
  }
}

export const deliveryDate = (now: Date, days: number | null | undefined): string | null =>
  days === null || days === undefined ? null : colonTime(afterWeekdays(now, days))
