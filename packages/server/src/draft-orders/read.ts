import type { Page, Paging } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Call } from '../access/index.ts'
import { renderOrder, viewOf } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { noDraft } from './draft-orders.ts'

const Row = Type.Object({ id: Type.Integer(), token: Type.String(), document: Type.String(), legacy: Type.String() })

/** What is answered, and something more: keys that are there already are said anew. */
export const withMore = (json: string, more: object): Rendered =>
  new Rendered(JSON.stringify({ ...JSON.parse(json), ...more }))

/** Where the buyer sees it. Not kept with the draft, because the address of the server may change. */
export function checkoutAt(url: string, store: number, { id, token }: { id: number; token: string }) {
  const address = `${url}/drafts/${store}/${id}/${token}`
  return { abandoned_checkout_url: address, checkout_url: address }
}

/** A draft is shown as an order without a number, a customer and shipments. */
const rendered = (call: Call, url: string, row: Static<typeof Row>): Rendered =>
  withMore(
    renderOrder({ ...row, number: 0, customer: () => null, shipments: [] }, viewOf(call, url)),
    checkoutAt(url, call.store.id, row),
  )

export async function get(db: Queries, call: Call, url: string, id: number): Promise<Rendered> {
  const row = await db.maybe(
    Row,
    sql`select id, token, document, legacy from draft_orders where store_id = ${call.store.id} and id = ${id}`,
  )
  if (!row) throw noDraft(id)
  return rendered(call, url, row)
}

export async function list(db: Queries, call: Call, url: string, query: Paging): Promise<Page<Rendered>> {
  const { limit, offset } = windowOf(query)
  const from = sql`from draft_orders where store_id = ${call.store.id}`
  const { items, total } = await page(
    db,
    Row,
    sql`select id, token, document, legacy ${from} order by id limit ${limit} offset ${offset}`,
    from,
  )
  return { items: items.map(row => rendered(call, url, row)), total }
}

const Id = Type.Object({ id: Type.Integer() })

/** The drafts for a buyer, who becomes a customer only when one is confirmed. */
export async function draftsFor(db: Queries, store: number, email: string): Promise<number[]> {
  const rows = await db.many(
    Id,
    sql`
      select id from draft_orders
       where store_id = ${store} and lower(input -> 'customer' ->> 'email') = lower(${email})
       order by id`,
  )
  return rows.map(({ id }) => id)
}
