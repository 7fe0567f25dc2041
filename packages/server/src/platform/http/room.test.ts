/** How much a write may read: what is too large to be answered has changed nothing, and large ones are made one by one. */
import { expect, test } from 'vitest'
import { longer, watchLarge } from '../../testing/large.ts'
import { type OrderShop, orderly, stocked } from '../../testing/orders.ts'
import { ask, make } from '../../testing/products.ts'
import { app, store, type TestStore } from '../../testing/store.ts'
import { sql } from '../database/sql.ts'
import { largestVolume, usualWrite } from '../database/volume.ts'

const tooLarge = 'It is too large to be answered'

const said = async (of: TestStore, method: string, path: string, sent: unknown, headers = {}) => {
  const { status, body } = await of.request(method, `/v1/${of.id}${path}`, { body: sent, headers })
  return [status, (body as { description?: unknown }).description]
}

test('what is too large to be answered has changed nothing', async () => {
  const of = await stocked([[5]])
  const { id } = await of.client.orders.create({
    body: { products: [{ variant_id: of.variants[0] ?? 0, quantity: 1 }] },
  })
  await of.events()
  const note = { owner_note: 'Fragile' }
  await of.db.run(longer(sql`orders`, 2 * usualWrite, of))
  expect((await ask(of, 'PUT', `/orders/${id}`, note)).status).toBe(200)
  expect(await of.events()).toEqual(['order/updated'])
  await of.db.run(longer(sql`orders`, 1.1 * largestVolume, of))
  expect(await said(of, 'PUT', `/orders/${id}`, { owner_note: 'Sturdy' })).toEqual([422, tooLarge])
  expect(await said(of, 'POST', `/orders/${id}/cancel`, {})).toEqual([422, tooLarge])
  expect(await of.events()).toEqual([])
  expect(await of.db.run(sql`select from orders where store_id = ${of.id} and document like '%Fragile%'`)).toBe(1)
  expect(await of.stock()).toEqual([[4]])
})

test('large ones are made one after the other, each once', async () => {
  const { watching, seen } = await watchLarge('tx')
  const of = await store({ server: await app({ database: watching }) })
  const made = await Promise.all(Array.from({ length: 6 }, (_, i) => make(of, { name: `Sapato ${i}` })))
  const { id: category } = await of.client.categories.create({ body: { name: 'A' } })
  await of.db.run(longer(sql`categories`, 2 * usualWrite, of))
  await of.events()
  expect(seen.most).toBe(0)
  const all = await Promise.all(made.map(({ id }) => ask(of, 'PUT', `/products/${id}`, { categories: [category] })))
  expect(all.map(({ status }) => status)).toEqual(made.map(() => 200))
  expect(seen.most).toBe(1)
  expect(await of.events()).toEqual(made.map(() => 'product/updated'))
})

/** Orders read the name of what they sell. */
const named = (bytes: number, { id, variants }: OrderShop) => sql`
  update products set name = jsonb_build_object('es', 'Sapato', 'zz', repeat('x', ${bytes}::int))
   where store_id = ${id} and id = (select product_id from variants where store_id = ${id} and id = ${variants[0]})`

test('orders of what takes much to read are placed once, and where that is too much refused, each for itself', async () => {
  const of = await stocked([[20, 20]])
  const order = (variant = 0) =>
    said(of, 'POST', '/orders', { products: [{ variant_id: of.variants[variant], quantity: 1 }] })
  await of.db.run(named(2 * usualWrite, of))
  expect((await Promise.all([0, 1, 0, 1].map(order))).map(([status]) => status)).toEqual([201, 201, 201, 201])
  expect(await of.stock()).toEqual([[18, 18]])
  await of.db.run(named(1.1 * largestVolume, of))
  const all = await Promise.all([0, 1, 0, 1].map(order))
  expect(all.map(([status]) => status)).toEqual([422, 201, 422, 201])
  expect(all[0]).toEqual([422, tooLarge])
  expect(await of.stock()).toEqual([[18, 16]])
  await of.db.run(named(1, of))
  await orderly(of)
})

test('whoever has a turn does not wait for those who wait for it', async () => {
  const of = await stocked([[20]], {}, { server: await app({ requestsAtOnce: 1 }) })
  const wish = { products: [{ variant_id: of.variants[0] ?? 0, quantity: 1 }] }
  const { id } = await of.client.orders.create({ body: wish })
  await of.db.run(longer(sql`orders`, 2 * usualWrite, of))
  await of.db.run(named(2 * usualWrite, of))
  const order = () => ask(of, 'POST', '/orders', wish)
  const all = await Promise.all([ask(of, 'GET', `/orders/${id}`), order(), order(), ask(of, 'GET', '/orders'), order()])
  expect(all.map(({ status }) => status)).toEqual([200, 201, 201, 200, 201])
})
