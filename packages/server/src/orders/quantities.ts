/** How many of each variant; one that is absent counts as none, and `Infinity` is stock without limit. */
export type Quantities = ReadonlyMap<number, number>

/** A location and what it has. */
export interface Origin {
  location: string
  stock: Quantities
}

export const isEmpty = (quantities: Quantities): boolean => quantities.size === 0

export const areEqual = (a: Quantities, b: Quantities | undefined): boolean =>
  a.size === b?.size && [...a].every(([variant, count]) => b.get(variant) === count)

/** What stays of `a` when `b` is taken away. */
export function minus(a: Quantities, b: Quantities): Quantities {
  const rest = new Map<number, number>()
  for (const [variant, count] of a) {
    const left = count - (b.get(variant) ?? 0)
    if (left > 0) rest.set(variant, left)
  }
  return rest
}

/** What both are together. */
export function plus(a: Quantities, b: Quantities): Quantities {
  const sums = new Map(a)
  for (const [variant, count] of b) sums.set(variant, (sums.get(variant) ?? 0) + count)
  return sums
}

/** What both have. */
export function common(a: Quantities, b: Quantities): Quantities {
  const both = new Map<number, number>()
  for (const [variant, count] of a) {
    const shared = Math.min(count, b.get(variant) ?? 0)
    if (shared > 0) both.set(variant, shared)
  }
  return both
}

export const covers = (stock: Quantities, wanted: Quantities): boolean => {
  for (const [variant, count] of wanted) if ((stock.get(variant) ?? 0) < count) return false
  return true
}

export const total = (quantities: Quantities): number => {
  let sum = 0
  for (const count of quantities.values()) sum += count
  return sum
}

/** Lines of one variant are one quantity: nothing can be promised twice by looking line by line. */
export function gather(lines: Iterable<{ variant_id: number; quantity: number }>): Quantities {
  const sums = new Map<number, number>()
  for (const { variant_id, quantity } of lines) sums.set(variant_id, (sums.get(variant_id) ?? 0) + quantity)
  return sums
}
