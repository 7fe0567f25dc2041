import type { Page, ProductFilters } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { categoryDocuments } from '../categories/index.ts'
import { Levels, levelsOf } from '../inventory/index.ts'
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
  levels: Levels,
})
type Row = Static<typeof Row>

const columns = sql`p.document, p.updated_at, p.category_ids, ${levelsOf(sql`p.store_id`, sql`p.id`)} as levels`

/** Documents with their holes filled. Categories are asked for once, for all rows together. */
async function finish({ db, store, url }: Reader, rows: readonly Row[]): Promise<Rendered[]> {
  const ids = [...new Set(rows.flatMap(({ category_ids }) => category_ids))]
  const documents = ids.length > 0 ? await categoryDocuments(db, store.id, ids) : new Map<number, string>()
  return rows.map(({ document, updated_at, levels, category_ids }) => {
    const categories = category_ids.map(id => documents.get(id)).filter(text => text !== undefined)
    return new Rendered(fill(document, { url, updated_at, levels, categories }))
  })
}

async function one(reader: Reader, where: Sql): Promise<Rendered> {
  const row = await reader.db.maybe(Row, sql`select ${columns} from products p where ${where}`)
  const [product] = row ? await finish(reader, [row]) : []
  if (!product) throw productNotFound()
  return product
}

export const get = (reader: Reader, id: number): Promise<Rendered> =>
  one(reader, sql`p.store_id = ${reader.store.id} and p.id = ${id}`)

/** SKUs need not be unique: the first product that has it. */
export const bySku = (reader: Reader, sku: string): Promise<Rendered> =>
  one(
    reader,
    sql`p.store_id = ${reader.store.id} and p.id = (
      select min(product_id) from variants where store_id = ${reader.store.id} and sku = ${sku})`,
  )

/** The next products in the order of their ids, for those who walk through all of them. */
export async function productsAfter(reader: Reader, id: number, limit: number): Promise<Rendered[]> {
  const rows = await reader.db.many(
    Row,
    sql`select ${columns} from products p where p.store_id = ${reader.store.id} and p.id > ${id} order by p.id limit ${limit}`,
  )
  return finish(reader, rows)
}

const Total = Type.Object({ total: Type.Integer() })

export async function list(reader: Reader, query: ProductFilters): Promise<Page<Rendered>> {
  const { db, store } = reader
  const where = conditionsOf(store.id, query)
  const [rows, { total }] = await Promise.all([
    db.many(Row, pageQuery(store.id, query, where)),
    db.one(Total, isPlain(query) ? plainTotal(store.id) : sql`select count(*) as total from products p where ${where}`),
  ])
  return { items: await finish(reader, rows), total }
}

export const countProducts = async (db: Queries, store: number): Promise<number> =>
  (await db.one(Total, plainTotal(store))).total

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
  return sql`
    select ${columns}
      from (${ids}) page
      join products p on p.store_id = ${store} and p.id = page.id
     order by ${order}`
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
