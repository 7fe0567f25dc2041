import { type Page, type ProductFilters, productVisibilities } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { documentsOf, parseDocuments } from '../categories/index.ts'
import { levelsOf, parseLevels } from '../inventory/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { inPlaces, reading } from '../platform/database/gathering.ts'
import type { Window } from '../platform/database/pages.ts'
import { join, type Sql, sql } from '../platform/database/sql.ts'
import { TooLarge, unlimitedVolume } from '../platform/database/volume.ts'
import { windowOf } from '../platform/http/paging.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { paced } from '../platform/pace.ts'
import { fill } from './document.ts'
import { conditionsOf, idsOf, isPlain, orderOf, sortOf } from './filters.ts'
import type { Rendering, Renderings } from './renderings.ts'
import { visibility } from './rows.ts'
import { productNotFound } from './write.ts'

/** What a product is read with: the database, the store, and the address under which the server is known. */
export interface Reader {
  db: Queries
  store: { id: number }
  url: string
  /** Only for what is committed: a transaction sees what may never have been. */
  renderings?: Renderings
}

const Row = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  /** Nothing where the reader has it already. */
  document: Type.Union([Type.String(), Type.Null()]),
  updated_at: Type.String(),
  category_ids: Type.Array(Type.Integer()),
  levels: Type.Union([Type.String(), Type.Null()]),
  categories: Type.Union([Type.String(), Type.Null()]),
  visibility: Type.Enum([...productVisibilities]),
})
type Row = Static<typeof Row>
type Documents = ReturnType<typeof parseDocuments>

/** A product changes with its own row, or later with its stock. */
const changedAt = sql`
  greatest(p.updated_at, (select t.touched_at from product_touches t where t.store_id = p.store_id and t.product_id = p.id))`

/** The first row of a page tells how long the list is, where that is quickly known. */
const PageRow = Type.Object({
  ...Row.properties,
  /** Of all documents of the page, in bytes. */
  size: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
})

interface Wanted {
  held: readonly Rendering[]
  /** Documents that are larger together do not leave the database: their lengths it knows without reading them. */
  largest: number
  total: Sql
}

/**
 * Products with all that their documents leave open, and without the documents that the reader holds. The first row
 * carries the categories of all, each once, and the length of the list.
 */
const productsOf = (store: number, ids: Sql, order: Sql, { held, largest, total }: Wanted): Sql => sql`
  with page as materialized (
    select p.id, p.revision, ${changedAt} as updated_at, p.category_ids, ${visibility} as visibility,
           row_number() over (order by ${order}) as place, sum(octet_length(p.document)) over ()::bigint as size, p.document
      from (${ids}) found
      join products p on p.store_id = ${store} and p.id = found.id
  )
  select id, revision, case when size > ${largest} or ${isHeld(held)} then null else document end as document, size, updated_at, category_ids, visibility, case when place = 1 then (${total}) end as total, ${levelsOf(sql`${store}`, sql`page.id`)} as levels,
         case when place = 1 then
           ${documentsOf(sql`${store}`, sql`select jsonb_array_elements_text(category_ids)::bigint from page`)} end as categories
    from page
   order by place`

function isHeld(held: readonly Rendering[]): Sql {
  if (held.length === 0) return sql`false`
  return sql`(page.id, page.revision) in (select * from unnest(${held.map(({ id }) => id)}::bigint[],
               ${held.map(({ revision }) => revision)}::bigint[]))`
}

/** A document with its holes filled, or the very same answer as the last time. */
function finish({ store, url, renderings }: Reader, row: Row, documents: Documents, last?: Rendering): Rendered {
  const { id, revision, updated_at, levels, visibility } = row
  const categories = row.category_ids.map(category => documents.get(category)).filter(text => text !== undefined)
  const document = row.document ?? last?.document ?? ''
  const next = { id, revision, document, updated_at, levels, categories, visibility }
  if (last && isSame(last, next)) return last.rendered
  const rendered = new Rendered(fill(document, { ...next, url, levels: parseLevels(levels) }))
  renderings?.keep(store.id, { ...next, rendered })
  return rendered
}

/** The first row of a page has the categories of all. */
const categoriesOf = ([first]: readonly Row[]): Documents => parseDocuments(first?.categories ?? null)

/** Products can be so large that others are to be served between two. */
function finishPage(
  reader: Reader,
  rows: readonly Row[],
  documents: Documents,
  held: readonly Rendering[],
): Promise<Rendered[]> {
  const before = new Map(held.map(rendering => [rendering.id, rendering]))
  return paced(rows, row => finish(reader, row, documents, before.get(row.id)))
}

/** Every product shows its categories with their descriptions: so a page can be much larger than what was read for it. */
function refuseLarger(largest: number, rows: readonly Static<typeof PageRow>[], documents: Documents): void {
  let size = rows[0]?.size ?? 0
  for (const { levels, category_ids } of rows) {
    size += levels?.length ?? 0
    for (const id of category_ids) size += documents.get(id)?.length ?? 0
  }
  if (size > largest) throw new TooLarge()
}

const isSame = (a: Omit<Rendering, 'rendered'>, b: Omit<Rendering, 'rendered'>): boolean =>
  a.revision === b.revision &&
  a.updated_at === b.updated_at &&
  a.levels === b.levels &&
  a.visibility === b.visibility &&
  a.categories.length === b.categories.length &&
  a.categories.every((text, i) => text === b.categories[i])

