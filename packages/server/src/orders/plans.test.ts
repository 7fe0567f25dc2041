/** A page of orders costs what it shows, not what the store has: the plans of the very statements that run. */
import type { OrderFilters } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { costOf } from '../testing/plans.ts'
import { aggregatesOf } from './document.ts'
import { list } from './read.ts'

const count = 20_000

let of: OrderShop

beforeAll(async () => {
  of = await stocked([[5]])
  await of.place()
  // All alike but ten in the middle, which each filter below looks for.
  await of.db.run(sql`
    insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                        gateway, total, search, behaviour, created_at, updated_at, document, legacy)
    select store_id, id + 1000000 + n, 100 + n, case when rare then 'closed' else status end,
           case when rare then 'refunded' else payment_status end, case when rare then 'delivered' else shipping_status end,
           case when rare then 'pos' else storefront end, case when rare then 999 else app_id end,
           case when rare then 777 end, case when rare then 'rare' else gateway end, case when rare then 999999 else total end,
           case when rare then 'zacharias' else md5(n::text) end, behaviour,
           timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute',
           document, legacy
      from orders, generate_series(1, ${count}::int) n, lateral (select n between 10001 and 10010) r (rare)
     where store_id = ${of.id}`)
  await of.db.run(raw('vacuum analyze orders'))
}, 60_000)

/** What a list reads of the orders, rows that a filter dropped included, and how. */
async function listed(query: Partial<OrderFilters>) {
  const view = { version: 'v1' as const, scopes: new Set<never>(), aggregates: aggregatesOf(undefined) }
  const { result, ...cost } = await costOf(of.db, 'orders', db =>
    list(db, of.id, { page: 1, per_page: 30, ...query }, view),
  )
  return { items: result.items.length, ...cost }
}

const middle = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()

test.each<[string, Partial<OrderFilters>]>([
  ['status', { status: 'closed' }],
  ['payment_status', { payment_status: 'refunded' }],
  ['shipping_status', { shipping_status: 'shipped' }],
  ['channels', { channels: 'pos' }],
  ['app_id', { app_id: 999 }],
  ['customer_ids', { customer_ids: '777' }],
  ['payment_provider', { payment_provider: 'rare' }],
  ['total_min', { total_min: 999_999 }],
  ['created_at', { created_at_min: middle(10_001), created_at_max: middle(10_010) }],
  ['updated_at', { updated_at_min: middle(10_001), updated_at_max: middle(10_010) }],
  ['q, a name', { q: 'Zacharias' }],
])(`ten of ${count} orders found by %s are all that is read`, async (_filter, query) => {
  const { items, read, isSequential } = await listed(query)
  expect({ items, isSequential }).toEqual({ items: 10, isSequential: false })
  // The page, the count, and what a bitmap counts a second time.
  expect(read).toBeLessThanOrEqual(60)
})

test.each<[string, Partial<OrderFilters>]>([
  ['the newest', {}],
  ['since_id', { since_id: 1_000_000 }],
])('%s: a page and the count', async (_title, query) => {
  expect((await listed({ ...query, per_page: 30 })).items).toBe(30)
})

test('the newest page reads its orders only, and no count of all', async () => {
  expect(await listed({})).toEqual({ items: 30, read: 30, isSequential: false })
})

test('q: a number is found by its index', async () => {
  const { items, read, isSequential } = await listed({ q: '15000' })
  expect(items).toBeGreaterThan(0)
  expect({ isSequential, isShort: read < 500 }).toEqual({ isSequential: false, isShort: true })
})
