import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { put } from '../platform/file.ts'
import { ifThere, type OpenFile, openFile } from './files.ts'
import { type ImageName, nameOf, originalsOf, parseName, renditionsOf } from './names.ts'
import { ImageError, inspect, resize } from './picture.ts'
import { createShared, createTurns } from './turns.ts'

export interface SavedImage {
  /** Its name, made from its content: it never changes. */
  file: string
  width: number
  height: number
}

export interface KeptImage {
  store: number
  file: string
  /** When it was last saved; in the far future where it is kept for good. */
  saved: Date
}

export interface ImageStore {
  /** Rejects with an `ImageError` where the bytes are no image that we keep. */
  save(store: number, bytes: Buffer): Promise<SavedImage>
  /** An original, or a rendition, which is made when it is first asked for. */
  open(store: number, name: ImageName): Promise<OpenFile | undefined>
  /**
   * Removes an original with its renditions, or a forgotten draft, and says so; but one that was saved since then stays.
   * Images may share a file: see `sweepImages`.
   */
  remove(store: number, file: string, since: Date): Promise<boolean>
  /** It is wanted for good: a sweep passes over it, until it is saved again. */
  keep(store: number, file: string): Promise<void>
  /** Every original, and every draft. */
  kept(): AsyncIterable<KeptImage>
  /** Says whose the files are. */
  ownerFile: string
  /** Whether the files are of this owner; they become so where they are nobody's. */
  claim(owner: string): Promise<boolean>
}

const forGood = new Date('2100-01-01T00:00:00Z')

/** A line longer than this is not waited in. */
const maxWaiting = 200

/**
 * Originals in `images`, and in `renditions` what can be made of them again. Files are dated by the clock that a sweep goes by,
 * which may not be that of the machine.
 */
export function createImageStore(dataDir: string, now: () => Date = () => new Date()): ImageStore {
  const originals = join(dataDir, 'images')
  const renditions = join(dataDir, 'renditions')
  const ownerFile = join(originals, '.database')
  const pathOf = (store: number, name: ImageName) =>
    join(name.size ? renditions : originals, String(store), nameOf(name))

  // Images are work for one core, or two where there are many; requests come first.
  const turns = createTurns(availableParallelism() > 2 ? 2 : 1)
  const shared = createShared()
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (turns.waiting >= maxWaiting) throw new ImageError('busy', 'too many images are waiting')
    return turns.take(work)
  }

  async function makeRendition(store: number, name: ImageName): Promise<void> {
    for (const original of originalsOf(name)) {
      const source = pathOf(store, original)
      if (!(await ifThere(stat(source)))) continue
      await put(pathOf(store, name), await inTurn(() => resize(source, name)))
      return
    }
  }

  const owner = async () => ((await ifThere(readFile(ownerFile, 'utf8'))) ?? '').trim()

  return {
    ownerFile,

    async claim(name) {
      if ((await owner()) === '') await put(ownerFile, Buffer.from(`${name}\n`))
      return (await owner()) === name
    },

    async save(store, bytes) {
      const { extension, width, height } = await inTurn(() => inspect(bytes))
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
      const name: ImageName = { hash, extension, size: undefined }
      const path = pathOf(store, name)
      // The date of a file that is here already tells the sweeper that it is wanted again.
      const time = now()
      const date = () => utimes(path, time, time).then(() => true)
      if (!(await ifThere(date()))) {
        await put(path, bytes)
        await ifThere(date())
      }
      return { file: nameOf(name), width, height }
    },

    async open(store, name) {
      const path = pathOf(store, name)
      const found = await openFile(path)
      if (found || !name.size) return found
      await shared(path, () => makeRendition(store, name))
      return openFile(path)
    },

    async remove(store, file, since) {
      const isGone = await removeOlder(join(originals, String(store), basename(file)), since)
      const name = isGone ? parseName(file) : undefined
      for (const made of name ? renditionsOf(name) : []) await rm(pathOf(store, made), { force: true })
      return isGone
    },

    async keep(store, file) {
      await ifThere(utimes(join(originals, String(store), basename(file)), forGood, forGood))
    },

    async *kept() {
      for (const store of (await entriesOf(originals)).filter(entry => /^\d+$/.test(entry))) {
        for (const file of await entriesOf(join(originals, store))) {
          const found = await ifThere(stat(join(originals, store, file)))
          if (found) yield { store: Number(store), file, saved: found.mtime }
        }
      }
    },
  }
}

/**
 * Takes the file aside before its date is read: whoever saves it again has touched it by then, or does not find it and
 * writes it anew. Where a crash leaves it aside, it is a forgotten draft.
 */
async function removeOlder(path: string, since: Date): Promise<boolean> {
  const aside = `${path}.${randomUUID()}.draft`
  await ifThere(rename(path, aside))
  const found = await ifThere(stat(aside))
  if (!found) return false
  const isOlder = found.mtime < since
  await (isOlder ? rm(aside, { force: true }) : rename(aside, path))
  return isOlder
}

const entriesOf = async (folder: string) => (await ifThere(readdir(folder))) ?? []
