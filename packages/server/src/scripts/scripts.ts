import { isDeepStrictEqual } from 'node:util'
import {
  invalid,
  maxScriptId,
  notFound,
  type Page,
  type Script,
  type ScriptFilters,
  type ScriptInput,
  unprocessable,
} from '@bodega/api'
import { type Call, holdToken, type Write } from '../access/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { withinDates } from '../platform/database/dates.ts'
import { constraintOf } from '../platform/database/failures.ts'
import { page } from '../platform/database/pages.ts'
import { all, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { ScriptRow, shown } from './document.ts'
import { changedTerms, newTerms, panelEvent, termsOf } from './rules.ts'

const maxScripts = 100

/** Clients know a script of a partner panel by the id that it has there. */
const shownId = sql`coalesce(script_id, id)`
/** Older rows without an address say nothing of the event. */
const columns = sql`
  ${shownId} as id, src, coalesce(event, ${panelEvent}) as event, "where", script_id, query_params, created_at, updated_at`

const scriptNotFound = () => notFound('Script with such id does not exist')

const ofCaller = ({ store, actor }: Call): Sql => sql`store_id = ${store.id} and actor = ${actor}`

/** By the id that it has in a partner panel, or by its own, also where it has both. */
const isOne = (call: Call, id: number): Sql =>
  sql`${ofCaller(call)} and ${id > maxScriptId ? sql`id` : sql`script_id`} = ${id}`
const one = (call: Call, id: number): Sql => sql`from scripts where ${isOne(call, id)}`

/** An app sees its own scripts only. */
export async function get(db: Queries, call: Call, id: number): Promise<Script> {
  const script = await db.maybe(ScriptRow, sql`select ${columns} ${one(call, id)}`)
  if (!script) throw scriptNotFound()
  return shown(script)
}

export async function list(db: Queries, call: Call, query: ScriptFilters): Promise<Page<Script>> {
  const { limit, offset } = windowOf(query)
  const conditions = [ofCaller(call), ...withinDates(query)]
  if (query.src !== undefined) conditions.push(sql`src = ${query.src}`)
  if (query.since_id !== undefined) conditions.push(sql`${shownId} > ${query.since_id}`)
  const from = sql`from scripts where ${all(conditions)}`
  const rows = sql`select ${columns} ${from} order by ${shownId} limit ${limit} offset ${offset}`
  const { items, total } = await page(db, ScriptRow, rows, from)
  return { items: items.map(shown), total }
}

/** A script of a partner panel that is there already becomes what is said now: apps register theirs at every install. */
export async function create(call: Write, input: ScriptInput, checkUrl: CheckUrl): Promise<Script> {
  const { tx, store, actor, now } = call
  const { src, event, where, script_id, query_params } = newTerms(input, checkUrl)
  await holdToken(call)
  const script = await tx.maybe(
    ScriptRow,
    sql`
      insert into scripts (store_id, actor, src, event, "where", script_id, query_params, created_at, updated_at)
      select ${store.id}, ${actor}, ${src}, ${event}, ${where}, ${script_id}::integer, ${query_params}, ${now}, ${now}
       where (select count(*) from scripts
               where ${ofCaller(call)} and (script_id = ${script_id}::integer) is not true) < ${maxScripts}
          on conflict (store_id, actor, script_id) do update
         set src = excluded.src, event = excluded.event, "where" = excluded."where", query_params = excluded.query_params,
             updated_at = greatest(scripts.updated_at, excluded.updated_at)
      returning ${columns}`,
  )
  if (!script) throw unprocessable(`An application can have at most ${maxScripts} scripts in a store`)
  return shown(script)
}

export async function update(call: Write, id: number, change: ScriptInput, checkUrl: CheckUrl): Promise<Script> {
  const { tx, now } = call
  const old = await tx.maybe(ScriptRow, sql`select ${columns} ${one(call, id)} for update`)
  if (!old) throw scriptNotFound()
  const next = changedTerms(termsOf(old), change, checkUrl)
  if (isDeepStrictEqual(next, termsOf(old))) return shown(old)
  return tx
    .one(
      ScriptRow,
      sql`
        update scripts
           set src = ${next.src}, event = ${next.event}, "where" = ${next.where}, script_id = ${next.script_id},
               query_params = ${next.query_params}, updated_at = greatest(updated_at, ${now})
         where ${isOne(call, id)}
        returning ${columns}`,
    )
    .then(shown)
    .catch(error => {
      throw constraintOf(error) === 'scripts_script_id' ? invalid({ script_id: ['has already been taken'] }) : error
    })
}

export async function remove(call: Write, id: number): Promise<Record<never, never>> {
  const removed = await call.tx.run(sql`delete ${one(call, id)}`)
  if (removed === 0) throw scriptNotFound()
  return {}
}

/** An app or a token leaves the store, and its scripts with it. */
export const removeScripts = (tx: Tx, store: number, actor: string): Promise<number> =>
  tx.run(sql`delete from scripts where store_id = ${store} and actor = ${actor}`)
