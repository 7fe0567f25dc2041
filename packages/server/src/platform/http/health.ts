import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Db } from '../database/database.ts'
import { appliedVersion, migrations } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'

/** Why the service cannot serve now, or nothing. */
async function trouble(db: Db): Promise<string | undefined> {
  try {
    await db.one(Type.Object({ ok: Type.Integer() }), sql`select 1 as ok`)
  } catch {
    return 'the database cannot be reached'
  }
  // One that was never migrated has not even the table to look into.
  const applied = await appliedVersion(db).catch(() => 0)
  // Newer is well: while releases change, the old one serves on until the new one is ready.
  return applied >= (migrations.at(-1)?.version ?? 0) ? undefined : `the database is at migration ${applied}`
}

/** Alive: the process runs. Ready: it can serve. An orchestrator restarts for the first, and waits for the second. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const reason = await trouble(db)
    return reply.code(reason ? 503 : 200).send(reason ? { status: 'unavailable', reason } : { status: 'ok' })
  })
}