/** Those that are asked for by id, without the documents of the revisions that the reader holds. */
const productsAsked = (store: number, asked: Sql): Sql => sql`
  select p.id, p.revision, case when p.revision = asked.revision then null else p.document end as document,
         ${changedAt} as updated_at, p.category_ids, ${visibility} as visibility, ${levelsOf(sql`${store}`, sql`p.id`)} as levels,
         ${documentsOf(sql`${store}`, sql`select jsonb_array_elements_text(p.category_ids)::bigint`)} as categories
    from (${asked}) as asked (id, revision)
    join products p on p.store_id = ${store} and p.id = asked.id`

/** Products by their ids; those that do not exist are left out. */
export async function getAll(reader: Reader, ids: readonly number[]): Promise<Map<number, Rendered>> {
  const { db, store, renderings } = reader
  const held = new Map(ids.map(id => [id, renderings?.get(store.id, id)]))
  const asked = inPlaces(ids).map(id => sql`(${id}::bigint, ${held.get(id)?.revision ?? null}::bigint)`)
  const rows = await db.many(Row, productsAsked(store.id, sql`values ${join(asked)}`))
  return new Map(rows.map(row => [row.id, finish(reader, row, parseDocuments(row.categories), held.get(row.id))]))
}

export async function get(reader: Reader, id: number): Promise<Rendered> {
  const product = (await getAll(reader, [id])).get(id)
  if (!product) throw productNotFound()
  return product
}

export const createReading = () =>
  reading<Reader, Rendered>({ laneOf: ({ store }) => store.id, getAll, notFound: productNotFound })

/** SKUs need not be unique: the first product that has it. */
export async function bySku(reader: Reader, sku: string): Promise<Rendered> {
  const { db, store } = reader
  const first = sql`select min(product_id), null::bigint from variants where store_id = ${store.id} and sku = ${sku}`
  const row = await db.maybe(Row, productsAsked(store.id, first))
  if (!row) throw productNotFound()
  return finish(reader, row, parseDocuments(row.categories))
}

/** So many products are read at a time, and one more than fit into so many bytes. */
const batch = { products: 500, bytes: 16_000_000 }

/** The next products in the order of their ids. The lengths of documents are known without reading them. */
const nextProducts = (store: number, after: number): Sql => sql`
  select id
    from (select id, sum(size) over (order by id) - size as before
            from (select id, octet_length(document) as size from products
                   where store_id = ${store} and id > ${after} order by id limit ${batch.products}) next) sized
   where before <= ${batch.bytes}`

/** All products in the order of their ids, one after the other. */
export async function* everyProduct(reader: Reader): AsyncGenerator<Rendered> {
  const { db, store } = reader
  for (let last: number | undefined = 0; last !== undefined; ) {
    const ids = nextProducts(store.id, last)
    const rows: Row[] = await db.many(Row, productsOf(store.id, ids, sql`p.id`, everything))
    const documents = categoriesOf(rows)
    for (const row of rows) yield finish(reader, row, documents)
    last = rows.at(-1)?.id
  }
}

/** Products in short, as a JSON array inside another query, in the order of their ids. One that is not there is left out. */
export const shortProducts = (store: Sql, ids: Sql): Sql => sql`
  (select coalesce(json_agg(json_build_object('id', short.id, 'name', short.name) order by short.id), '[]')
     from products short where short.store_id = ${store} and short.id = any(array(${ids})))`

const Total = Type.Object({ total: Type.Integer() })
const unknown = sql`null::bigint`

/** For who has the memory to themselves. */
const everything: Wanted = { held: [], largest: unlimitedVolume, total: unknown }

export async function list(reader: Reader, query: ProductFilters): Promise<Page<Rendered>> {
  const { db, store, renderings } = reader
  const where = conditionsOf(store.id, query)
  const question = JSON.stringify(query)
  const held = renderings?.expected(store.id, question) ?? []
  const quick = quickTotal(store.id, query)
  const count = async () => (await db.one(Total, quick ?? countOf(where))).total
  const [rows, counted] = await Promise.all([
    db.many(PageRow, pageQuery(store.id, query, where, { held, largest: db.largest, total: quick ?? unknown })),
    quick ? undefined : count(),
  ])
  // A page behind the last one has no row that could tell.
  const total = counted ?? rows[0]?.total ?? (await count())
  const documents = categoriesOf(rows)
  refuseLarger(db.largest, rows, documents)
  const items = await finishPage(reader, rows, documents, held)
  renderings?.remember(
    store.id,
    question,
    rows.map(({ id }) => id),
  )
  return { items, total }
}

export const countProducts = async (db: Queries, store: number): Promise<number> =>
  (await db.one(Total, plainTotal(store))).total

/** The whole list has its length written down; a category is as long as its links, which are read without products. */
function quickTotal(store: number, { category_id, ...query }: ProductFilters): Sql | undefined {
  if (!isPlain(query)) return undefined
  if (category_id === undefined) return plainTotal(store)
  return sql`select count(*) as total from product_categories where store_id = ${store} and category_id = ${category_id}`
}

const countOf = (where: Sql): Sql => sql`select count(*) as total from products_of_store p where ${where}`

const plainTotal = (store: number): Sql =>
  sql`select coalesce(sum(count), 0)::bigint as total from product_counts where store_id = ${store}`

/** The ids of the page are found first, from indexes alone where they can: what is skipped is not read. */
function pageQuery(store: number, query: ProductFilters, where: Sql, wanted: Wanted): Sql {
  const sort = sortOf(query)
  const isWhole = isPlain(query)
  const window = windowOf(query)
  const ids =
    sort === 'user' && isWhole && window.offset > 0 ? farPage(store, window) : idsOf(where, sort, window, isWhole)
  return productsOf(store, ids, orderOf(sort), wanted)
}

/**
 * A page of the whole list in the order of ids begins inside a run of ids whose place is known, so that the
 * thousandth costs what the first does.
 */
const farPage = (store: number, { limit, offset }: Window): Sql => sql`
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
