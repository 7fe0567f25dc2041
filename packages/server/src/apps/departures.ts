import { Departure } from '@bodega/api/panel'
import { oldestKept } from '../events/index.ts'
import type { Db, Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export async function depart(tx: Tx, now: Date, store: number, app: number): Promise<void> {
  await tx.run(sql`
    insert into departures (store_id, app_id, left_at) values (${store}, ${app}, ${now})
    on conflict (store_id, app_id) do update set left_at = excluded.left_at`)
}

/** Where an app was installed until lately and is no more, the last first. */
export const listDepartures = (db: Queries, now: Date, app: number): Promise<Departure[]> =>
  db.many(
    Departure,
    sql`
      select d.store_id, s.name as store_name, d.left_at
        from departures d
        join stores s on s.id = d.store_id
       where d.app_id = ${app} and d.left_at >= ${oldestKept(now)}
         and not exists (select 1 from installations i where i.store_id = d.store_id and i.app_id = d.app_id)
       order by d.left_at desc
       limit 200`,
  )

export const forgetDepartures = (db: Db, now: Date): Promise<number> =>
  db.run(sql`delete from departures where left_at < ${oldestKept(now)}`)
