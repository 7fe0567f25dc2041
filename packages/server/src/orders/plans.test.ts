/** A page of orders costs what it shows, not what the store has: the plans of the very statements that run. */
import type { OrderFilters } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import type { Queries } from '../platform/database/database.ts'
import { isPlannedAnew, raw, type Sql, sql } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { costOf } from '../testing/plans.ts'
import { aggregatesOf } from './document.ts'
import { createReading, list } from './read.ts'

const count = 20_000

const Last = Type.Object({ id: Type.Integer() })

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
           case when rare then 777 when n <= 5000 then 778 end, case when rare then 'rare' else gateway end, case when rare then 999999 else total end,
           case when rare then 'zacharias' else md5(n::text) end, behaviour,
           timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute',
           document, legacy
      from orders, generate_series(1, ${count}::int) n, lateral (select n between 10001 and 10010) r (rare)
     where store_id = ${of.id}`)
  await of.db.run(sql`
    insert into transactions (store_id, order_id, number, payment_provider_id, method_type, method_id, currency, discount, info, created_at)
    select store_id, id, 1, 'p', case when gateway = 'rare' then 'pix' else 'cash' end, '', 'BRL', 0, '{}', created_at
      from orders where store_id = ${of.id}`)
  await of.db.run(raw('vacuum analyze orders, transactions'))
}, 60_000)

const view = { version: 'v1' as const, scopes: new Set<never>(), aggregates: aggregatesOf(undefined), pictures: '' }

/** What a list reads of the orders, rows that a filter dropped included, and how. */
async function listed(query: Partial<OrderFilters>) {
  const { result, ...cost } = await costOf(of.own, 'orders', db =>
    list(db, of.id, { page: 1, per_page: 30, ...query }, view),
  )
  const { read, counted, isSequential } = cost
  return { items: result.items.length, page: read - counted, count: counted, isSequential }
}

const middle = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()

test.each<[string, Partial<OrderFilters>]>([
  ['status', { status: ['closed'] }],
  ['payment_status', { payment_status: ['refunded'] }],
  ['several of payment_status', { payment_status: ['refunded', 'voided', 'abandoned'] }],
  ['shipping_status', { shipping_status: ['shipped'] }],
  ['channels', { channels: ['pos'] }],
  ['app_id', { app_id: 999 }],
  ['customer_id', { customer_id: 777 }],
  ['customer_ids', { customer_ids: [777] }],
  ['payment_provider', { payment_provider: 'rare' }],
  ['payment_methods', { payment_methods: ['boleto', 'pix'] }],
  ['total_min', { total_min: 999_999 }],
  ['created_at', { created_at_min: middle(10_001), created_at_max: middle(10_010) }],
  ['updated_at', { updated_at_min: middle(10_001), updated_at_max: middle(10_010) }],
  ['q, a name', { q: 'Zacharias' }],
])(`ten of ${count} orders found by %s are all that is read`, async (_filter, query) => {
  const { items, page, count: counted, isSequential } = await listed(query)
  expect({ items, isSequential }).toEqual({ items: 10, isSequential: false })
  // The page, the count, and what a bitmap counts a second time.
  expect(page + counted).toBeLessThanOrEqual(60)
})

test('a list with filters is planned for their values each time, the whole list once', async () => {
  const isAnew = async (query: Partial<OrderFilters>) => {
    const marks: boolean[] = []
    const noted = (statement: Sql) => {
      marks.push(isPlannedAnew(statement))
      return statement
    }
    const db: Queries = {
      ...of.own,
      many: (schema, statement) => of.own.many(schema, noted(statement)),
      one: (schema, statement) => of.own.one(schema, noted(statement)),
    }
    await list(db, of.id, { page: 1, per_page: 1, ...query }, view)
    return marks
  }
  expect(await isAnew({})).toEqual([false, false])
  expect(await isAnew({ status: ['any'] })).toEqual([false, false])
  expect(await isAnew({ status: ['open'] })).toEqual([true, true])
  expect(await isAnew({ since_id: 5, total_min: 7 })).toEqual([true, true])
})

/** What most orders have in common is counted to 10,000 and a page of it found among the newest. */
test.each<[string, Partial<OrderFilters>]>([
  ['status', { status: ['open'] }],
  ['payment_status', { payment_status: ['pending'] }],
  ['several of payment_status', { payment_status: ['pending', 'paid'] }],
  ['shipping_status', { shipping_status: ['unpacked'] }],
  ['channels', { channels: ['api'] }],
  ['payment_provider', { payment_provider: 'not-provided' }],
  ['total_max', { total_max: 500 }],
  ['created_at', { created_at_min: middle(1) }],
  ['updated_at', { updated_at_min: middle(1) }],
])(
  'nearly all orders found by %s: a page is read, and no more are counted than can be reached',
  async (_filter, query) => {
    const { items, page, count } = await listed(query)
    expect(items).toBe(30)
    expect(page).toBeLessThanOrEqual(60)
    expect(count).toBeLessThanOrEqual(10_100)
  },
)

test.each<[string, Partial<OrderFilters>]>([
  ['customer_id', { customer_id: 778 }],
  ['customer_ids', { customer_ids: [778] }],
])('one customer with many old orders, by %s: newer ones of others are not read', async (_filter, query) => {
  const { items, page, count } = await listed(query)
  expect({ items, page, count }).toEqual({ items: 30, page: 30, count: 5000 })
})

/** Whoever fetches the past asks for it month by month. */
test.each<[string, Partial<OrderFilters>]>([
  ['some', { created_at_min: middle(3000), created_at_max: middle(6000) }],
  ['all before', { created_at_max: middle(6000) }],
  ['those of them that wait for their payment', { created_at_max: middle(6000), payment_status: ['pending'] }],
  ['nearly all', { created_at_max: middle(count - 10) }],
])('%s of long ago, by created_at: newer ones are not read', async (_which, query) => {
  const { items, page } = await listed(query)
  expect(items).toBe(30)
  expect(page).toBeLessThanOrEqual(60)
})

test('those of long ago come the newest first, as all do', async () => {
  const query = { page: 2, per_page: 10, created_at_max: middle(6000) }
  const { items } = await list(of.own, of.id, query, view)
  const rows = await of.db.many(
    Last,
    sql`select id from orders where store_id = ${of.id} and created_at <= ${middle(6000)} order by id desc limit 10 offset 10`,
  )
  expect(items.map(({ json }) => JSON.parse(json).id)).toEqual(rows.map(({ id }) => id))
})

test('since_id: the page begins where it says, and reads what it shows', async () => {
  const last = (await of.db.one(Last, sql`select max(id) as id from orders where store_id = ${of.id}`)).id
  const { items, page, count } = await listed({ since_id: last - 100 })
  expect({ items, page }).toEqual({ items: 30, page: 30 })
  expect(count).toBe(100)
  // Far from the end: a page costs the same, and nobody is counted beyond the reach.
  const early = await listed({ since_id: last - count + 100 - 15_000 })
  expect({ items: early.items, page: early.page }).toEqual({ items: 30, page: 30 })
  expect(early.count).toBeLessThanOrEqual(10_001)
})

test('the newest page reads its orders only, and no count of all', async () => {
  expect(await listed({})).toEqual({ items: 30, page: 30, count: 0, isSequential: false })
})

test('q: a number is found by its index', async () => {
  const { items, page, count, isSequential } = await listed({ q: '15000' })
  expect(items).toBeGreaterThan(0)
  expect({ isSequential, isShort: page + count < 500 }).toEqual({ isSequential: false, isShort: true })
})

test('orders that are read together are found by their keys', async () => {
  const rows = await of.db.many(Last, sql`select id from orders where store_id = ${of.id} order by id desc limit 5`)
  const read = createReading()
  const {
    result,
    read: orders,
    isSequential,
  } = await costOf(of.own, 'orders', db => Promise.all(rows.map(({ id }) => read({ db, store: of.id, view }, id))))
  expect(result.map(({ json }) => JSON.parse(json).id)).toEqual(rows.map(({ id }) => id))
  expect(orders).toBeLessThanOrEqual(rows.length)
  expect(isSequential).toBe(false)
})
