/** Contract: locations 6, 7, 8, products 5; D43, D44. The stock writes of products are tested with them. */
import type { StockMovement } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { ensureLocations } from '../locations/index.ts'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import {
  A,
  ask,
  B,
  callOf,
  make,
  noVariant,
  read,
  shop,
  sized,
  variantOf,
  verified,
  write,
} from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { changeLevels, type LevelChange } from './levels.ts'

async function withPlaces(count: number) {
  const of = await shop()
  const places: string[] = []
  for (let i = 0; i < count; i++) places.push((await of.client.locations.create({ body: aLocation() })).id)
  const [first = '', second = '', third = ''] = places
  await of.events()
  return { of, first, second, third }
}

const ofVariant = (of: TestStore, id: number, query = '') => ask(of, 'GET', `/variants/${id}/stock-movements${query}`)
const atLocation = (of: TestStore, id: string, query = '') => ask(of, 'GET', `/locations/${id}/stock-movements${query}`)
const listed = (of: TestStore, id: string, query = '') => ask(of, 'GET', `/locations/${id}/inventory-levels${query}`)
const remove = (of: TestStore, id: string) => ask(of, 'DELETE', `/locations/${id}`)
const told = ({ body }: { body: unknown }) =>
  (body as StockMovement[]).map(({ delta, level_after }) => [delta, level_after])

describe('contract: locations 8, D44: the ledger', () => {
  test('a movement says what, where, by how much, to what, why, who and when', async () => {
    const { of, first } = await withPlaces(1)
    const product = await make(of, { stock: 5 })
    const { id } = variantOf(product)
    expect(await ofVariant(of, id)).toEqual({
      status: 200,
      body: [
        {
          id: expect.any(Number),
          variant_id: id,
          location_id: first,
          delta: 5,
          level_after: 5,
          cause: 'api',
          actor: `app:${of.appId}`,
          created_at: product.created_at,
        },
      ],
    })
  })

  test('every change is one movement, nothing changed is none, unlimited counts as 0', async () => {
    const { of } = await withPlaces(1)
    const product = await make(of, { stock: 5 })
    const { id } = variantOf(product)
    for (const stock of [5, 7, 7, null, null, 3, 0, 0, null, 0]) {
      await of.client.variants.update({ params: { product_id: product.id, id }, body: { stock } })
    }
    expect(told(await ofVariant(of, id))).toEqual([
      [5, 5],
      [2, 7],
      [-7, null],
      [3, 3],
      [-3, 0],
      [0, null],
      [0, 0],
    ])
    await verified(of)
  })

  test('a variant of 0 has a level and no movement', async () => {
    const { of } = await withPlaces(1)
    const variant = variantOf(await make(of, { stock: 0 }))
    expect(variant.inventory_levels).toMatchObject([{ stock: 0 }])
    expect(await ofVariant(of, variant.id)).toEqual({ status: 200, body: [] })
  })

  test.each(['variant', 'product', 'collection'])('a deleted %s leaves a ledger that ends at 0', async how => {
    const { of, first, second } = await withPlaces(2)
    const product = await sized(of, ['P', 'M'])
    const [p, m] = product.variants
    const places = [
      { location_id: first, stock: 3 },
      { location_id: second, stock: null },
    ]
    await of.client.variants.update({
      params: { product_id: product.id, id: p?.id ?? 0 },
      body: { inventory_levels: places },
    })
    if (how === 'variant') await of.client.variants.delete({ params: { product_id: product.id, id: p?.id ?? 0 } })
    else if (how === 'product') await of.client.products.delete({ params: { id: product.id } })
    else await of.client.variants.replaceAll({ params: { product_id: product.id }, body: [{ values: ['M'] }] })
    // It outlives what it is about.
    const { body } = await ofVariant(of, p?.id ?? 0)
    const movements = body as StockMovement[]
    expect(movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(0)
    for (const place of [first, second]) {
      expect(movements.filter(({ location_id }) => location_id === place).at(-1)?.level_after).toBe(0)
    }
    expect(await ofVariant(of, p?.id ?? 0, '?since_id=9007199254740991')).toEqual({ status: 200, body: [] })
    expect((await ofVariant(of, m?.id ?? 0)).status).toBe(200)
    await verified(of)
  })

  test('of a variant and at a location: ordered by id, with paging, since_id and fields', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, {
      inventory_levels: [
        { location_id: first, stock: 1 },
        { location_id: second, stock: 9 },
      ],
    })
    const { id } = variantOf(product)
    for (let stock = 2; stock <= 5; stock++)
      await of.client.products.update({ params: { id: product.id }, body: { stock } })
    const all = (await ofVariant(of, id)).body as StockMovement[]
    expect(all.map(({ delta }) => delta)).toEqual([1, 9, 1, 1, 1, 1])
    expect(all.map(movement => movement.id)).toEqual(all.map(movement => movement.id).toSorted((a, b) => a - b))
    const here = all.filter(({ location_id }) => location_id === first)
    expect(await atLocation(of, first)).toEqual({ status: 200, body: here })
    expect(await ofVariant(of, id, '?per_page=4&page=2')).toEqual({ status: 200, body: all.slice(4) })
    expect(await atLocation(of, first, '?per_page=2&page=2')).toEqual({ status: 200, body: here.slice(2, 4) })
    expect(await ofVariant(of, id, `?since_id=${all[3]?.id}`)).toEqual({ status: 200, body: all.slice(4) })
    expect(await atLocation(of, first, `?since_id=${here[0]?.id}&per_page=1`)).toEqual({
      status: 200,
      body: here.slice(1, 2),
    })
    expect(await ofVariant(of, id, '?fields=delta&per_page=1')).toEqual({ status: 200, body: [{ delta: 1 }] })
    expect(await ofVariant(of, id, '?page=2')).toEqual(A(404, 'Last page is 1'))
    const { headers } = await of.request('GET', `/v1/${of.id}/locations/${first}/stock-movements?per_page=2`)
    expect(headers['x-total-count']).toBe('5')
    expect(headers.link).toContain('rel="next"')
  })

  test('404 for a variant and a location that never were, and for those of another store', async () => {
    const { of } = await withPlaces(1)
    const other = await withPlaces(1)
    const foreign = variantOf(await make(other.of, { stock: 1 }))
    expect(await ofVariant(of, 999_999)).toEqual(noVariant)
    expect(await ofVariant(of, foreign.id)).toEqual(noVariant)
    expect(await atLocation(of, other.first)).toEqual(A(404, 'Location with such id does not exist'))
  })

  test('F24: read_products for those of a variant, read_locations for those of a location', async () => {
    const { of, first } = await withPlaces(1)
    const { id } = variantOf(await make(of, { stock: 1 }))
    const status = async (scope: 'read_orders' | 'read_products' | 'read_locations', path: string) => {
      const headers = { authentication: `bearer ${await of.tokenWith([scope])}` }
      return (await of.request('GET', `/v1/${of.id}${path}`, { headers })).status
    }
    expect(await status('read_orders', `/variants/${id}/stock-movements`)).toBe(403)
    expect(await status('read_products', `/variants/${id}/stock-movements`)).toBe(200)
    expect(await status('read_locations', `/variants/${id}/stock-movements`)).toBe(403)
    expect(await status('read_locations', `/locations/${first}/stock-movements`)).toBe(200)
  })
})

