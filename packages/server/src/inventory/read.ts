/** Levels as they are: inside of what is asked of products, beside a location, and for those who look for some. */
import { InventoryLevel } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { firstLocation } from '../locations/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { empty, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'

/**
 * The levels of a product inside a query that reads products: `variant id location stock seconds,...`. As plain text,
 * because PostgreSQL takes twice as long to write JSON.
 */
export const levelsOf = (store: Sql, product: Sql): Sql => sql`
  (select string_agg(i.variant_id || ' ' || i.id || ' ' || i.location_id || ' ' || coalesce(i.stock::text, '') || ' '
                       || date_part('epoch', i.updated_at), ',')
     from inventory_levels i where i.store_id = ${store} and i.product_id = ${product})`

/** Of a product: `[variant, id, location, stock, second of the last change]` each, in the order of their making. */
export type Levels = [variant: number, id: number, location: string, stock: number | null, seconds: number][]

/** What `levelsOf` gives: nothing where there is none. */
export function parseLevels(text: string | null): Levels {
  const levels: Levels = []
  if (!text) return levels
  let at = 0
  /** Its digits as a number, and past what ends it: all others wait meanwhile, and a product may have a million levels. */
  const whole = (): number => {
    let number = 0
    for (let code = text.charCodeAt(at); code >= zero && code <= nine; code = text.charCodeAt(++at))
      number = number * 10 + code - zero
    at++
    return number
  }
  while (at < text.length) {
    const [variant, id] = [whole(), whole()]
    const location = text.slice(at, text.indexOf(' ', at))
    at += location.length + 1
    const isCounted = text[at] !== ' '
    const stock = whole()
    levels.push([variant, id, location, isCounted ? stock : null, whole()])
    // Behind a part of a second.
    if (text[at - 1] === '.') whole()
  }
  return levels.sort(([, a], [, b]) => a - b)
}

const [zero, nine] = [48, 57]

/** `sum(stock)` of a product, `null` where something is unlimited: for the filters by stock. */
export const totalOf = (store: Sql, product: Sql): Sql => sql`
  (select case when count(*) = 0 or bool_or(i.stock is null) then null else sum(i.stock) end
     from inventory_levels i where i.store_id = ${store} and i.product_id = ${product})`

export async function listLevels(
  db: Queries,
  store: number,
  location: { id: string },
  query: { page: number; per_page: number; variant_id?: number },
): Promise<{ total: number; results: Static<typeof InventoryLevel>[] }> {
  const { limit, offset } = windowOf(query)
  const only = query.variant_id === undefined ? empty : sql`and variant_id = ${query.variant_id}`
  const from = sql`from inventory_levels where store_id = ${store} and location_id = ${location.id} ${only}`
  const { items, total } = await page(
    db,
    InventoryLevel,
    sql`select id, variant_id, location_id, stock, created_at, updated_at ${from}
         order by variant_id limit ${limit} offset ${offset}`,
    from,
  )
  return { total, results: items }
}

const Home = Type.Object({ variant_id: Type.Integer(), location_id: Type.String() })

/**
 * Where the stock of a variant is that comes without a location (F7): the first one where it has a level there, else that
 * of its first level; a variant without any is left out. The products are locked: nobody else who sets stock opens one.
 */
export async function homes(tx: Tx, store: number, products: readonly number[]): Promise<Map<number, string>> {
  if (products.length === 0) return new Map()
  const rows = await tx.many(
    Home,
    sql`
      select distinct on (variant_id) variant_id, location_id from inventory_levels
       where store_id = ${store} and product_id = any(${products}::bigint[])
       order by variant_id, location_id = (${firstLocation(store)}) desc, id`,
  )
  return new Map(rows.map(({ variant_id, location_id }) => [variant_id, location_id]))
}

const Variant = Type.Object({ variant_id: Type.Integer() })

/** Some variants that can be sold, the ones with the lowest ids. */
export async function stockedVariants(db: Queries, store: number, limit: number): Promise<number[]> {
  const rows = await db.many(
    Variant,
    sql`
      select distinct variant_id from inventory_levels
       where store_id = ${store} and (stock is null or stock > 0)
       order by variant_id limit ${limit}`,
  )
  return rows.map(({ variant_id }) => variant_id)
}
