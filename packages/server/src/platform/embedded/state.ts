import { readFileSync, rmSync } from 'node:fs'
import type { Identity } from './identity.ts'
import { keep } from './keep.ts'

/** What the owner tells others, in `DATA_DIR/postgres.json`; what it leaves behind for the next one when it is killed. */
export interface State {
  phase: 'starting' | 'ready' | 'stopping'
  port: number
  /** The server process. */
  server: Identity
  /** The process that started it. */
  owner: Identity
  started_at: string
}

export function readState(path: string): State | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // a missing or torn file says nothing; one that may not be read says that somebody else runs this
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error
    return undefined
  }
}

export function writeState(path: string, state: State): void {
  keep(path, `${JSON.stringify(state, null, 2)}\n`)
}

export function removeState(path: string): void {
  rmSync(path, { force: true })
}
