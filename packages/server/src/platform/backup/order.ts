/** A table and one that it refers to. */
export interface Reference {
  child: string
  parent: string
}

/** Tables so that each stands after those that it refers to; a table may refer to itself. */
export function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  let rest = [...tables]
  while (rest.length > 0) {
    const isFree = (table: string) =>
      !references.some(({ child, parent }) => child === table && parent !== table && rest.includes(parent))
    const free = rest.filter(isFree)
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${rest.join(', ')}`)
    ordered.push(...free)
    rest = rest.filter(table => !free.includes(table))
  }
  return ordered
}
