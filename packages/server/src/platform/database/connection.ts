/** One connection to PostgreSQL, and how a statement is sent over it. */
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { isPlannedAnew, type Sql } from './sql.ts'

const names = new Map<string, string>()

/** A prepared statement is named after its text, so that every connection parses it once. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

export const isPooled = Symbol('isPooled')
const isCorked = Symbol('isCorked')
export type Connection = pg.ClientBase & {
  [isPooled]?: boolean
  [isCorked]?: boolean
  processID?: number
  connection?: { stream: Duplex }
}

/** What is asked within one turn of the event loop is written at its end, in one piece: each write wakes PostgreSQL. */
export function gather(connection: Connection): void {
  const stream = connection.connection?.stream
  if (!stream || connection[isCorked]) return
  connection[isCorked] = true
  stream.cork()
  setImmediate(() => {
    connection[isCorked] = false
    stream.uncork()
  })
}

export async function query(connection: Connection, statement: Sql): Promise<pg.QueryResult> {
  const { text, values } = statement
  gather(connection)
  return connection[isPooled] || isPlannedAnew(statement)
    ? connection.query(text, values as unknown[])
    : connection.query({ name: nameOf(text), text, values: values as unknown[] })
}
