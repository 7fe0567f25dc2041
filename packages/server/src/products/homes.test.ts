/** Contract: products 5; F7: where stock goes that comes without a location. */
import { allScopes, type Product, type Variant } from '@bodega/api'
import Type from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import { changeLevels, releaseLocation, removeLevels } from '../inventory/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { callOf, make, noProduct, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { lockProduct } from './write.ts'

/** A store with three locations in this order, and a product that is kept at the last two, the third shown first. */
async function elsewhere(third: number | null = 6, second: number | null = 3) {
  const of = await shop()
  const places: string[] = []
  for (let i = 0; i < 3; i++) places.push((await of.client.locations.create({ body: aLocation() })).id)
  const [a, b, c] = places as [string, string, string]
  const product = await sized(of, ['P'], {
    variants: [{ values: ['P'], inventory_levels: [{ location_id: c, stock: third }] }],
  })
  const { id } = variantOf(product)
  const set = (levels: { location_id: string; stock: number | null }[]) =>
    of.client.variants.update({ params: { product_id: product.id, id }, body: { inventory_levels: levels } })
  await set([{ location_id: b, stock: second }])
  const levels = async () =>
    variantOf(await read(of, product.id)).inventory_levels.map(({ location_id, stock }) => [location_id, stock])
  const vary = (value: number, headers = {}) =>
    of.request('POST', `/v1/products/${product.id}/variants/stock`, {
      body: { action: 'variation', value, id },
      headers,
    })
  await of.events()
  return { of, a, b, c, product, id, set, levels, vary }
}

type Way = (of: TestStore, product: Product, variant: number, stock: number | null) => Promise<unknown>

const ways: [string, Way][] = [
  [
    'PUT variant',
    (of, { id }, variant, stock) =>
      of.client.variants.update({ params: { product_id: id, id: variant }, body: { stock } }),
  ],
  [
    'PUT variant with more than its stock',
    (of, { id }, variant, stock) =>
      of.client.variants.update({ params: { product_id: id, id: variant }, body: { stock, price: 7 } }),
  ],
  ['PUT product', (of, { id }, _, stock) => of.client.products.update({ params: { id }, body: { stock } })],
  [
    'PUT variants',
    (of, { id }, _, stock) =>
      of.client.variants.replaceAll({ params: { product_id: id }, body: [{ values: ['P'], stock }] }),
  ],
  [
    'PATCH variants',
    (of, { id }, variant, stock) =>
      of.client.variants.updateSome({ params: { product_id: id }, body: [{ id: variant, stock }] }),
  ],
  [
    'POST stock of one variant',
    (of, { id }, variant, value) =>
      of.client.variants.setStock({ params: { product_id: id }, body: { action: 'replace', value, id: variant } }),
  ],
  [
    'POST stock of all variants',
    (of, { id }, _, value) =>
      of.client.variants.setStock({ params: { product_id: id }, body: { action: 'replace', value } }),
  ],
  [
    'PATCH stock-price',
    (of, { id }, variant, stock) =>
      of.client.products.setStockAndPrice({
        body: [{ id, variants: [{ id: variant, inventory_levels: [{ stock }] }] }],
      }),
  ],
]

