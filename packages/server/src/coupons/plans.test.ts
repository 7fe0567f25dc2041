/** A page of coupons costs what it shows. */
import type { CouponFilters } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { costOf } from '../testing/plans.ts'
import { make, shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { list } from './read.ts'

const count = 20_000

let of: TestStore

beforeAll(async () => {
  of = await shop()
  const { id: product } = await make(of)
  // All alike but ten in the middle, which each filter below looks for.
  await of.db.run(sql`
    insert into coupons (store_id, id, code, type, value, valid, max_uses, start_date, min_price, end_date, includes_shipping,
                         first_consumer_purchase, combines_with_other_discounts, only_cheapest_shipping, restriction, used,
                         created_at, updated_at)
    select ${of.id}, 1000000 + n, case when rare then 'rare' else 'code' end || n, case when rare then 'absolute' else 'percentage' end,
           5, not rare, case when rare then 3 end, d, case when rare then 3 end, d, rare, false, true, false,
           case when rare then 'products' end, n, t, t
      from generate_series(1, ${count}::int) n, lateral (select n between 10001 and 10010) r (rare),
           lateral (select timestamptz '2026-01-01' + n * interval '1 minute', date '2026-01-01' + n) w (t, d)`)
  await of.db.run(sql`
    insert into coupon_targets (store_id, coupon_id, product_id)
    select store_id, id, ${product}::bigint from coupons where store_id = ${of.id} and restriction is not null`)
  await of.db.run(raw('vacuum analyze coupons, coupon_targets'))
}, 60_000)

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()
const day = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString()

const costing = async (query: Partial<CouponFilters>) => {
  const { result, ...cost } = await costOf(of.own, 'coupons', db =>
    list(db, of.id, { page: 1, per_page: 30, ...query }),
  )
  return { items: result.items.length, ...cost }
}

test.each<[string, Partial<CouponFilters>]>([
  ['q', { q: 'RARE' }],
  ['valid', { valid: false }],
  ['status', { status: 'deactivated' }],
  ['discount_type', { discount_type: 'absolute' }],
  ['includes_shipping', { includes_shipping: true }],
  ['limitation_type=quantity', { limitation_type: 'quantity' }],
  ['limitation_type=cart_value', { limitation_type: 'cart_value' }],
  ['limitation_type=products', { limitation_type: 'products' }],
  ['start_date', { min_start_date: day(10_001), max_start_date: day(10_010) }],
  ['end_date', { min_end_date: day(10_001), max_end_date: day(10_010) }],
  ['created_at', { created_at_min: minute(10_001), created_at_max: minute(10_010) }],
  ['updated_at', { updated_at_min: minute(10_001), updated_at_max: minute(10_010) }],
])(`those of ${count} coupons that are found by %s are all that is read`, async (_filter, query) => {
  const { items, read, isSequential } = await costing(query)
  expect({ items, isSequential }).toEqual({ items: 10, isSequential: false })
  // The page, the count, and what a bitmap counts a second time.
  expect(read).toBeLessThanOrEqual(60)
})

test('term_type=unlimited finds that there are none without reading any', async () => {
  const nothing = { items: 0, read: 0, counted: 0, fetched: 0, isSequential: false }
  expect(await costing({ term_type: 'unlimited' })).toEqual(nothing)
})

test.each<NonNullable<CouponFilters['sort_by']>>([
  'alpha-ascending',
  'alpha-descending',
  'created-at-ascending',
  'created-at-descending',
  'uses-ascending',
  'uses-descending',
])('a page of %s reads the page, besides the count', async sort_by => {
  const { items, read, counted } = await costing({ sort_by })
  expect(items).toBe(30)
  expect(read - counted).toBeLessThanOrEqual(30)
})
