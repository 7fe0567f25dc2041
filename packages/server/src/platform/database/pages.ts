import type { Page } from '@bodega/api'
import Type, { type Static, type TSchema } from 'typebox'
import type { Queries } from './database.ts'
import { isPlannedAnew, plannedAnew, type Sql, sql } from './sql.ts'

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
