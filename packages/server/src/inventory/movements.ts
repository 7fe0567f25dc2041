import { type MovementFilters, Nullable, notFound, type Page, StockMovement } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { empty, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'

export const variantNotFound = () => notFound('Product_Variant with such id does not exist')

function movements(db: Queries, query: MovementFilters, where: Sql): Promise<Page<StockMovement>> {
  const { limit, offset } = windowOf(query)
  const since = query.since_id === undefined ? empty : sql`and id > ${query.since_id}`
  const from = sql`from stock_movements where ${where} ${since}`
  return page(
    db,
    StockMovement,
    sql`select id, variant_id, location_id, delta, level_after, cause, actor, created_at ${from}
         order by id limit ${limit} offset ${offset}`,
    from,
  )
}

export async function ofVariant(
  db: Queries,
  store: number,
  variant: number,
  query: MovementFilters,
): Promise<Page<StockMovement>> {
  const where = sql`store_id = ${store} and variant_id = ${variant}`
  const found = await movements(db, query, where)
  // The ledger outlives the variant, so what is in neither never was.
  const known = sql`
    (select 1 from stock_movements where ${where} limit 1)
     union all
    select 1 from variants where store_id = ${store} and id = ${variant}`
  if (found.total === 0 && (await db.run(known)) === 0) throw variantNotFound()
  return found
}

export const atLocation = (
  db: Queries,
  store: number,
  location: string,
  query: MovementFilters,
): Promise<Page<StockMovement>> => movements(db, query, sql`store_id = ${store} and location_id = ${location}`)

const Moved = Type.Object({
  variant_id: Type.Integer(),
  location_id: Type.String(),
  delta: Type.Integer(),
  level_after: Nullable(Type.Integer()),
  /** In seconds. */
  at: Type.Integer(),
})
export type Moved = Static<typeof Moved>

/** What happened to the levels of some variants since then, the newest first. */
export const movementsSince = (
  db: Queries,
  store: number,
  variants: readonly number[],
  since: Date,
): Promise<Moved[]> =>
  db.many(
    Moved,
    sql`
      select m.variant_id, m.location_id, m.delta, m.level_after, extract(epoch from m.created_at)::bigint as at
        from unnest(${variants}::bigint[]) v (id)
        -- Walks back from the newest, and reads no further than it must.
        left join lateral (select p.id from stock_movements p
                            where p.store_id = ${store} and p.variant_id = v.id and p.created_at < ${since}
                            order by p.id desc limit 1) old on true
        join stock_movements m on m.store_id = ${store} and m.variant_id = v.id and m.id > coalesce(old.id, 0)
       order by m.created_at desc, m.id desc`,
  )
