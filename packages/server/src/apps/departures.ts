import type { Page } from '@bodega/api'
import { Departure, type Search } from '@bodega/api/panel'
import { oldestKept } from '../events/index.ts'
import type { Db, Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { all, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { isStore } from './find-store.ts'

export async function depart(tx: Tx, now: Date, store: number, app: number): Promise<void> {
  await tx.run(sql`
    insert into departures (store_id, app_id, left_at) values (${store}, ${app}, ${now})
    on conflict (store_id, app_id) do update set left_at = excluded.left_at`)
}

/** Where an app was installed until lately and is no more, the last first. */
export function listDepartures(
  db: Queries,
  now: Date,
  app: number,
  { q, ...window }: Search,
): Promise<Page<Departure>> {
  const { limit, offset } = windowOf(window)
  const where = all([
    sql`d.app_id = ${app} and d.left_at >= ${oldestKept(now)}`,
    sql`not exists (select 1 from installations i where i.store_id = d.store_id and i.app_id = d.app_id)`,
    ...isStore(q),
  ])
  const from = sql`from departures d join stores s on s.id = d.store_id where ${where}`
  const rows = sql`
    select d.store_id, s.name as store_name, d.left_at ${from}
     order by d.left_at desc, d.store_id desc
     limit ${limit} offset ${offset}`
  return page(db, Departure, rows, from)
}

export const forgetDepartures = (db: Db, now: Date): Promise<number> =>
  db.run(sql`delete from departures where left_at < ${oldestKept(now)}`)
