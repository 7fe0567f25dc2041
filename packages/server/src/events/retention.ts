import Type from 'typebox'
import { batchSize, inBatches } from '../platform/database/batches.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const keptFor = 30 * 24 * 3_600_000

/** What happened, and who was told of it, is kept from here on. */
export const oldestKept = (now: Date): Date => new Date(now.getTime() - keptFor)

const Store = Type.Object({ store_id: Type.Integer() })

/** Entries of the journal that are older than 30 days go, the first of a store being its oldest. */
export async function forgetEntries(db: Db, now: Date): Promise<number> {
  const oldest = oldestKept(now)
  const stores = await db.many(
    Store,
    sql`
      with recursive stores as (
        (select store_id from journal order by store_id limit 1)
        union all
        select (select j.store_id from journal j where j.store_id > s.store_id order by j.store_id limit 1)
          from stores s where s.store_id is not null
      )
      select store_id from stores s
       where (select created_at from journal j where j.store_id = s.store_id order by j.id limit 1) < ${oldest}`,
  )
  let forgotten = 0
  for (const { store_id } of stores) {
    forgotten += await inBatches(() =>
      db.run(sql`
        delete from journal
         where store_id = ${store_id} and created_at < ${oldest}
           and id in (select id from journal where store_id = ${store_id} order by id limit ${batchSize})`),
    )
  }
  return forgotten
}
