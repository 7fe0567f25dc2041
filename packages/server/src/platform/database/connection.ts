/** One connection to PostgreSQL, how a statement is sent over it, and whose rows it sees. */
import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { isPlannedAnew, type Sql } from './sql.ts'
import { type Scope, telling } from './wall.ts'

export const statementTimeout = 15_000
const lockTimeout = 10_000

/** How long things may take: a command or a migration takes its time, but waits for no lock for ever. */
const limitsOf = (isPatient: boolean): string[] => [
  `statement_timeout = ${isPatient ? 0 : statementTimeout}`,
  `idle_in_transaction_session_timeout = ${isPatient ? 0 : 2 * statementTimeout}`,
  `lock_timeout = ${lockTimeout}`,
  'idle_session_timeout = 0',
]

/** How values are written and statements are meant: an administrator may have set the role or the database otherwise. */
const meaning = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  'array_nulls = on',
  'row_security = on',
  "default_transaction_isolation = 'read committed'",
]

/** Only newer servers limit a transaction as a whole, and older ones refuse the name. */
const unlimited = 'transaction_timeout = 0'

/** What holds for a connection. */
export const settingsOf = (isPatient: boolean, limitsTransactions: boolean): string[] => [
  ...limitsOf(isPatient),
  ...meaning,
  ...(limitsTransactions ? [unlimited] : []),
]

/** One that comes for the first times may never come again: clients put filters together as they like. */
const preparedFrom = 3

/** Those of the server itself, and of the filters that are really used, with room to spare. */
const maxPrepared = 400

/**
 * A prepared statement is named after its text, so that every connection parses it once. Each is kept by every
 * connection and by PostgreSQL for as long as the connection lives, so they must not become more and more.
 */
export function naming(max = maxPrepared): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new LRUCache<string, number>({ max: 1000 })
  return text => {
    const known = names.get(text)
    if (known !== undefined) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < preparedFrom || names.size >= max) {
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}

export const isPooled = Symbol('isPooled')
export const isWalled = Symbol('isWalled')
export const nameOf = Symbol('nameOf')
export const held = Symbol('held')
export const volume = Symbol('volume')
const isCorked = Symbol('isCorked')
const scope = Symbol('scope')
export type Connection = pg.ClientBase & {
  [isPooled]?: boolean
  /** PostgreSQL has the role that sees the rows of one store only. */
  [isWalled]?: boolean
  /** What a statement is prepared as; behind a pooler, which keeps none, there is no such thing. */
  [nameOf]?: (text: string) => string | undefined
  /** The settings of each transaction, where none outlives it. */
  [held]?: string[]
  /** In bytes, how large the answer to a question may be by now. */
  [volume]?: number
  [isCorked]?: boolean
  /** What it was last told to see; nothing yet where there is none. */
  [scope]?: Scope
  processID?: number
  connection?: EventEmitter & { stream: Duplex }
}

/**
 * Where the driver itself gives up, as one that is asked for a password and has none, it keeps the socket, and that the
 * process, until PostgreSQL has waited for long enough.
 */
export function letGoOnError({ connection }: Connection): void {
  connection?.on('error', () => connection.stream.destroy())
}

/** What is asked within one turn of the event loop is written at its end, in one piece: each write wakes PostgreSQL. */
export function gather(connection: Connection): void {
  const stream = connection.connection?.stream
  if (!stream || connection[isCorked]) return
  connection[isCorked] = true
  stream.cork()
  setImmediate(() => {
    connection[isCorked] = false
    stream.uncork()
  })
}

export async function query(connection: Connection, statement: Sql): Promise<pg.QueryResult> {
  const { text, values } = statement
  gather(connection)
  const name = isPlannedAnew(statement) ? undefined : connection[nameOf]?.(text)
  return name === undefined
    ? connection.query(text, values as unknown[])
    : connection.query({ name, text, values: values as unknown[] })
}

/**
 * What is asked from here on sees the rows of the scope. Where that is not so already, it is said ahead of it: the order
 * on the wire is the order in which things happen, so nobody waits, and those who share a connection each see their own.
 * What was asked counts only if this succeeds.
 */
async function enter(connection: Connection, to: Scope): Promise<void> {
  const from = connection[scope]
  if (from === to) return
  connection[scope] = to
  gather(connection)
  try {
    await connection.query(telling(to, { from, isWalled: connection[isWalled] ?? false }))
  } catch (error) {
    // Nobody knows what it sees now: it goes, and whoever waits for it asks another.
    connection.connection?.stream.destroy(error as Error)
    throw error
  }
}

/**
 * Begins a transaction: it crosses the wire with the first statement, and all of it can with the commit. What is to be
 * seen is told inside, so that nothing is done where that fails; behind a pooler what holds, too, as nothing outlives it.
 */
export async function begin(connection: Connection, how: string, to: Scope): Promise<void> {
  const holding = (connection[held] ?? []).map(one => `set local ${one}`)
  const from = connection[scope]
  const seen = from === to ? [] : [telling(to, { from, isWalled: connection[isWalled] ?? false, isLocal: true })]
  gather(connection)
  await connection.query([`begin ${how}`, ...holding, ...seen].join('; '))
}

/** One statement by itself. */
export async function ask(connection: Connection, statement: Sql, to: Scope): Promise<pg.QueryResult> {
  if (connection[isPooled])
    return to === 'everywhere' ? query(connection, statement) : askWithin(connection, statement, to)
  if (connection[scope] === to) return query(connection, statement)
  const [, result] = await Promise.all([enter(connection, to), query(connection, statement)])
  return result
}

/** All of it crosses the wire together. */
async function askWithin(connection: Connection, statement: Sql, to: Scope): Promise<pg.QueryResult> {
  const begun = begin(connection, '', to)
  const asked = query(connection, statement)
  const ended = connection.query('commit')
  await Promise.allSettled([begun, asked, ended])
  await begun
  const result = await asked
  await ended
  return result
}
