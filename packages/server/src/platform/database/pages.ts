import type { Page } from '@bodega/api'
import Type, { type Static, type TSchema } from 'typebox'
import type { Queries } from './database.ts'
import { isPlannedAnew, plannedAnew, raw, type Sql, sql } from './sql.ts'

const Count = Type.Object({ total: Type.Integer() })

/** The rows of one page and the number of all, asked for at the same time; planned alike. */
export async function page<S extends TSchema>(
  db: Queries,
  schema: S,
  rows: Sql,
  counted: Sql,
): Promise<Page<Static<S>>> {
  const count = sql`select count(*) as total ${counted}`
  const [items, { total }] = await Promise.all([
    db.many(schema, rows),
    db.one(Count, isPlannedAnew(rows) ? plannedAnew(count) : count),
  ])
  return { items, total }
}

/** The lengths of pages that clients ask for. */
const usual = new Set([30, 50, 100, 200])

/** So many rows behind so many others. */
export interface Window {
  limit: number
  offset: number
}

/**
 * The window of a list. Where it has no filters, a usual length of the first page stands in the text: of a length that it
 * does not know PostgreSQL assumes a tenth of all rows, finds that too dear to plan for, and plans anew each time. With
 * filters it is right to do so, since the good plan depends on their values.
 */
export const within = ({ limit, offset }: Window, isPlain: boolean): Sql =>
  isPlain && offset === 0 && usual.has(limit) ? raw(`limit ${limit}`) : sql`limit ${limit} offset ${offset}`
