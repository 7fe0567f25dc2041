import type { Attempt } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Db, Queries } from '../platform/database/database.ts'
import { empty, plannedAnew, type Sql, sql } from '../platform/database/sql.ts'
import { isGone, isHeld } from './obstacles.ts'

/** A delivery that is to be sent. */
export type Item = Static<typeof Item>
export const Item = Type.Object({
  store_id: Type.Integer(),
  webhook_id: Type.Integer(),
  id: Type.String(),
  actor: Type.String(),
  event: Type.String(),
  payload: Type.Record(Type.String(), Type.Unknown()),
  tries: Type.Integer(),
  /** None where the webhook was removed meanwhile. */
  url: Type.Union([Type.String(), Type.Null()]),
  headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
})

/** A process that sends, and the clock by which things are due. */
export interface Sender {
  db: Db
  id: string
  /** That of the database; a test has its own. */
  time(): Sql
}

/** After so many seconds without a sign of life, others take over what a process has. */
export const leaseSeconds = 6
const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`

/**
 * Its owner is dead; or it was taken while the clock of the database was ahead, and would be waited for until then: an owner
 * that lives has set it right within moments. The constant says that the partial index has what is wanted.
 */
const isAbandoned = sql`
  (d.expires_at < 'infinity' and (d.expires_at <= now() or d.expires_at > ${leaseEnd} + interval '1 minute'))`

/** Nobody has the store, or we do. What a dead process had must be taken first, to see what it left. */
const isOpen = (me: string): Sql => sql`(d.owner is null or d.owner = ${me})`

/** A store, and the first of its events; there is none where something else is to be done. */
const Work = Type.Object({ store_id: Type.Integer(), first: Type.Union([Type.Integer(), Type.Null()]) })

/** Stores where there is something to do for us. Those with events after a certain one are found by jumping to the next. */
export const look = ({ db, id, time }: Sender, after: number): Promise<Static<typeof Work>[]> =>
  db.many(
    Work,
    sql`
      with recursive stirring as (
        (select store_id, id from events where id > ${after} order by store_id, id limit 1)
        union all
        select e.store_id, e.id
          from stirring s
          cross join lateral (select e.store_id, e.id from events e where e.store_id > s.store_id and e.id > ${after}
                               order by e.store_id, e.id limit 1) e
      )
      select s.store_id, s.id as first
        from stirring s
        left join dispatch d on d.store_id = s.store_id
       where d.store_id is null or ${isOpen(id)}
       union all
      -- The constant says that the partial index has what is wanted.
      (select d.store_id, null from dispatch d
        where (d.due_at <= ${time()} and d.due_at < 'infinity' and ${isOpen(id)}) or ${isAbandoned}
        limit 100)`,
  )

const Taken = Type.Object({ store_id: Type.Integer() })
const idsOf = (rows: readonly Static<typeof Taken>[]): number[] => rows.map(({ store_id }) => store_id)

/** Takes a store in which something happened. Nobody takes it from the one who has it. */
export const claim = async ({ db, id }: Sender, store: number): Promise<boolean> =>
  (await db.run(sql`
    insert into dispatch as d (store_id, last_entry, owner, expires_at) values (${store}, 0, ${id}::uuid, ${leaseEnd})
    on conflict (store_id) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where ${isOpen(id)}`)) > 0

/** More than a store tells of in the time between a backup and the loss of what came after it. */
const leap = 1_000_000

/**
 * After a restore: whoever reads the journal may have read on, to entries that are lost. No number is given a second time, or
 * they would wait for one that is past theirs, and miss what happens until then.
 */
export const leapAhead = sql`
  insert into dispatch as d (store_id, last_entry) select id, ${leap} from stores
  on conflict (store_id) do update set last_entry = d.last_entry + ${leap}`

/** Takes stores in which something is due, or whose owner is dead. It is loaded next, so they no longer call. */
export const take = async ({ db, id, time }: Sender, stores: readonly number[]): Promise<number[]> =>
  idsOf(
    await db.many(
      Taken,
      sql`
        update dispatch d set owner = ${id}, expires_at = ${leaseEnd}, due_at = 'infinity'
         where d.store_id = any(${stores}::bigint[])
           and ((d.due_at <= ${time()} and ${isOpen(id)}) or ${isAbandoned})
        returning d.store_id`,
    ),
  )

/** The webhooks of a store for which something waits, found by jumping from one to the next, however much it is. */
const waiting = (store: number): Sql => sql`
  recursive waiting as (
    (select webhook_id from deliveries where store_id = ${store} and due_at is not null order by webhook_id limit 1)
    union all
    select (select d.webhook_id from deliveries d
             where d.store_id = ${store} and d.due_at is not null and d.webhook_id > w.webhook_id
             order by d.webhook_id limit 1)
      from waiting w where w.webhook_id is not null
  )`

/** So many deliveries of a webhook are wanted. */
export interface Wanted {
  webhook: number
  room: number
}

const wanting = (wanted: readonly Wanted[]): Sql => sql`
  waiting as (
    select webhook_id, room
      from unnest(${wanted.map(({ webhook }) => webhook)}::bigint[], ${wanted.map(({ room }) => room)}::int[]) as w (webhook_id, room)
  )`

/**
 * What is due in a store, without what is known: of the webhooks that are wanted, or of all of them a few. Of a webhook that
 * was removed everything is, to be ended: so removing one costs the same however much waits for it.
 */
export const load = (
  { db, time }: Sender,
  store: number,
  known: readonly string[],
  wanted: readonly Wanted[] | number,
): Promise<Item[]> =>
  db.many(
    Item,
    sql`
      with ${typeof wanted === 'number' ? waiting(store) : wanting(wanted)}
      select d.store_id, d.webhook_id, d.id, d.actor, d.event, d.payload, d.tries,
             coalesce(d.target ->> 'url', w.url) as url, coalesce(d.target -> 'headers', w.headers) as headers
        from waiting
        left join webhooks w on w.store_id = ${store} and w.id = waiting.webhook_id
       cross join lateral (
         select * from deliveries
          where store_id = ${store} and webhook_id = waiting.webhook_id
            and due_at <= case when w.id is null and waiting.webhook_id <> 0 then 'infinity' else ${time()} end
            and (due_at <= ${time()} or target is null)
            and id <> all(${known}::uuid[])
          order by due_at, entry_id
          limit ${typeof wanted === 'number' ? wanted : sql`waiting.room`}
       ) d
       order by d.due_at, d.entry_id`,
  )

/** What waits in a store calls when it is due; what is due already only where nobody is about to load it. */
export const setAlarm = ({ db, time }: Sender, store: number, isLeft: boolean): Promise<number> =>
  db.run(sql`
    with ${waiting(store)}
    update dispatch d set due_at = least(d.due_at, next.due_at)
      from (
        select min(n.due_at) as due_at
          from waiting
         cross join lateral (
           select due_at from deliveries
            where store_id = ${store} and webhook_id = waiting.webhook_id
              and due_at is not null ${isLeft ? empty : sql`and due_at > ${time()}`}
            order by due_at limit 1
         ) n
      ) next
     where d.store_id = ${store} and next.due_at < d.due_at`)

/** Longer than any wait for the next attempt that can be set, or asked for by a receiver. */
const longest = sql`interval '8 days'`

/**
 * What is put off for longer was put off while the clock of the database was ahead: it is due now. But for a notice about
 * personal data before its first attempt: that waits for months, until the last order is old enough (webhooks 5.1).
 */
export const recallDeliveries = (db: Queries): Promise<number> =>
  db.run(sql`
    with recalled as (
      update deliveries set due_at = now()
       where due_at > now() + ${longest} and due_at < 'infinity' and (webhook_id <> 0 or tries > 0)
      returning store_id
    )
    update dispatch d set due_at = least(d.due_at, now())
     where d.store_id in (select store_id from recalled)`)

/** Tells that we are alive, and says which of the stores are still ours. */
export const renew = async ({ db, id }: Sender, stores: readonly number[]): Promise<number[]> =>
  idsOf(
    await db.many(
      Taken,
      sql`
        update dispatch set expires_at = ${leaseEnd}
         where store_id = any(${stores}::bigint[]) and owner = ${id}
        returning store_id`,
    ),
  )

/** Gives stores back; those of `unfinished` call for the next one at once. */
export const release = (
  { db, id }: Sender,
  stores: readonly number[],
  unfinished: readonly number[],
): Promise<number> =>
  db.run(sql`
    update dispatch
       set owner = null, expires_at = 'infinity',
           due_at = case when store_id = any(${unfinished}::bigint[]) then '-infinity' else due_at end
     where store_id = any(${stores}::bigint[]) and owner = ${id}`)

/** What became of an attempt. */
export interface Result extends Pick<Item, 'store_id' | 'webhook_id' | 'id'> {
  /** This attempt included. */
  tries: number
  status: 'pending' | 'delivered' | 'failed'
  /** Seconds until the next attempt, where there is one. */
  wait: number | null
  attempt: Attempt
}

const keptAttempts = 50

const Recorded = Type.Object({ id: Type.String() })

/**
 * Writes down results, many at once, and says of which deliveries. Where another process was faster, or the delivery was
 * replayed meanwhile, the number of tries is another, and nothing happens.
 *
 * Those that wait are told by their status, not by `due_at`: nothing is due whenever statistics are taken, so PostgreSQL
 * would rather read all that is due than find each by its key. Planned anew, because the table grows fast from nothing.
 */
export async function record({ db, time }: Sender, results: readonly Result[]): Promise<ReadonlySet<string>> {
  const recorded = await db.many(
    Recorded,
    plannedAnew(sql`
      with recorded as (
        update deliveries d
           set status = r.status, tries = r.tries,
               attempts = case when jsonb_array_length(d.attempts) < ${keptAttempts} then d.attempts else d.attempts - 0 end || r.attempt,
               due_at = case when r.status <> 'pending' then null
                             when ${isGone(sql`d`)} then '-infinity'
                             when ${isHeld(sql`d`)} then 'infinity'
                             else ${time()} + r.wait * interval '1 second' end
          from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
            as r (store_id bigint, webhook_id bigint, id uuid, tries integer, status text, wait float8, attempt jsonb)
         where d.store_id = r.store_id and d.webhook_id = r.webhook_id and d.id = r.id
           and d.tries = r.tries - 1 and d.status = 'pending'
        returning d.store_id, d.id, d.due_at
      ), called as (
        update dispatch d set due_at = least(d.due_at, r.due_at)
          from (select store_id, min(due_at) as due_at from recorded where due_at is not null group by store_id) r
         where d.store_id = r.store_id
      )
      select id from recorded`),
  )
  return new Set(recorded.map(({ id }) => id))
}
