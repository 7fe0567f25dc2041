import type pg from 'pg'
import { isConnectionLoss } from './failures.ts'

interface Lane<C> {
  connection: Promise<C>
  /** Questions that are not answered yet. */
  open: number
  /** Since it was last looked at. */
  isUsed: boolean
  /** Nobody asks it any more: it goes back with its last answer, since whoever has it next has it alone. */
  isRetired: boolean
  /** Why nobody may have it next. */
  fault?: Error
  onError(error: Error): void
}

export interface Lanes<C> {
  /** Runs its body with a connection that others use at the same time. */
  use<T>(body: (connection: C) => Promise<T>): Promise<T>
  /** All connections go back to where they came from: others need them more. The next question takes one again. */
  retire(): void
  close(): Promise<void>
}

/** One that nobody used for so long is given back, in milliseconds: other processes may have none. */
const idleTime = 30_000

/**
 * A few connections that many readers share: a question goes to the one with the fewest open questions, behind them.
 * It needs no connection of its own, and what is asked in one turn crosses the wire in one piece. For short questions
 * only, since each waits for those before it.
 */
export function createLanes<C extends pg.PoolClient>(connect: () => Promise<C>, count: number): Lanes<C> {
  const lanes: Lane<C>[] = []

  const drop = (lane: Lane<C>) => {
    const at = lanes.indexOf(lane)
    if (at >= 0) lanes.splice(at, 1)
    return at >= 0
  }

  const release = (lane: Lane<C>, connection: C) => {
    connection.off('error', lane.onError)
    connection.release(lane.fault)
  }

  /** One that breaks is given back; the pool makes another when it is needed. */
  const giveUp = (lane: Lane<C>, connection: C, error: Error) => {
    lane.fault ??= error
    if (drop(lane)) release(lane, connection)
  }

  function open(): Lane<C> {
    const lane: Lane<C> = { connection: connect(), open: 0, isUsed: true, isRetired: false, onError: () => {} }
    lanes.push(lane)
    lane.connection.then(
      connection => {
        lane.onError = error => giveUp(lane, connection, error)
        connection.on('error', lane.onError)
      },
      () => drop(lane),
    )
    return lane
  }

  function leave(lane: Lane<C>): void {
    if (!lane.isRetired || lane.open > 0) return
    lane.connection.then(
      connection => release(lane, connection),
      () => {},
    )
  }

  function retire(some: readonly Lane<C>[]): void {
    for (const lane of some) {
      lane.isRetired = drop(lane)
      leave(lane)
    }
  }

  const looking = setInterval(() => {
    retire(lanes.filter(({ isUsed }) => !isUsed))
    for (const lane of lanes) lane.isUsed = false
  }, idleTime).unref()

  function choose(): Lane<C> {
    const [first, ...others] = lanes
    if (!first) return open()
    const least = others.reduce((a, b) => (b.open < a.open ? b : a), first)
    return least.open === 0 || lanes.length === count ? least : open()
  }

  return {
    async use(body) {
      const lane = choose()
      lane.open++
      lane.isUsed = true
      let connection: C | undefined
      try {
        connection = await lane.connection
        return await body(connection)
      } catch (error) {
        // One that no longer answers may never say that it is broken.
        if (connection && isConnectionLoss(error)) giveUp(lane, connection, error as Error)
        throw error
      } finally {
        lane.open--
        leave(lane)
      }
    },
    retire: () => retire([...lanes]),
    async close() {
      clearInterval(looking)
      const all = lanes.splice(0)
      for (const connection of await Promise.allSettled(all.map(lane => lane.connection)))
        if (connection.status === 'fulfilled') connection.value.release()
    },
  }
}
