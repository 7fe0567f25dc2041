import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { StoreContext } from '../access/index.ts'
import { holdToKey, refuseOtherKey } from '../apps/index.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import type { World } from '../platform/clock.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { isBegun, type Migration, migrate } from '../platform/database/migrate.ts'
import { shareClock } from '../platform/database/skew.ts'
import { hasEmbedded } from '../platform/embedded/index.ts'
import { storeContext } from '../stores/index.ts'
import { CommandError } from './report.ts'

export const realWorld: World = { now: () => new Date(), random: drawing() }

/** Chance is asked of the system for many at a time: each time costs as much as all the rest of an id. */
function drawing(): World['random'] {
  let pool = Buffer.alloc(0)
  return bytes => {
    if (pool.length < bytes) pool = randomBytes(Math.max(4096, bytes))
    const drawn = pool.subarray(0, bytes)
    pool = pool.subarray(bytes)
    return drawn
  }
}

interface Opened {
  config: Config
  db: Db
  world: World
  /** No server runs on the data; with `DATABASE_URL` nobody knows. */
  isAlone: boolean
}

export interface CommandContext extends Opened {
  /** What had to be done to bring the data up to date. */
  applied: Migration[]
}

/** Runs a command on the data of the settings, brought up to date first. Where there is none, none is made. */
export const withDatabase = <T>(body: (context: CommandContext) => Promise<T>): Promise<T> =>
  opened(async context => {
    await refuseEmpty(context)
    return body({ ...context, applied: await migrate(context.db) })
  }, refuseMissing)

/** The same for a command that may be the first one. */
export const withNewDatabase = <T>(body: (context: CommandContext) => Promise<T>): Promise<T> =>
  opened(async context => body({ ...context, applied: await migrate(context.db) }))

/** The same for a command that reads or writes secrets: where the key is another, it ends before anything is touched. */
export const withSecrets = <T>(body: (context: CommandContext & { secretKey: Buffer }) => Promise<T>): Promise<T> =>
  opened(async context => {
    const { config, db, world } = context
    await refuseEmpty(context)
    await refuseOtherKey(db, config.key.find)
    const applied = await migrate(db)
    const secretKey = config.key.make()
    await holdToKey(db, world.now(), secretKey)
    return body({ ...context, applied, secretKey })
  }, refuseMissing)

async function opened<T>(body: (context: Opened) => Promise<T>, check?: (config: Config) => void): Promise<T> {
  const config = readConfig(process.env)
  check?.(config)
  const { database, isAlone, close } = await openDatabase(config, 'command', line => console.error(line))
  try {
    // Whoever may run commands on the data may do everything with it.
    const db = database.everywhere
    const { now } = await shareClock(db, realWorld)
    return await body({ config, db, world: { ...realWorld, now }, isAlone })
  } finally {
    await close()
  }
}

/** An embedded database that is not there would be made, and found in order, while the data is elsewhere. */
export function refuseMissing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !hasEmbedded(dataDir))
    throw new CommandError(`there is no data in ${dataDir}: set the DATA_DIR of the server, or start it there first`)
}

async function refuseEmpty({ db }: Opened): Promise<void> {
  if (!(await isBegun(db))) throw new CommandError('the database is empty: start the server on it first')
}

/** The store that an option named. */
export async function storeOf(db: Queries, id: number): Promise<StoreContext> {
  const store = await storeContext(db, id)
  if (!store) throw new CommandError(`there is no store ${id}`)
  return store
}

export const wantsJson = (command: Command): boolean => command.optsWithGlobals().json === true

/** For people a line per value, with `--json` one object for scripts. */
export function print(command: Command, result: Record<string, unknown>): void {
  console.log(wantsJson(command) ? JSON.stringify(result) : linesOf(result).join('\n'))
}

function linesOf(result: object, prefix = ''): string[] {
  return Object.entries(result).flatMap(([name, value]) => {
    if (Array.isArray(value)) return `${prefix}${name}: ${value.join(', ') || 'none'}`
    if (typeof value === 'object' && value !== null) return linesOf(value, `${prefix}${name}.`)
    return `${prefix}${name}: ${value ?? 'unchanged'}`
  })
}
