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
