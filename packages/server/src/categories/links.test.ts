/** Categories as products see them. */
import Type from 'typebox'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { createProducts, draftOf } from '../products/index.ts'
import { change, ids, kill, make, read, verified } from '../testing/categories.ts'
import { callOf, meet } from '../testing/locks.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { remove } from './categories.ts'
import { documentsOf, knownCategories, parseDocuments } from './index.ts'

const Texts = Type.Object({ texts: Type.Union([Type.String(), Type.Null()]) })

const two = async (shop: TestStore) =>
  ids([await make(shop, { name: 'Ropa' }), await make(shop, { name: 'Ofertas' })]) as [number, number]

test('D32: when a category is deleted its products lose the link, stay, and did not change themselves', async () => {
  const shop = await store()
  const [a, b] = await two(shop)
  const { id: c } = await make(shop, { name: 'Nuevo' })
  const product = await shop.client.products.create({ body: { name: 'Camisa', categories: [c, a, b] } })
  const other = await shop.client.products.create({ body: { name: 'Pantalón', categories: [b] } })
  await shop.events()
  shop.world.advance(60_000)
  await kill(shop, a)
  expect(await shop.events()).toEqual(['category/deleted'])
  expect(await shop.client.products.get({ params: { id: product.id } })).toEqual({
    ...product,
    categories: [await read(shop, c), await read(shop, b)],
  })
  expect(await shop.client.products.get({ params: { id: other.id } })).toEqual(other)
  expect(await shop.client.products.list({ query: { category_id: a } })).toEqual([])
  expect((await shop.client.products.list({ query: { category_id: b } })).map(({ id }) => id)).toEqual([
    product.id,
    other.id,
  ])
  await verified(shop)
})

test('catalog sheet 4.1: a product embeds the category as it is answered, whatever became of it since', async () => {
  const shop = await store()
  const [a, b] = await two(shop)
  const { id } = await shop.client.products.create({ body: { name: 'Camisa', categories: [a] } })
  await change(shop, b, { visibility: 'hidden' })
  const moved = await change(shop, a, { parent: b, name: 'Moda' })
  expect(moved.visibility).toBe('soft-hidden')
  expect((await shop.client.products.get({ params: { id } })).categories).toEqual([moved])
})

test('documents and known ids are those of the store alone, whatever is asked for', async () => {
  const shop = await store()
  const foreign = await make(await store({ server: shop.server }), { name: 'Ajena' })
  const [a, b] = await two(shop)
  const asked = [b, a, foreign.id, 999_999_999]
  const documents = async (ids: number[]) => {
    const given = sql`select unnest(${ids}::bigint[])`
    const { texts } = await shop.db.one(Texts, sql`select ${documentsOf(sql`${shop.id}::bigint`, given)} as texts`)
    return [...parseDocuments(texts)].sort(([one], [other]) => one - other)
  }
  const found = (await documents(asked)).map(([id, text]) => [id, JSON.parse(text)])
  expect(found).toEqual([
    [a, await read(shop, a)],
    [b, await read(shop, b)],
  ])
  expect(await documents([])).toEqual([])
  expect(await knownCategories(shop.db, shop.id, [...asked, 0.5, 1e300, Number.NaN])).toEqual([a, b])
  expect(await knownCategories(shop.db, shop.id, [])).toEqual([])
})

test('a product that is linked while its category is deleted does without it', async () => {
  const shop = await store()
  const [a] = await two(shop)
  const linked = await meet(
    shop.db,
    tx => remove(callOf(shop, tx), a, async () => {}),
    () => shop.request('POST', '/v1/products', { body: { name: 'Camisa', categories: [a] } }),
  )
  expect(linked).toMatchObject({ status: 201, body: { categories: [] } })
  await verified(shop)
})

test('a category that is deleted while a product is linked to it takes that link too', async () => {
  const shop = await store()
  const [a, b] = await two(shop)
  // With a location there is nothing else that the two could meet at: the first product would make one.
  await shop.client.locations.create({ body: aLocation() })
  let product = 0
  await meet(
    shop.db,
    async tx => {
      const call = callOf(shop, tx)
      const [id = 0] = await createProducts(call, [draftOf({ name: 'Camisa', categories: [a, b] }, [], call.store)])
      product = id
    },
    () => kill(shop, a),
  )
  const { categories } = await shop.client.products.get({ params: { id: product } })
  expect(ids(categories)).toEqual([b])
  await verified(shop)
})

test('products and categories that change each other’s links at once all come to an end', async () => {
  const shop = await store()
  const made = ids(await Promise.all(Array.from({ length: 6 }, (_, i) => make(shop, { name: `c${i}` })))).sort(
    (a, b) => a - b,
  )
  const products = await Promise.all(
    Array.from({ length: 4 }, (_, i) => shop.client.products.create({ body: { name: `p${i}`, categories: made } })),
  )
  const calls = [
    ...made.slice(0, 4).map(id => shop.request('DELETE', `/v1/categories/${id}`)),
    ...products.flatMap(({ id }) =>
      [made, made.toReversed()].map(categories => shop.request('PUT', `/v1/products/${id}`, { body: { categories } })),
    ),
  ]
  for (const { status } of await Promise.all(calls)) expect([200, 422]).toContain(status)
  for (const { id } of products) {
    const { categories } = await shop.client.products.get({ params: { id } })
    expect(ids(categories).toSorted((a, b) => a - b)).toEqual(made.slice(4))
  }
})
