import { invalid, maxStock, unprocessable } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import { firstLocation, locationIds } from '../locations/index.ts'
import { ConflictError } from '../platform/database/database.ts'
import { codeOf } from '../platform/database/failures.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** What brought a level to change (D44). */
export type Cause = 'order' | 'cancel' | 'move' | 'api' | 'import'

/** A level to be set, or with `isDelta` to be varied: that leaves unlimited stock alone, and a client's stops at 0. */
export interface LevelChange {
  product_id: number
  variant_id: number
  location_id: string
  stock: number | null
  isDelta?: boolean
}

/** A level to be changed where it stands; without a location that at the first one. */
export type StandingChange = Omit<LevelChange, 'location_id'> & { location_id: string | undefined }

const Changed = Type.Object({ product_id: Type.Integer(), variant_id: Type.Integer() })
type Changed = Static<typeof Changed>

/**
 * Changes levels and writes the ledger in the same statement: no level ever changes without its movement. Rows are
 * locked in the order of their keys; each level may be named once. Says which variants really changed.
 */
export async function changeLevels(call: Write, cause: Cause, changes: readonly LevelChange[]): Promise<Changed[]> {
  if (changes.length === 0) return []
  if (new Set(changes.map(levelKey)).size < changes.length) {
    throw new Error('a level is to be changed twice at once: of the two changes one would be lost')
  }
  return change(call, cause, changes).catch(refuse)
}

/**
 * What only the database can see: a sum that no level can hold, and a level that comes while its location or variant
 * goes. Who tries again knows: what was named and is gone is refused, and where no location was another is found.
 */
export function refuse(error: unknown): never {
  if (codeOf(error) === '23503') throw new ConflictError('a level meets the end of its location or its variant')
  if (codeOf(error) === '22003') throw invalid({ stock: [`The stock must be at most ${maxStock}.`] })
  throw error
}

export const unknownLocation = (): Error => invalid({ location_id: ['Location with such id does not exist'] })

/** What tells a level from the others of its store. */
export const levelKey = ({ variant_id, location_id }: Pick<LevelChange, 'variant_id' | 'location_id'>): string =>
  `${variant_id}/${location_id}`

/** Nothing can be taken where nothing is, so that makes no level. */
const opens = ({ isDelta = false, stock }: StandingChange) => !isDelta || (stock ?? 0) > 0

/**
 * A level begins at 0, lazily: with the first change at its location. It is opened before any is locked: whoever held
 * some and then waited for one that another opens could be waited for in turn. As hardly ever one is missing, nobody
 * asks before: a change that lacks a level leaves all of them alone, and says so.
 */
async function change(call: Write, cause: Cause, changes: readonly LevelChange[]): Promise<Changed[]> {
  const varied = await vary(call, cause, changes)
  const met = new Set(varied.map(levelKey))
  const unmet = changes.filter(one => opens(one) && !met.has(levelKey(one)))
  const changed = varied.filter(({ is_changed }) => is_changed)
  if (unmet.length > 0) {
    // What was met was locked; the rest can be all of it, or a level that went at this very moment.
    const rest = changes.filter(one => !met.has(levelKey(one)))
    // Asked together and answered in turn.
    const [opened, again] = await Promise.all([open(call, unmet), vary(call, cause, rest)])
    // One that stands may go while another is opened: then it was left alone, or all of them were once more.
    const standing = new Set(again.map(levelKey))
    if (unmet.some(one => !standing.has(levelKey(one))))
      throw new ConflictError('a level went while another was opened')
    changed.push(...opened, ...again.filter(({ is_changed }) => is_changed))
  }
  return [...new Map(changed.map(({ product_id, variant_id }) => [variant_id, { product_id, variant_id }])).values()]
}

/** A level that was held, and whether it is another now. */
const Held = Type.Object({ ...Changed.properties, location_id: Type.String(), is_changed: Type.Boolean() })
type Held = Static<typeof Held>

const wanted = (changes: readonly StandingChange[]): Sql => sql`
  select * from unnest(${changes.map(c => c.product_id)}::bigint[], ${changes.map(c => c.variant_id)}::bigint[],
    ${changes.map(c => c.location_id ?? null)}::text[], ${changes.map(c => c.stock)}::int[],
    ${changes.map(c => c.isDelta ?? false)}::boolean[], ${changes.map(opens)}::boolean[])
    with ordinality as w (product_id, variant_id, location_id, stock, is_delta, opens, place)`

/** New levels are shown in the order in which they are given here. */
const open = ({ tx, store, now }: Write, changes: readonly LevelChange[]): Promise<Held[]> =>
  tx.many(
    Held,
    sql`
      insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
      select ${store.id}, w.product_id, w.variant_id, w.location_id, 0, ${now}, ${now}
        from (${wanted(changes)}) w
       order by w.place
      on conflict do nothing
      returning product_id, variant_id, location_id, true as is_changed`,
  )

/** What a held level is to become, beside the wish for it. What returns to a full one is lost, as to an unlimited one. */
const next = (cause: Cause): Sql => sql`
  case when not w.is_delta then w.stock
       when i.stock is null then null
       else ${cause === 'api' ? sql`greatest(0, i.stock + w.stock)` : sql`i.stock + least(w.stock, ${maxStock} - i.stock)`} end`

