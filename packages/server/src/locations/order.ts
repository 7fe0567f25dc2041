import { invalid, type Priority } from '@bodega/api'

/** Locations in the order of their priority: the place in the list is the priority, the first is the default (D40). */
export type Order = readonly string[]

/**
 * Those named take their places, the others fill the gaps in their old order (D42). A place past the end means the
 * end, so several such stand there in the order of their numbers. Expects known ids, each once, on distinct places.
 */
export function arrange(order: Order, placements: readonly Priority[]): string[] {
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

/** The same locations in the order that they would have (D42). */
export function rearranged<T extends { id: string }>(places: readonly T[], priorities: readonly Priority[]): T[] {
  const order = places.map(({ id }) => id)
  refuseBadPriorities(order, priorities, index => `priorities.${index}`)
  const byId = new Map(places.map(place => [place.id, place]))
  return arrange(order, priorities).flatMap(id => byId.get(id) ?? [])
}

/** `nameOf` says what the client calls each of them. */
export function refuseBadPriorities(
  order: Order,
  priorities: readonly Priority[],
  nameOf: (index: number) => string,
): void {
  const ids = new Set(order)
  const seenIds = new Set<string>()
  const seenPriorities = new Set<number>()
  for (const [index, { id, priority }] of priorities.entries()) {
    if (!ids.has(id)) throw invalid({ [`${nameOf(index)}.id`]: ['Location with such id does not exist'] })
    if (seenIds.has(id)) throw invalid({ [`${nameOf(index)}.id`]: ['cannot be repeated'] })
    if (seenPriorities.has(priority)) throw invalid({ [`${nameOf(index)}.priority`]: ['cannot be repeated'] })
    seenIds.add(id)
    seenPriorities.add(priority)
  }
}
