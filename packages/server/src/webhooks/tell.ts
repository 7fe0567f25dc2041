import type { Attempt } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { appOf, holding } from '../access/index.ts'
import { type Entry, entering, type Untold } from '../events/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { empty, plainArray, plannedAnew, type Sql, sql } from '../platform/database/sql.ts'
import { uuidAt } from '../platform/ids.ts'
import type { Item, Result, Sender } from './dispatch.ts'
import { isHeld, isSilenced } from './obstacles.ts'

/** A webhook that hears of an event. */
type Hearer = Static<typeof Hearer>
const Hearer = Type.Object({
  id: Type.Integer(),
  actor: Type.String(),
  event: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  /** It hears of it when its app or store is no longer suspended. */
  is_held: Type.Boolean(),
})

const hearersOf = (db: Queries, store: number, events: readonly string[]): Promise<Hearer[]> =>
  db.many(
    Hearer,
    sql`
      select w.id, w.actor, w.event, w.url, w.headers,
             ${isSilenced(sql`w`)} as is_held
        from webhooks w
        join (${holding(store)}) h on h.actor = w.actor and (w.scopes = '{}' or h.scopes ?| w.scopes)
       where w.store_id = ${store} and w.event = any(${events}::text[])
       order by w.id`,
  )

/** Of what concerns an app only that app hears. */
const hears = ({ actor, event }: Hearer, { payload }: Untold): boolean =>
  !event.startsWith('app/') || appOf(actor) === String(payload.id)

/** The last so many digits of a number. */
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0').slice(-digits)

/**
 * The id of a delivery, which a receiver knows duplicates by: a UUID of version 7 that says when it happened, which event
 * it was, and for which webhook. Whoever makes the delivery once more, because the one who made it first died before it was
 * written down, gives it the same.
 */
export const deliveryId = ({ id, at }: Pick<Untold, 'id' | 'at'>, webhook: number): string =>
  uuidAt(at, hex(id, 10) + hex(webhook, 8))

/** A delivery that is not written down yet. */
export interface Fresh extends Item {
  isHeld: boolean
}

/** An event and its deliveries, none of which is written down yet. */
export interface Story {
  happened: Untold
  deliveries: readonly Fresh[]
}

const storyOf = (store: number, happened: Untold, hearers: readonly Hearer[]): Story => ({
  happened,
  deliveries: hearers
    .filter(hearer => hears(hearer, happened))
    .map(({ id, actor, url, headers, is_held }) => ({
      store_id: store,
      webhook_id: id,
      id: deliveryId(happened, id),
      actor,
      event: happened.event,
      payload: happened.payload,
      tries: 0,
      url,
      headers,
      isHeld: is_held,
    })),
})

/** So many deliveries at a time, but for an event that has more. */
const mostAtOnce = 2000

/** Whom events are told to, as many of them as are good to be told at once. */
export async function storiesOf(db: Queries, store: number, events: readonly Untold[]): Promise<Story[]> {
  if (events.length === 0) return []
  const names = [...new Set(events.map(({ event }) => event))]
  const hearers = await hearersOf(db, store, names)
  const byEvent = new Map(names.map(name => [name, hearers.filter(({ event }) => event === name)]))
  const stories: Story[] = []
  let count = 0
  for (const happened of events) {
    const story = storyOf(store, happened, byEvent.get(happened.event) ?? [])
    count += story.deliveries.length
    if (count > mostAtOnce && stories.length > 0) break
    stories.push(story)
  }
  return stories
}

/** A delivery as it is written down with its event, which says the rest. */
export interface Written extends Pick<Item, 'webhook_id' | 'id' | 'actor'> {
  /** Which of the events it is of: 1 is the first. */
  place: number
  status: Result['status']
  tries: number
  /** Seconds until the next attempt. */
  wait: number | null
  attempts: readonly Attempt[]
  /** The process still has it in hand: nobody need look for it. */
  is_here: boolean
}

export interface Telling {
  events: readonly Entry[]
  deliveries: readonly Written[]
}

/** Whether that was still ours to do, and the webhooks for which something is due that nobody has in hand. */
export type Told = Static<typeof Told>
const Told = Type.Object({ is_ours: Type.Boolean(), webhooks: Type.Array(Type.Integer()) })

/**
 * Tells of events of a store: they enter the journal, with a delivery for each webhook that listened and what became of it
 * so far. One statement: all of it or nothing, and nothing where the store is no longer ours, or where they were told
 * already by a statement whose answer got lost.
 */
export function tell({ db, id, time }: Sender, store: number, { events, deliveries }: Telling): Promise<Told> {
  const inSeconds = (seconds: Sql | number) => sql`${time()} + ${seconds} * interval '1 second'`
  const waits = deliveries.flatMap(({ wait }) => wait ?? [])
  const alarm = waits.length > 0 ? sql`, due_at = least(due_at, ${inSeconds(Math.min(...waits))})` : empty
  const isLoose = deliveries.some(({ status, is_here }) => status === 'pending' && !is_here)
  return db.one(
    Told,
    plannedAnew(sql`
      with claimed as (
        update dispatch set last_entry = last_entry + ${events.length} ${alarm}
         where store_id = ${store} and owner = ${id}
        returning last_entry - ${events.length} as last
      ), ${entering(store, events)}, written as (
        select ${store}::bigint as store_id, t.entry_id, t.event, t.payload, t.created_at, d.*
          from told t join ${rowsOf(deliveries)} using (place)
      ), made as (
        insert into deliveries as m
          (store_id, webhook_id, id, actor, entry_id, event, payload, status, due_at, tries, attempts, created_at)
        select d.store_id, d.webhook_id, d.id, d.actor, d.entry_id, d.event, d.payload, d.status,
               case when d.status <> 'pending' then null
                    when ${isHeld(sql`d`)} then 'infinity'
                    else ${inSeconds(sql`coalesce(d.wait, 0)`)} end,
               d.tries, d.attempts, d.created_at
          from written d
        returning m.id, m.webhook_id, m.due_at
      )
      select case when t.count = ${events.length} then true
                  when t.count = 0 then false
                  -- Some of them: by the division by zero nothing of all this happens, and each is told for itself.
                  else 1 / (t.count - t.count) > 0 end as is_ours,
             ${isLoose ? looseOnes(time()) : sql`'{}'::bigint[]`} as webhooks
        from (select count(*) from taken) t`),
  )
}

/** Column by column: of an array of objects PostgreSQL would look up each key of each. */
function rowsOf(deliveries: readonly Written[]): Sql {
  const column = (name: Exclude<keyof Written, 'attempts'>) => plainArray(deliveries.map(delivery => delivery[name]))
  const attempts = JSON.stringify(deliveries.map(delivery => delivery.attempts))
  return sql`
    rows from (
      unnest(${column('webhook_id')}::bigint[]), unnest(${column('id')}::uuid[]), unnest(${column('actor')}::text[]),
      unnest(${column('place')}::integer[]), unnest(${column('status')}::text[]), unnest(${column('tries')}::integer[]),
      unnest(${column('wait')}::float8[]), jsonb_array_elements(${attempts}::jsonb),
      unnest(${column('is_here')}::boolean[])
    ) as d (webhook_id, id, actor, place, status, tries, wait, attempts, is_here)`
}

const looseOnes = (now: Sql): Sql => sql`
  array(select distinct m.webhook_id from made m join written d using (webhook_id, id)
         where m.due_at <= ${now} and not d.is_here)`
