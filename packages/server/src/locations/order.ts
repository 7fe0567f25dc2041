/** Locations in the order of their priority: the place in the list is the priority, the first is the default (D40). */
export type Order = readonly string[]

export interface Placement {
  id: string
  priority: number
}

/**
 * Those named take their places, the others fill the gaps in their old order (D42). A place past the end means the
 * end, so several such stand there in the order of their numbers. Expects known ids, each once, on distinct places.
 */
export function arrange(order: Order, placements: readonly Placement[]): string[] {
  const places: (string | undefined)[] = new Array(order.length).fill(undefined)
  let last = order.length - 1
  for (const { id, priority } of [...placements].sort((a, b) => b.priority - a.priority)) {
    const place = Math.min(priority, last)
    places[place] = id
    last = place - 1
  }
  const named = new Set(placements.map(({ id }) => id))
  const others = order.filter(id => !named.has(id)).values()
  return places.map(id => id ?? others.next().value ?? '')
}

/** The ids that stand on another place than before; newcomers count as moved. */
export const moved = (before: Order, after: Order): string[] => after.filter((id, place) => before[place] !== id)