/** The levels of `held` become what they are to be, as parts of a larger statement; those that were another are `changed`. */
const changing = ({ store, now, actor }: Write, cause: Cause): Sql => sql`
  changed as (
    update inventory_levels i set stock = h.next, updated_at = greatest(i.updated_at, ${now})
      from held h
     where i.store_id = ${store.id} and i.product_id = h.product_id and i.variant_id = h.variant_id
       and i.location_id = h.location_id and h.stock is distinct from h.next
    returning i.product_id, i.variant_id, i.location_id, h.stock as before, i.stock as after
  ), moved as (
    insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
    select ${store.id}, c.variant_id, c.location_id, coalesce(c.after, 0) - coalesce(c.before, 0), c.after,
           ${cause}, ${actor}, ${now}
      from changed c
  )`

function vary(call: Write, cause: Cause, changes: readonly LevelChange[]): Promise<Held[]> {
  const { tx, store } = call
  return tx.many(
    Held,
    sql`
      with wanted as materialized (${wanted(changes)}), missing as (
        select 1 from wanted w
         where w.opens
           and not exists (select 1 from inventory_levels i
                            where i.store_id = ${store.id} and i.product_id = w.product_id
                              and i.variant_id = w.variant_id and i.location_id = w.location_id)
      ), held as (
        select i.product_id, i.variant_id, i.location_id, i.stock, ${next(cause)} as next
          from inventory_levels i
          join wanted w using (product_id, variant_id, location_id)
         where i.store_id = ${store.id} and not exists (select 1 from missing)
         order by i.product_id, i.variant_id, i.location_id
           for update of i
      ), ${changing(call, cause)}
      select product_id, variant_id, location_id, stock is distinct from next as is_changed from held`,
  )
}

/**
 * Changes levels where they stand, each for itself and named once, and says which were met; those that were not are for
 * `changeLevels`. It opens none and asks for nothing before, so the whole change is this one statement, with what follows
 * from those that `changed`: the last parts of it.
 */
export function changeStanding(
  call: Write,
  cause: Cause,
  changes: readonly StandingChange[],
  followed: Sql,
): Promise<Changed[]> {
  const { tx, store } = call
  return tx.many(
    Changed,
    sql`
      with held as (
        select i.product_id, i.variant_id, i.location_id, i.stock, ${next(cause)} as next
          from (${wanted(changes)}) w
          join inventory_levels i
            on i.store_id = ${store.id} and i.product_id = w.product_id and i.variant_id = w.variant_id
           and i.location_id = coalesce(w.location_id, (${firstLocation(store.id)}))
         order by i.product_id, i.variant_id, i.location_id
           for update of i
      ), ${changing(call, cause)}, ${followed}
      select product_id, variant_id from held`,
  )
}

/**
 * The first levels of variants that are new in this transaction: nobody else can see them, so nothing is locked or
 * compared. What stands there afterwards is what `changeLevels` would have written, at half its cost.
 */
export async function startLevels(call: Write, cause: Cause, levels: readonly LevelChange[]): Promise<void> {
  if (levels.length === 0) return
  const { tx, store, now, actor } = call
  const started = sql`
    with started as (
      insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
      select ${store.id}, product_id, variant_id, location_id, stock, ${now}, ${now}
        from unnest(${levels.map(l => l.product_id)}::bigint[], ${levels.map(l => l.variant_id)}::bigint[],
               ${levels.map(l => l.location_id)}::text[], ${levels.map(l => l.stock)}::int[])
             with ordinality as l (product_id, variant_id, location_id, stock, place)
       order by place
      returning variant_id, location_id, stock
    )
    insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
    select ${store.id}, variant_id, location_id, coalesce(stock, 0), stock, ${cause}, ${actor}, ${now}
      from started where stock is distinct from 0`
  await tx.run(started).catch(refuse)
}

/** A variant that goes takes its levels along; the ledger says where its units went. */
export async function removeLevels(call: Write, product: number, variants: readonly number[]): Promise<void> {
  if (variants.length === 0) return
  const { tx, store, now, actor } = call
  await tx.run(sql`
    with gone as (
      delete from inventory_levels
       where store_id = ${store.id} and product_id = ${product} and variant_id = any(${variants}::bigint[])
      returning variant_id, location_id, stock
    )
    insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
    select ${store.id}, variant_id, location_id, -coalesce(stock, 0), 0, 'api', ${actor}, ${now}
      from gone where stock is distinct from 0`)
}

/**
 * A location may go when nothing is kept there; unlimited counts as stock (D43). A variant that has its only number
 * there keeps one at the first location where it has no level: without any it would be unlimited, also where it never was.
 */
export async function releaseLocation({ tx, store, now }: Write, location: string): Promise<void> {
  const others = (await locationIds(tx, store.id)).filter(id => id !== location)
  await tx.run(sql`
    with gone as (
      delete from inventory_levels
       where store_id = ${store.id} and location_id = ${location} and stock = 0
      returning product_id, variant_id
    )
    insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
    select ${store.id}, g.product_id, g.variant_id, l.id, 0, ${now}, ${now}
      from gone g
     cross join lateral (
       select o.id from unnest(${others}::text[]) with ordinality as o (id, place)
        where not exists (select 1 from inventory_levels i
                           where i.store_id = ${store.id} and i.product_id = g.product_id
                             and i.variant_id = g.variant_id and i.location_id = o.id)
        order by o.place limit 1
     ) l
     where not exists (select 1 from inventory_levels i
                        where i.store_id = ${store.id} and i.product_id = g.product_id
                          and i.variant_id = g.variant_id and i.location_id <> ${location} and i.stock is not null)
    on conflict do nothing`)
  // Asked after the delete: it waited for whoever was changing a level here, and left what they put there.
  const kept = await tx.run(sql`
    select 1 from inventory_levels where store_id = ${store.id} and location_id = ${location} limit 1`)
  if (kept > 0) throw unprocessable('A location that holds stock cannot be deleted')
}
