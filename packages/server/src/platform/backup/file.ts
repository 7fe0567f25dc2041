import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { drafting } from '../draft.ts'
import { BackupError, fileError } from './error.ts'

/**
 * The file of a backup is gzip around a row of records: a letter that says what it is, the length (4 bytes), and the
 * content. Header, table, file and summary are JSON; data belongs to the table or file before it. The last record is
 * the SHA-256 of everything before it: a file that was cut short has none, and a damaged one does not match.
 */
export type Kind = 'header' | 'table' | 'file' | 'data' | 'summary' | 'end'

const letters: Record<Kind, string> = { header: 'H', table: 'T', file: 'F', data: 'D', summary: 'S', end: 'E' }
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as Kind]))

export interface Entry {
  kind: Kind
  content: Buffer
}

export const described = (kind: Kind, value: object): Entry => ({ kind, content: Buffer.from(JSON.stringify(value)) })

/** Longer data is cut into several records, so that a reader never has to hold much. */
const maxLength = 1024 * 1024

function* pieces({ kind, content }: Entry): Generator<Buffer> {
  if (content.length > maxLength) {
    if (kind !== 'data') throw new Error(`a ${kind} of ${content.length} bytes does not fit into a record`)
    for (let at = 0; at < content.length; at += maxLength)
      yield* pieces({ kind, content: content.subarray(at, at + maxLength) })
    return
  }
  const head = Buffer.alloc(5)
  head.write(letters[kind], 'latin1')
  head.writeUInt32BE(content.length, 1)
  yield head
  yield content
}

async function* sealed(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const entry of entries) {
    for (const piece of pieces(entry)) {
      hash.update(piece)
      yield piece
    }
  }
  yield* pieces({ kind: 'end', content: hash.digest() })
}

/** Writes the file whole or not at all, readable for its owner only, and says how long it is. */
export async function writeFile(path: string, entries: AsyncIterable<Entry>): Promise<number> {
  try {
    return await drafting(path, async draft => {
      await pipeline(sealed(entries), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
      const { size } = await stat(draft)
      await rename(draft, path)
      return size
    })
  } catch (error) {
    throw fileError(path, 'written', error)
  }
}

/** The records of a file, one after the other. The last is the end: whoever gets there has read what was written. */
export async function* readFile(path: string): AsyncGenerator<Entry> {
  const source = createReadStream(path)
  const unzip = createGunzip({ chunkSize: 128 * 1024 })
  source.on('error', error => unzip.destroy(error))
  source.pipe(unzip)
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let isWhole = false
  try {
    for await (const chunk of unzip) {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const entry = take(path, rest)
        if (!entry) break
        if (isWhole) throw damaged(path)
        isWhole = entry.kind === 'end'
        if (isWhole && !hash.digest().equals(entry.content)) throw damaged(path)
        if (!isWhole) hash.update(rest.subarray(0, 5 + entry.content.length))
        rest = rest.subarray(5 + entry.content.length)
        yield entry
      }
    }
    if (!isWhole || rest.length > 0) throw damaged(path)
  } catch (error) {
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw damaged(path)
    throw fileError(path, 'read', error)
  } finally {
    source.destroy()
    unzip.destroy()
  }
}

export const damaged = (path: string) => new BackupError(`${path} is no backup, or damaged, or cut short`)

/** The first record, as soon as all of it is there. */
function take(path: string, bytes: Buffer): Entry | undefined {
  if (bytes.length < 5) return undefined
  const kind = kinds.get(bytes.toString('latin1', 0, 1))
  const length = bytes.readUInt32BE(1)
  if (!kind || length > maxLength) throw damaged(path)
  return bytes.length < 5 + length ? undefined : { kind, content: bytes.subarray(5, 5 + length) }
}
