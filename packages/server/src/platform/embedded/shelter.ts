import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { EmbeddedError } from './error.ts'

/** Where root puts what the unprivileged account must reach when the checkout or DATA_DIR is closed to it. */
const folder = '/var/lib/bodega'

export function ensureShelter(): string {
  if (mkdirSync(folder, { recursive: true, mode: 0o755 })) chmodSync(folder, 0o755) // whatever the umask
  const { mode, uid } = lstatSync(folder)
  // we run programs from here: nobody but root may have put them
  if ((mode & 0o170000) !== 0o040000 || uid !== 0 || mode & 0o022) {
    throw new EmbeddedError(`${folder} must be a folder that belongs to root and that others may not write`)
  }
  if ((mode & 0o055) !== 0o055) throw new EmbeddedError(`${folder} must be open to all users: chmod 755 ${folder}`)
  return folder
}
