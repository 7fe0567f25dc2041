interface Span {
  /** The pages that it stands on, the first being 1. */
  pages: number[]
  /** From where to where in those pages together. */
  from: number
  to: number
}

/** Where a page of the latest stands in a list that begins with the oldest. */
export function latestOf(total: number, page: number, size: number): Span {
  const end = Math.max(0, total - (page - 1) * size)
  const start = Math.max(0, end - size)
  const before = Math.floor(start / size)
  const count = Math.ceil(end / size) - before
  return {
    pages: Array.from({ length: count }, (_, place) => before + place + 1),
    from: start - before * size,
    to: end - before * size,
  }
}
