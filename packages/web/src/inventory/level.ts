import type { Variant } from '@bodega/api'

/** What an order finds at a location, `null` being without limit: a variant that is counted nowhere is so everywhere (F8). */
export function stockAt({ inventory_levels }: Pick<Variant, 'inventory_levels'>, location: string): number | null {
  const level = inventory_levels.find(({ location_id }) => location_id === location)
  if (level) return level.stock
  return inventory_levels.some(({ stock }) => stock !== null) ? 0 : null
}
