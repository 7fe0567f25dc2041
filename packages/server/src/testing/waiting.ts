/** To hold one thing until another has come so far: without a sleep that is too short one day. */
import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

interface Signal {
  promise: Promise<void>
  give(): void
}

export function signal(): Signal {
  let give = () => {}
  const promise = new Promise<void>(resolve => {
    give = resolve
  })
  return { promise, give }
}

/** Asks again until it is so. Where no limit is given, that of the test ends what never comes. */
export async function until(isSo: () => Promise<boolean>, limit = Number.POSITIVE_INFINITY): Promise<void> {
  const end = performance.now() + limit
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not so within ${limit} ms`)
    await pause(5)
  }
}

const Count = Type.Object({ count: Type.Integer() })

/** Until so many sessions of this database wait for a lock. */
export const untilBlocked = (db: Db, sessions = 1): Promise<void> =>
  until(async () => {
    const { count } = await db.one(
      Count,
      sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return count >= sessions
  })
