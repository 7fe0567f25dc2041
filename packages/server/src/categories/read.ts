import { type CategoryFilters, invalid, notFound, unprocessable } from '@bodega/api'
import Type from 'typebox'
import { ownersOf } from '../handles/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { withinDates } from '../platform/database/dates.ts'
import { page } from '../platform/database/pages.ts'
import { all, type Sql, sql } from '../platform/database/sql.ts'
import { largestVolume } from '../platform/database/volume.ts'
import { windowOf } from '../platform/http/paging.ts'
import { Rendered } from '../platform/http/rendered.ts'

const Document = Type.Object({ document: Type.String() })

export const categoryNotFound = () => notFound('Category with such id does not exist')

/**
 * Typed clients read a text where no such category is said. Documents keep null, as the rows do, so that none has to be written
 * again; inside of values a quotation mark has a backslash before it.
 */
const shown = (document: string): string =>
  document.replace('"google_shopping_category":null', '"google_shopping_category":""')

export async function get(db: Queries, store: number, id: number): Promise<Rendered> {
  const found = await db.maybe(Document, sql`select document from categories where store_id = ${store} and id = ${id}`)
  if (!found) throw categoryNotFound()
  return new Rendered(shown(found.document))
}

export async function list(db: Queries, store: number, query: CategoryFilters) {
  const { limit, offset } = windowOf(query)
  const from = sql`from categories where ${all(conditionsOf(store, query))}`
  const { items, total } = await page(
    db,
    Document,
    sql`select document ${from} order by id limit ${limit} offset ${offset}`,
    from,
  )
  return { items: items.map(({ document }) => new Rendered(shown(document))), total }
}

function conditionsOf(store: number, query: CategoryFilters): Sql[] {
  const { since_id, parent_id, handle, language } = query
  const conditions = [sql`store_id = ${store}`]
  if (since_id !== undefined) conditions.push(sql`id > ${since_id}`)
  if (parent_id !== undefined) conditions.push(parent_id === 0 ? sql`parent is null` : sql`parent = ${parent_id}`)
  if (handle !== undefined) {
    if (!language) throw invalid({ language: ["can't be blank"] })
    conditions.push(sql`id in (${ownersOf(store, 'category', language, handle)})`)
  }
  return [...conditions, ...withinDates(query)]
}

/** Between the parts of `documentsOf`: JSON escapes control characters, so a raw one is in no document. */
const separator = '\u0001'

/** In place of documents that are larger together than `largestVolume`: none begins so. */
const excess = separator

/**
 * Categories as JSON texts with their ids, inside another query. An id that is not there is left out. The ids as an
 * array, because the planner takes any subquery for a long one and would read all categories of the store.
 */
export const documentsOf = (store: Sql, ids: Sql): Sql => sql`
  (select case when max(c.size) > ${largestVolume} then ${excess}
               else string_agg(c.id || ${separator} || c.document, ${separator}) filter (where c.size <= ${largestVolume}) end
     from (select id, document, sum(octet_length(document)) over () as size
             from categories where store_id = ${store} and id = any(array(${ids}))) c)`

/** What `documentsOf` gives, by id. */
export function parseDocuments(text: string | null): Map<number, string> {
  if (text === excess) throw unprocessable('The categories of the products are too large together')
  const documents = new Map<number, string>()
  const parts = text ? text.split(separator) : []
  for (let i = 0; i < parts.length; i += 2) documents.set(Number(parts[i]), shown(parts[i + 1] ?? ''))
  return documents
}

/** Categories in short, as a JSON array inside another query, in the order of their ids; the top is written as 0. */
export const shortCategories = (store: Sql, ids: Sql): Sql => sql`
  (select coalesce(json_agg(json_build_object('id', short.id, 'name', short.name, 'parent', coalesce(short.parent, 0)) order by short.id), '[]')
     from categories short where short.store_id = ${store} and short.id = any(array(${ids})))`

const Id = Type.Object({ id: Type.Integer() })

/**
 * Those of the ids that are categories of the store. In a transaction they stay it until its end: nobody can delete
 * them meanwhile. Whoever changes a product locks it first and asks then.
 */
export async function knownCategories(db: Queries, store: number, ids: readonly number[]): Promise<number[]> {
  const possible = ids.filter(Number.isSafeInteger)
  if (possible.length === 0) return []
  const rows = await db.many(
    Id,
    sql`select id from categories where store_id = ${store} and id = any(${possible}::bigint[]) order by id for key share`,
  )
  return rows.map(({ id }) => id)
}
