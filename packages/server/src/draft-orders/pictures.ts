import { picturesIn, picturesOfOrders } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Which of these files of a store orders and drafts show, although the products may have let go of them. */
export async function picturesShown(
  db: Queries,
  store: number,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const drafts = sql`select id, document from draft_orders where store_id = ${store}`
  const found = await picturesOfOrders(db, store, files, signal)
  return new Set([...found, ...(await picturesIn(db, drafts, files, signal))])
}
