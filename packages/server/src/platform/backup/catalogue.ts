import pg from 'pg'
import { isOurs, relationsOf } from '../database/ground.ts'
import { migrations } from '../database/migrate.ts'
import { inOrder, type Reference } from './order.ts'

export interface Table {
  name: string
  /** Without the computed ones, which the database fills itself. */
  columns: string[]
}

/**
 * Unlogged tables hold what may be lost, and the migrations are redone, so neither is part of a backup; nor is what somebody
 * else keeps there for themselves.
 */
const tables = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
     and c.relname <> 'migrations'
     and (c.relname = any($1) or has_table_privilege(c.oid, 'select'))
   group by c.relname
   order by c.relname`

const references = `
  select child.relname as child, parent.relname as parent
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
   where k.contype = 'f' and k.connamespace = quote_ident(current_schema())::regnamespace`

/** The tables that hold data, each after those that it refers to. */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(tables, [relationsOf(migrations)])
  const links = await client.query<Reference>(references)
  const order = inOrder(
    rows.map(({ name }) => name),
    links.rows,
  )
  return rows.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** The migration that the database is at; 0 where there is none yet. */
export async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select ${isOurs} as is_begun`)
  if (!rows[0].is_begun) return 0
  const found = await client.query('select coalesce(max(version), 0) as version from migrations')
  return found.rows[0].version
}

/** Every sequence that was used, and its last number, as text because it may not fit into a number. */
export async function findSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() and last_value is not null',
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** `"locations" ("store_id", "id", ...)`, as COPY names it. */
export const copied = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`
