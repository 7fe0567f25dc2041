import { type Sql, sql } from './sql.ts'

/** Where a text stands among others: its first byte, counted from 1, and how many they are. */
export type Span = [from: number, length: number]

/**
 * Long texts of one statement, sent as they are. Inside JSON each would be escaped by us and read letter by letter by
 * PostgreSQL, which for documents takes as long as writing them.
 */
export interface Packing {
  add(text: string): Span
  /** A part of the statement, before those that take texts out: all that was added until then. */
  packed(): Sql
  /** The text of a span, a column of type `integer[]`. */
  text(span: Sql): Sql
}

export function packing(): Packing {
  const texts: Buffer[] = []
  let length = 0
  return {
    add(text) {
      const bytes = Buffer.from(text)
      texts.push(bytes)
      length += bytes.length
      return [length - bytes.length + 1, bytes.length]
    },
    packed: () => sql`packed as materialized (select ${Buffer.concat(texts)}::bytea as bytes)`,
    text: span => sql`convert_from(substring((select bytes from packed) from ${span}[1] for ${span}[2]), 'UTF8')`,
  }
}
