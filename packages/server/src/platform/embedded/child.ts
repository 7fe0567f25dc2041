import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Account, asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { environment, neutralFolder, runCommand } from './command.ts'
import { EmbeddedError } from './error.ts'
import { findReason, journalSize, openJournal } from './journal.ts'
import { clusterName } from './orphan.ts'

export interface Launch {
  cluster: string
  binaries: Binaries
  account: Account | undefined
  journal: string
  /** Where false, nothing waits for the disk: for tests, whose data need not outlive the machine. */
  isLasting?: boolean
}

/** A server process that is running, or on its way. */
export interface Child {
  process: ChildProcess
  pid: number
  /** Resolves with the reason it gave in its log. */
  ended: Promise<string>
}

export function launch({ cluster, binaries, account, journal, isLasting = true }: Launch, port: number): Child {
  const args = Object.entries({
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    cluster_name: clusterName(cluster),
    password_encryption: 'scram-sha-256',
    fsync: isLasting,
    full_page_writes: isLasting,
    // After a crash all files are first made safe: one call for the file system instead of one for each of a thousand
    // files, which took 2.5 of the 3.3 s until ready.
    recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
    log_destination: 'stderr',
    logging_collector: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = journalSize(journal)
  const output = openJournal(journal)
  const child = spawn(binaries.postgres, ['-D', cluster, ...args], {
    cwd: neutralFolder(),
    env: environment(),
    stdio: ['ignore', output, output],
    // its own session: a Ctrl-C in the terminal is for us, who still have requests to finish
    detached: true,
    windowsHide: true,
    ...asAccount(account),
  })
  closeSync(output)
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', () => resolve(findReason(journal, start)))
  })
  child.unref()
  const guard = child.pid === undefined ? undefined : guardAgainstOurDeath(child.pid, account)
  void ended.then(() => guard?.kill('SIGKILL'))
  return { process: child, pid: child.pid ?? 0, ended }
}

/**
 * Stops the server when this process ends without doing so, kill -9 included: then the pipe closes. A shell waits at
 * its end because it is on every Unix and small; on Windows the server stays until the next start clears it.
 */
function guardAgainstOurDeath(pid: number, account: Account | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'bodega-guard', String(pid)], {
    cwd: neutralFolder(),
    env: environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...asAccount(account),
  })
  guard.on('error', () => {}) // without a shell the next start clears up, as on Windows
  guard.stdin.on('error', () => {})
  const pipe = guard.stdin as Socket // which a pipe is, in all but its type
  pipe.unref()
  guard.unref()
  return guard
}

/** Waits as long as the server lives: after a crash it first replays its log. */
export async function untilReady(child: Child, url: string, log: (line: string) => void): Promise<void> {
  let reason: string | undefined
  const notice = setTimeout(() => log('the embedded database is still recovering from a crash'), 4000).unref()
  void child.ended.finally(() => clearTimeout(notice))
  void child.ended.then(text => {
    reason = text
  })
  for (;;) {
    const problem = await tryConnect(url)
    if (reason !== undefined) throw new EndedError(reason)
    if (problem === undefined) return clearTimeout(notice)
    if (problem.code === '28P01') {
      throw new EmbeddedError(
        'The embedded database does not take the password in DATA_DIR/postgres.password: remove that file and start again',
      )
    }
    await delay(20)
  }
}

/** The server ended before it was ready. */
export class EndedError extends Error {}

/** Undefined when the database answers. */
export async function tryConnect(url: string): Promise<{ code?: string; message: string } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as { code?: string; message: string } // `pg` rejects with errors, coded ones when they have one
  } finally {
    await client.end().catch(() => {})
  }
}

/** Fast shutdown: sessions are ended, everything is written. Harder when that takes too long. */
export async function halt(child: Child, { cluster, binaries }: Launch): Promise<void> {
  const steps = [
    ['SIGINT', 'fast', 10_000],
    ['SIGQUIT', 'immediate', 3000],
    ['SIGKILL', 'immediate', 3000],
  ] as const
  for (const [signal, mode, patience] of steps) {
    if (process.platform !== 'win32' || signal === 'SIGKILL') child.process.kill(signal)
    // Windows has no such signals: pg_ctl knows the pipe that stands for them
    else void runCommand(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '--no-wait'])
    const timer = new AbortController()
    const hasEnded = await Promise.race([
      child.ended.then(() => true),
      delay(patience, false, { signal: timer.signal }).catch(() => false),
    ])
    timer.abort()
    if (hasEnded) return
  }
}
