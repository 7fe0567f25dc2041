import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

export { empty, raw, type Sql, sql }

/** A value for a jsonb column. `pg` would send an array as a PostgreSQL array, so JSON is always sent as text. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`

/** Conditions joined by `and`; none means every row. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? join(conditions, ' and ') : raw('true')
