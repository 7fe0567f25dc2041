/** Many rows that are like a few others, by COPY: how a store of a million products is there within minutes. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Bench } from './world.ts'

/** Stands around the names of values in a template. No text of a store contains it. */
export const mark = '\u0002'

/** SQL that gives a marked value: what is said here, then the expression. */
export const marked = (name: string, expression = `''`): string => `chr(2) || '${name}' || ${expression} || chr(2)`

export interface Copies {
  table: string
  /** Columns by name, each with the SQL that gives it for the template. */
  columns: Readonly<Record<string, string>>
  /** Which rows are the template: the rest of the statement, from `from` on. */
  rest: string
  count: number
  /** The value of a mark in the copy with this number, from 1 on. */
  valueIn(name: string, copy: number): string | number
}

/** As much as is written at once. */
const chunk = 1 << 18

export function* copiesOf(templates: readonly string[], { count, valueIn }: Pick<Copies, 'count' | 'valueIn'>) {
  const parts = templates.map(template => template.split(mark))
  let written = ''
  for (let copy = 1; copy <= count; copy++) {
    for (const pieces of parts) {
      // What stands between two marks is the name of a value.
      for (let i = 0; i < pieces.length; i++) written += i % 2 === 0 ? pieces[i] : valueIn(pieces[i] ?? '', copy)
      written += '\n'
    }
    if (written.length > chunk) {
      yield written
      written = ''
    }
  }
  if (written) yield written
}

/** Writes the copies of all tables in their order, without what would look at every row: that is done once, at the end. */
export async function load(
  { url, tune }: Pick<Bench, 'url' | 'tune'>,
  all: readonly Copies[],
  onStep: (step: string) => void,
): Promise<void> {
  const begun = performance.now()
  const tables = all.map(({ table }) => table)
  const client = new pg.Client(url)
  await client.connect()
  // One checkpoint at the end instead of one for every 256 MB: every page is written once. Cleaning comes last, too.
  await tune(["max_wal_size = '64GB'", "checkpoint_timeout = '1d'", 'autovacuum = off'])
  try {
    await client.query(`set maintenance_work_mem = '1GB'`)
    const putBack = await takeOff(client, tables)
    for (const copies of all) {
      onStep(copies.table)
      await copyOne(client, copies)
    }
    for (const { name, statement } of putBack) {
      onStep(name)
      await client.query(statement)
    }
    for (const table of tables) {
      onStep(`cleaning ${table}`)
      await client.query(`vacuum analyze ${table}`)
    }
    onStep('writing it to the disk')
    if (performance.now() - begun > long) await flush(client, tune)
  } finally {
    await tune([])
    await client.end()
  }
}

/** What was loaded in less time is little, in milliseconds. */
const long = 10_000

/**
 * Until all of it is on the disk, which would else be done while something is measured. Only a superuser may ask for a
 * checkpoint, but one that is overdue is made at once.
 */
async function flush(client: pg.Client, tune: Bench['tune']): Promise<void> {
  const made = async () => {
    const { rows } = await client.query<{ made: string }>('select num_done as made from pg_stat_checkpointer')
    return Number(rows[0]?.made)
  }
  const before = await made()
  await tune(["max_wal_size = '64GB'", "checkpoint_timeout = '30s'", 'checkpoint_completion_target = 0'])
  for (let i = 0; i < 600 && (await made()) === before; i++) await pause(500)
}

async function copyOne(client: pg.Client, copies: Copies): Promise<void> {
  const names = Object.keys(copies.columns)
    .map(name => `"${name}"`)
    .join(', ')
  const template = `copy (select ${Object.values(copies.columns).join(', ')} ${copies.rest}) to stdout`
  const templates = (await text(client.query(to(template)))).split('\n').slice(0, -1)
  await pipeline(
    Readable.from(copiesOf(templates, copies)),
    client.query(from(`copy ${copies.table} (${names}) from stdin`)),
  )
}

interface Taken {
  name: string
  /** Takes it off, puts it on again. */
  off: string
  statement: string
}

/** Indexes and references of these tables, but for their keys. */
async function takeOff(client: pg.Client, tables: readonly string[]): Promise<Taken[]> {
  const { rows } = await client.query<Taken>(
    `select i.indexrelid::regclass::text as name, 'drop index ' || i.indexrelid::regclass as off,
            pg_get_indexdef(i.indexrelid) as statement
       from pg_index i
      where i.indrelid = any($1::regclass[])
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select c.conname, format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
            format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
       from pg_constraint c
      where c.conrelid = any($1::regclass[]) and c.contype = 'f'`,
    [tables],
  )
  for (const { off } of rows) await client.query(off)
  return rows
}

/** The columns of a table that can be written, each as it is; `other` says what is different. */
export async function columnsOf(
  url: string,
  table: string,
  other: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    return Object.fromEntries(rows.map(({ name }) => [name, other[name] ?? `t."${name}"`]))
  } finally {
    await client.end()
  }
}
