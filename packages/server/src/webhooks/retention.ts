import Type from 'typebox'
import { oldestKept } from '../events/index.ts'
import { Batch, batchSize, inBatches } from '../platform/database/batches.ts'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** The first id that could have been given at a time: ids begin with it. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const Queue = Type.Object({ store_id: Type.Integer(), webhook_id: Type.Integer() })

/** Before its first attempt a delivery may have waited for months: a notice about personal data, or what was suspended. */
const isOld = (now: Date): Sql => sql`coalesce((attempts -> -1 ->> 'at')::timestamptz, created_at) < ${oldestKept(now)}`

/**
 * What is done, and was neither made nor tried within 30 days, goes, a few rows at a time: no lock that anybody could
 * notice, and the room is used again by what comes next. The old ones are found by the primary key, jumping from webhook
 * to webhook.
 */
export async function forgetDeliveries(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const oldest = idAt(oldestKept(now))
  const queues = await db.many(
    Queue,
    sql`
      with recursive queues as (
        (select store_id, webhook_id from deliveries order by store_id, webhook_id limit 1)
        union all
        select n.store_id, n.webhook_id
          from queues q
         cross join lateral (
           select store_id, webhook_id from deliveries
            where (store_id, webhook_id) > (q.store_id, q.webhook_id)
            order by store_id, webhook_id limit 1
         ) n
      )
      select store_id, webhook_id from queues q
       where exists (select 1 from deliveries d
                      where d.store_id = q.store_id and d.webhook_id = q.webhook_id and d.id < ${oldest} and d.due_at is null)`,
  )
  let forgotten = 0
  for (const { store_id, webhook_id } of queues) {
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
