/** Where the buyer of a shipment comes for it (contract: fulfillment-orders 2.2, 2.3). */
import { isDeepStrictEqual } from 'node:util'
import type { FulfillmentOrder, PickupDetails, ShippingChange } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { locationIds, placesByPriority } from '../locations/index.ts'
import { colonTime, pickupAt, placeOf, transferTo } from '../orders/index.ts'

/** What was sent, else what is known of a location of the store; where nothing is said of it, there is none. */
export async function pickupOf(
  { tx, store }: Write,
  { location_id, store_branch_id, ...point }: NonNullable<ShippingChange['pickup_details']>,
  language: string,
): Promise<PickupDetails | null> {
  const place = location_id ? (await placesByPriority(tx, store.id)).find(({ id }) => id === location_id) : undefined
  const own = place && placeOf(place, language)
  const details = pickupAt({
    id: location_id,
    branch: store_branch_id,
    name: point.name ?? own?.name,
    address: point.address ?? own?.address,
    hours: point.pickup_hours,
  })
  return isDeepStrictEqual(details, pickupAt({})) ? null : details
}

/** From where to where. */
const wayOf = ({ assigned_location, shipping }: FulfillmentOrder) => ({
  from: assigned_location.location_id,
  to: shipping?.type === 'pickup' ? (shipping.pickup_details?.location_id ?? undefined) : undefined,
})

/** A shipment that leaves from elsewhere, or whose buyer comes elsewhere, says anew whether its contents are carried there. */
export async function carried(
  { tx, store, now }: Write,
  before: FulfillmentOrder,
  after: FulfillmentOrder,
): Promise<FulfillmentOrder> {
  const { from, to } = wayOf(after)
  if (isDeepStrictEqual(wayOf(before), { from, to })) return after
  const isOwn = to !== undefined && (await locationIds(tx, store.id)).includes(to)
  const stock_transfer = transferTo(isOwn ? to : undefined, from)
  const line_items = after.line_items.map(item =>
    isDeepStrictEqual(item.stock_transfer, stock_transfer)
      ? item
      : { ...item, stock_transfer, updated_at: colonTime(now) },
  )
  return { ...after, line_items }
}
