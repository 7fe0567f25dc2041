import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '../database/database.ts'
import { codeOf } from '../database/failures.ts'
import { migrate, migrations } from '../database/migrate.ts'
import type { Sql } from '../database/sql.ts'
import { drafting } from '../draft.ts'
import { bequeath, makeWay } from '../file.ts'
import { copied, findTables, quoted, versionOf } from './catalogue.ts'
import { inTransaction } from './connection.ts'
import { BackupError, fileError } from './error.ts'
import { type Entry, readFile } from './file.ts'
import { FileEntry, type Header, type Progress, parsed, Summary, TableEntry } from './format.ts'

export interface RestoreOptions {
  db: Db
  /** The same database. */
  url: string
  /** The folder that the images come into. */
  images: string
  /** Said of the rows in the end, with them or not at all; of a backup that is older than its table when that was made. */
  amend?: { table: string; statement: Sql }
  progress?: Progress
}

/**
 * Brings a backup into a database without data: the tables as they were then, the rows in one transaction, and then
 * what migrations have come since. The header comes from `inspect`, which has read the file through: so a damaged one
 * changes nothing at all.
 */
export async function restore(path: string, header: Header, options: RestoreOptions): Promise<Summary> {
  const { db, url, images, amend } = options
  await inTransaction(url, 'read only', client => refuseTarget(client, header))
  const then = migrations.filter(({ version }) => version <= header.migration)
  await migrate(db, then)
  try {
    // Inside of the folder, which may be on a disk of its own: from another disk files cannot be moved.
    const summary = await drafting(join(images, '.restored'), draft =>
      inTransaction(url, 'isolation level read committed', client => load(client, path, header, { ...options, draft })),
    )
    await migrate(db)
    if (amend && !header.tables.includes(amend.table)) await db.run(amend.statement)
    return summary
  } catch (error) {
    throw codeOf(error) === unknownRelation ? foreign(error as Error) : fileError(images, 'written', error)
  }
}

const unknownRelation = '42P01'

/** Who kept a table of their own beside ours has it in the backup; no migration makes it. */
const foreign = ({ message }: Error) =>
  new BackupError(`the backup holds what is not of Bodega (${message}): make it in the database, then restore again`)

async function refuseTarget(client: pg.Client, { migration }: Header): Promise<void> {
  await refuseData(client)
  const version = await versionOf(client)
  if (version > migration) {
    throw new BackupError(
      `the database is at migration ${version} already, the backup at ${migration}: restore into a new database`,
    )
  }
}

async function refuseData(client: pg.Client): Promise<void> {
  for (const { name } of await findTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rowCount)
      throw new BackupError(
        `the database holds data already (in ${name}): restore into an empty one, under another DATABASE_URL or DATA_DIR`,
      )
  }
}

interface Target extends Pick<RestoreOptions, 'images' | 'amend' | 'progress'> {
  /** Where files wait until all is well. */
  draft: string
}

async function load(client: pg.Client, path: string, header: Header, target: Target): Promise<Summary> {
  const names = (await findTables(client)).map(({ name }) => quoted(name)).join(', ')
  // Nobody writes or migrates from here on, so that what is empty now stays so, and rows get the migrations that they lack.
  await client.query(`lock table migrations, ${names} in share row exclusive mode`)
  await refuseTarget(client, header)
  const entries = readFile(path)
  try {
    const { files, ...summary } = await loadEntries(client, entries, target)
    for (const [name, value] of Object.entries(summary.sequences)) {
      await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
    }
    if (target.amend && header.tables.includes(target.amend.table)) await client.query(target.amend.statement)
    // The planner must know what came in, or the first minutes are slow.
    await client.query(`analyze ${names}`)
    // Before the commit: should that fail, files that no row names do no harm.
    for (const name of files) await move(join(target.draft, name), join(target.images, name))
    return { ...summary, files: files.length }
  } finally {
    await entries.return(undefined)
  }
}

/** As safe, and as closed to others, as `put` makes files. */
const asPut = { mode: 0o600, flush: true }

async function loadEntries(client: pg.Client, entries: AsyncGenerator<Entry>, { draft, progress }: Target) {
  const rows: Summary['rows'] = {}
  const files: string[] = []
  let entry = await next(entries)
  while (entry.kind !== 'summary') {
    if (entry.kind === 'table') {
      const table = parsed(TableEntry, entry)
      const place = client.query(copyFrom(`copy ${copied(table)} from stdin`))
      entry = await pour(entries, place, bytes => progress?.(table.name, bytes))
      rows[table.name] = place.rowCount
    } else if (entry.kind === 'file') {
      const name = insideOf(parsed(FileEntry, entry).path)
      const path = join(draft, name)
      await makeWay(dirname(path))
      entry = await pour(entries, createWriteStream(path, asPut), bytes => progress?.('images', bytes))
      await bequeath(path)
      files.push(name)
    } else entry = await next(entries)
  }
  const { sequences, ...said } = parsed(Summary, entry)
  refuseDifference({ rows, files: files.length }, said)
  return { rows, files, sequences }
}

async function next(entries: AsyncGenerator<Entry>): Promise<Entry> {
  const { value, done } = await entries.next()
  if (done) throw new BackupError('the backup has no end')
  return value
}

/** Lets the data that comes now flow into its place, and returns what comes after it. */
async function pour(entries: AsyncGenerator<Entry>, place: Writable, tell: (bytes: number) => void): Promise<Entry> {
  let after: Entry | undefined
  await pipeline(async function* () {
    for (;;) {
      const entry = await next(entries)
      if (entry.kind !== 'data') {
        after = entry
        return
      }
      tell(entry.content.length)
      yield entry.content
    }
  }, place)
  return after ?? next(entries)
}

/** A backup is as good as whoever made it: no name may lead out of the folder. */
function insideOf(path: string): string {
  const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part)
  if (!path.split('/').every(isPlain)) throw new BackupError(`the backup names a file outside of its folder: ${path}`)
  return path
}

type Counts = Pick<Summary, 'rows' | 'files'>

function refuseDifference(done: Counts, said: Counts): void {
  const names = new Set([...Object.keys(done.rows), ...Object.keys(said.rows)])
  const differing = [...names].filter(name => done.rows[name] !== said.rows[name])
  if (done.files !== said.files) differing.push('images')
  if (differing.length > 0) throw new BackupError(`the backup does not hold what it says of ${differing.join(', ')}`)
}

async function move(from: string, to: string): Promise<void> {
  await makeWay(dirname(to))
  await rename(from, to)
}
