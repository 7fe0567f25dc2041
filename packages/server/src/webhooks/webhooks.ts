import { isDeepStrictEqual } from 'node:util'
import {
  allScopes,
  type Input,
  impliedScopes,
  invalid,
  notFound,
  type Page,
  refused,
  type Scope,
  scopeOfEvent,
  unprocessable,
  Webhook,
  type WebhookChange,
  type WebhookInput,
  webhookEvents,
  type webhooks,
} from '@bodega/api'
import Type from 'typebox'
import { appActor, type Call, holdToken, isAccount, requireScope, type Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { withinDates } from '../platform/database/dates.ts'
import { page } from '../platform/database/pages.ts'
import { all, empty, json, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { headerProblem } from './headers.ts'
import { ring } from './ring.ts'

const maxWebhooks = 5000

const columns = sql`id, event, url, headers, created_at, updated_at`

const webhookNotFound = () => notFound('Webhook with such id does not exist')

/** An app sees its own webhooks only. */
export async function get(db: Queries, { store, actor }: Call, id: number, locking = empty): Promise<Webhook> {
  const webhook = await db.maybe(
    Webhook,
    sql`select ${columns} from webhooks where store_id = ${store.id} and actor = ${actor} and id = ${id} ${locking}`,
  )
  if (!webhook) throw webhookNotFound()
  return webhook
}

export function list(
  db: Queries,
  { store, actor }: Call,
  query: Input<typeof webhooks.list>['query'],
): Promise<Page<Webhook>> {
  const { limit, offset } = windowOf(query)
  const conditions = [sql`store_id = ${store.id}`, sql`actor = ${actor}`, ...withinDates(query)]
  if (query.url !== undefined) conditions.push(sql`url = ${query.url}`)
  if (query.event !== undefined) conditions.push(sql`event = ${query.event}`)
  if (query.since_id !== undefined) conditions.push(sql`id > ${query.since_id}`)
  const from = sql`from webhooks where ${all(conditions)}`
  return page(db, Webhook, sql`select ${columns} ${from} order by id limit ${limit} offset ${offset}`, from)
}

const Event = Type.Object({ event: Type.String() })

/** The events that an app listens to, in any store: read from an index alone. To jump from one to the next is no way across shards. */
export async function eventsHeardBy(db: Queries, app: number): Promise<string[]> {
  const rows = await db.many(Event, sql`select distinct event from webhooks where actor = ${appActor(app)}`)
  return rows.map(({ event }) => event)
}

const Id = Type.Object({ id: Type.Integer() })

/** Which of these webhooks of a store are there. */
export async function thereOf(db: Queries, store: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.many(Id, sql`select id from webhooks where store_id = ${store} and id = any(${ids}::bigint[])`)
  return new Set(rows.map(({ id }) => id))
}

const Count = Type.Object({ count: Type.Integer() })

export async function create(call: Write, input: WebhookInput, checkUrl: CheckUrl): Promise<Webhook> {
  const { tx, store, actor, now } = call
  // What a webhook is told depends on the scopes of a token, and is signed with its secret: people have neither.
  if (isAccount(actor)) throw refused(403, 'A webhook belongs to an application: use an access token')
  const event = allowed(call, input.event)
  const url = reachable(input.url, checkUrl)
  const headers = sendable(input.headers)
  await holdToken(call)
  const { count } = await tx.one(
    Count,
    sql`select count(*) from webhooks where store_id = ${store.id} and actor = ${actor}`,
  )
  if (count >= maxWebhooks) throw unprocessable(`App has reached maximum limit of ${maxWebhooks} allowed webhooks`)
  return tx.one(
    Webhook,
    sql`
      insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
      values (${store.id}, ${actor}, ${event}, ${url}, ${json(headers)}, ${granting(event)}, ${now}, ${now})
      returning ${columns}`,
  )
}

export async function update(call: Write, id: number, change: WebhookChange, checkUrl: CheckUrl): Promise<Webhook> {
  const { tx, store, now } = call
  const old = await get(tx, call, id, sql`for update`)
  const event = change.event === undefined || change.event === old.event ? old.event : allowed(call, change.event)
  const url = change.url === undefined ? old.url : reachable(change.url, checkUrl)
  const headers = change.headers === undefined ? old.headers : sendable(change.headers)
  if (isDeepStrictEqual([event, url, headers], [old.event, old.url, old.headers])) return old
  return tx.one(
    Webhook,
    sql`
      update webhooks set event = ${event}, url = ${url}, headers = ${json(headers)}, scopes = ${granting(event)},
             updated_at = greatest(updated_at, ${now})
       where store_id = ${store.id} and id = ${id}
      returning ${columns}`,
  )
}

export async function remove({ tx, store, actor }: Write, id: number): Promise<Record<never, never>> {
  const removed = await tx.run(sql`
    delete from webhooks where store_id = ${store.id} and actor = ${actor} and id = ${id}`)
  if (removed === 0) throw webhookNotFound()
  // What waits for it is ended.
  await ring(tx, store.id)
  return {}
}

/** The event, if there is one of this name and the caller may read its resource (F12). */
function allowed(call: Call, event: string): string {
  if (!webhookEvents.includes(event)) {
    throw invalid({ event: [`Invalid event specified. Events allowed: ${webhookEvents.join(', ')}`] })
  }
  const needed = scopeOfEvent(event)
  if (needed) requireScope(call, needed)
  return event
}

/** The scopes each of which lets a token hear of an event. A later token of the app may have others. */
function granting(event: string): Scope[] {
  const needed = scopeOfEvent(event)
  return needed ? allScopes.filter(scope => impliedScopes([scope]).has(needed)) : []
}

function reachable(url: string, checkUrl: CheckUrl): string {
  if (checkUrl(url) !== undefined) throw invalid({ url: ['invalid url specified'] })
  return url
}

function sendable(headers: WebhookInput['headers']): Record<string, string> {
  if (!headers) return {}
  const problem = headerProblem(headers)
  if (problem !== undefined) throw invalid({ headers: [problem] })
  return headers
}
