import { appActor, appsWithToken, everyone, resumeActor, suspendActor } from '../access/index.ts'
import { emit } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isHeld } from './obstacles.ts'
import { ring } from './ring.ts'

const actorOf = (app: number | undefined) => (app === undefined ? everyone : appActor(app))

/** The apps that are to hear of it: the one, or all that have a token. */
async function concerned(tx: Tx, store: number, app: number | undefined): Promise<{ id: number }[]> {
  const acting = await appsWithToken(tx, store)
  return acting.filter(id => app === undefined || id === app).map(id => ({ id }))
}

/**
 * Holds up what is to be held up, and lets go of the rest. Whoever was writing down deliveries while something was
 * suspended or resumed went by what was before, so this is done once more when they are through.
 */
export async function hold(tx: Tx, store: number): Promise<void> {
  await tx.run(sql`
    update deliveries d set due_at = 'infinity'
     where store_id = ${store} and due_at < 'infinity' and ${isHeld(sql`d`)}`)
  const freed = await tx.run(sql`
    update deliveries d set due_at = '-infinity'
     where store_id = ${store} and due_at = 'infinity' and not ${isHeld(sql`d`)}`)
  if (freed > 0) await ring(tx, store)
}

/**
 * Suspends a store, or one app in it: 402 on every call, and what is to be sent waits until it is resumed; only the apps
 * are told of it. Says whether anything changed.
 */
export async function suspend(tx: Tx, now: Date, store: number, app?: number): Promise<boolean> {
  if (!(await suspendActor(tx, now, store, actorOf(app)))) return false
  await hold(tx, store)
  emit(tx, store, now, 'app/suspended', ...(await concerned(tx, store, app)))
  return true
}

/** Resumes it: what waited is sent. Says whether anything changed. */
export async function resume(tx: Tx, now: Date, store: number, app?: number): Promise<boolean> {
  if (!(await resumeActor(tx, store, actorOf(app)))) return false
  await hold(tx, store)
  emit(tx, store, now, 'app/resumed', ...(await concerned(tx, store, app)))
  return true
}
