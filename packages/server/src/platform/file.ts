import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file that is there is whole, and once this returns it outlives a power failure. Of several that put it at once
 * the last one wins.
 */
export async function put(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await write(draft, bytes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await sync(folder)
  if (isNew) for (const above of [dirname(folder), dirname(dirname(folder))]) await sync(above)
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
