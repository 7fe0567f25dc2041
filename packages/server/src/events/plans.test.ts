/** Whoever reads the journal reads what they may know, not what happened: the plans of the very statements that run. */
import { allScopes, type Scope } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { operatorCall } from '../access/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { storeContext } from '../stores/index.ts'
import { costOf } from '../testing/plans.ts'
import { store, type TestStore } from '../testing/store.ts'
import { list } from './journal.ts'

const count = 20_000

let of: TestStore
beforeAll(async () => {
  of = await store()
  // First those of products, then those of orders, and ten of locations between them.
  await of.db.run(sql`
    insert into journal (store_id, id, event, payload, created_at, deliveries)
    select ${of.id}, n, case when n <= 10000 then 'product' when n <= 10010 then 'location' else 'order' end || '/updated',
           jsonb_build_object('id', n), now(), 1
      from generate_series(1, ${count}::int) n`)
  await of.db.run(raw('vacuum analyze journal'))
})

async function read(scopes: readonly Scope[], query: { since: number; per_page: number }) {
  const context = await storeContext(of.db, of.id)
  if (!context) throw new Error('there is no store')
  const call = { ...operatorCall(of.world, context), scopes: new Set(scopes) }
  const { result, read } = await costOf(of.own, 'journal', db => list(db, call, query))
  // Where something is done several times, PostgreSQL tells an average.
  return { ids: result.map(({ id }) => id), read: Math.round(read) }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test.each<[string, Scope, number, number[]]>([
  ['ten far behind others are found', 'read_locations', 0, numbers(10_001, 10_010)],
  ['the last of them', 'read_locations', 10_008, [10_009, 10_010]],
  ['where no more came, nothing is read, however much happened since', 'read_locations', 10_010, []],
  ['nor where there were many before', 'read_products', 10_000, []],
])('of what an app may know: %s', async (_title, scope, since, ids) => {
  expect(await read([scope], { since, per_page: 30 })).toEqual({ ids, read: ids.length })
})

test('of all that an app may know only what is shown is read', async () => {
  const query = { since: 9_995, per_page: 10 }
  const [some, all] = [await read(['read_products', 'read_locations'], query), await read(allScopes, query)]
  expect([some.ids, all.ids]).toEqual([numbers(9_996, 10_005), numbers(9_996, 10_005)])
  expect(some.read).toBeLessThanOrEqual(20)
  expect(all.read).toBe(10)
})
