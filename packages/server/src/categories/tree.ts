import type { Category } from '@bodega/api'

/** What is kept of a category's place: whom it stands below, and what the merchant chose. */
export interface Node {
  readonly parent: number | null
  readonly visibility: 'visible' | 'hidden'
}

/** All categories of a store. */
export type Tree = ReadonlyMap<number, Node>

/** What the answer of a category shows of the tree around it. */
export type Place = Pick<Category, 'parent' | 'subcategories' | 'visibility'>

function childrenOf(tree: Tree): Map<number | null, number[]> {
  const children = new Map<number | null, number[]>()
  for (const [id, { parent }] of tree) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(id)
    else children.set(parent, [id])
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a - b)
  return children
}

/**
 * The place of every category. One that is not hidden itself but has a hidden ancestor is `soft-hidden`.
 * A walk along a list, not a recursion: a chain may be as long as the store has categories.
 */
export function placesOf(tree: Tree): Map<number, Place> {
  const children = childrenOf(tree)
  const shaded = new Set<number>()
  const walk = [...(children.get(null) ?? [])]
  for (const id of walk) {
    const shades = shaded.has(id) || tree.get(id)?.visibility === 'hidden'
    for (const child of children.get(id) ?? []) {
      if (shades) shaded.add(child)
      walk.push(child)
    }
  }
  const shown = (id: number, { visibility }: Node) =>
    visibility === 'visible' && shaded.has(id) ? 'soft-hidden' : visibility
  return new Map(
    [...tree].map(([id, node]) => [
      id,
      { parent: node.parent, subcategories: children.get(id) ?? [], visibility: shown(id, node) },
    ]),
  )
}

/**
 * What the merchant chooses for a category: `undefined` where `soft-hidden` is sent and not shown. Sent back where it is
 * shown, it is no choice but an echo.
 */
export function chosen(tree: Tree, id: number, sent: Category['visibility']): Node['visibility'] | undefined {
  if (sent !== 'soft-hidden') return sent
  return placesOf(tree).get(id)?.visibility === sent ? tree.get(id)?.visibility : undefined
}

/** Whether a category is this one or stands somewhere below it. Ends even in a tree that is broken. */
export function isWithin(tree: Tree, id: number, top: number): boolean {
  let at: number | null | undefined = id
  for (let steps = 0; at != null && steps < tree.size; steps++) {
    if (at === top) return true
    at = tree.get(at)?.parent
  }
  return false
}

/** The tree with this category put where the node says, whether it was there before or not. */
export const placed = (tree: Tree, id: number, node: Node): Tree => new Map(tree).set(id, node)

/** The tree without this category: its children move up to its parent (D32). */
export function removed(tree: Tree, id: number): Tree {
  const parent = tree.get(id)?.parent ?? null
  return new Map(
    [...tree]
      .filter(([other]) => other !== id)
      .map(([other, node]) => [other, node.parent === id ? { ...node, parent } : node]),
  )
}

/** What changes when one tree becomes another. */
export interface Shift {
  /** Of all, as they are now. */
  places: ReadonlyMap<number, Place>
  /** Those whose place is another one than before, newcomers among them. */
  changed: Set<number>
  /** Those of them that are shown otherwise: hidden, soft-hidden or visible. */
  turned: Set<number>
}

const isSame = (place: Place, was?: Place): boolean =>
  place.parent === was?.parent &&
  place.visibility === was.visibility &&
  place.subcategories.length === was.subcategories.length &&
  place.subcategories.every((id, i) => id === was.subcategories[i])

export function shiftOf(before: Tree, after: Tree): Shift {
  const old = placesOf(before)
  const places = placesOf(after)
  const those = (differs: (place: Place, was?: Place) => boolean) =>
    new Set([...places].filter(([id, place]) => differs(place, old.get(id))).map(([id]) => id))
  return {
    places,
    changed: those((place, was) => !isSame(place, was)),
    turned: those((place, was) => place.visibility !== was?.visibility),
  }
}
