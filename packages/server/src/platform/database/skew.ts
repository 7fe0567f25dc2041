import Type from 'typebox'
import type { World } from '../clock.ts'
import type { Queries } from './database.ts'
import { sql } from './sql.ts'

const Time = Type.Object({ milliseconds: Type.Number() })

/** By how many milliseconds our clock is ahead of that of the database; below zero where it is behind. */
export async function skewOf(db: Queries, { now }: Pick<World, 'now'>): Promise<number> {
  const { milliseconds } = await db.one(
    Time,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds`,
  )
  return now().getTime() - milliseconds
}

export interface SharedClock {
  now: World['now']
  /** By how many milliseconds ours is ahead; 0 where it is about right. */
  ahead(): number
  /** Asks the database again. */
  follow(): Promise<void>
}

/** In milliseconds: what clocks that are set right differ by at most, and the longest that a question may take to tell. */
const tolerated = 1000

/**
 * The time as the database has it, told by our own clock: what one process dates or limits means the same to all others,
 * however wrong the clock of its machine is (decision 0019). Asked again and again, because a clock may go wrong, or be set right.
 */
export async function shareClock(
  db: Queries,
  { now }: Pick<World, 'now'>,
  watch: () => number = () => performance.now(),
): Promise<SharedClock> {
  let ahead = 0
  async function follow(): Promise<void> {
    const begun = watch()
    const skew = await skewOf(db, { now })
    // Nobody knows how much of it is the wait for the answer.
    if (watch() - begun > tolerated) return
    ahead = Math.abs(skew) > tolerated ? skew : 0
  }
  await follow()
  return { now: () => new Date(now().getTime() - ahead), ahead: () => ahead, follow }
}
