import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { dataMode, makeFolder } from '../folder.ts'
import { type Account, findBarrier, isRoot, unprivilegedAccount } from './account.ts'
import { EmbeddedError } from './error.ts'
import { keep } from './keep.ts'
import { ensureShelter } from './shelter.ts'

/** Where things are, every path free of links. */
export interface Place {
  /** The cluster: `DATA_DIR/postgres`, or where that link points. */
  cluster: string
  /** Whom PostgreSQL runs as; undefined: as we do. */
  account: Account | undefined
}

/** The files beside the cluster. */
export interface Files {
  dataDir: string
  lock: string
  state: string
  journal: string
  password: string
  /** That the roles of the cluster are made; a cluster of an older release lacks some. */
  roles: string
}

export function filesIn(dataDir: string): Files {
  const path = (name: string) => join(dataDir, `postgres.${name}`)
  return {
    dataDir,
    lock: path('lock'),
    state: path('json'),
    journal: path('log'),
    password: path('password'),
    roles: path('roles'),
  }
}

export function makeDataDir(dataDir: string): string {
  makeFolder(dataDir, dataMode())
  return realpathSync(dataDir)
}

/** Call with the lock held: it may choose the place. */
export function findPlace(dataDir: string): Place {
  const entry = join(dataDir, 'postgres')
  const kind = lstatSync(entry, { throwIfNoEntry: false })
  if (!kind && isRoot() && findBarrier(dataDir, unprivilegedAccount())) linkToShelter(dataDir, entry)
  const cluster = existsSync(entry) ? realpathSync(entry) : followLink(entry)
  const account = chooseAccount(cluster)
  const barrier = account && findBarrier(dirname(cluster), account)
  if (barrier) {
    throw new EmbeddedError(
      `The database in ${cluster} runs as user ${account.uid}, which may not pass ${barrier}: chmod o+x it`,
    )
  }
  if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink()) checkOrigin(dataDir, cluster)
  return { cluster, account }
}

/** The name is random and lives in DATA_DIR: a DATA_DIR that was deleted and made again finds nothing of the old one. */
function linkToShelter(dataDir: string, entry: string): void {
  const home = join(ensureShelter(), randomUUID())
  mkdirSync(home)
  chmodSync(home, 0o711)
  keep(join(home, 'origin'), `${dataDir}\n`)
  symlinkSync(join(home, 'postgres'), entry)
}

/** The path of a cluster not made yet. A link to a place that is gone means lost data, and must not begin an empty one. */
function followLink(entry: string): string {
  if (!lstatSync(entry, { throwIfNoEntry: false })) return entry
  const target = resolve(dirname(entry), readlinkSync(entry))
  if (existsSync(dirname(target))) return target
  throw new EmbeddedError(
    `${entry} points to ${target}, which is gone: bring it back, or remove the link to begin with an empty database`,
  )
}

/** Existing data keeps its user, so that root may run what an ordinary user began. */
function chooseAccount(cluster: string): Account | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (!isRoot()) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new EmbeddedError(`The database in ${cluster} belongs to another user (${owner.uid}): run as that user`)
    }
    return undefined
  }
  if (!owner) return unprivilegedAccount()
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  throw new EmbeddedError(
    `The database in ${cluster} belongs to root, which PostgreSQL refuses: chown -R ${unprivilegedAccount().uid} it`,
  )
}

/** A copied DATA_DIR copies the link: two of them must not run one cluster under two locks. */
function checkOrigin(dataDir: string, cluster: string): void {
  const path = join(dirname(cluster), 'origin')
  if (!existsSync(path)) return
  const origin = readFileSync(path, 'utf8').trim()
  if (origin === dataDir) return
  const other = join(origin, 'postgres')
  if (existsSync(other) && realpathSync(other) === cluster && realpathSync(origin) !== dataDir) {
    throw new EmbeddedError(
      `${dataDir} and ${origin} are copies that share the database in ${cluster}: remove one of the two`,
    )
  }
  keep(path, `${dataDir}\n`)
}
