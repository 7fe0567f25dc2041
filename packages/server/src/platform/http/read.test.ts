/** How large an answer may be, and how many large ones are made at a time. */
import { expect, test } from 'vitest'
import { longer, watchLarge } from '../../testing/large.ts'
import { make } from '../../testing/products.ts'
import { app, store, type TestStore } from '../../testing/store.ts'
import { sql } from '../database/sql.ts'
import { largestVolume, usualVolume } from '../database/volume.ts'

const descriptionOf = async ({ request, id }: TestStore, path: string) => {
  const { status, body } = await request('GET', `/v1/${id}${path}`)
  return [status, status === 200 ? undefined : body.description]
}

async function withOrders(count: number): Promise<TestStore> {
  const of = await store()
  const { variants } = await make(of, {})
  const products = [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }]
  for (let i = 0; i < count; i++) {
    await of.client.orders.create({ body: { products } })
    await of.client.customers.create({ body: { name: 'Ana', email: `ana-${i}@example.com` } })
  }
  return of
}

/** Three of them are too large together. */
const third = Math.ceil(largestVolume / 2.9)

test.each([
  ['orders', (of: TestStore) => longer(sql`orders`, third, of)],
  [
    'customers',
    ({ id }: TestStore) => sql`update customers set note = repeat('x', ${third}::int) where store_id = ${id}`,
  ],
] as const)('%s of a page that are too large together are refused, and fewer of them are not', async (what, change) => {
  const of = await withOrders(3)
  await of.db.run(change(of))
  const refusal = `The ${what} of this page are too large together: ask for fewer by per_page`
  expect(await descriptionOf(of, `/${what}`)).toEqual([422, refusal])
  expect(await descriptionOf(of, `/${what}?per_page=1`)).toEqual([200, undefined])
})

test('one thing that is too large is refused, and read as others are until then', async () => {
  const of = await withOrders(1)
  const [order] = await of.client.orders.list({ query: {} })
  const path = `/orders/${order?.id}`
  const before = await of.request('GET', `/v1/${of.id}${path}`)
  await of.db.run(longer(sql`orders`, 2 * usualVolume, of))
  expect((await of.request('GET', `/v1/${of.id}${path}`)).body).toEqual(before.body)
  await of.db.run(longer(sql`orders`, largestVolume, of))
  expect(await descriptionOf(of, path)).toEqual([422, 'It is too large to be answered'])
})

test.each([
  ['products', sql`products`],
  ['categories', sql`categories`],
])('large pages of %s are made one after the other, and all answered', async (what, table) => {
  const { watching, seen } = await watchLarge('many')
  const of = await store({ server: await app({ database: watching }) })
  const category = await of.client.categories.create({ body: { name: 'A' } })
  await make(of, { categories: [category.id] })
  const path = `/v1/${of.id}/${what}`
  const before = await of.request('GET', path)
  const ask = async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => of.request('GET', path)))
    for (const { status, body } of all) expect([status, body]).toEqual([200, before.body])
  }
  await ask()
  expect(seen.most).toBe(0)
  await of.db.run(longer(table, 2 * usualVolume, of))
  await ask()
  expect(seen.most).toBe(1)
})
