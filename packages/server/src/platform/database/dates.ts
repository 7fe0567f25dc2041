import type { Dates } from '@bodega/api'
import type { Static } from 'typebox'
import { parseInstant } from '../instant.ts'
import { raw, type Sql, sql } from './sql.ts'

/** A point in time as the contract writes it (D10), inside of JSON, which the database would write in its own way. */
export const wireTimeOf = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+0000"')`

/**
 * Whether a list in the order of its ids begins at a date. It is found by that date, which gives the same order: by ids, all
 * that is older would be passed over first. Those who go on from an id need the ids themselves.
 */
export const beginsAtDate = (query: { since_id?: number | undefined; created_at_min?: string | undefined }): boolean =>
  query.since_id === undefined && query.created_at_min !== undefined

/** The conditions of a list that can be cut by its dates; the bounds are inclusive (F5). */
export function withinDates(query: Static<typeof Dates>): Sql[] {
  return (['created_at', 'updated_at'] as const).flatMap(column => {
    const { [`${column}_min` as const]: min, [`${column}_max` as const]: max } = query
    return [
      ...(min === undefined ? [] : [sql`${raw(column)} >= ${parseInstant(min)}`]),
      ...(max === undefined ? [] : [sql`${raw(column)} <= ${parseInstant(max)}`]),
    ]
  })
}
