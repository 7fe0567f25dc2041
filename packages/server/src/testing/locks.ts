import Type from 'typebox'
import { vi } from 'vitest'
import { timeOf, type Write } from '../access/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { TestStore } from './store.ts'
import { signal } from './waiting.ts'

const Waiting = Type.Object({ pid: Type.Integer() })

/** Polls until somebody waits for a lock of this transaction. (`pg_stat_activity` would stand still inside one.) */
async function untilBlocked(tx: Tx): Promise<void> {
  const waiting = sql`select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  await vi.waitUntil(async () => (await tx.many(Waiting, waiting)).length > 0, { timeout: 10_000, interval: 5 })
}

/**
 * Two changes that meet: the second begins when the first is done but not committed, and the first commits when the
 * second waits for one of its locks. Gives what the second came to. `meanwhile` is done by the first while it waits.
 */
export async function meet<T>(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  meanwhile?: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const done = signal()
  const open = db.tx(async tx => {
    await first(tx)
    done.give()
    await untilBlocked(tx)
    await meanwhile?.(tx)
  })
  await Promise.race([done.promise, open])
  const [, result] = await Promise.all([open, second()])
  return result
}

/** As a request would call an operation, but in a transaction that a test holds open. */
export const callOf = (shop: TestStore, tx: Tx): Write => ({
  tx,
  store: { id: shop.id, country: 'BR', main_language: 'pt', main_currency: 'BRL', languages: ['pt', 'es'] },
  actor: 'test',
  app_id: null,
  scopes: new Set(),
  version: 'v1',
  now: timeOf(shop),
  world: shop.world,
})
