/** PostgreSQL may have fewer connections for us than we would open: others use it, too, and hosted ones have few. */
import type pg from 'pg'
import { codeOf } from './failures.ts'

/** No connection is left: for anybody, for this database, or for our user. */
const noneLeft = '53300'

/** For so long no more are asked for, in milliseconds; by then some may be free. */
const restraint = 10_000

export interface Scarcity {
  /** A connection of the pool. Where PostgreSQL has no more for us, those that we have go from hand to hand. */
  connect(): Promise<pg.PoolClient>
  /** Whether nobody should keep a connection for itself. */
  isScarce(): boolean
}

/** What is said when connections become scarce: those who keep one give it back. */
export function sparing(pool: pg.Pool, onScarce: () => void): Scarcity {
  const size = pool.options.max
  /** Those that are open: the pool also counts those that are asked for, which may all be refused. */
  const ours = new Set<pg.PoolClient>()
  pool.on('connect', connection => ours.add(connection))
  pool.on('remove', connection => ours.delete(connection))
  let end: NodeJS.Timeout | undefined
  const isScarce = () => pool.options.max < size

  function makeDo(): void {
    pool.options.max = ours.size
    clearTimeout(end)
    end = setTimeout(() => {
      pool.options.max = size
    }, restraint).unref()
    onScarce()
  }

  return {
    isScarce,
    async connect() {
      for (;;) {
        try {
          return await pool.connect()
        } catch (error) {
          if (codeOf(error) !== noneLeft || ours.size === 0) throw error
          makeDo()
        }
      }
    },
  }
}
