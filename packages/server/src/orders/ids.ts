import type { Tx } from '../platform/database/database.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { sql } from '../platform/database/sql.ts'

/** Ids of new orders are above it, and no number of one is. */
const base = 1_000_000_000

/** The last number of a store without orders: they are numbered from 100. */
export const numberBeforeFirst = 99

/** What the ids of an order's lines are counted from: unlike the whole id, a thousand of it fits into 32 bits. */
export const beforeLines = (order: number): number => (order % base) * 1000

/**
 * The ids of orders that are about to be placed. Whoever places others in this store, in whichever process, waits here
 * until these are committed: so ids ascend with the commits, and who goes on with the largest that was seen misses none
 * (contract: orders 4). Asked for when all that is read or held stands in line before it.
 */
export function idsInTurn(tx: Tx, store: number, n: number): Promise<number[]> {
  // A row that is there is locked, although nothing of it changes.
  tx.send(sql`
    insert into order_numbers as n (store_id, last) values (${store}, ${numberBeforeFirst})
    on conflict (store_id) do update set last = n.last where false`)
  return nextIds(tx, 'orders', n)
}
