import { AsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { stocked } from '../testing/orders.ts'
import { callOf, make, shop } from '../testing/products.ts'
import { app } from '../testing/store.ts'
import { productHandlers } from './handlers.ts'
import { update } from './products.ts'
import { createRenderings, type Rendering } from './renderings.ts'

/** One that held its answers all the time, and one that has never answered before. */
async function twoServers() {
  const of = await stocked([
    [9, 9],
    [9, 9],
  ])
  const [id = 0, other = 0] = of.products
  const paths = [`/products/${id}`, '/products', '/products?sort_by=price-descending', '/products?q=produto&per_page=1']
  const old = await app()
  const answers = async (server: Awaited<ReturnType<typeof app>>) => {
    const all = paths.map(path => server.inject({ url: `/v1/${of.id}${path}`, headers: of.headers }))
    return (await Promise.all(all)).map(({ statusCode, body }) => ({ statusCode, body }))
  }
  return { of, id, other, held: () => answers(old), fresh: async () => answers(await app()) }
}

test('a process answers what a product is now, whoever changed it', { timeout: 60_000 }, async () => {
  const { of, id, other, held, fresh } = await twoServers()
  const { client, variants } = of
  const params = { id }
  const category = await client.categories.create({ body: { name: 'Sapatos' } })
  const [variant = 0] = variants
  const changes: Record<string, () => Promise<unknown>> = {
    'a name': () => client.products.update({ params, body: { name: 'Bota' } }),
    'a visibility': () => client.products.update({ params, body: { visibility: 'unlisted' } }),
    'a category': () => client.products.update({ params, body: { categories: [category.id] } }),
    'the name of a category': () =>
      client.categories.update({ params: { id: category.id }, body: { name: 'Calçados' } }),
    'a price': () => client.variants.update({ params: { product_id: id, id: variant }, body: { price: '99.00' } }),
    'a stock that is set': () =>
      client.variants.setStock({ params: { product_id: id }, body: { action: 'replace', value: 3 } }),
    'a stock that an order takes': () => of.place(),
    'a location that goes with its empty levels': async () => {
      const params = { product_id: other }
      const levels = { action: 'replace' as const, value: 0, location_id: of.locations[1] ?? '' }
      await client.variants.setStock({ params, body: levels })
      await client.variants.setStock({ params: { product_id: id }, body: levels })
      await client.locations.delete({ params: { id: of.locations[1] ?? '' } })
    },
    'another variant': () =>
      client.variants.create({ params: { product_id: id }, body: { values: [] } }).catch(() => {}),
    'a category that goes': () => client.categories.delete({ params: { id: category.id } }),
    'a product that goes': () => client.products.delete({ params: { id: other } }),
    'a product that comes': () => client.products.create({ body: { name: 'Outro produto' } }),
  }
  for (const [what, change] of Object.entries(changes)) {
    const before = await held()
    expect(await held(), `${what}: twice the same`).toEqual(before)
    await change()
    expect(await held(), what).toEqual(await fresh())
  }
})

test('the document of a product is sent again only to those who hold another revision of it', async () => {
  const { of, id, held } = await twoServers()
  const [before] = await held()
  // By hand, and without its revision: who holds it cannot know, and whoever asks for the first time gets it.
  await of.db.run(sql`update products set document = replace(document, 'Produto 1', 'Produto um') where id = ${id}`)
  expect((await held())[0]).toEqual(before)
  await of.db.run(sql`update products set revision = revision + 1 where id = ${id}`)
  expect((await held())[0]?.body).toContain('Produto um')
})

test('what a transaction that failed has seen is not held', async () => {
  const { of, id, held, fresh } = await twoServers()
  await held()
  const failed = await of.request('PUT', `/v1/${of.id}/products/${id}`, { body: { name: 'X', attributes: 'no list' } })
  expect(failed.status).toBe(422)
  expect(await held()).toEqual(await fresh())
})

test('what is held has an end, and what came first goes first', () => {
  const renderings = createRenderings()
  const rendering = (id: number): Rendering => ({
    id,
    revision: 0,
    document: 'x'.repeat(1_000_000),
    updated_at: '',
    levels: null,
    categories: [],
    visibility: 'visible',
    rendered: new Rendered('x'.repeat(1_000_000)),
  })
  for (let id = 1; id <= 20; id++) renderings.keep(1, rendering(id))
  const held = Array.from({ length: 20 }, (_, i) => i + 1).filter(id => renderings.get(1, id))
  expect(held).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
  renderings.keep(1, rendering(13))
  renderings.remember(1, 'all', [12, 13, 20])
  expect(renderings.expected(1, 'all').map(({ id }) => id)).toEqual([13, 20])
  expect(renderings.expected(2, 'all')).toEqual([])
  expect(renderings.get(2, 20)).toBeUndefined()
})

test('what a transaction reads, for If-Match, is read inside it, and nobody else reads there', async () => {
  const of = await shop()
  const { id, brand } = await make(of, { brand: 'Casa' })
  const files = { attach: () => Promise.reject(new Error('no files')), refusal: () => undefined }
  const { products } = productHandlers({ url: '', files, leave: async () => {} })
  const call = await callOf(of)
  const read = (db: Queries) => products.get({ ...call, db }, { params: { id }, query: {}, body: undefined })
  const outside = AsyncResource.bind(() => read(of.own))
  const [own, others] = await of.own.tx(async tx => {
    await update({ ...call, tx }, id, { brand: 'Lar' })
    return Promise.all([read(tx), outside(), read(tx), outside()])
  })
  expect(own).toMatchObject({ json: expect.stringContaining('"brand":"Lar"') })
  expect(others).toMatchObject({ json: expect.stringContaining(`"brand":"${brand}"`) })
})
