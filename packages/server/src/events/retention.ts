import Type, { type Static } from 'typebox'
import { Batch, batchSize, inBatches, inPortions } from '../platform/database/batches.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const keptFor = 30 * 24 * 3_600_000

/** What happened, and who was told of it, is kept from here on. */
export const oldestKept = (now: Date): Date => new Date(now.getTime() - keptFor)

const Store = Type.Object({ store_id: Type.Integer(), is_old: Type.Boolean() })
type Store = Static<typeof Store>

/** The stores that have a journal, found by jumping from one to the next, and whether it begins with what is old. */
const storesAfter =
  (db: Db, now: Date) =>
  (after: Store, most: number): Promise<Store[]> =>
    db.many(
      Store,
      sql`
        with recursive stores as (
          select ${after.store_id}::bigint as store_id, 0 as place
           union all
          select n.store_id, s.place + 1
            from stores s
           cross join lateral (select store_id from journal where store_id > s.store_id order by store_id limit 1) n
           where s.place < ${most}
        )
        select store_id,
               coalesce((select created_at from journal j
                          where j.store_id = s.store_id and j.created_at <= ${now} order by j.id limit 1) < ${oldestKept(now)}, false)
                 as is_old
          from stores s
         where place > 0
         order by place`,
    )

/**
 * Entries of the journal that are older than 30 days go, the first of a store being its oldest. One that was dated by a
 * clock which was ahead says nothing of those after it, and goes when its time has come.
 */
export async function forgetEntries(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const oldest = oldestKept(now)
  let forgotten = 0
  for await (const { store_id, is_old } of inPortions({ store_id: 0, is_old: false }, storesAfter(db, now))) {
    if (signal?.aborted) break
    if (!is_old) continue
    const remove = (after: string) =>
      db.one(
        Batch,
        sql`
          with edge as (
            select id, created_at from journal
             where store_id = ${store_id} and id > ${after} order by id limit 1 offset ${batchSize - 1}
          ), gone as (
            delete from journal
             where store_id = ${store_id} and created_at < ${oldest}
               and id > ${after} and id <= coalesce((select id from edge), ${Number.MAX_SAFE_INTEGER})
            returning 1
          )
          select (select count(*) from gone) as removed,
                 (select id::text from edge where created_at < ${oldest} or created_at > ${now}) as last`,
      )
    forgotten += await inBatches('-1', remove, signal)
  }
  return forgotten
}