describe('contract: locations 6, F10: the levels of a location', () => {
  test('an envelope with total, page, per_page and results', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await sized(of, ['P', 'M', 'G'])
    const [p, m, g] = product.variants
    await of.client.variants.update({ params: { product_id: product.id, id: m?.id ?? 0 }, body: { stock: null } })
    const dates = { created_at: product.created_at, updated_at: product.updated_at }
    const row = (variant: typeof p, stock: number | null) => ({
      id: variant?.inventory_levels[0]?.id,
      variant_id: variant?.id,
      location_id: first,
      stock,
      ...dates,
    })
    const results = [row(p, 5), row(m, null), row(g, 5)]
    expect(await listed(of, first)).toEqual({ status: 200, body: { total: 3, page: 1, per_page: 30, results } })
    expect(await listed(of, first, '?per_page=2&page=2')).toEqual({
      status: 200,
      body: { total: 3, page: 2, per_page: 2, results: results.slice(2) },
    })
    expect(await listed(of, first, `?variant_id=${m?.id}`)).toMatchObject({ body: { total: 1, results: [results[1]] } })
    expect(await listed(of, first, '?page=9')).toMatchObject({ status: 200, body: { total: 3, page: 9, results: [] } })
    expect(await listed(of, first, '?per_page=500')).toMatchObject({ body: { per_page: 200 } })
    expect(await listed(of, second)).toMatchObject({ status: 200, body: { total: 0, results: [] } })
  })

  test('Link leads through its pages, and back from behind the last', async () => {
    const { of, first } = await withPlaces(1)
    await sized(of, ['P', 'M', 'G'])
    const path = `/v1/${of.id}/locations/${first}/inventory-levels`
    const linked = async (query: string) => {
      const { link = '' } = (await of.request('GET', `${path}?${query}`)).headers
      return [...String(link).matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g)].map(([, page, rel]) => `${rel} ${page}`)
    }
    expect(await linked('per_page=2')).toEqual(['next 2', 'last 2'])
    expect(await linked('per_page=2&page=2')).toEqual(['prev 1', 'first 1'])
    expect(await linked('per_page=2&page=9')).toEqual(['prev 2', 'first 1'])
    expect(await linked('')).toEqual([])
    expect(await linked('variant_id=1&page=9')).toEqual([])
  })

  test('fields cuts the results, and leaves the envelope whole', async () => {
    const { of, first } = await withPlaces(1)
    const [level] = variantOf(await make(of, { stock: 5 })).inventory_levels
    for (const version of ['v1', '2025-03']) {
      const { body, headers } = await of.request(
        'GET',
        `/${version}/${of.id}/locations/${first}/inventory-levels?fields=id,stock,total&per_page=1`,
      )
      expect(headers['x-total-count']).toBe('1')
      expect(body).toEqual({ total: 1, page: 1, per_page: 1, results: [{ id: level?.id, stock: 5 }] })
    }
  })

  test('a new location gets its levels lazily, with the first stock put there', async () => {
    const { of } = await withPlaces(1)
    const product = await make(of, { stock: 1 })
    const { id } = await of.client.locations.create({ body: aLocation() })
    expect((await read(of, product.id)).variants).toEqual(product.variants)
    expect(await listed(of, id)).toMatchObject({ body: { total: 0 } })
    const body = { inventory_levels: [{ location_id: id, stock: 2 }] }
    await of.client.products.update({ params: { id: product.id }, body })
    expect(await listed(of, id)).toMatchObject({ body: { total: 1, results: [{ stock: 2 }] } })
  })
})

