import Type from 'typebox'
import type { Config } from './config.ts'
import { connect, type Database } from './platform/database/database.ts'
import { codeOf } from './platform/database/failures.ts'
import { raiseWall } from './platform/database/grants.ts'
import { type Migration, migrate } from './platform/database/migrate.ts'
import { sql } from './platform/database/sql.ts'
import { startEmbedded, useEmbedded } from './platform/embedded/index.ts'

/** The database of `DATABASE_URL` cannot be used: one line that says why. */
export class DatabaseUrlError extends Error {}

export interface OpenDatabase {
  database: Database
  url: string
  /** Whether it is the embedded one and this process runs it: then no server does. */
  isAlone: boolean
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
    await refuseUnusable(config.databaseUrl)
    const database = connect({ url: config.databaseUrl, isPatient, onError })
    return { database, url: config.databaseUrl, isAlone: false, close: () => database.close() }
  }
  const open = role === 'server' ? startEmbedded : useEmbedded
  const embedded = await open({ dataDir: config.dataDir, log })
  const database = connect({ url: embedded.url, isPatient, onError })
  return {
    database,
    url: embedded.url,
    isAlone: embedded.owned,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

export interface Migrated {
  applied: Migration[]
  /** Whether PostgreSQL, too, keeps stores apart. */
  isWalled: boolean
}

/** Migrations take the time they need, apart from the connections that serve. */
export async function migrateDatabase(url: string): Promise<Migrated> {
  const database = connect({ url, size: 1, isPatient: true })
  try {
    const applied = await migrate(database.everywhere)
    return { applied, isWalled: await raiseWall(database.everywhere) }
  } finally {
    await database.close()
  }
}

const oldest = 15

/** An address that leads nowhere must show at the start, not at the first request. */
async function refuseUnusable(url: string): Promise<void> {
  const database = connect({ url, size: 1 })
  try {
    // A pooler may take no transactions, and then no write is possible.
    const { version } = await database.everywhere.tx(tx =>
      tx.one(Type.Object({ version: Type.String() }), sql`select version() as version`),
    )
    // Engines that speak like PostgreSQL count their versions differently: only PostgreSQL itself is held to it.
    const [, major] = /^PostgreSQL (\d+)[.\d]* /.exec(version) ?? []
    if (major && Number(major) < oldest) throw new Error(`it is PostgreSQL ${major}, and ${oldest} or newer is needed`)
  } catch (error) {
    throw new DatabaseUrlError(`DATABASE_URL cannot be used: ${reasonOf(error)}`)
  } finally {
    await database.close()
  }
}

/** A name with several addresses fails once for each, and then the outer message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const [, advice] = advices.find(([what]) => what.test(`${codeOf(error)} ${error.message}`)) ?? []
  return advice ? `${error.message} (${advice})` : error.message
}

/** What to do about what Node.js and the driver say, which they do not. */
const advices: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    'sslrootcert=FILE names who signs its certificates; sslmode=no-verify takes any, and whoever is between can read along',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    'name the host as its certificate does; where that names none, sslmode=verify-ca&uselibpqcompat=true with sslrootcert=FILE asks only who signed it',
  ],
  [/statement pooling mode/, 'PgBouncer must pool transactions or sessions: pool_mode = transaction'],
  [/client password must be/, 'PostgreSQL asks for a password, and there is none in it'],
]
