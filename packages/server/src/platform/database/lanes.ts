import type pg from 'pg'

interface Lane<C> {
  connection: Promise<C>
  /** Questions that are not answered yet. */
  open: number
}

/** Runs its body with a connection that others use at the same time. */
export type Lanes<C> = { use<T>(body: (connection: C) => Promise<T>): Promise<T>; close(): Promise<void> }

/**
 * A few connections that many readers share: a question goes to the one with the fewest open questions, behind them.
 * It needs no connection of its own, and what is asked in one turn crosses the wire in one piece. For short questions
 * only, since each waits for those before it.
 */
export function createLanes<C extends pg.PoolClient>(
  connect: () => Promise<C>,
  count: number,
  isLoss: (error: unknown) => boolean,
): Lanes<C> {
  const lanes: Lane<C>[] = []

  const drop = (lane: Lane<C>) => {
    const at = lanes.indexOf(lane)
    if (at >= 0) lanes.splice(at, 1)
    return at >= 0
  }

  /** One that breaks is given back; the pool makes another when it is needed. */
  const giveBack = (lane: Lane<C>, connection: C, error: Error) => {
    if (drop(lane)) connection.release(error)
  }

  function open(): Lane<C> {
    const lane: Lane<C> = { connection: connect(), open: 0 }
    lanes.push(lane)
    lane.connection.then(
      connection => connection.once('error', error => giveBack(lane, connection, error)),
      () => drop(lane),
    )
    return lane
  }

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
      let connection: C | undefined
      try {
        connection = await lane.connection
        return await body(connection)
      } catch (error) {
        // One that no longer answers may never say that it is broken.
        if (connection && isLoss(error)) giveBack(lane, connection, error as Error)
        throw error
      } finally {
        lane.open--
      }
    },
    async close() {
      const all = lanes.splice(0)
      for (const connection of await Promise.allSettled(all.map(lane => lane.connection)))
        if (connection.status === 'fulfilled') connection.value.release()
    },
  }
}
