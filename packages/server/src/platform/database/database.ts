import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Static, TSchema } from 'typebox'
import {
  ask,
  begin,
  type Connection,
  gather,
  isPooled,
  letGoOnError,
  naming,
  query,
  statementTimeout,
  volume,
} from './connection.ts'
import { copyInto, insertion, type Rows } from './copy.ts'
import { isAborted, isConflict, isConnectionLoss } from './failures.ts'
import { greet } from './greeting.ts'
import { hostsOf, letInWithin } from './hosts.ts'
import { createLanes } from './lanes.ts'
import { checkRows } from './rows.ts'
import { sparing } from './scarcity.ts'
import type { Sql } from './sql.ts'
import { types } from './values.ts'
import { hearToTheEnd, type Seen, TooLarge, unlimitedVolume, usualVolume, watchVolume } from './volume.ts'

/** What both a database and a transaction can do. The schema types the rows, and in tests each row is held against it. */
export interface Queries {
  many<S extends TSchema>(schema: S, query: Sql): Promise<Static<S>[]>
  /** Reads a row by its key. Outside of a transaction such questions share connections, so they must be short. */
  maybe<S extends TSchema>(schema: S, query: Sql): Promise<Static<S> | undefined>
  one<S extends TSchema>(schema: S, query: Sql): Promise<Static<S>>
  /** How many rows the statement touched. */
  run(query: Sql): Promise<number>
  /** In bytes, how large the answer to a question may be: what is larger is not read to its end, but `TooLarge` thrown. */
  readonly largest: number
}

declare const transaction: unique symbol

/** An open transaction. Only `db.tx` makes one, so what demands a `Tx` cannot run outside. */
export interface Tx extends Queries {
  readonly [transaction]: true
  /** For a statement whose answer nobody needs: it crosses the wire with what follows. Where it fails, so does all. */
  send(query: Sql): void
  /** Runs several statements without parameters. For migrations. */
  script(text: string): Promise<void>
  /** Many new rows of a table at once. The table and its columns are named by our code, never by a client. */
  copy(table: string, rows: Rows): Promise<void>
}

export interface TxOptions {
  isolation?: 'read committed' | 'repeatable read' | undefined
  /**
   * A statement with a list is planned for a list of any length, once, where PostgreSQL would plan it for the one that
   * it gets, each time. For batches, whose statements find their rows by key however many they are: so by index, even
   * where the plan is made while a table is small.
   */
  isPlannedOnce?: boolean
}

