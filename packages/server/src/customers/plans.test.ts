/** A page of customers costs what it shows, and what they have spent is read from an index. */
import type { CustomerFilters } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { spentBy } from '../orders/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { storeContext } from '../stores/index.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { costOf } from '../testing/plans.ts'
import { list } from './read.ts'

const count = 20_000

let of: OrderShop

beforeAll(async () => {
  of = await stocked([[5]])
  await of.place({ customer: { name: 'Ana', email: 'ana@example.com' } })
  // All alike but ten in the middle, which each filter below looks for.
  await of.db.run(sql`
    insert into customers (store_id, id, name, email, search, created_at, updated_at)
    select ${of.id}, 1000000 + n, 'Someone', n || '@example.com', case when rare then 'zacharias' else md5(n::text) end, t, t
      from generate_series(1, ${count}::int) n, lateral (select n between 10001 and 10010) r (rare),
           lateral (select timestamptz '2026-01-01' + n * interval '1 minute') d (t)`)
  await of.db.run(sql`
    insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, customer_id, total, search,
                        behaviour, created_at, updated_at, document, legacy)
    select store_id, id + 1000000 + n, 100 + n, status, payment_status, shipping_status, storefront, 1000001 + n % 1000, 2,
           search, behaviour, created_at, updated_at, document, legacy
      from orders, generate_series(1, ${count}::int) n
     where store_id = ${of.id}`)
  await of.db.run(raw('vacuum analyze customers, orders'))
}, 60_000)

const reader = async (db: Parameters<typeof spentBy>[0]) => {
  const store = await storeContext(of.db, of.id)
  if (!store) throw new Error('the store is gone')
  return { db, store, spentBy: async () => new Map() }
}

const middle = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()

const listed = async (query: Partial<CustomerFilters>) => {
  const { result, ...cost } = await costOf(of.own, 'customers', async db =>
    list(await reader(db), { page: 1, per_page: 30, ...query }),
  )
  return { items: result.items.length, ...cost }
}

test.each<[string, Partial<CustomerFilters>, number]>([
  ['q', { q: 'Zacharias' }, 10],
  ['email', { email: '10005@EXAMPLE.com' }, 1],
  ['created_at', { created_at_min: middle(10_001), created_at_max: middle(10_010) }, 10],
  ['updated_at', { updated_at_min: middle(10_001), updated_at_max: middle(10_010) }, 10],
  ['since_id', { since_id: 1_000_000 + count - 10 }, 10],
])(`those of ${count} customers that are found by %s are all that is read`, async (_filter, query, expected) => {
  const { items, read, isSequential } = await listed(query)
  expect({ items, isSequential }).toEqual({ items: expected, isSequential: false })
  // The page, the count, and what a bitmap counts a second time.
  expect(read).toBeLessThanOrEqual(60)
})

test('half of all by created_at_min: older ones are not read but to be counted', async () => {
  const query = { created_at_min: middle(10_001) }
  const { items, read, counted } = await listed(query)
  expect(items).toBe(30)
  expect(read - counted).toBeLessThanOrEqual(60)
  const { items: shown } = await list(await reader(of.own), { page: 1, per_page: 3, ...query })
  expect(shown.map(({ id }) => id)).toEqual([1_010_001, 1_010_002, 1_010_003])
})

test('of a far page the ids alone are looked for, and its customers read', async () => {
  const { items, fetched, isSequential } = await listed({ page: 300, per_page: 50 })
  expect({ items, fetched, isSequential }).toEqual({ items: 50, fetched: 50, isSequential: false })
})

test('what customers have spent is read from their own orders alone, in the index', async () => {
  const { result, read, isSequential } = await costOf(of.own, 'orders', db =>
    spentBy(db, of.id, [1_000_001, 1_000_002]),
  )
  expect(result.get(1_000_001)).toEqual({ total_spent: '40.00', last_order_id: expect.any(Number) })
  // Twenty orders each, and the two last ones.
  expect({ read, isSequential }).toEqual({ read: 42, isSequential: false })
})
