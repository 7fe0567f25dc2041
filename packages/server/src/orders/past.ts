import type { HeldLevel, Moved } from '../inventory/index.ts'

/** The stock of some variants as it was, second by second, back from this moment. */
export interface Past {
  /** Goes back to before this second. */
  rewind(second: number): void
  levels(variants: Iterable<number>): HeldLevel[]
}

/**
 * Undoes the ledger. Movements come newest first. Of a level that was unlimited before it was counted the ledger says
 * the same as of one that was empty: it counts as empty.
 */
export function createPast(now: readonly HeldLevel[], movements: readonly Moved[]): Past {
  const variants = new Map<number, Map<string, HeldLevel>>()
  const levelsOf = (variant: number) => {
    const known = variants.get(variant) ?? new Map<string, HeldLevel>()
    variants.set(variant, known)
    return known
  }
  for (const level of now) levelsOf(level.variant_id).set(level.location_id, level)
  let undone = 0
  return {
    rewind(second) {
      for (; undone < movements.length; undone++) {
        const { variant_id, location_id, delta, level_after, at } = movements[undone] as Moved
        if (at < second) return
        const levels = levelsOf(variant_id)
        const product_id = levels.get(location_id)?.product_id ?? 0
        levels.set(location_id, { product_id, variant_id, location_id, stock: (level_after ?? 0) - delta })
      }
    },
    levels: wanted => [...wanted].flatMap(variant => [...levelsOf(variant).values()]),
  }
}
