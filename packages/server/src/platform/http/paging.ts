import { maxPerPage, notFound } from '@bodega/api'
import type { Window } from '../database/pages.ts'

/** A larger `per_page` is reduced, not refused (D5); the offset stays a number that PostgreSQL takes. */
export function windowOf({ page, per_page }: { page: number; per_page: number }): Window {
  const limit = Math.min(per_page, maxPerPage)
  return { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

export const lastPage = (total: number, perPage: number): number => Math.ceil(total / Math.min(perPage, maxPerPage))

/** The first page of anything exists; a page past the end is 404 with a text that many programs test (D4). */
export function refusePastEnd(page: number, perPage: number, total: number): void {
  const last = lastPage(total, perPage)
  if (page > 1 && page > last) throw notFound(`Last page is ${last}`)
}

/** RFC 8288, in the one form that all clients can read: one line, `rel` in double quotes right after `; `. */
export function linkHeader(url: URL, page: number, perPage: number, total: number): string | undefined {
  const last = lastPage(total, perPage)
  // Behind the last page of what is empty there, and not refused, the way back leads to the last.
  const here = Math.min(page, last + 1)
  const rels: [string, number][] = []
  if (here < last) rels.push(['next', here + 1], ['last', last])
  if (here > 1) rels.push(['prev', here - 1], ['first', 1])
  if (rels.length === 0) return undefined
  return rels
    .map(([rel, target]) => {
      const link = new URL(url)
      link.searchParams.set('page', String(target))
      return `<${link}>; rel="${rel}"`
    })
    .join(', ')
}
