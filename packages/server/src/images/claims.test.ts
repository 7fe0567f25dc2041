import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { manyStores } from '../testing/many-stores.ts'
import { costOf } from '../testing/plans.ts'
import { store, type TestStore } from '../testing/store.ts'
import { claimDue } from './claims.ts'

const count = 2000

let of: TestStore
beforeAll(async () => {
  of = await store()
  await manyStores(of, count)
  const src = 'https://pictures.example/1.png'
  const { id } = await of.client.products.create({ body: { name: 'Shirt', images: [{ src }, { src }] } })
  for (const table of ['products', 'images'])
    await of.db.run(sql`
      insert into ${raw(table)}
      select copy.* from ${raw(table)} one, stores s, jsonb_populate_record(one, jsonb_build_object('store_id', s.id)) copy
       where one.store_id = ${of.id} and ${raw(table === 'images' ? 'one.product_id' : 'one.id')} = ${id} and s.id <> ${of.id}`)
  await of.db.run(raw('vacuum analyze images'))
})

const claims = (after: number, limit: number) => {
  const now = new Date(of.world.now().getTime() + 60_000)
  return costOf(of.db, 'images', db =>
    claimDue({ ...of.db, ...db }, { now, until: new Date(now.getTime() + 60_000), after, limit }),
  )
}

test('however many stores wait for images, those whose turn it is are all that is looked at', async () => {
  const { result, read } = await claims(1_000_500, 3)
  // Each has two: what is explained is done, too.
  expect(result.map(({ store_id }) => store_id)).toEqual([1_000_501, 1_000_502, 1_000_503])
  expect(read).toBeLessThanOrEqual(30)
})

test('behind the last store the first one has its turn', async () => {
  const { result } = await claims(1_000_000 + count - 1, 3)
  expect(result.map(({ store_id }) => store_id)).toEqual([1_000_000 + count, of.id, 1_000_001])
})
