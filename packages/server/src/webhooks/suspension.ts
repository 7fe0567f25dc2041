import { everyone, installedApps, isSuspended, resumeActor, suspendActor } from '../access/index.ts'
import { emit } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { ring } from './deliveries.ts'

const actorOf = (app: number | undefined) => (app === undefined ? everyone : `app:${app}`)

/** The apps that are to hear of it: the one, or all that are installed in the store. */
async function concerned(tx: Tx, store: number, app: number | undefined): Promise<{ id: number }[]> {
  const installed = await installedApps(tx, store)
  return installed.filter(id => app === undefined || id === app).map(id => ({ id }))
}

/** Deliveries that a suspension holds up: not those that tell of it, and not what the law demands. */
const held = (store: number): Sql => sql`store_id = ${store} and webhook_id <> 0 and event not like 'app/%'`

/**
 * Suspends a store, or one app in it: 402 on every call, and what is to be sent waits until it is resumed; only the apps
 * are told of it. Says whether anything changed.
 */
export async function suspend(tx: Tx, now: Date, store: number, app?: number): Promise<boolean> {
  if (!(await suspendActor(tx, now, store, actorOf(app)))) return false
  await tx.run(sql`
    update deliveries set due_at = 'infinity'
     where ${held(store)} and due_at is not null and ${isSuspended(sql`deliveries.store_id`, sql`deliveries.actor`)}`)
  await emit(tx, store, now, 'app/suspended', ...(await concerned(tx, store, app)))
  return true
}

/** Resumes it: what waited is sent. Says whether anything changed. */
export async function resume(tx: Tx, now: Date, store: number, app?: number): Promise<boolean> {
  if (!(await resumeActor(tx, store, actorOf(app)))) return false
  await tx.run(sql`
    update deliveries set due_at = '-infinity'
     where ${held(store)} and due_at = 'infinity' and not ${isSuspended(sql`deliveries.store_id`, sql`deliveries.actor`)}`)
  await ring(tx, store)
  await emit(tx, store, now, 'app/resumed', ...(await concerned(tx, store, app)))
  return true
}