describe('D43: a location that is to be deleted', () => {
  test.each([3, null])('is kept while it holds %s', async stock => {
    const { of, second } = await withPlaces(2)
    const product = await make(of, { inventory_levels: [{ location_id: second, stock }] })
    await of.events()
    expect(await remove(of, second)).toEqual(A(422, 'A location that holds stock cannot be deleted'))
    expect(await of.events()).toEqual([])
    expect(await read(of, product.id)).toEqual(product)
    await verified(of)
  })

  test('goes when its levels are 0', async () => {
    const { of, first, second } = await withPlaces(2)
    const levels = [
      { location_id: first, stock: 3 },
      { location_id: second, stock: 4 },
    ]
    const product = await make(of, { inventory_levels: levels })
    const body = { inventory_levels: [{ location_id: second, stock: 0 }] }
    await of.client.products.update({ params: { id: product.id }, body })
    expect((await remove(of, second)).status).toBe(204)
    expect(variantOf(await read(of, product.id))).toMatchObject({
      stock: 3,
      inventory_levels: [{ location_id: first }],
    })
    await verified(of)
  })

  test('leaves a variant that was sold out there sold out, not unlimited', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, { inventory_levels: [{ location_id: second, stock: 0 }] })
    expect((await remove(of, second)).status).toBe(204)
    expect(await read(of, product.id)).toMatchObject({
      has_stock: false,
      variants: [{ stock: 0, stock_management: true, inventory_levels: [{ location_id: first, stock: 0 }] }],
    })
    await verified(of)
  })

  test('leaves a variant that is unlimited elsewhere unlimited there alone', async () => {
    const { of, second, third } = await withPlaces(3)
    const levels = [
      { location_id: second, stock: 0 },
      { location_id: third, stock: null },
    ]
    const product = await make(of, { inventory_levels: levels })
    const body = { products: [{ variant_id: variantOf(product).id, quantity: 2 }] }
    const origins = async () =>
      (await of.client.orders.preview({ body })).shipments.map(({ location_id }) => location_id)
    expect(await origins()).toEqual([third])
    expect((await remove(of, second)).status).toBe(204)
    expect(await origins()).toEqual([third])
    expect(variantOf(await read(of, product.id))).toMatchObject({ stock: null })
    await verified(of)
  })

  test('leaves a variant that is unlimited at the first one alone unlimited there alone', async () => {
    const { of, first, second, third } = await withPlaces(3)
    const levels = [
      { location_id: first, stock: null },
      { location_id: second, stock: 0 },
    ]
    const product = await make(of, { inventory_levels: levels })
    expect((await remove(of, second)).status).toBe(204)
    expect(variantOf(await read(of, product.id)).inventory_levels).toMatchObject([
      { location_id: first, stock: null },
      { location_id: third, stock: 0 },
    ])
    await verified(of)
  })

  const at = (
    product: { id: number; variants: { id: number }[] },
    location_id: string,
    stock: number,
  ): LevelChange => ({
    product_id: product.id,
    variant_id: product.variants[0]?.id ?? 0,
    location_id,
    stock,
  })

  test.each([
    ['at its level', 0],
    ['where it had no level', undefined],
  ])('is kept when stock arrives %s in the same moment', async (_where, before) => {
    const { of, second } = await withPlaces(2)
    const product = await make(
      of,
      before === undefined ? { stock: 0 } : { inventory_levels: [{ location_id: second, stock: before }] },
    )
    const call = await callOf(of)
    const answer = await meet(
      of.db,
      tx => changeLevels({ ...call, tx }, 'api', [at(product, second, 5)]),
      () => remove(of, second),
    )
    expect(answer).toEqual(A(422, 'A location that holds stock cannot be deleted'))
    expect(variantOf(await read(of, product.id)).stock).toBe(5)
    await verified(of)
  })

  test('leaves a variant the level that another opens for it at the first one in the same moment', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, { inventory_levels: [{ location_id: second, stock: 0 }] })
    const call = await callOf(of)
    const answer = await meet(
      of.db,
      tx => changeLevels({ ...call, tx }, 'api', [at(product, first, 5)]),
      () => remove(of, second),
    )
    expect(answer.status).toBe(204)
    expect(variantOf(await read(of, product.id)).inventory_levels).toMatchObject([{ location_id: first, stock: 5 }])
    await verified(of)
  })
})

