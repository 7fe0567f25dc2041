import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether a folder is there. What is no folder, or lies in what is none, throws. */
export function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`ENOTDIR: ${path} is no folder`), { code: 'ENOTDIR' })
  // Of what lies in a file, Node.js 24 says only that it is not there.
  if (!found && dirname(path) !== path) isFolder(dirname(path))
  return found !== undefined
}

/**
 * Makes a folder with all that lead to it. One by one: where the system refuses a name with ENOENT, as under /proc, the
 * recursive way of Node.js never ends.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
    chmodSync(path, mode) // whatever the umask
  } catch (error) {
    // Somebody was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error
  }
}

/** Throws where nothing can be written into a folder; where it is not made yet, into the one that it will stand in. */
export const mustTake = (path: string): void => accessSync(isFolder(path) ? path : dirname(path), constants.W_OK)

/** Open to pass but not to list for root, whose embedded PostgreSQL is another user that must get through. */
export const dataMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700)
