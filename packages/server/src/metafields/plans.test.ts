/** A page of metafields costs what it shows. */
import type { MetafieldFilters } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { costOf } from '../testing/plans.ts'
import { make, shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { list } from './metafields.ts'

const count = 20_000

let of: TestStore
let rare: number

beforeAll(async () => {
  of = await shop()
  const [common, other] = [await make(of), await make(of)]
  rare = other.id
  // All of one product but ten in the middle, which each filter below looks for.
  await of.db.run(sql`
    insert into metafields (store_id, namespace, key, value, product_id, created_at, updated_at)
    select ${of.id}, case when n between 10001 and 10010 then 'rare' else 'erp' end,
           case when n between 10001 and 10010 then 'rare_' || n else 'key_' || n end, 'x',
           case when n between 10001 and 10010 then ${rare}::bigint else ${common.id}::bigint end, t, t
      from generate_series(1, ${count}::int) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') d (t)`)
  await of.db.run(raw('vacuum analyze metafields'))
}, 60_000)

const middle = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()

test.each<[string, () => Partial<MetafieldFilters>, number]>([
  ['owner_id', () => ({ owner_id: rare }), 10],
  ['namespace', () => ({ namespace: 'rare' }), 10],
  ['key', () => ({ key: 'key_7' }), 1],
  ['namespace and key', () => ({ namespace: 'erp', key: 'key_7' }), 1],
  ['created_at', () => ({ created_at_min: middle(10_001), created_at_max: middle(10_010) }), 10],
  ['updated_at', () => ({ updated_at_min: middle(10_001), updated_at_max: middle(10_010) }), 10],
])(`those of ${count} metafields that are found by %s are all that is read`, async (_filter, query, expected) => {
  const { result, read, isSequential } = await costOf(of.own, 'metafields', db =>
    list(db, of.id, 'Product', { page: 1, per_page: 30, ...query() }),
  )
  expect({ items: result.items.length, isSequential }).toEqual({ items: expected, isSequential: false })
  // The page, the count, and what a bitmap counts a second time.
  expect(read).toBeLessThanOrEqual(60)
})
