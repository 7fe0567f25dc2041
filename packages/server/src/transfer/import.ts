import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ApiError } from '@bodega/api'
import { operatorCall } from '../access/index.ts'
import { reasonOf } from '../platform/http/reason.ts'
import { createProducts } from '../products/index.ts'
import type { Entry } from './entries.ts'
import { advance, finishImport, forgetImport, type Import, type ImportKey, openImport, readImport } from './journal.ts'
import { readNdjson } from './ndjson.ts'
import type { Mark } from './records.ts'
import { createResolver, type Ready, type Target } from './resolve.ts'
import { openTable, readTable } from './table.ts'

export type Format = 'ndjson' | 'csv'

export interface ImportOptions {
  path: string
  format: Format
  /** Begins anew, although the file was seen before. */
  restart: boolean
  onProgress?: (bytes: number) => void
}

export interface Imported extends Import {
  key: ImportKey
  /** Some of it was there from an earlier run. */
  wasBegun: boolean
  /** All of it was: the file was not read again. */
  wasFinished: boolean
}

/** Large enough that the disk is not waited for often, small enough to be written in well under a second. */
const batchSize = 500
const batchBytes = 4 * 1024 * 1024

const chunkSize = 1024 * 1024

const bytesOf = (path: string, start = 0): AsyncIterable<Buffer> =>
  createReadStream(path, { start, highWaterMark: chunkSize })

/** What the file says, and how it is read. */
async function hashOf(path: string, format: Format): Promise<string> {
  const hash = createHash('sha256').update(`${format}\n`)
  for await (const chunk of bytesOf(path)) hash.update(chunk)
  return hash.digest('hex')
}

export const sizeOf = async (path: string): Promise<number> => (await stat(path)).size

/** The entries of a file from a place on. */
async function entriesOf(path: string, format: Format, from: Mark): Promise<AsyncIterable<Entry>> {
  if (format === 'ndjson') return readNdjson(bytesOf(path, from.position), from)
  const table = await openTable(bytesOf(path))
  const start = from.position === 0 ? table.rows : from
  return readTable(bytesOf(path, start.position), table, start)
}

async function* batchesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  let bytes = 0
  for await (const entry of entries) {
    batch.push(entry)
    bytes += entry.bytes
    if (batch.length < batchSize && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Brings the products of a file into a store. Batches are stored in transactions that also keep how far the file has
 * come, so a run that is killed is taken up by the next one where it stood, and every line is dealt with once.
 */
export async function importProducts(target: Target, options: ImportOptions): Promise<Imported> {
  const { db, world, store } = target
  const { path, format, restart, onProgress = () => {} } = options
  const key: ImportKey = { store: store.id, hash: await hashOf(path, format) }
  if (restart) await forgetImport(db, key)
  const begun = await openImport(db, key, world.now())
  if (begun.is_finished) return { ...begun, key, wasBegun: true, wasFinished: true }

  // A table that cannot be read is told of before anything is stored.
  const entries = await entriesOf(path, format, begun)
  const resolve = await createResolver(target)
  let at: Mark = { position: begun.position, line: begun.line }
  let storing: Promise<void> = Promise.resolve()
  // While the database stores a batch, the next one is read and checked.
  for await (const batch of batchesOf(entries)) {
    const ready = await resolve(batch)
    await storing
    const from = at
    at = batch.at(-1)?.end ?? at
    storing = storeBatch(target, key, from, ready).then(() => onProgress(ready.at(-1)?.end.position ?? 0))
    // Heard at the next turn; without this a failure would end the process before.
    storing.catch(() => {})
  }
  await storing
  await finishImport(db, key, world.now())
  return { ...(await readImport(db, key)), key, wasBegun: begun.position > 0, wasFinished: false }
}

/** Where the store refuses the whole, halves are tried, down to the one line that it does not take. */
async function storeBatch(target: Target, key: ImportKey, from: Mark, ready: readonly Ready[]): Promise<void> {
  try {
    await write(target, key, from, ready)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [only, ...others] = ready
    if (!only) return
    if (others.length === 0) {
      await write(target, key, from, [{ line: only.line, end: only.end, problem: reasonOf(error) }])
      return
    }
    const half = Math.ceil(ready.length / 2)
    const first = ready.slice(0, half)
    await storeBatch(target, key, from, first)
    await storeBatch(target, key, first.at(-1)?.end ?? from, ready.slice(half))
  }
}

async function write({ db, world, store }: Target, key: ImportKey, from: Mark, ready: readonly Ready[]): Promise<void> {
  const drafts = ready.flatMap(({ draft }) => draft ?? [])
  const refusals = ready.flatMap(({ line, problem }) => (problem === undefined ? [] : [{ line, reason: problem }]))
  const to = ready.at(-1)?.end ?? from
  await db.tx(async tx => {
    const call = { ...operatorCall(world, store), tx }
    await advance(call, key, { from, to, imported: drafts.length, refusals })
    if (drafts.length > 0) await createProducts(call, drafts, 'import')
  })
}
