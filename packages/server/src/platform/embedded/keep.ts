import { randomUUID } from 'node:crypto'
import { closeSync, fchownSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRoot } from './account.ts'

/**
 * Writes a file that only its owner may read, whole or not at all; a power cut may lose it, and every reader here can
 * do without. Written by root it belongs to whom the folder belongs to, who can go on without root the next time.
 */
export function keep(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    const { uid, gid } = statSync(dirname(path))
    if (isRoot()) fchownSync(file, uid, gid)
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