describe('by constraint', () => {
  test('what an order takes is there: a client stops at 0, an order does not', async () => {
    const { of, first } = await withPlaces(1)
    const product = await make(of, { stock: 2 })
    const taken = { product_id: product.id, variant_id: variantOf(product).id, location_id: first, stock: -3 }
    const take = (cause: 'order' | 'move' | 'api') =>
      write(of, call => changeLevels(call, cause, [{ ...taken, isDelta: true }]))
    for (const cause of ['order', 'move'] as const) await expect(take(cause)).rejects.toMatchObject({ code: '23514' })
    expect(variantOf(await read(of, product.id)).stock).toBe(2)
    await take('api')
    expect(variantOf(await read(of, product.id)).stock).toBe(0)
    await verified(of)
  })

  test('a level is never negative, whoever writes it', async () => {
    const { of } = await withPlaces(1)
    const { id } = variantOf(await make(of, { stock: 1 }))
    const negative = of.db.run(
      sql`update inventory_levels set stock = -1 where store_id = ${of.id} and variant_id = ${id}`,
    )
    await expect(negative).rejects.toMatchObject({ code: '23514', constraint: 'inventory_levels_stock_check' })
  })

  test('a level belongs to a variant and a location of the same store', async () => {
    const { of } = await withPlaces(1)
    const other = await withPlaces(1)
    const product = await make(of, { stock: 1 })
    const moved = of.db.run(sql`
      update inventory_levels set location_id = ${other.first} where store_id = ${of.id} and variant_id = ${variantOf(product).id}`)
    await expect(moved).rejects.toMatchObject({ code: '23503' })
  })
})

