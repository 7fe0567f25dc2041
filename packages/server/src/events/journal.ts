import { type Event, eventNames, type events, type Input, scopeOfEvent } from '@bodega/api'
import type { JournalEntry } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import { appActorIn, type Call } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { plainArray, plannedAnew, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { notificationOf } from './notification.ts'

/** What happened and is still to be told. */
export type Untold = Static<typeof Untold>
const Untold = Type.Object({
  id: Type.Integer(),
  event: Type.String(),
  payload: Type.Record(Type.String(), Type.Unknown()),
  /** When it happened, in milliseconds. */
  at: Type.Integer(),
})

/** So many at a time. */
const atOnce = 500

/**
 * The oldest events of a store after a certain one that are still to be told, but for those that the caller knows. Planned
 * anew, as all that reads this table: it is empty whenever statistics are taken, and fills fast.
 */
export const untold = (db: Queries, store: number, known: readonly number[], after = 0): Promise<Untold[]> =>
  db.many(
    Untold,
    plannedAnew(sql`
      select id, event, payload, floor(extract(epoch from created_at) * 1000)::bigint as at
        from events
       where store_id = ${store} and id > ${after} and id <> all(${plainArray(known)}::bigint[])
       order by id
       limit ${atOnce}`),
  )

/** An event that is told now, and how many webhooks listened. */
export interface Entry {
  id: number
  deliveries: number
}

/**
 * Events leave their table and enter the journal, as parts of a larger statement. Its part `claimed` has the right to do
 * so: one row with `last`, the last number that was given before, or none. While that row is locked nobody else gives
 * numbers in this store, so they become visible in their order; ids do not, because those are given before the commit.
 *
 * What entered is in `told`, by its place among the entries: 1 is the first. It is all of them or, where somebody has
 * told of them before, none.
 */
export function entering(store: number, entries: readonly Entry[]): Sql {
  const ids = sql`${plainArray(entries.map(({ id }) => id))}::bigint[]`
  return sql`
    taken as (
      delete from events e using claimed where e.store_id = ${store} and e.id = any(${ids})
      returning e.id, e.event, e.payload, e.created_at
    ), told as (
      select e.place, c.last + e.place as entry_id, t.event, t.payload, t.created_at, e.deliveries
        from claimed c,
             unnest(${ids}, ${plainArray(entries.map(({ deliveries }) => deliveries))}::integer[])
               with ordinality as e (id, deliveries, place)
        join taken t using (id)
       where (select count(*) from taken) = ${entries.length}
    ), journaled as (
      insert into journal (store_id, id, event, payload, created_at, deliveries)
      select ${store}, entry_id, event, payload, created_at, deliveries from told
    )`
}

const Row = Type.Object({
  store_id: Type.Integer(),
  id: Type.Integer(),
  event: Type.String(),
  payload: Type.Record(Type.String(), Type.Unknown()),
  created_at: Type.String(),
  deliveries: Type.Integer(),
})

const columns = sql`store_id, id, event, payload, created_at, deliveries`

const eventOf = (row: Static<typeof Row>): Event => ({
  id: row.id,
  event: row.event,
  created_at: row.created_at,
  notification: notificationOf(row),
})

/** What happened after an entry, as far as the caller may know: what it could register webhooks for. */
export async function list(
  db: Queries,
  { store, scopes, actor }: Call,
  query: Input<typeof events.list>['query'],
): Promise<Event[]> {
  const { limit } = windowOf({ page: 1, per_page: query.per_page })
  const names = eventNames.filter(name => {
    const needed = scopeOfEvent(name)
    return !needed || scopes.has(needed)
  })
  const those = (ofNames: Sql) => sql`
    select ${columns}
      from journal
     where store_id = ${store.id} and id > ${query.since} and ${ofNames}
       and (event not like 'app/%' or ${appActorIn(sql`(payload ->> 'id')`)} = ${actor})
     order by id
     limit ${limit}`
  // Who may know of a few only: by the numbers alone, all that others know would be passed over, once more with each call.
  const fewOnly = sql`
    select ${columns}
      from unnest(${names}::text[]) known (name)
     cross join lateral (${those(sql`event = known.name`)}) j
     order by id
     limit ${limit}`
  const isFew = names.length < eventNames.length
  const rows = await db.many(Row, isFew ? fewOnly : those(sql`event = any(${names})`))
  return rows.map(eventOf)
}

/** All that happened in a store before an entry, the newest first: for the people of the store. */
export async function listLatest(
  db: Queries,
  store: number,
  { before = Number.MAX_SAFE_INTEGER, per_page }: { before?: number; per_page: number },
): Promise<JournalEntry[]> {
  const { limit } = windowOf({ page: 1, per_page })
  const rows = await db.many(
    Row,
    sql`
      select ${columns}
        from journal
       where store_id = ${store} and id < ${before}
       order by id desc
       limit ${limit}`,
  )
  return rows.map(row => ({ ...eventOf(row), deliveries: row.deliveries }))
}
