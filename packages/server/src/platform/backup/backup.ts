import { open, opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copied, findSequences, findTables, quoted, type Table, versionOf } from './catalogue.ts'
import { inTransaction } from './connection.ts'
import { BackupError } from './error.ts'
import { described, type Entry, writeFile } from './file.ts'
import { formatVersion, type Header, type Progress, type Summary } from './format.ts'

export interface BackupOptions {
  /** The database. */
  url: string
  /** The folder of the images; it need not exist. */
  images: string
  release: string
  now: Date
  progress?: Progress
}

export interface Backup extends Summary {
  bytes: number
  migration: number
}

/**
 * Writes the whole database as it is at one moment, and the images, while others go on writing. The images come
 * last: a row of the snapshot has its file then, and a file that is younger than the snapshot does no harm.
 */
export async function backup(path: string, options: BackupOptions): Promise<Backup> {
  return inTransaction(options.url, 'isolation level repeatable read read only', async client => {
    const migration = await versionOf(client)
    if (migration === 0) throw new BackupError('the database is empty: there is nothing to back up')
    const tables = await findTables(client)
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    await refuseMigrated(options.url, migration)
    const header: Header = {
      format: 'bodega-backup',
      version: formatVersion,
      release: options.release,
      migration,
      created_at: options.now.toISOString(),
      tables: tables.map(({ name }) => name),
    }
    const summary: Summary = { rows: {}, files: 0, sequences: {} }
    const bytes = await writeFile(path, entries(client, header, tables, summary, options))
    return { bytes, migration, ...summary }
  })
}

/** Who waited for the locks of a migration sees the tables as before it: those that it wrote anew would be empty. */
async function refuseMigrated(url: string, migration: number): Promise<void> {
  if ((await inTransaction(url, 'read only', versionOf)) !== migration)
    throw new BackupError('the database was migrated at this moment: make the backup again')
}

async function* entries(
  client: pg.Client,
  header: Header,
  tables: readonly Table[],
  summary: Summary,
  { images, progress }: BackupOptions,
): AsyncGenerator<Entry> {
  yield described('header', header)
  for (const table of tables) {
    yield described('table', table)
    const rows = client.query(copyTo(`copy ${copied(table)} to stdout`))
    yield* data(rows, chunk => progress?.(table.name, chunk.length))
    summary.rows[table.name] = rows.rowCount
  }
  for await (const path of filesIn(images)) {
    const file = await open(path).catch(ifThere)
    // Deleted since the folder was read.
    if (!file) continue
    yield described('file', { path: relative(images, path).split(sep).join('/') })
    yield* data(file.createReadStream(), chunk => progress?.('images', chunk.length))
    summary.files++
  }
  // After the rows: a number that was given meanwhile is higher, never lower, than what the rows need.
  summary.sequences = await findSequences(client)
  yield described('summary', summary)
}

async function* data(source: AsyncIterable<Buffer>, tell: (chunk: Buffer) => void): AsyncGenerator<Entry> {
  for await (const content of source) {
    tell(content)
    yield { kind: 'data', content }
  }
}

/** Files at any depth; links are not followed, and what a restore that was killed has left is passed over. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of (await opendir(folder).catch(ifThere)) ?? []) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
