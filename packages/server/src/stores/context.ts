import { type StoreContext, StoreRow, storeColumns, storeOf } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** What operations need to know of a store, for those who come without a token. */
export async function storeContext(db: Queries, id: number): Promise<StoreContext | undefined> {
  const row = await db.maybe(StoreRow, sql`select ${storeColumns} from stores s where s.id = ${id}`)
  return row && storeOf(row)
}
