import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

export { empty, join, raw, type Sql, sql }

/** A value for a jsonb column. `pg` would send an array as a PostgreSQL array, so JSON is always sent as text. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`

/**
 * A long array of numbers or words as PostgreSQL writes it. `pg` would look into each of them for what is to be escaped,
 * so this is for those that cannot have any of it: no spaces, commas, quotes, braces or backslashes.
 */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map(String).join(',')}}`

const anew = new WeakSet<Sql>()

/**
 * A statement that is planned each time for the values that it has. Others are planned once for any values, which is
 * wrong where a filter may leave all rows or a few.
 */
export function plannedAnew(query: Sql): Sql {
  anew.add(query)
  return query
}

export const isPlannedAnew = (query: Sql): boolean => anew.has(query)

/** Conditions joined by `and`; none means every row. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? join(conditions, ' and ') : raw('true')
