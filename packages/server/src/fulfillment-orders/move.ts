import { badRequest, type ShipmentChange } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { changeLevels, holdLevels } from '../inventory/index.ts'
import { keepLocations, placesByPriority } from '../locations/index.ts'
import { type Claim, gather, levelChange, minus, type Parcel, placeOf, type Whole } from '../orders/index.ts'

/**
 * A shipment that leaves from elsewhere takes its stock along: released at the old place, claimed at the new one. Of
 * units that its order never took none are claimed.
 */
export async function moved(
  call: Write,
  parcel: Parcel,
  whole: Whole,
  wanted: NonNullable<ShipmentChange['assigned_location']>,
): Promise<Parcel> {
  const target = wanted.location_id ?? wanted.id
  const { document } = parcel
  // Where it has left already, the location may be gone: what is sent as it is changes nothing.
  if (target === undefined || target === null || target === document.assigned_location.location_id) return parcel
  // Whoever deletes the location waits for this shipment, or is waited for and then it is gone.
  await keepLocations(call.tx, call.store.id, [target])
  const places = await placesByPriority(call.tx, call.store.id)
  const place = places.find(({ id }) => id === target)
  if (!place) throw badRequest('Location with such id does not exist')
  if (document.status !== 'UNPACKED') throw badRequest('Only a shipment that is not packed can leave from elsewhere')
  const claims = whole.behaviour === 'claim' ? await reclaim(call, parcel, place.id) : []
  return { ...parcel, claims, document: { ...document, assigned_location: placeOf(place, whole.body.language) } }
}

async function reclaim(call: Write, { claims, untaken, document }: Parcel, target: string): Promise<Claim[]> {
  const items = document.line_items.map(({ variant, quantity }) => ({
    variant_id: Number(variant.variant_id),
    quantity,
  }))
  const wanted = minus(gather(items), new Map(untaken))
  const levels = await holdLevels(call.tx, call.store.id, [...wanted.keys()])
  const counted = new Set(levels.filter(({ stock }) => stock !== null).map(({ variant_id }) => variant_id))
  const taken: Claim[] = []
  for (const [variant, units] of wanted) {
    const level = levels.find(({ variant_id, location_id }) => variant_id === variant && location_id === target)
    const isUnlimited = !counted.has(variant) || level?.stock === null
    if (isUnlimited) continue
    const available = level?.stock ?? 0
    if (!level || available < units)
      throw badRequest(`Variant ${variant}: ${units} wanted, ${available} available there`)
    taken.push([level.product_id, variant, target, units])
  }
  // A variant that was deleted since has no levels to return to.
  const known = new Set(levels.map(({ variant_id }) => variant_id))
  const returned = claims.filter(([, variant]) => known.has(variant))
  const changes = [...returned.map(claim => levelChange(claim, 1)), ...taken.map(claim => levelChange(claim, -1))]
  await changeLevels(call, 'move', changes)
  return taken
}
