import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import type { Db, Queries } from './database.ts'
import { codeOf, constraintOf } from './failures.ts'
import { raiseWall } from './grants.ts'
import { refuseUnfit } from './ground.ts'
import { sql } from './sql.ts'

export interface Migration {
  version: number
  name: string
  text: string
}

/** The database knows migrations that this code does not: an older release must not write into it. */
export class NewerDatabaseError extends Error {}

const files = import.meta.glob('../../../migrations/*.sql', { query: '?raw', import: 'default', eager: true })

/** `0003_locations.sql` is version 3. The texts are part of the bundle, so that it needs no files at run time. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => {
    const name = path.split('/').at(-1) ?? path
    return { version: Number(name.slice(0, 4)), name, text: String(text) }
  })
  .sort((a, b) => a.version - b.version)

const Version = Type.Object({ version: Type.Integer() })

/** A row of the catalogue, the table or its type is there already. */
const collisions = new Set(['23505', '42P07', '42710'])

async function makeTable(db: Db): Promise<void> {
  try {
    await db.run(sql`
      create table if not exists migrations (
        version    integer     not null primary key,
        name       text        not null,
        applied_at timestamptz not null default now()
      )`)
  } catch (error) {
    // Two processes that make the table at the same moment collide in the catalogue; then it is there.
    if (!collisions.has(codeOf(error) ?? '')) throw error
  }
}

const There = Type.Object({ is_there: Type.Boolean() })

/** Whether a release has been here before. */
export const isBegun = async (db: Queries): Promise<boolean> =>
  (await db.one(There, sql`select to_regclass('migrations') is not null as is_there`)).is_there

export async function appliedVersion(db: Db): Promise<number> {
  const [row] = await db.many(Version, sql`select coalesce(max(version), 0) as version from migrations`)
  return row?.version ?? 0
}

/**
 * Brings the database up to date and says what was applied. Each migration inserts its own row first, so two
 * processes that start together collide there: the second waits for the first and steps aside.
 */
export async function migrate(db: Db, all: readonly Migration[] = migrations): Promise<Migration[]> {
  await refuseUnfit(db, all)
  await makeTable(db)
  const known = all.at(-1)?.version ?? 0
  const applied = await appliedVersion(db)
  if (applied > known) {
    throw new NewerDatabaseError(
      `the database is at migration ${applied}, this release knows ${known}: start a newer release, or restore a backup`,
    )
  }
  const done: Migration[] = []
  for (const migration of all) {
    if (migration.version <= applied) continue
    if (await apply(db, migration)) done.push(migration)
  }
  await raiseWall(db)
  return done
}

/** A statement that waits for a table holds up all who come after it, so it does not wait for long, but often. */
const lockTimeout = 100
const maxAttempts = 300
const lockUnavailable = '55P03'

/** False where another process has applied it meanwhile. */
async function apply(db: Db, { version, name, text }: Migration): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      await db.tx(async tx => {
        await tx.run(sql`insert into migrations (version, name) values (${version}, ${name})`)
        await tx.script(`set local lock_timeout = ${lockTimeout}; ${text}`)
      })
      return true
    } catch (error) {
      if (constraintOf(error) === 'migrations_pkey') return false
      if (codeOf(error) !== lockUnavailable || tried === maxAttempts) throw error
      await wait(lockTimeout)
    }
  }
}
