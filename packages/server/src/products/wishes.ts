/** Wishes for stock, as clients put them, and the levels that they mean. */
import type { Write } from '../access/index.ts'
import { homes, type LevelChange, levelKey, unknownLocation } from '../inventory/index.ts'
import { ensureLocations } from '../locations/index.ts'
import type { VariantDraft } from './product-input.ts'
import type { StockWish } from './variant-input.ts'

/** A variant created without any stock is unlimited (D45). */
export const firstWishes = ({ stock }: VariantDraft): StockWish[] =>
  stock.length > 0 ? stock : [{ location_id: undefined, stock: null }]

/** A variant and the stock that is wished for it. */
export interface Wished {
  product_id: number
  variant_id: number
  wishes: readonly StockWish[]
}

/** Where variants have their stock when no location is said; those that have none yet are not in it. */
export type Homes = ReadonlyMap<number, string>

/** The homes that wishes ask for, of products that are locked. */
export function homesOf(
  { tx, store }: Write,
  wanted: readonly Pick<Wished, 'product_id' | 'wishes'>[],
): Promise<Homes> {
  const asking = wanted.filter(({ wishes }) => wishes.some(({ location_id }) => location_id === undefined))
  return homes(
    tx,
    store.id,
    asking.map(({ product_id }) => product_id),
  )
}

/** Wishes for stock become levels: without a location those at home, or at the first one; an unknown one is refused. */
export async function placeWishes(
  call: Write,
  wanted: readonly Wished[],
  known: Homes = new Map(),
): Promise<LevelChange[]> {
  if (wanted.every(({ wishes }) => wishes.length === 0)) return []
  const changes = placed(await ensureLocations(call), wanted, known)
  if (changes instanceof Error) throw changes
  return changes
}

/** The same where the locations are known, by priority. */
export function placed(locations: readonly string[], wanted: readonly Wished[], known: Homes): LevelChange[] | Error {
  const [first = ''] = locations
  const place = new Map(locations.map((id, index) => [id, index]))
  const changes = new Map<string, LevelChange>()
  for (const { product_id, variant_id, wishes } of wanted) {
    for (const { location_id = known.get(variant_id) ?? first, stock } of wishes) {
      if (!place.has(location_id)) return unknownLocation()
      // Of two wishes for one place the later holds.
      const change = { product_id, variant_id, location_id, stock }
      changes.set(levelKey(change), change)
    }
  }
  // A variant shows its levels in the order of their making: by priority, the first location first.
  const placeOf = ({ location_id }: LevelChange) => place.get(location_id) ?? 0
  return [...changes.values()].sort((a, b) => a.variant_id - b.variant_id || placeOf(a) - placeOf(b))
}
