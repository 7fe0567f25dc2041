import { randomBytes, randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { role as storeRole } from '../database/wall.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { runCommand } from './command.ts'
import { EmbeddedError } from './error.ts'
import { keep } from './keep.ts'
import type { Files, Place } from './place.ts'

/** Written to postgresql.conf when the cluster is made, for its operator to change. What must hold is in `child.ts`. */
const tuning = {
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // a quarter of the default, for the next start waits for crash recovery: 220 MB took 2.3 to 3.1 s after a bulk
  // load, 307 MB (at 512MB) 3.3 s, and the load itself was as fast
  max_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // a client that was killed must not hold its locks until its statement ends; Windows cannot check
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '5s' }),
}

/** Nobody comes in as the superuser, from no address at all: it has no password and no line here. */
const access = `host all bodega 127.0.0.1/32 scram-sha-256\n`

/** What requests of a store run under (`database/wall.ts`). Only the superuser may make it, and not twice. */
const makeStoreRole =
  `do $$ begin if not exists (select from pg_roles where rolname = '${storeRole}') then create role ${storeRole}; end if; ` +
  `grant ${storeRole} to bodega; end $$`

/** Makes the cluster where there is none, and returns the password of its role `bodega`. */
export async function prepareCluster(
  place: Place,
  binaries: Binaries,
  { files, log }: { files: Pick<Files, 'password' | 'roles'>; log: (line: string) => void },
): Promise<string> {
  const known = existsSync(files.password) ? readFileSync(files.password, 'utf8').trim() : ''
  const password = known || randomBytes(24).toString('base64url')
  sweepDrafts(place.cluster)
  if (!hasCluster(place.cluster, binaries.major)) {
    log(`making the embedded database in ${place.cluster}`)
    await makeCluster(place, binaries, password)
  } else if (!known || !existsSync(files.roles)) {
    await runSql(place.cluster, binaries, place.account, [`alter role bodega password '${password}'`, makeStoreRole])
  }
  // only once the cluster has them: killed in between, the next start comes here again
  if (!known) keep(files.password, `${password}\n`)
  if (!existsSync(files.roles)) keep(files.roles, `bodega, ${storeRole}\n`)
  return password
}

function hasCluster(cluster: string, major: string): boolean {
  if (!existsSync(cluster)) return false
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) {
    if (readdirSync(cluster).length === 0) return false
    throw new EmbeddedError(`${cluster} is not empty and not a database: move it away, or choose another DATA_DIR`)
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return true
  throw new EmbeddedError(
    `The database in ${cluster} is of PostgreSQL ${found} and this version of Bodega brings PostgreSQL ${major}: ` +
      `run the Bodega that made it, or make a "bodega backup" with that one and "bodega restore" it here in a new DATA_DIR`,
  )
}

/** Made under another name and renamed when whole: a half-made one is never taken for a database. */
async function makeCluster({ cluster, account }: Place, binaries: Binaries, password: string): Promise<void> {
  const draft = `${cluster}.draft-${randomUUID()}`
  await initialize(draft, binaries, account)
  writeFileSync(join(draft, 'pg_hba.conf'), access)
  await runSql(draft, binaries, account, [
    `create role bodega login createdb password '${password}'`,
    makeStoreRole,
    'create database bodega owner bodega',
  ])
  // initdb without its own syncing, then once for everything: measured 0.1 s against 0.4 s
  await runOrThrow(binaries.initdb, ['--sync-only', '-D', draft], account)
  if (existsSync(cluster)) rmdirSync(cluster)
  renameSync(draft, cluster)
  syncFolder(dirname(cluster))
}

async function initialize(draft: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const failures: string[] = []
  for (const ctype of characterTypes()) {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    if (account) chownSync(draft, account.uid, account.gid)
    const args = [
      '-D',
      draft,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--data-checksums',
      '--no-sync',
    ]
    // sorting and letter case come with the binaries and are the same everywhere
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`)
    args.push('--text-search-config=simple', '--no-instructions')
    for (const [name, value] of Object.entries(tuning)) args.push('--set', `${name}=${value}`)
    const { code, output } = await runCommand(binaries.initdb, args, { account })
    if (code === 0) return
    failures.push(output)
  }
  rmSync(draft, { recursive: true, force: true })
  throw new EmbeddedError(`The embedded database could not be made: ${findError(failures.at(-1) ?? '')}`)
}

/**
 * pg_trgm still asks the operating system what a letter is, and under `C` it takes every accented letter for a gap
 * between words. So a UTF-8 one where the system has it (all of today's Linux do), and `C` only as the last resort.
 */
function characterTypes(): string[] {
  return process.platform === 'win32' ? ['en-US', 'C'] : ['C.UTF-8', 'en_US.UTF-8', 'C']
}

/** As the superuser without a server: one statement a line. */
async function runSql(
  cluster: string,
  binaries: Binaries,
  account: Account | undefined,
  statements: string[],
): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'log_min_messages=error', 'template1']
  const { code, output } = await runCommand(binaries.postgres, args, { account, input: `${statements.join('\n')}\n` })
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) {
    throw new EmbeddedError(`The embedded database could not be prepared: ${findError(output)}`)
  }
}

async function runOrThrow(file: string, args: string[], account: Account | undefined): Promise<void> {
  const { code, output } = await runCommand(file, args, { account })
  if (code !== 0) throw new EmbeddedError(`${basename(file)} failed: ${findError(output)}`)
}

function findError(output: string): string {
  const lines = output.split('\n')
  return lines.find(line => /error:|ERROR:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
}

/** Left by a start that was killed. Its initdb may still be writing, so what cannot be removed stays for the next time. */
function sweepDrafts(cluster: string): void {
  const folder = dirname(cluster)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(cluster)}.draft-`)) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {}
  }
}

/** Makes the rename last through a power cut; Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
