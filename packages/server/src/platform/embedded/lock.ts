import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../folder.ts'
import { type Identity, identityOf, isAlive } from './identity.ts'
import { keep } from './keep.ts'

// The lock is a folder of numbered files, each naming a process; the highest number holds. Taking over from a dead
// holder means making the next number, which only one can do, and the highest is never removed. With one file
// under a fixed name the remover of a stale lock could remove the fresh one of somebody faster.

/** The lock when `held`, else who has it. */
export type Claim = { held: true; release(): unknown } | { held: false; holder: Identity }

export function claimLock(folder: string): Claim {
  makeFolder(folder, 0o700)
  const draft = join(folder, `draft-${randomUUID()}`)
  keep(draft, JSON.stringify(identityOf(process.pid)))
  try {
    for (;;) {
      const top = highest(folder)
      const holder = top > 0 ? readIdentity(join(folder, String(top))) : undefined
      if (holder && isAlive(holder)) return { held: false, holder }
      const mine = join(folder, String(top + 1))
      if (!tryLink(draft, mine)) continue
      // a number made after the list was read may have come and gone, with a higher one in force
      if (highest(folder) !== top + 1) {
        rmSync(mine, { force: true })
        continue
      }
      sweep(folder, top)
      return { held: true, release: () => existsSync(mine) && keep(mine, '{}') }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Says that this process uses what another holds; the function returned takes it back. */
export function registerUser(folder: string): () => void {
  const path = join(folder, `user-${process.pid}-${randomUUID()}`)
  keep(path, JSON.stringify(identityOf(process.pid)))
  return () => rmSync(path, { force: true })
}

/** Living processes that registered, the dead ones swept away. */
export function findUsers(folder: string): Identity[] {
  return readdirSync(folder)
    .filter(name => /^user-\d+-[0-9a-f-]{36}$/.test(name))
    .flatMap(name => {
      const user = readIdentity(join(folder, name))
      if (user && isAlive(user)) return [user]
      rmSync(join(folder, name), { force: true })
      return []
    })
}

function highest(folder: string): number {
  const numbers = readdirSync(folder).filter(name => /^\d+$/.test(name))
  return Math.max(0, ...numbers.map(Number))
}

/** Removes the numbers that no longer count, and drafts whose writers were killed. */
function sweep(folder: string, top: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isOld = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 60_000
    if (name.startsWith('draft-') ? isOld : Number(name) <= top) rmSync(path, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false // `linkSync` throws system errors only
    throw error
  }
}

/** Undefined for a released lock, a file that is gone, and one cut short by a full disk: none of them holds. */
function readIdentity(path: string): Identity | undefined {
  try {
    const { pid, born } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && typeof born === 'string' ? { pid, born } : undefined
  } catch {
    return undefined
  }
}
