import Type, { type Static } from 'typebox'
import { oldestKept } from '../events/index.ts'
import { Batch, batchSize, inBatches, inPortions } from '../platform/database/batches.ts'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** The first id that could have been given at a time: ids begin with it. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const Queue = Type.Object({ store_id: Type.Integer(), webhook_id: Type.Integer(), is_old: Type.Boolean() })
type Queue = Static<typeof Queue>

/** The webhooks that have deliveries, found by jumping from one to the next, and whether some of them are old and done. */
const queuesAfter =
  (db: Db, oldest: string) =>
  (after: Queue, most: number): Promise<Queue[]> =>
    db.many(
      Queue,
      sql`
        with recursive queues as (
          select ${after.store_id}::bigint as store_id, ${after.webhook_id}::bigint as webhook_id, 0 as place
           union all
          select n.store_id, n.webhook_id, q.place + 1
            from queues q
           cross join lateral (
             select store_id, webhook_id from deliveries
              where (store_id, webhook_id) > (q.store_id, q.webhook_id)
              order by store_id, webhook_id limit 1
           ) n
           where q.place < ${most}
        )
        select store_id, webhook_id,
               exists (select 1 from deliveries d
                        where d.store_id = q.store_id and d.webhook_id = q.webhook_id and d.id < ${oldest} and d.due_at is null)
                 as is_old
          from queues q
         where place > 0
         order by place`,
    )

/** Before its first attempt a delivery may have waited for months: a notice about personal data, or what was suspended. */
const isOld = (now: Date): Sql => sql`coalesce((attempts -> -1 ->> 'at')::timestamptz, created_at) < ${oldestKept(now)}`

/**
 * What is done, and was neither made nor tried within 30 days, goes, a few rows at a time: no lock that anybody could
 * notice, and the room is used again by what comes next. The old ones are found by the primary key, jumping from webhook
 * to webhook.
 */
export async function forgetDeliveries(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const oldest = idAt(oldestKept(now))
  let forgotten = 0
  const none = { store_id: 0, webhook_id: 0, is_old: false }
  for await (const { store_id, webhook_id, is_old } of inPortions(none, queuesAfter(db, oldest))) {
    if (signal?.aborted) break
    if (!is_old) continue
    const remove = (after: string) =>
      db.one(
        Batch,
        sql`
          with edge as (
            select id from deliveries
             where store_id = ${store_id} and webhook_id = ${webhook_id} and id > ${after} and id < ${oldest}
             order by id limit 1 offset ${batchSize - 1}
          ), gone as (
            delete from deliveries
             where store_id = ${store_id} and webhook_id = ${webhook_id} and due_at is null
               and id > ${after} and id < ${oldest} and id <= coalesce((select id from edge), ${oldest}) and ${isOld(now)}
            returning 1
          )
          select (select count(*) from gone) as removed, (select id from edge) as last`,
      )
    forgotten += await inBatches(idAt(new Date(0)), remove, signal)
  }
  return forgotten
}
