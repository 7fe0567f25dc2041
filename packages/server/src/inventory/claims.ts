import { Nullable } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries, Tx } from '../platform/database/database.ts'
import { plainArray, type Sql, sql } from '../platform/database/sql.ts'

const Level = Type.Object({
  product_id: Type.Integer(),
  variant_id: Type.Integer(),
  location_id: Type.String(),
  stock: Nullable(Type.Integer()),
})
export type HeldLevel = Static<typeof Level>

/**
 * The levels of some variants at every location, and no other writer until the transaction ends; in key order. Each
 * variant has one: where its last goes with a location while we wait for it, the one that comes in its place is younger
 * than the question, and only the next one finds it. Without it the variant would be unlimited.
 */
export async function holdLevels(tx: Tx, store: number, variants: readonly number[]): Promise<HeldLevel[]> {
  const held = await lockLevels(tx, store, variants)
  const met = new Set(held.map(({ variant_id }) => variant_id))
  const unmet = variants.filter(id => !met.has(id))
  return unmet.length === 0 ? held : [...held, ...(await lockLevels(tx, store, unmet))]
}

const lockLevels = (tx: Tx, store: number, variants: readonly number[]): Promise<HeldLevel[]> =>
  tx.many(
    Level,
    sql`
      select product_id, variant_id, location_id, stock from inventory_levels
       where store_id = ${store} and variant_id = any(${variants}::bigint[])
       order by product_id, variant_id, location_id
         for update`,
  )

/** The same levels as they are at this moment, for those who only ask. */
export const readLevels = (db: Queries, store: number, variants: readonly number[]): Promise<HeldLevel[]> =>
  db.many(
    Level,
    sql`
      select product_id, variant_id, location_id, stock from inventory_levels
       where store_id = ${store} and variant_id = any(${variants}::bigint[])`,
  )

/** One change of a counted level: taken by an order, or given back. Several may hit the same level in turn. */
export interface Movement {
  product_id: number
  variant_id: number
  location_id: string
  delta: number
  level_after: number
  cause: 'order' | 'cancel' | 'move'
  actor: string
}

/**
 * Levels and ledger as parts of a larger statement, for levels that are held: what each level is after all
 * movements, and one row for each of them. The constraint on `stock` stands behind it.
 */
export function moving(store: number, now: Date, movements: readonly Movement[]): Sql {
  return sql`
    movements as (
      select * from unnest(${plainArray(movements.map(m => m.product_id))}::bigint[],
        ${plainArray(movements.map(m => m.variant_id))}::bigint[], ${movements.map(m => m.location_id)}::text[],
        ${plainArray(movements.map(m => m.delta))}::integer[], ${plainArray(movements.map(m => m.level_after))}::integer[],
        ${movements.map(m => m.cause)}::text[], ${movements.map(m => m.actor)}::text[])
        with ordinality as m (product_id, variant_id, location_id, delta, level_after, cause, actor, place)
    ), changed_levels as (
      update inventory_levels i set stock = i.stock + m.delta, updated_at = greatest(i.updated_at, ${now})
        from (select product_id, variant_id, location_id, sum(delta)::integer as delta
                from movements group by product_id, variant_id, location_id) m
       where i.store_id = ${store} and i.product_id = m.product_id and i.variant_id = m.variant_id
         and i.location_id = m.location_id
    ), moved as (
      insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
      select ${store}, variant_id, location_id, delta, level_after, cause, actor, ${now} from movements order by place
    )`
}
