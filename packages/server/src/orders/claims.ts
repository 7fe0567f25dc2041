import type { Write } from '../access/index.ts'
import { changeLevels, type LevelChange } from '../inventory/index.ts'
import { locationIds } from '../locations/index.ts'
import { sellables } from '../products/index.ts'
import type { Whole } from './edit.ts'
import type { Quantities } from './quantities.ts'
import type { Claim } from './stock.ts'

export const claimsOf = ({ parcels }: Whole): Claim[] => parcels.flatMap(({ claims }) => claims)

/** As many of the claims as asked for of each variant, and the rest of them. */
export function parted(claims: readonly Claim[], asked: Quantities): [chosen: Claim[], rest: Claim[]] {
  const open = new Map(asked)
  const [chosen, rest]: [Claim[], Claim[]] = [[], []]
  for (const [product, variant, location, units] of claims) {
    const part = Math.min(units, open.get(variant) ?? 0)
    open.set(variant, (open.get(variant) ?? 0) - part)
    if (part > 0) chosen.push([product, variant, location, part])
    if (part < units) rest.push([product, variant, location, units - part])
  }
  return [chosen, rest]
}

/** One claim for what was claimed of a variant at a location. */
export function together(claims: readonly Claim[]): Claim[] {
  const byLevel = new Map<string, Claim>()
  for (const [product, variant, location, units] of claims) {
    const key = `${variant}/${location}`
    byLevel.set(key, [product, variant, location, units + (byLevel.get(key)?.[3] ?? 0)])
  }
  return [...byLevel.values()]
}

/** What the stock where it was claimed gains, or loses. */
export const levelChange = ([product_id, variant_id, location_id, units]: Claim, sign: 1 | -1): LevelChange => ({
  product_id,
  variant_id,
  location_id,
  stock: sign * units,
  isDelta: true,
})

/** Returns claimed units to where they came from. Who calls forgets the claims, so that nothing returns twice. */
export async function giveBack(call: Write, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  // A location that was deleted meanwhile cannot take anything: the default one does.
  const locations = await locationIds(call.tx, call.store.id)
  const returning = claims.map(([product, variant, from, units]): Claim => {
    const location = locations.includes(from) ? from : (locations[0] ?? from)
    return [product, variant, location, units]
  })
  const existing = await ofVariantsThatExist(call, together(returning))
  await changeLevels(
    call,
    'cancel',
    existing.map(claim => levelChange(claim, 1)),
  )
}

/** A variant that was deleted since has no levels to return to. */
async function ofVariantsThatExist({ tx, store }: Write, claims: readonly Claim[]): Promise<Claim[]> {
  const known = await sellables(
    tx,
    store.id,
    claims.map(([, variant]) => variant),
  )
  return claims.filter(([, variant]) => known.has(variant))
}

/** Takes units from levels that are held and have them. */
export async function take(call: Write, claims: readonly Claim[]): Promise<void> {
  await changeLevels(
    call,
    'order',
    together(claims).map(claim => levelChange(claim, -1)),
  )
}
