import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { raw, type Sql, sql } from './sql.ts'

/** Rows for COPY: keys are the names of columns, the same in every row. Objects and lists become JSON. */
export interface Rows {
  rows: readonly object[]
  /** What all rows say alike. */
  common: Readonly<Record<string, unknown>>
}

const special = /[\\\n\r\t]/
const specials = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return special.test(text) ? text.replace(specials, mark => escapes[mark] ?? mark) : text
}

const namesOf = (rows: Rows['rows'], common: Rows['common']): string[] =>
  Object.keys({ ...rows[0], ...common }).map(name => `"${name}"`)

/** The text form of COPY: a line per row, tabs between the values. */
function textOf(columns: readonly string[], { rows, common }: Rows): string {
  const ends = Object.values(common)
    .map(value => `\t${cellOf(value)}`)
    .join('')
  let text = ''
  for (const row of rows) {
    // Whoever made the rows knows their keys; an object cannot say them.
    const values = columns.map(column => cellOf((row as Record<string, unknown>)[column]))
    text += `${values.join('\t')}${ends}\n`
  }
  return text
}

/** The same by an insert: where row security holds, PostgreSQL refuses COPY. */
export function insertion(table: string, { rows, common }: Rows): Sql {
  const columns = raw(namesOf(rows, common).join(', '))
  const all = JSON.stringify(rows.map(row => ({ ...row, ...common })))
  return sql`insert into ${raw(`"${table}"`)} (${columns})
             select ${columns} from json_populate_recordset(${raw(`null::"${table}"`)}, ${all}::json)`
}

/**
 * Many new rows at once, by COPY. That goes back and forth, which a connection that writes ahead cannot do: it stops
 * that for the time, once all that was asked before is answered. Nothing may be asked of it meanwhile.
 */
export async function copyInto(
  connection: pg.ClientBase & { pipeline?: boolean },
  table: string,
  given: Rows,
): Promise<void> {
  await connection.query('select')
  const writesAhead = connection.pipeline ?? false
  connection.pipeline = false
  try {
    const columns = Object.keys(given.rows[0] ?? {})
    const names = namesOf(given.rows, given.common).join(', ')
    const stream = connection.query(from(`copy "${table}" (${names}) from stdin`))
    stream.end(textOf(columns, given))
    await finished(stream)
  } finally {
    connection.pipeline = writesAhead
  }
}
