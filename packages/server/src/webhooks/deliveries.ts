import { Delivery, type deliveries, type Input, notFound, type Page } from '@bodega/api'
import type { EventDelivery } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import type { Call } from '../access/index.ts'
import { notificationOf } from '../events/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { all, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { get as getWebhook } from './webhooks.ts'

const { notification: _, ...stored } = Delivery.properties
const Row = Type.Object({
  ...stored,
  store_id: Type.Integer(),
  payload: Type.Record(Type.String(), Type.Unknown()),
})

const columns = sql`
  id, store_id, webhook_id, event, entry_id as event_id, payload, status, attempts, created_at,
  case when due_at < 'infinity' then greatest(due_at, created_at) end as next_attempt_at`

const shown = ({ store_id, payload, ...row }: Static<typeof Row>): Delivery => ({
  ...row,
  notification: notificationOf({ store_id, payload, event: row.event }),
})

/** In the words of the indexes. */
export const having: Record<Delivery['status'], Sql> = {
  pending: sql`due_at is not null`,
  delivered: sql`status = 'delivered'`,
  failed: sql`status = 'failed'`,
}

interface Choice {
  webhook?: number
  status?: Delivery['status']
}

/** The deliveries of a store, the newest first: their ids begin with the time. */
export async function listDeliveries(
  db: Queries,
  store: number,
  { webhook, status }: Choice,
  window: { page: number; per_page: number },
): Promise<Page<Delivery>> {
  const conditions = [sql`store_id = ${store}`]
  if (webhook !== undefined) conditions.push(sql`webhook_id = ${webhook}`)
  if (status !== undefined) conditions.push(having[status])
  return listThose(db, all(conditions), window)
}

async function listThose(db: Queries, which: Sql, window: { page: number; per_page: number }): Promise<Page<Delivery>> {
  const { limit, offset } = windowOf(window)
  const from = sql`from deliveries where ${which}`
  const rows = sql`select ${columns} ${from} order by id desc limit ${limit} offset ${offset}`
  const { items, total } = await page(db, Row, rows, from)
  return { items: items.map(shown), total }
}

export async function list(
  call: Call & { db: Queries },
  webhook: number,
  { status, ...window }: Input<typeof deliveries.list>['query'],
): Promise<Page<Delivery>> {
  await getWebhook(call.db, call, webhook)
  return listDeliveries(call.db, call.store.id, { webhook, ...(status ? { status } : {}) }, window)
}

const WebhookId = Type.Object({ webhook_id: Type.Integer() })

/**
 * What an app was told in a store, whatever it was for. Its webhooks may be gone, so they are found by jumping from webhook
 * to webhook along the primary key, and looking at one delivery of each: no store has many.
 */
export async function listTold(
  db: Queries,
  store: number,
  actor: string,
  { status, ...window }: Input<typeof deliveries.list>['query'],
): Promise<Page<Delivery>> {
  const found = await db.many(
    WebhookId,
    sql`
      with recursive told as (
        (select webhook_id, actor from deliveries where store_id = ${store} order by webhook_id limit 1)
        union all
        select n.webhook_id, n.actor
          from told t
         cross join lateral (
           select webhook_id, actor from deliveries
            where store_id = ${store} and webhook_id > t.webhook_id
            order by webhook_id limit 1
         ) n
      )
      select webhook_id from told where actor = ${actor} or webhook_id = 0`,
  )
  const webhooks = found.map(({ webhook_id }) => webhook_id)
  const of = sql`webhook_id = any(${webhooks}) and actor = ${actor}`
  return listThose(db, all([sql`store_id = ${store}`, of, ...(status ? [having[status]] : [])]), window)
}

const OfEvent = Type.Object({
  ...Row.properties,
  actor: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
})

/** Whom a store has told of an event. */
export async function deliveriesOfEvent(db: Queries, store: number, entry: number): Promise<EventDelivery[]> {
  const rows = await db.many(
    OfEvent,
    sql`
      select ${columns}, actor,
             coalesce(target ->> 'url', (select w.url from webhooks w where w.store_id = d.store_id and w.id = d.webhook_id)) as url
        from deliveries d
       where store_id = ${store} and entry_id = ${entry}
       order by webhook_id
       limit 200`,
  )
  return rows.map(({ actor, url, ...row }) => {
    const [kind, id] = actor.split(':')
    return { ...shown(row), url, app_id: kind === 'app' ? Number(id) : null }
  })
}

/** One delivery of a store, whoever it was for. */
export async function findDelivery(
  db: Queries,
  store: number,
  id: string,
  webhook?: number,
): Promise<Delivery | undefined> {
  const of = webhook === undefined ? sql`` : sql`and webhook_id = ${webhook}`
  const row = await db.maybe(Row, sql`select ${columns} from deliveries where store_id = ${store} ${of} and id = ${id}`)
  return row && shown(row)
}

export async function get(call: Call & { db: Queries }, webhook: number, id: string): Promise<Delivery> {
  await getWebhook(call.db, call, webhook)
  const delivery = await findDelivery(call.db, call.store.id, id, webhook)
  if (!delivery) throw notFound()
  return delivery
}
