/** Contract: products 7. The largest product there can be goes the way of every other. */
import type { Product, Variant } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { largestVolume, TooLarge } from '../platform/database/volume.ts'
import { A, ask, make, read, shop, verified } from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { list } from './read.ts'

const sizes = Array.from({ length: 10 }, (_, i) => `Tamanho ${i}`)
const colors = Array.from({ length: 10 }, (_, i) => `Cor ${i}`)
const fabrics = Array.from({ length: 10 }, (_, i) => `Tecido ${i}`)
const combinations = sizes.flatMap(size => colors.flatMap(color => fabrics.map(fabric => [size, color, fabric])))

describe('a product with 1,000 variants, 3 locations and 250 images', () => {
  let of: TestStore
  let places: string[]
  let product: Product
  beforeAll(async () => {
    of = await shop()
    places = []
    for (let i = 0; i < 3; i++) places.push((await of.client.locations.create({ body: aLocation() })).id)
    await of.events()
  })

  const variants = (price: (i: number) => number) =>
    combinations.map((values, i) => ({
      values,
      price: price(i),
      sku: `SKU-${i}`,
      inventory_levels: places.map((location_id, place) => ({ location_id, stock: i + place })),
    }))

  test('is created', async () => {
    const images = Array.from({ length: 250 }, (_, i) => ({ src: `https://img.example/${i}.jpg`, alt: `Imagem ${i}` }))
    const attributes = ['Tamanho', 'Cor', 'Tecido']
    const made = await ask(of, 'POST', '/products', {
      name: 'Tudo',
      attributes,
      images,
      variants: variants(i => i + 1),
    })
    expect(made.status).toBe(201)
    product = made.body as Product
    expect([product.variants.length, product.images.length]).toEqual([1000, 250])
    expect(await of.events()).toEqual(['product/created'])
  })

  test('is read, alone and in a list, and its variants and images by pages', async () => {
    expect(await read(of, product.id)).toEqual(product)
    expect(await of.client.products.list({ query: { q: 'sku-999' } })).toEqual([product])
    const params = { product_id: product.id }
    expect(await of.client.variants.list({ params, query: { per_page: 200, page: 5 } })).toEqual(
      product.variants.slice(800),
    )
    expect(await of.client.images.list({ params, query: { per_page: 200, page: 2 } })).toEqual(
      product.images.slice(200),
    )
    expect(product.variants[999]).toMatchObject({ price: '1000.00', stock: 999 + 1000 + 1001, position: 1000 })
  })

  test('is replaced: 1,000 new prices keep their ids, told once', async () => {
    const after = await ask(of, 'PUT', `/products/${product.id}/variants`, variants(i => 2 * (i + 1)).reverse())
    expect(after.status).toBe(200)
    const changed = after.body as Variant[]
    expect(changed.map(({ id }) => id)).toEqual(product.variants.map(({ id }) => id).reverse())
    expect(changed[0]).toMatchObject({ price: '2000.00', position: 1 })
    expect(changed[0]?.inventory_levels).toEqual(product.variants[999]?.inventory_levels)
    expect(await of.events()).toEqual(['product/updated'])
  })

  test('its stock is set at once, in one movement each', async () => {
    const body = { action: 'variation', value: 5, location_id: places[1] }
    const after = await ask(of, 'POST', `/products/${product.id}/variants/stock`, body)
    expect((after.body as Variant[]).map(({ stock }) => stock)).toEqual(
      product.variants.map(({ stock }) => (stock ?? 0) + 5).reverse(),
    )
    const { headers } = await of.request('GET', `/v1/${of.id}/locations/${places[1]}/stock-movements`)
    expect(headers['x-total-count']).toBe('2000')
    expect(await of.events()).toEqual(['product/updated'])
  })

  test('takes no 1,001st variant and no 251st image', async () => {
    const values = ['a', 'b', 'c']
    const many = 'Product is not allowed to have more than 1000 variants'
    expect(await ask(of, 'POST', `/products/${product.id}/variants`, { values })).toEqual(A(422, many))
    const more = [...variants(() => 1), { values }]
    expect(await ask(of, 'PUT', `/products/${product.id}/variants`, more)).toEqual(A(422, `${many}.`))
    expect(await ask(of, 'POST', `/products/${product.id}/images`, { src: 'https://img.example/x.jpg' })).toEqual(
      A(422, 'Product is not allowed to have more than 250 images'),
    )
    const [first] = product.variants
    await of.client.variants.delete({ params: { product_id: product.id, id: first?.id ?? 0 } })
    expect((await ask(of, 'POST', `/products/${product.id}/variants`, { values })).status).toBe(201)
  })

  test('keeps every rule, and goes', async () => {
    await verified(of)
    await of.client.products.delete({ params: { id: product.id } })
    await verified(of)
  })
})

const tooLarge = 'The products of this page are too large together: ask for fewer by per_page'

test('a page of products that are too large together is refused', async () => {
  const of = await shop()
  const category = await of.client.categories.create({ body: { name: 'A' } })
  for (let i = 0; i < 3; i++) await make(of, { categories: [category.id] })
  // As long as the descriptions of many categories.
  await of.db.run(sql`update categories set document = repeat('x', 60000000) where store_id = ${of.id}`)
  expect(await ask(of, 'GET', '/products')).toEqual(A(422, tooLarge))
})

test('of documents that are too large together none leaves the database', async () => {
  const of = await shop()
  for (let i = 0; i < 3; i++) await make(of, {})
  await of.db.run(sql`update products set document = repeat('x', 50000000) where store_id = ${of.id}`)
  const read: number[] = []
  const many: Queries['many'] = async (row, question) => {
    const rows = await of.own.many(row, question)
    read.push(JSON.stringify(rows).length)
    return rows
  }
  const page = list({ db: { ...of.own, many, largest: largestVolume }, store: of, url: '' }, { page: 1, per_page: 30 })
  await expect(page).rejects.toThrow(TooLarge)
  expect(Math.max(...read)).toBeLessThan(10_000)
})

test('categories that are too large together are refused, and do not leave the database either', async () => {
  const of = await shop()
  const categories: number[] = []
  for (const name of ['A', 'B', 'C']) categories.push((await of.client.categories.create({ body: { name } })).id)
  const { id } = await make(of, { categories })
  await of.db.run(sql`update categories set document = repeat('x', 30000000) where store_id = ${of.id}`)
  const answer = A(422, 'The categories of the products are too large together')
  expect(await ask(of, 'GET', `/products/${id}`)).toEqual(answer)
  expect(await ask(of, 'GET', '/products')).toEqual(answer)
  expect(await ask(of, 'POST', '/products', { name: 'B', categories })).toEqual(answer)
})
