/** Which page of a list, and what is looked for in it. */
export interface PagedSearch {
  page?: number
  q?: string
}

/** As it stands in an address: the first page, and nothing looked for, are not said. */
export const pagedSearch = ({ page, q }: Record<string, unknown>): PagedSearch => ({
  ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
})