describe('changeLevels', () => {
  const change = (of: TestStore, changes: LevelChange[]) => write(of, call => changeLevels(call, 'order', changes))

  test('50 at once without any lock around them lose none', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, { stock: 100 })
    const one = { product_id: product.id, variant_id: variantOf(product).id, isDelta: true }
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        change(of, [
          { ...one, location_id: first, stock: -1 },
          { ...one, location_id: second, stock: i % 2 },
        ]),
      ),
    )
    expect(variantOf(await read(of, product.id)).inventory_levels).toMatchObject([{ stock: 50 }, { stock: 25 }])
    await verified(of)
  })

  test('many levels at once, named in different orders, do not wait for each other in a circle', async () => {
    const { of, first } = await withPlaces(1)
    const products = await Promise.all(Array.from({ length: 6 }, () => make(of, { stock: 100 })))
    const changes = products.map(product => ({
      ...{ product_id: product.id, variant_id: variantOf(product).id, location_id: first },
      ...{ stock: -1, isDelta: true },
    }))
    await Promise.all(Array.from({ length: 20 }, (_, i) => change(of, i % 2 === 0 ? changes : changes.toReversed())))
    for (const { id } of products) expect(variantOf(await read(of, id)).stock).toBe(80)
    await verified(of)
  })

  const row = (of: TestStore, product: { id: number }, variant: number, place: string) => sql`
    store_id = ${of.id} and product_id = ${product.id} and variant_id = ${variant} and location_id = ${place}`

  test('whoever waits for a level that another opens holds none', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, { stock: 5 })
    const one = { product_id: product.id, variant_id: variantOf(product).id }
    const wanted = [
      { ...one, location_id: first, stock: 7 },
      { ...one, location_id: second, stock: 3 },
    ]
    const call = await callOf(of)
    const changed = await meet(
      of.db,
      tx => changeLevels({ ...call, tx }, 'api', [{ ...one, location_id: second, stock: 1 }]),
      () => change(of, wanted),
      tx =>
        tx.run(sql`select 1 from inventory_levels where ${row(of, product, one.variant_id, first)} for update nowait`),
    )
    expect(changed).toEqual([one])
    expect(variantOf(await read(of, product.id)).inventory_levels).toMatchObject([{ stock: 7 }, { stock: 3 }])
    await verified(of)
  })

  test('a level that goes in the same moment is opened again', async () => {
    const { of, first, second } = await withPlaces(2)
    const product = await make(of, {
      inventory_levels: [
        { location_id: first, stock: 5 },
        { location_id: second, stock: 0 },
      ],
    })
    const one = { product_id: product.id, variant_id: variantOf(product).id }
    const changed = await meet(
      of.db,
      tx => tx.run(sql`delete from inventory_levels where ${row(of, product, one.variant_id, second)}`),
      () =>
        change(of, [
          { ...one, location_id: first, stock: 7 },
          { ...one, location_id: second, stock: 3 },
        ]),
    )
    expect(changed).toEqual([one])
    expect(variantOf(await read(of, product.id)).inventory_levels).toMatchObject([{ stock: 7 }, { stock: 3 }])
    await verified(of)
  })

  test('says which variants changed, and the cause and the actor are kept', async () => {
    const { of, first } = await withPlaces(1)
    const product = await sized(of, ['P', 'M'])
    const [p, m] = product.variants.map(({ id }) => id)
    const changed = await change(of, [
      { product_id: product.id, variant_id: p ?? 0, location_id: first, stock: 5 },
      { product_id: product.id, variant_id: m ?? 0, location_id: first, stock: 6 },
    ])
    expect(changed).toEqual([{ product_id: product.id, variant_id: m }])
    expect((await ofVariant(of, m ?? 0)).body).toMatchObject([
      { cause: 'api' },
      { cause: 'order', actor: 'system', delta: 1 },
    ])
  })

  test('refuses to change one level twice at once', async () => {
    const { of, first } = await withPlaces(1)
    const product = await make(of, { stock: 5 })
    const one = {
      product_id: product.id,
      variant_id: variantOf(product).id,
      location_id: first,
      stock: 1,
      isDelta: true,
    }
    await expect(change(of, [one, one])).rejects.toThrow('twice')
    expect(variantOf(await read(of, product.id)).stock).toBe(5)
  })

  test('stock for a location that goes in the same moment is 422, and the location is gone', async () => {
    const { of, second } = await withPlaces(2)
    const product = await make(of, { stock: 5 })
    const body = { inventory_levels: [{ location_id: second, stock: 5 }] }
    // The write has seen the location and comes to its level when the location is gone.
    const answer = await meet(
      of.db,
      tx => tx.run(sql`delete from locations where store_id = ${of.id} and id = ${second}`),
      () => ask(of, 'PUT', `/products/${product.id}`, body),
    )
    expect(answer).toEqual(B({ location_id: ['Location with such id does not exist'] }))
    expect(await read(of, product.id)).toEqual(product)
  })

  test('a store that has no location gets one, and never two', async () => {
    const of = await shop()
    const made = await Promise.all(Array.from({ length: 8 }, () => write(of, ensureLocations)))
    expect(new Set(made.flat()).size).toBe(1)
  })
})
