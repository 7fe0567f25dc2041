import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedError } from './error.ts'

/** A user of the operating system that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses root. Read from the file because `id` and name services may be missing in small containers. */
export function unprivilegedAccount(): Account {
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]),
  )
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.get(name)
    if (account && account.uid !== 0) return account
  }
  throw new EmbeddedError(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": create one, or set DATABASE_URL',
  )
}

/** The options of `spawn` for an account. macOS numbers its `nobody` -2, which `spawn` wants signed and `chown` unsigned. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
}

/** The first folder on the way to `folder`, itself included, that the account may not pass through. */
export function findBarrier(folder: string, account: Account): string | undefined {
  const parent = dirname(folder)
  const above = parent === folder ? undefined : findBarrier(parent, account)
  if (above) return above
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return mode & bit ? undefined : folder
}
