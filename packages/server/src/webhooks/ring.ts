import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** The store calls for whoever sends: something is due, at once or at a later time. */
export const ring = (tx: Tx, store: number, at?: Date): Promise<number> =>
  tx.run(sql`
    insert into dispatch as d (store_id, last_entry, due_at) values (${store}, 0, ${at ?? '-infinity'})
    on conflict (store_id) do update set due_at = least(d.due_at, excluded.due_at)`)
