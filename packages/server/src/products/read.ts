import type { Page, ProductFilters } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { documentsOf, parseDocuments } from '../categories/index.ts'
import { levelsOf, parseLevels } from '../inventory/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { fill } from './document.ts'
import { conditionsOf, isPlain, orderOf } from './filters.ts'
import { productNotFound } from './write.ts'

/** What a product is read with: the database, the store, and the address under which the server is known. */
export interface Reader {
  db: Queries
  store: { id: number }
  url: string
}

const Row = Type.Object({
  document: Type.String(),
  updated_at: Type.String(),
  category_ids: Type.Array(Type.Integer()),
  levels: Type.Union([Type.String(), Type.Null()]),
  categories: Type.Union([Type.String(), Type.Null()]),
})

/** Products with all that their documents leave open. The first row carries the categories of all, each once. */
const productsOf = (store: number, ids: Sql, order: Sql): Sql => sql`
  with page as materialized (
    select p.id, p.document, p.updated_at, p.category_ids, row_number() over (order by ${order}) as place
      from (${ids}) found
      join products p on p.store_id = ${store} and p.id = found.id
  )
  select document, updated_at, category_ids, ${levelsOf(sql`${store}`, sql`page.id`)} as levels,
         case when place = 1 then
           ${documentsOf(sql`${store}`, sql`select jsonb_array_elements_text(category_ids)::bigint from page`)} end as categories
    from page
   order by place`

/** Documents with their holes filled. */
function finish(url: string, rows: readonly Static<typeof Row>[]): Rendered[] {
  const documents = parseDocuments(rows[0]?.categories ?? null)
  return rows.map(({ document, updated_at, category_ids, levels }) => {
    const categories = category_ids.map(id => documents.get(id)).filter(text => text !== undefined)
    return new Rendered(fill(document, { url, updated_at, levels: parseLevels(levels), categories }))
  })
}

async function one({ db, store, url }: Reader, id: Sql): Promise<Rendered> {
  const row = await db.maybe(Row, productsOf(store.id, sql`select ${id} as id`, sql`p.id`))
  const [product] = row ? finish(url, [row]) : []
  if (!product) throw productNotFound()
  return product
}

export const get = (reader: Reader, id: number): Promise<Rendered> => one(reader, sql`${id}::bigint`)

/** SKUs need not be unique: the first product that has it. */
export const bySku = (reader: Reader, sku: string): Promise<Rendered> =>
  one(reader, sql`(select min(product_id) from variants where store_id = ${reader.store.id} and sku = ${sku})`)

/** The next products in the order of their ids, for those who walk through all of them. */
export async function productsAfter({ db, store, url }: Reader, id: number, limit: number): Promise<Rendered[]> {
  const ids = sql`select id from products where store_id = ${store.id} and id > ${id} order by id limit ${limit}`
  return finish(url, await db.many(Row, productsOf(store.id, ids, sql`p.id`)))
}

const Total = Type.Object({ total: Type.Integer() })

export async function list({ db, store, url }: Reader, query: ProductFilters): Promise<Page<Rendered>> {
  const where = conditionsOf(store.id, query)
  const [rows, { total }] = await Promise.all([
    db.many(Row, pageQuery(store.id, query, where)),
    db.one(Total, totalOf(store.id, query, where)),
  ])
  return { items: finish(url, rows), total }
}

export const countProducts = async (db: Queries, store: number): Promise<number> =>
  (await db.one(Total, plainTotal(store))).total

/** A category is as long as its links, which are read without their products. */
function totalOf(store: number, { category_id, ...query }: ProductFilters, where: Sql): Sql {
  if (!isPlain(query)) return sql`select count(*) as total from products p where ${where}`
  if (category_id === undefined) return plainTotal(store)
  return sql`select count(*) as total from product_categories where store_id = ${store} and category_id = ${category_id}`
}

const plainTotal = (store: number): Sql =>
  sql`select coalesce(sum(count), 0)::bigint as total from product_counts where store_id = ${store}`

/** The ids of the page are found first, from indexes alone where they can: what is skipped is not read. */
function pageQuery(store: number, query: ProductFilters, where: Sql): Sql {
  const order = orderOf(query.sort_by)
  const isById = order.text === orderOf(undefined).text
  const { limit, offset } = windowOf(query)
  const ids =
    isById && isPlain(query) && offset > 0
      ? farPage(store, limit, offset)
      : sql`select p.id from products p where ${where} order by ${order} limit ${limit} offset ${offset}`
  return productsOf(store, ids, order)
}

/**
 * A page of the whole list in the order of ids begins inside a run of ids whose place is known, so that the
 * thousandth costs what the first does.
 */
const farPage = (store: number, limit: number, offset: number): Sql => sql`
  with runs as (
    select run, sum(count) over (order by run) - count as before
      from product_counts
     where store_id = ${store} and count > 0
  ), start as (
    select run, before from runs where before <= ${offset} order by run desc limit 1
  )
  select p.id
    from products p
   where p.store_id = ${store} and p.id >= (select run << 10 from start)
   order by p.id
   limit ${limit} offset ${offset} - (select before from start)`
