import type { Localized } from '@bodega/api'

/** The ids of locations by each name that they have, in any language, without the spaces around it. */
export function idsByName(places: readonly { id: string; name: Localized }[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const { id, name } of places) {
    const texts = Object.values(name).map(text => text.trim())
    for (const text of new Set(texts)) byName.set(text, [...(byName.get(text) ?? []), id])
  }
  return byName
}
