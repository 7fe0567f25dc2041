import { isDeepStrictEqual } from 'node:util'
import { notFound } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { refuseChange } from '../inventory/index.ts'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { raw, type Sql, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { partsOf } from './aggregates.ts'
import { recombined } from './combinations.ts'
import { derived, render } from './document.ts'
import { type Aggregate, type ImageRow, ProductRow, productColumns, type VariantRow } from './rows.ts'

export const productNotFound = () => notFound('Product with such id does not exist')

/** The whole product, and no other writer of it until this transaction ends. */
export async function lockProduct(tx: Tx, store: number, id: number): Promise<Aggregate> {
  const [found] = await lockAll(tx, store, sql`= ${id}`)
  if (!found) throw productNotFound()
  return found
}

/** The same for several, all of them or none. They are locked in the order of their ids, whatever the order here. */
export async function lockProducts(tx: Tx, store: number, ids: ReadonlySet<number>): Promise<Aggregate[]> {
  const found = await lockAll(tx, store, sql`= any(${[...ids]}::bigint[])`)
  if (found.length < ids.size) throw productNotFound()
  return found
}

async function lockAll(tx: Tx, store: number, meant: Sql): Promise<Aggregate[]> {
  // Asked together and answered in turn: by the time of the second question the lock is held.
  const [products, parts] = await Promise.all([
    tx.many(
      ProductRow,
      sql`select ${productColumns} from products where store_id = ${store} and id ${meant} order by id for no key update`,
    ),
    partsOf(tx, store, meant),
  ])
  return products.map(product => ({ product, ...parts(product.id) }))
}

/**
 * Rows as JSON become rows of a table: keys are the names of columns. As `json`, which is read once, not as `jsonb`,
 * which is built first: two thirds of the time for a thousand variants.
 */
const rowsOf = (table: 'products' | 'variants' | 'images', store: number, rows: readonly object[]): Sql => {
  const full = rows.map(row => ({ store_id: store, ...row }))
  const shape = { products: sql`null::products`, variants: sql`null::variants`, images: sql`null::images` }[table]
  return sql`select * from json_populate_recordset(${shape}, ${JSON.stringify(full)}::json)`
}

/** From about here on COPY is faster: of some hundred rows it takes two thirds of the time. */
const many = 100

async function insertRows(tx: Tx, table: 'products' | 'variants', store: number, rows: readonly object[]) {
  if (rows.length >= many) await tx.copy(table, { rows, common: { store_id: store } })
  else tx.send(sql`insert into ${raw(table)} ${rowsOf(table, store, rows)}`)
}

const newRevision = (world: World): number => world.random(6).readUIntBE(0, 6)

const storedProduct = (aggregate: Aggregate, { store, world }: Pick<Write, 'store' | 'world'>) => ({
  ...aggregate.product,
  sold: 0,
  revision: newRevision(world),
  ...derived(aggregate, store),
  document: render(aggregate, store),
})

/** Many new products at once, in a handful of statements whatever their number. */
export async function insertAggregates(call: Write, aggregates: readonly Aggregate[]): Promise<void> {
  const { tx, store } = call
  const products = aggregates.map(aggregate => storedProduct(aggregate, call))
  await insertRows(tx, 'products', store.id, products)
  const links = aggregates.flatMap(({ product: { id, category_ids } }) => category_ids.map(category => [category, id]))
  linkCategories(tx, store.id, links as [number, number][])
  const images = aggregates.flatMap(({ images: all }) => all)
  insertImages(tx, store.id, images)
  await insertVariants(
    tx,
    store.id,
    aggregates.flatMap(({ variants }) => variants),
  )
}

async function insertVariants(tx: Tx, store: number, rows: readonly VariantRow[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, 'variants', store, rows)
}

function insertImages(tx: Tx, store: number, rows: readonly ImageRow[]): void {
  // An image that has no file yet is due to be fetched at once.
  const due = rows.map(row => ({ ...row, fetch_at: row.file === null ? row.created_at : null, fetch_attempts: 0 }))
  if (rows.length > 0) tx.send(sql`insert into images ${rowsOf('images', store, due)}`)
}

function linkCategories(tx: Tx, store: number, links: readonly [number, number][]): void {
  if (links.length === 0) return
  tx.send(sql`
    insert into product_categories (store_id, category_id, product_id)
    select ${store}, c, p from unnest(${links.map(([c]) => c)}::bigint[], ${links.map(([, p]) => p)}::bigint[]) as l (c, p)`)
}

/** Whether two rows say the same, whatever their dates; PostgreSQL keeps the keys of JSON in an order of its own. */
const isSame = <R extends { updated_at: string }>(a: R, b: R): boolean =>
  isDeepStrictEqual({ ...a, updated_at: '' }, { ...b, updated_at: '' })

/** Rows of a collection that are new, changed or gone; changed ones get the date, unless theirs is later already. */
function compare<R extends { id: number; updated_at: string }>(before: readonly R[], after: readonly R[], now: string) {
  const old = new Map(before.map(row => [row.id, row]))
  const changed: R[] = []
  const rows = after.map(row => {
    const known = old.get(row.id)
    if (!known || isSame(known, row)) return row
    const dated = { ...row, updated_at: row.updated_at > now ? row.updated_at : now }
    changed.push(dated)
    return dated
  })
  const kept = new Set(after.map(({ id }) => id))
  return {
    rows,
    added: rows.filter(({ id }) => !old.has(id)),
    changed,
    gone: before.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  }
}

/**
 * Writes what differs between a product as it was locked and as it shall be, and says whether anything did.
 * Variants are rewritten before new ones come, gone ones first of all, so that no two ever share a combination.
 */
export async function saveAggregate(call: Write, before: Aggregate, after: Aggregate): Promise<boolean> {
  const { tx, store, now } = call
  const date = wireTime(now)
  const variants = compare(before.variants, after.variants, date)
  const images = compare(before.images, after.images, date)
  const next: Aggregate = { product: after.product, variants: variants.rows, images: images.rows }
  const parts = [variants, images]
  const isUnchanged =
    isSame(before.product, after.product) &&
    parts.every(({ added, changed, gone }) => added.length + changed.length + gone.length === 0)
  if (isUnchanged) return false
  const { id } = after.product
  if (variants.gone.length > 0) {
    // Waited for: where a level came since those of the variant went, all of it is tried again.
    await tx.run(removal(sql`variants`, store.id, id, variants.gone)).catch(refuseChange)
  }
  if (images.gone.length > 0) tx.send(removal(sql`images`, store.id, id, images.gone))
  updateVariants(tx, store.id, id, before.variants, variants.changed)
  updateImages(tx, store.id, id, images.changed)
  insertImages(tx, store.id, images.added)
  await insertVariants(tx, store.id, variants.added)
  relink(tx, store.id, before.product, after.product)
  updateProduct(call, next)
  return true
}

const removal = (table: Sql, store: number, product: number, ids: readonly number[]): Sql =>
  sql`delete from ${table} where store_id = ${store} and product_id = ${product} and id = any(${ids}::bigint[])`

/** Combinations may be swapped between variants: those that change stand aside first. */
function updateVariants(
  tx: Tx,
  store: number,
  product: number,
  before: readonly VariantRow[],
  rows: readonly VariantRow[],
): void {
  if (rows.length === 0) return
  const old = new Map(before.map(row => [row.id, row.combination]))
  const moving = rows.filter(row => old.get(row.id) !== row.combination).map(({ id }) => id)
  if (moving.length > 0) {
    tx.send(sql`
      update variants set combination = chr(2) || id
       where store_id = ${store} and product_id = ${product} and id = any(${moving}::bigint[])`)
  }
  tx.send(sql`
    update variants v set position = n.position, "values" = n."values", combination = n.combination, price = n.price,
           promotional_price = n.promotional_price, cost = n.cost, weight = n.weight, width = n.width,
           height = n.height, depth = n.depth, sku = n.sku, barcode = n.barcode, mpn = n.mpn, age_group = n.age_group,
           gender = n.gender, image_id = n.image_id, visible = n.visible, updated_at = n.updated_at
      from (${rowsOf('variants', store, rows)}) n
     where v.store_id = ${store} and v.product_id = ${product} and v.id = n.id`)
}

function updateImages(tx: Tx, store: number, product: number, rows: readonly ImageRow[]): void {
  if (rows.length === 0) return
  tx.send(sql`
    update images i set position = n.position, src = n.src, file = n.file, width = n.width, height = n.height,
           alt = n.alt, updated_at = n.updated_at,
           fetch_at = case when n.file is not null then null when i.src <> n.src or i.file is not null then n.updated_at
                           else i.fetch_at end,
           fetch_attempts = case when i.src <> n.src or i.file is not null then 0 else i.fetch_attempts end
      from (${rowsOf('images', store, rows)}) n
     where i.store_id = ${store} and i.product_id = ${product} and i.id = n.id`)
}

function relink(tx: Tx, store: number, before: ProductRow, after: ProductRow): void {
  const gone = before.category_ids.filter(id => !after.category_ids.includes(id))
  const added = after.category_ids.filter(id => !before.category_ids.includes(id))
  if (gone.length > 0) {
    tx.send(sql`
      delete from product_categories
       where store_id = ${store} and category_id = any(${gone}::bigint[]) and product_id = ${after.id}`)
  }
  linkCategories(
    tx,
    store,
    added.map(category => [category, after.id]),
  )
}

function updateProduct(call: Write, aggregate: Aggregate): void {
  const { tx, store, now } = call
  const row = { ...storedProduct(aggregate, call), updated_at: wireTime(now) }
  tx.send(sql`
    update products p set name = n.name, description = n.description, handle = n.handle, attributes = n.attributes,
           published = n.published, unlisted = n.unlisted, free_shipping = n.free_shipping, requires_shipping = n.requires_shipping,
           video_url = n.video_url, seo_title = n.seo_title, seo_description = n.seo_description, brand = n.brand,
           tags = n.tags, category_ids = n.category_ids, search = n.search, sort_name = n.sort_name,
           sort_price = n.sort_price, has_promotional_price = n.has_promotional_price, has_weight = n.has_weight,
           has_all_dimensions = n.has_all_dimensions, document = n.document, revision = n.revision,
           updated_at = greatest(p.updated_at, n.updated_at)
      from (${rowsOf('products', store.id, [row])}) n
     where p.store_id = ${store.id} and p.id = n.id`)
}

/**
 * Writes again what depends on the main language of the store, of products that are locked. Nothing that a client has said is
 * another: dates stay, and nobody is told.
 */
export function rewrite(
  { tx, store, world }: Pick<Write, 'tx' | 'store' | 'world'>,
  aggregates: readonly Aggregate[],
): void {
  for (const { product, variants } of aggregates) {
    const next = recombined(variants, store.main_language)
    const changed = next.filter(({ combination }, i) => combination !== variants[i]?.combination)
    updateVariants(tx, store.id, product.id, variants, changed)
  }
  const rows = aggregates.map(aggregate => ({
    id: aggregate.product.id,
    revision: newRevision(world),
    sort_name: derived(aggregate, store).sort_name,
    document: render(aggregate, store),
  }))
  tx.send(sql`
    update products p set sort_name = n.sort_name, document = n.document, revision = n.revision
      from (${rowsOf('products', store.id, rows)}) n
     where p.store_id = ${store.id} and p.id = n.id`)
}

/** Products whose stock changed without them: their date follows, so that whoever polls by it sees them. */
export function touch(call: Write, ids: readonly number[]): void {
  if (ids.length > 0) call.tx.send(touching(call, sql`select unnest(${ids}::bigint[]) as id`))
}

/** The same for ids that are found by a query. */
export const touching = ({ store, now }: Write, ids: Sql): Sql => sql`
  insert into product_touches as t (store_id, product_id, touched_at)
  select ${store.id}, p.id, ${now} from (${ids}) p order by p.id
  on conflict (store_id, product_id) do update set touched_at = greatest(t.touched_at, excluded.touched_at)`

/** One event for each product that changed, whatever changed in it. */
export const tellUpdated = ({ tx, store, now }: Write, ids: readonly number[]): void =>
  emit(tx, store.id, now, 'product/updated', ...ids.map(id => ({ id })))

/** The same for ids that are found by a query. */
export const updatedIn = (ids: Sql): Sql =>
  sql`select 'product/updated' as event, jsonb_build_object('id', p.id) as payload from (${ids}) p`

/** New products enter the runs of 1024 ids; see the table. */
export function countIn({ tx, store }: Write, ids: readonly number[]): void {
  tx.send(sql`
    insert into product_counts as c (store_id, run, count)
    select ${store.id}, id >> 10, count(*) from unnest(${ids}::bigint[]) as p (id) group by 2 order by 2
    on conflict (store_id, run) do update set count = c.count + excluded.count`)
}

export function countOut({ tx, store }: Write, id: number): void {
  tx.send(sql`
    update product_counts set count = count - 1 where store_id = ${store.id} and run = ${id}::bigint >> 10`)
}
