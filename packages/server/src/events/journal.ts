import { type Event, eventNames, type events, type Input, scopeOfEvent } from '@bodega/api'
import type { JournalEntry } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import type { Call } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { notificationOf } from './notification.ts'

/** The oldest events of a store, as the part `batch` of a larger statement. */
export const batchOf = (store: number, limit: Sql): Sql => sql`
  batch as materialized (select id, event from events where store_id = ${store} order by id limit ${limit})`

/**
 * They leave their table and are numbered, as the part `entries`. The batch is the oldest there are, so whatever is not
 * newer than its last one is of it: joined by their ids, in a table that was empty when it was last looked at, 5000
 * that wait took a second for each 500. The part `claimed` has the right to do so: one row whose
 * `last_entry` counts the batch already, or none. While that row is locked nobody else gives numbers in this store, so
 * they become visible in their order; ids do not, because those are given before the commit.
 */
export const entriesOf = (store: number): Sql => sql`
  taken as (
    delete from events e using claimed where e.store_id = ${store} and e.id <= (select max(id) from batch)
    returning e.id, e.event, e.payload, e.created_at
  ), entries as (
    select c.last_entry - (select count(*) from batch) + row_number() over (order by t.id) as id, t.event, t.payload, t.created_at
      from taken t, claimed c
  )`

/** They enter the journal, each (`e`) with the number of its deliveries. */
export const journaling = (store: number, deliveries: Sql): Sql => sql`
  insert into journal (store_id, id, event, payload, created_at, deliveries)
  select ${store}, e.id, e.event, e.payload, e.created_at, ${deliveries} from entries e`

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
  const rows = await db.many(
    Row,
    sql`
      select ${columns}
        from journal
       where store_id = ${store.id} and id > ${query.since} and event = any(${names})
         and (event not like 'app/%' or 'app:' || (payload ->> 'id') = ${actor})
       order by id
       limit ${limit}`,
  )
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

const Payload = Type.Pick(Row, ['payload'])

/** What the last event of a name was about; nothing where none is known. */
export async function lastPayload(db: Queries, store: number, event: string): Promise<object | undefined> {
  const found = await db.maybe(
    Payload,
    sql`select payload from journal where store_id = ${store} and event = ${event} order by id desc limit 1`,
  )
  return found?.payload
}
