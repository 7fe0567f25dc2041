import Type from 'typebox'
import type { Config } from './config.ts'
import { connect, type Db } from './platform/database/database.ts'
import { type Migration, migrate } from './platform/database/migrate.ts'
import { sql } from './platform/database/sql.ts'
import { startEmbedded, useEmbedded } from './platform/embedded/index.ts'

/** The database of `DATABASE_URL` cannot be used: one line that says why. */
export class DatabaseUrlError extends Error {}

export interface OpenDatabase {
  db: Db
  url: string
  close(): Promise<void>
}

/**
 * The database of the settings: the one of `DATABASE_URL`, or the embedded one. The server owns the embedded one; a
 * command joins the server's while it runs.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  role: 'server' | 'command',
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const onError = (error: Error) => log(`database connection: ${error.message}`)
  const isPatient = role === 'command'
  if (config.databaseUrl) {
    const db = connect({ url: config.databaseUrl, isPatient, onError })
    await refuseUnusable(db)
    return { db, url: config.databaseUrl, close: () => db.close() }
  }
  const open = role === 'server' ? startEmbedded : useEmbedded
  const embedded = await open({ dataDir: config.dataDir, log })
  const db = connect({ url: embedded.url, isPatient, onError })
  return {
    db,
    url: embedded.url,
    close: async () => {
      await db.close()
      await embedded.stop()
    },
  }
}

/** Migrations take the time they need, apart from the connections that serve. */
export async function migrateDatabase(url: string): Promise<Migration[]> {
  const db = connect({ url, size: 1, isPatient: true })
  try {
    return await migrate(db)
  } finally {
    await db.close()
  }
}

const oldest = 15

/** An address that leads nowhere must show at the start, not at the first request. */
async function refuseUnusable(db: Db): Promise<void> {
  try {
    const { version } = await db.one(Type.Object({ version: Type.String() }), sql`select version() as version`)
    // Engines that speak like PostgreSQL count their versions differently: only PostgreSQL itself is held to it.
    const [, major] = /^PostgreSQL (\d+)[.\d]* /.exec(version) ?? []
    if (major && Number(major) < oldest) throw new Error(`it is PostgreSQL ${major}, and ${oldest} or newer is needed`)
  } catch (error) {
    await db.close()
    throw new DatabaseUrlError(`DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
}

/** A name with several addresses fails once for each, and then the outer message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
