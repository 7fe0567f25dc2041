import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * One writer at a time of what a store has as a whole, until the transaction ends: a row that does not exist yet cannot
 * be locked, so the store's is. It comes first in the global order of locks. It is written, not only locked: who comes
 * with If-Match reads from a snapshot that is older than the wait, and without a new version of the row would go on with
 * what was there before. So it fails to serialize and tries again.
 */
export async function lockStore(tx: Tx, store: number): Promise<void> {
  await tx.run(sql`update stores set country = country where id = ${store}`)
}
