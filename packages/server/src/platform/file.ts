import { randomUUID } from 'node:crypto'
import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/**
 * A file that is there is whole, and once this returns it outlives a power failure. Of several that put it at once
 * the last one wins.
 */
export async function put(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const isNew = await makeWay(folder)
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await write(draft, bytes)
    await bequeath(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await sync(folder)
  if (isNew) for (const above of [dirname(folder), dirname(dirname(folder))]) await sync(above)
}

/** Makes a folder for our files with all that lead to it, and says whether it was missing. */
export async function makeWay(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return false
  const below = relative(first, folder).split(sep)
  for (let depth = 0; depth <= below.length; depth++) await bequeath(join(first, ...below.slice(0, depth)))
  return true
}

/** What root makes belongs to whom the folder belongs to, who goes on without root the next time. */
export async function bequeath(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The entry in the folder. Windows has no such thing. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
