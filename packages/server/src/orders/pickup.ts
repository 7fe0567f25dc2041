import { type Destination, type FulfillmentOrder, type PickupDetails, weekdays } from '@bodega/api'
import type { OrderBody } from './build.ts'

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** A province or country by its name or its code, or as both. */
function placeNamed(value: unknown, as: 'code' | 'name'): { code: string | null; name: string | null } {
  const given = record(value)
  if (given) return { code: text(given.code), name: text(given.name) }
  return as === 'code' ? { code: text(value), name: null } : { code: null, name: text(value) }
}

/** An address as orders and carriers say it, or as shipments do. */
function addressOf(value: unknown): Destination | undefined {
  const given = record(value)
  if (!given) return undefined
  return {
    zipcode: text(given.zipcode),
    street: text(given.street ?? given.address) ?? '',
    number: text(given.number),
    floor: text(given.floor),
    locality: text(given.locality),
    city: text(given.city),
    reference: text(given.reference),
    between_streets: text(given.between_streets),
    province: placeNamed(given.province, 'name'),
    region: given.region ? placeNamed(given.region, 'name') : null,
    country: placeNamed(given.country, 'code'),
  }
}

/** Days are counted from Sunday, or named. */
function hoursOf(value: unknown): PickupDetails['pickup_hours'] {
  if (!Array.isArray(value)) return []
  return value.flatMap(entry => {
    const { day: given, start, end } = record(entry) ?? {}
    const day = typeof given === 'number' ? weekdays[given] : weekdays.find(name => name === text(given)?.toUpperCase())
    return day ? { day, start: text(start) ?? '', end: text(end) ?? '' } : []
  })
}

/** What is said of a place where a buyer picks up. */
interface Point {
  id?: unknown
  branch?: unknown
  name?: unknown
  address?: unknown
  hours?: unknown
}

/** Such a place as shipments show it (contract: fulfillment-orders 2.3). */
export function pickupAt({ id, branch, name, address, hours }: Point): PickupDetails {
  const store_branch_id = text(branch)
  return {
    location_id: text(id),
    ...(store_branch_id === null ? {} : { store_branch_id }),
    name: text(name) ?? '',
    address: addressOf(address) ?? (addressOf({}) as Destination),
    pickup_hours: hoursOf(hours),
  }
}

/** Where the buyer of an order picks up; nothing where the order does not say. A location of the store is known. */
export function pickupDetailsOf(
  body: OrderBody,
  own: FulfillmentOrder['assigned_location'] | undefined,
): PickupDetails | null {
  const given = record(body.shipping_pickup_details)
  const id = own?.location_id ?? record(body.shipping_suboption)?.id ?? given?.location_id
  const name = given?.name ?? body.shipping_store_branch_name
  if (!given && id === undefined && !name) return null
  return pickupAt({
    id,
    branch: given?.store_branch_id,
    name: name ?? own?.name,
    address: given?.address ?? own?.address,
    hours: given?.pickup_hours ?? given?.hours,
  })
}

/** The same as orders show it in the older version. */
export function shownPickup(details: PickupDetails | null) {
  if (!details) return { shipping_pickup_details: null, shipping_suboption: [], shipping_store_branch_name: null }
  const { location_id, name, address, pickup_hours } = details
  const { street, province, region: _, country, ...lines } = address
  return {
    shipping_pickup_details: {
      name,
      address: {
        address: street,
        ...lines,
        province: province?.name ?? province?.code,
        country: country?.code ?? null,
      },
      hours: pickup_hours.map(({ day, start, end }) => ({ day: weekdays.indexOf(day), start, end })),
    },
    shipping_suboption: location_id === null ? [] : { id: location_id },
    shipping_store_branch_name: name || null,
  }
}