export interface Db extends Queries {
  /**
   * Runs the body in one transaction. It may run more than once, because conflicts are retried: so it touches `tx`
   * and nothing else of the world.
   */
  tx<T>(body: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
}

/** It sees what nobody else does, and ends: nothing of it may be shared. */
export const isTransaction = (queries: Queries): boolean => !('tx' in queries)

/** The database as requests have it. */
export interface Stores {
  /** The rows of one store: PostgreSQL shows no others, whatever is asked (`wall.ts`). */
  of(store: number, largest?: number): Db
}

/** Nothing can be asked of it without saying whose rows that concerns. */
export interface Database extends Stores {
  /** The rows of all stores, for work that is not a request of one. */
  everywhere: Db
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  /** Connections at most. */
  size?: number
  /** Checks every row against its schema, and that no query leaves an open transaction. For tests. */
  strict?: boolean
  /** No limit on how long a statement takes: for commands and migrations. */
  isPatient?: boolean
  onError?: (error: Error) => void
}

/** What a transaction has read is no longer so: it is tried again, as when the database itself notices. */
export class ConflictError extends Error {
  readonly code = '40001'
}

const maxAttempts = 12
const planningOnce = '; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off'

/** Connections that reads by key share. */
const laneCount = 4

export function connect(options: DatabaseOptions): Database {
  const hosts = hostsOf(options.url)
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, connectionString: hosts.address() })
        letGoOnError(this)
      }
    },
    max: options.size ?? Math.max(16, availableParallelism() * 4),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: letInWithin,
    ...(options.isPatient ? {} : { query_timeout: statementTimeout + 5_000 }),
    keepAlive: true,
    // Questions that do not wait for each other's answers cross the wire together, inside a transaction too.
    pipeline: true,
    types,
    onConnect: meet,
  })
  // A connection that breaks while it is idle is replaced by the pool; what matters surfaces in the next query. The pool
  // calls itself closed before its connections are: PostgreSQL may end some of them first.
  pool.on('error', error => {
    if (!pool.ending) options.onError?.(error)
  })

  const names = naming()
  const inside = new AsyncLocalStorage<true>()
  const scarcity = sparing(pool, () => lanes.retire())
  const open = (): Promise<Connection & pg.PoolClient> => hosts.reach(() => scarcity.connect())
  const openWithin = async (largest: number) => Object.assign(await open(), { [volume]: largest })
  const lanes = createLanes(() => openWithin(usualVolume), laneCount)
  /** Known with the first connection: behind a pooler a connection is nobody's. */
  let mayShare = false

  async function meet(connection: Connection): Promise<void> {
    await hosts.refuseStandby(connection)
    await greet(connection, { isPatient: options.isPatient ?? false, nameOf: names })
    watchVolume(connection)
    mayShare = !connection[isPooled]
  }

  function queriesOn(execute: (query: Sql) => Promise<pg.QueryResult>, largest: number): Queries {
    const many: Queries['many'] = async (schema, query) => {
      const { rows } = await execute(query)
      if (options.strict) checkRows(schema, rows, query.text)
      return rows
    }
    return {
      many,
      maybe: async (schema, query) => (await many(schema, query))[0],
      one: async (schema, query) => {
        const [row] = await many(schema, query)
        if (row === undefined) throw new Error(`expected a row: ${query.text}`)
        return row
      },
      run: async query => (await execute(query)).rowCount ?? 0,
      largest,
    }
  }

  async function withConnection<T>(largest: number, body: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await openWithin(largest)
    let broken: Error | undefined
    const onBreak = (error: Error) => {
      broken = error
    }
    connection.on('error', onBreak)
    try {
      return await body(connection)
    } catch (error) {
      if (isConnectionLoss(error)) broken = error as Error
      throw error
    } finally {
      connection.off('error', onBreak)
      connection.release(broken)
    }
  }

  async function attempt<T>(body: (tx: Tx) => Promise<T>, how: TxOptions, { scope, largest }: Seen): Promise<T> {
    return withConnection(largest, async connection => {
      const { isolation = 'read committed', isPlannedOnce = false } = how
      const local = isPlannedOnce ? planningOnce : ''
      let isOver = false
      let failure: unknown
      begin(connection, `isolation level ${isolation}${local}`, scope).catch(error => {
        failure ??= error
      })
      const askNow = async (sql: Sql) => {
        // Whoever was left behind by a failure beside it must not reach the transaction of the next user.
        if (isOver) throw new Error(`the transaction is over: ${sql.text}`)
        try {
          return await query(connection, sql)
        } catch (error) {
          failure ??= error
          throw error
        }
      }
      /** The commit says whether one of them failed. */
      const sent: Promise<unknown>[] = []
      // COPY has the connection to itself: what is asked meanwhile waits.
      let copying: Promise<void> | undefined
      const askInTurn = (sql: Sql) => (copying ? copying.then(() => askNow(sql)) : askNow(sql))
      // The private mark exists in the type only.
      const tx = {
        ...queriesOn(askInTurn, largest),
        send: (sql: Sql) => void sent.push(askInTurn(sql).catch(() => {})),
        script: async (text: string) => {
          await copying
          await connection.query(text)
        },
        copy: async (table: string, rows: Rows) => {
          if (scope !== 'everywhere') return void (await askInTurn(insertion(table, rows)))
          copying = (copying ?? Promise.resolve()).then(() => copyInto(connection, table, rows))
          return copying
        },
      } as Tx
      let result: T
      try {
        result = options.strict ? await inside.run(true, () => body(tx)) : await body(tx)
      } catch (error) {
        isOver = true
        // A connection that is gone has rolled back by itself.
        await connection.query('rollback').catch(() => {})
        // Of several statements that were sent together the first to fail is the reason of the others, also of a hang-up.
        throw isAborted(error) || isConnectionLoss(error) ? (failure ?? error) : error
      }
      await copying
      isOver = true
      hearToTheEnd(connection)
      gather(connection)
      const { command } = await connection.query('commit')
      // PostgreSQL takes the commit of a broken transaction as a rollback, and says so in the answer only.
      if (command !== 'COMMIT') {
        await Promise.all(sent)
        throw failure ?? new Error('the transaction was rolled back')
      }
      return result
    })
  }

  function outside(sql: Sql): void {
    if (options.strict && inside.getStore()) throw new Error(`a query left its transaction: ${sql.text}`)
  }

  const seeing = ({ scope, largest }: Seen): Db => ({
    async tx(body, how = {}) {
      if (options.strict && inside.getStore()) throw new Error('a transaction was opened inside another')
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(body, how, { scope, largest })
        } catch (error) {
          if (tried === maxAttempts || !isConflict(error, how.isolation)) throw error
          await wait(Math.random() * 2 ** Math.min(tried, 7))
        }
      }
    },
    ...queriesOn(async sql => {
      outside(sql)
      return withConnection(largest, connection => ask(connection, sql, scope))
    }, largest),
    maybe: queriesOn(async sql => {
      outside(sql)
      const alone = () => withConnection(largest, connection => ask(connection, sql, scope))
      if (!mayShare || scarcity.isScarce()) return alone()
      // A shared connection may have broken unseen since its last question, or been cut off because of another. A read can
      // be asked again.
      return lanes
        .use(connection => ask(connection, sql, scope))
        .catch(error => {
          if (isConnectionLoss(error) || error instanceof TooLarge) return alone()
          throw error
        })
    }, largest).maybe,
  })

  return {
    of: (store, largest = unlimitedVolume) => {
      // It becomes a part of what is sent.
      if (!Number.isSafeInteger(store)) throw new Error(`not a store: ${store}`)
      return seeing({ scope: store, largest })
    },
    everywhere: seeing({ scope: 'everywhere', largest: unlimitedVolume }),
    async close() {
      await lanes.close()
      await pool.end()
      // Every `await` passes through each storage that is in use, and tests open many pools.
      inside.disable()
    },
  }
}