describe.each(ways)('F7: stock without a location by %s', (_, write) => {
  test('is that of the first level shown, where there is none at the first location', async () => {
    const { of, b, c, product, id, levels } = await elsewhere()
    await write(of, product, id, 5)
    expect(await levels()).toEqual([
      [c, 5],
      [b, 3],
    ])
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('is that at the first location where there is a level, whichever that is now', async () => {
    const { of, b, c, product, id, levels } = await elsewhere()
    await of.client.locations.chooseDefault({ params: { id: b } })
    await write(of, product, id, 5)
    expect(await levels()).toEqual([
      [c, 6],
      [b, 5],
    ])
  })

  test('limits what was unlimited there, and takes the limit away again', async () => {
    const { of, b, c, product, id, levels } = await elsewhere(null, 0)
    await write(of, product, id, 5)
    expect(variantOf(await read(of, product.id))).toMatchObject({ stock: 5, stock_management: true })
    await write(of, product, id, null)
    expect(await levels()).toEqual([
      [c, null],
      [b, 0],
    ])
  })
})

test('F7: each variant has its own place, and a new one begins at the first location', async () => {
  const { of, a, b, c, product } = await elsewhere()
  const variants = await of.client.variants.replaceAll({
    params: { product_id: product.id },
    body: [
      { values: ['P'], stock: 1 },
      { values: ['M'], stock: 2 },
    ],
  })
  const placed = (all: readonly Variant[]) =>
    all.map(({ inventory_levels }) => inventory_levels.map(({ location_id, stock }) => [location_id, stock]))
  expect(placed(variants)).toEqual([
    [
      [c, 1],
      [b, 3],
    ],
    [[a, 2]],
  ])
  const body = { action: 'variation', value: 4 } as const
  expect(placed(await of.client.variants.setStock({ params: { product_id: product.id }, body }))).toEqual([
    [
      [c, 5],
      [b, 3],
    ],
    [[a, 6]],
  ])
  await verified(of)
})

test('F7: of an entry without a location and one for the same place the later holds', async () => {
  const { of, b, c, product, id, levels } = await elsewhere()
  const inventory_levels = [{ stock: 4 }, { location_id: c, stock: 7 }]
  await of.client.variants.update({ params: { product_id: product.id, id }, body: { inventory_levels } })
  expect(await levels()).toEqual([
    [c, 7],
    [b, 3],
  ])
})

describe('F7, at the same time', () => {
  const Waiting = Type.Object({ pid: Type.Integer() })
  const waiting = sql`select distinct pid from pg_locks where not granted`
  const untilWaiting = (db: Queries, count: number) =>
    vi.waitUntil(async () => (await db.many(Waiting, waiting)).length >= count, { timeout: 10_000, interval: 5 })

  test('while another opens the level at the first location: whoever waited for it writes there', async () => {
    const { of, a, b, c, product, id, levels, vary } = await elsewhere()
    const call = await callOf(of)
    const answer = await meet(
      of.db,
      async tx => {
        await lockProduct(tx, of.id, product.id)
        const level = { product_id: product.id, variant_id: id, location_id: a, stock: 1 }
        await changeLevels({ ...call, tx }, 'api', [level])
      },
      () => vary(2),
    )
    expect(answer.status).toBe(200)
    expect(await levels()).toEqual([
      [c, 6],
      [b, 3],
      [a, 3],
    ])
    await verified(of)
  })

  test('two who write by themselves: the second sees all levels of the first or none', async () => {
    const { of, a, b, c, product, id, levels, vary, set } = await elsewhere()
    const other = { authentication: `bearer ${await of.tokenWith(allScopes)}` }
    const row = sql`store_id = ${of.id} and product_id = ${product.id} and variant_id = ${id} and location_id = ${c}`
    const [, answer] = await meet(
      of.db,
      tx => tx.run(sql`select 1 from inventory_levels where ${row} for update`),
      async () => {
        const first = set([
          { location_id: a, stock: 1 },
          { location_id: c, stock: 4 },
        ])
        // It has opened its level and waits for the other; now the second comes.
        await untilWaiting(of.db, 1)
        return Promise.all([first, vary(2, other)])
      },
      tx => untilWaiting(tx, 2),
    )
    expect(answer.status).toBe(200)
    expect(await levels()).toEqual([
      [c, 4],
      [b, 3],
      [a, 3],
    ])
    await verified(of)
  })

  test('with its only level going, because the location is deleted: it is written where the stock is now', async () => {
    const { of, a, b, c, product, id, levels, vary, set } = await elsewhere(0, 0)
    expect((await of.request('DELETE', `/v1/locations/${b}`)).status).toBe(204)
    const call = await callOf(of)
    const answer = await meet(
      of.db,
      async tx => {
        const row = sql`store_id = ${of.id} and id = ${c}`
        await tx.run(sql`select 1 from locations where ${row} for update`)
        await releaseLocation({ ...call, tx }, c)
        await tx.run(sql`delete from locations where ${row}`)
      },
      () => vary(2),
    )
    expect(answer).toMatchObject({ status: 200, body: [{ id, stock: 2 }] })
    expect(await levels()).toEqual([[a, 2]])
    await expect(set([{ location_id: c, stock: 1 }])).rejects.toMatchObject({ status: 422 })
    expect((await read(of, product.id)).variants).toHaveLength(1)
    await verified(of)
  })

  test('with the product going: it is 404, and keeps nobody from it', async () => {
    const { of, product, id, vary } = await elsewhere()
    const call = await callOf(of)
    const row = sql`store_id = ${of.id} and id = ${product.id}`
    const answer = await meet(
      of.db,
      async tx => {
        await lockProduct(tx, of.id, product.id)
        await removeLevels({ ...call, tx }, product.id, [id])
      },
      () => vary(2),
      async tx => {
        await tx.run(sql`select 1 from products where ${row} for update nowait`)
        await tx.run(sql`delete from products where ${row}`)
      },
    )
    expect(answer).toMatchObject(noProduct)
  })

  test('a crowd over every path, while the default moves to and fro, opens no level and loses nothing', async () => {
    const { of, a, b, c, product, id, levels, vary } = await elsewhere(100, 0)
    const other = { authentication: `bearer ${await of.tokenWith(allScopes)}` }
    const path = `/v1/products/${product.id}/variants/${id}`
    // Whoever knows of no location cannot tell where it went, but that it is there, once.
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, (_, i) => vary(i % 2 === 0 ? 3 : -1, i % 3 === 0 ? other : {})),
      ...[a, c, a, c, a].map(place => of.request('PATCH', `/v1/locations/${place}/chosen-as-default`)),
      ...Array.from({ length: 5 }, (_, i) => of.request('PUT', path, { body: { price: i } })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await levels()).toEqual([
      [c, 140],
      [b, 0],
    ])
    await verified(of)
  })
})

test('F7: a product that is new is kept at the first location', async () => {
  const { of, a } = await elsewhere()
  const made = await make(of, { stock: 2 })
  expect(variantOf(made).inventory_levels).toMatchObject([{ location_id: a, stock: 2 }])
})
