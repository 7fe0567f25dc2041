import type { Category } from '@bodega/api'

export interface Branch {
  category: Category
  /** From the top down to itself. */
  path: readonly Category[]
  depth: number
}

/** The tree as lines: each category below its parent, siblings as they came. */
export function flatten(categories: readonly Category[]): Branch[] {
  const children = new Map<number | null, Category[]>()
  for (const category of categories) children.set(category.parent, [...(children.get(category.parent) ?? []), category])
  const below = (parent: number | null, above: readonly Category[]): Branch[] =>
    (children.get(parent) ?? []).flatMap(category => {
      const path = [...above, category]
      return [{ category, path, depth: above.length }, ...below(category.id, path)]
    })
  return below(null, [])
}

/** Whether a category may move there: not below itself, and not to where it is. */
export function canMove(categories: readonly Category[], moved: number, parent: number | null): boolean {
  const byId = new Map(categories.map(category => [category.id, category]))
  if (byId.get(moved)?.parent === parent) return false
  for (let at = parent; at !== null; at = byId.get(at)?.parent ?? null) if (at === moved) return false
  return true
}
