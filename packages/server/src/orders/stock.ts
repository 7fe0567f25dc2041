import type { HeldLevel, Movement } from '../inventory/index.ts'
import type { Part } from './allocate.ts'
import { type Effort, newEffort } from './effort.ts'
import type { Origin } from './quantities.ts'

/** Counted units taken for a shipment: product, variant, location, units. */
export type Claim = [product: number, variant: number, location: string, units: number]

/** The held stock of a batch, in memory: each order sees what those before it left. */
export interface Ledger {
  /** What each location has of the wanted variants, by priority. */
  origins(variants: Iterable<number>): Origin[]
  /** Takes the parts of a plan; says what was taken from counted levels. */
  take(parts: readonly Part[], actor: string): Claim[][]
  movements: Movement[]
  /** What is left of the search for the best plans, which all orders of the batch share. */
  effort: Effort
}

export function createLedger(
  levels: readonly HeldLevel[],
  locations: readonly string[],
  effort: Effort = newEffort(),
): Ledger {
  /** By variant and location. */
  const stock = new Map(levels.map(level => [level.variant_id, new Map<string, number | null>()]))
  for (const level of levels) stock.get(level.variant_id)?.set(level.location_id, level.stock)
  const product = new Map(levels.map(level => [level.variant_id, level.product_id]))
  // A variant without any counted level is unlimited everywhere (F8).
  const counted = new Set(levels.filter(level => level.stock !== null).map(level => level.variant_id))
  const movements: Movement[] = []

  function available(variant: number, location: string): number {
    if (!counted.has(variant)) return Number.POSITIVE_INFINITY
    const level = stock.get(variant)?.get(location)
    return level === null ? Number.POSITIVE_INFINITY : (level ?? 0)
  }

  function takeOne(variant_id: number, location_id: string, units: number, actor: string): Claim[] {
    const places = stock.get(variant_id)
    const level = places?.get(location_id)
    const product_id = product.get(variant_id)
    if (level === undefined || level === null || product_id === undefined || !counted.has(variant_id)) return []
    const level_after = level - units
    places?.set(location_id, level_after)
    movements.push({ product_id, variant_id, location_id, delta: -units, level_after, cause: 'order', actor })
    return [[product_id, variant_id, location_id, units]]
  }

  return {
    movements,
    effort,
    origins: variants => {
      const wanted = [...variants]
      return locations.map(location => ({
        location,
        stock: new Map(wanted.map(variant => [variant, available(variant, location)])),
      }))
    },
    take: (parts, actor) =>
      parts.map(({ location, items }) =>
        [...items].flatMap(([variant, units]) => takeOne(variant, location, units, actor)),
      ),
  }
}
