/** Contract: products 2 and 4; catalog sheet 3.2 and 3.7. */
import type { Product, Variant, VariantInput } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import {
  A,
  ask,
  B,
  C,
  make,
  noProduct,
  noVariant,
  read,
  shop,
  sized,
  variantOf,
  verified,
  write,
} from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { sellables } from './sellable.ts'
import { create, update } from './variants.ts'

const both = (text: string) => ({ pt: text, es: text })
const unknownPlace = { location_id: ['Location with such id does not exist'] }

const variants = (of: TestStore, { id }: Product, path = '') => ({
  get: (query = '') => ask(of, 'GET', `/products/${id}/variants${path}${query}`),
  post: (body: unknown) => ask(of, 'POST', `/products/${id}/variants${path}`, body),
  put: (body?: unknown) => ask(of, 'PUT', `/products/${id}/variants${path}`, body),
  patch: (body: unknown) => ask(of, 'PATCH', `/products/${id}/variants${path}`, body),
  delete: () => ask(of, 'DELETE', `/products/${id}/variants${path}`),
})

const translated = [
  { values: [{ pt: 'Pequeno', es: 'Chico', en: 'Small' }], stock: 5, sku: 'p' },
  { values: [{ pt: 'Grande', en: 'Large' }], stock: 6, sku: 'g' },
]

const all = (answer: { body: unknown }) => answer.body as Variant[]
const valuesOf = (list: readonly Variant[]) => list.map(({ values }) => values.map(value => value.pt).join(' '))

describe('catalog 3.2: the variant object', () => {
  test('every field has its default', async () => {
    const of = await shop()
    const made = await make(of)
    const [location] = await of.client.locations.list()
    const variant = variantOf(made)
    expect(variant).toEqual({
      id: expect.any(Number),
      image_id: null,
      product_id: made.id,
      position: 1,
      price: null,
      compare_at_price: null,
      promotional_price: null,
      stock_management: false,
      stock: null,
      inventory_levels: [{ id: expect.any(Number), variant_id: variant.id, location_id: location?.id, stock: null }],
      weight: '0.000',
      width: '0.00',
      height: '0.00',
      depth: '0.00',
      sku: null,
      values: [],
      barcode: null,
      mpn: null,
      age_group: null,
      gender: null,
      cost: null,
      visible: true,
      created_at: made.created_at,
      updated_at: made.updated_at,
    })
  })

  const written = {
    ...{
      values: ['M'],
      price: '10.5',
      promotional_price: 9.999,
      cost: '0.01',
      weight: 2.75,
      width: '40',
      height: 0.005,
    },
    ...{ depth: 1, sku: 'S-1', barcode: '789', mpn: 'M-1', age_group: 'newborn', gender: 'unisex', visible: false },
  }
  const shown = {
    ...{ values: [both('M')], price: '10.50', compare_at_price: '10.50', promotional_price: '10.00', cost: '0.01' },
    ...{ weight: '2.750', width: '40.00', height: '0.01', depth: '1.00', sku: 'S-1', barcode: '789', mpn: 'M-1' },
    ...{ age_group: 'newborn', gender: 'unisex', visible: false },
  }

  test('every field that can be written is written, by POST, PUT, collection PUT and PATCH', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'G'])
    const p = variantOf(product)
    const posted = await variants(of, product).post(written)
    expect(posted).toEqual({ status: 201, body: expect.objectContaining({ ...shown, position: 3 }) })
    expect(await variants(of, product, `/${p.id}`).put({ ...written, values: ['X'] })).toEqual({
      status: 200,
      body: expect.objectContaining({ ...shown, id: p.id, values: [both('X')] }),
    })
    expect(
      all(await variants(of, product).patch([{ id: p.id, ...written, sku: 'S-2', values: ['Y'] }]))[0],
    ).toMatchObject({
      ...{ ...shown, id: p.id, sku: 'S-2', values: [both('Y')] },
    })
    expect(all(await variants(of, product).put([{ ...written, values: ['Z'] }]))).toEqual([
      expect.objectContaining({ ...shown, values: [both('Z')], position: 1 }),
    ])
    await verified(of)
  })

  test('a field sent empty is cleared, one left out stays', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const { id } = variantOf(product)
    const before = (await variants(of, product, `/${id}`).put(written)).body as Variant
    expect((await variants(of, product, `/${id}`).put({})).body).toEqual(before)
    const empty = {
      ...{ price: '', promotional_price: null, cost: '', weight: null, width: '', height: null, depth: '' },
      ...{ sku: '', barcode: null, mpn: '', age_group: '', gender: null },
    }
    expect((await variants(of, product, `/${id}`).put(empty)).body).toMatchObject({
      ...{ price: null, compare_at_price: null, promotional_price: null, cost: null, weight: '0.000', width: '0.00' },
      ...{
        height: '0.00',
        depth: '0.00',
        sku: null,
        barcode: null,
        mpn: null,
        age_group: null,
        gender: null,
      },
      values: before.values,
    })
  })

  test('what was read can be sent back, and changes nothing', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M'])
    await of.events()
    for (const variant of product.variants) {
      expect((await variants(of, product, `/${variant.id}`).put(variant)).body).toEqual(variant)
    }
    expect(all(await variants(of, product).put(product.variants))).toEqual(product.variants)
    expect(all(await variants(of, product).patch(product.variants))).toEqual(product.variants)
    expect(await read(of, product.id)).toEqual(product)
    expect(await of.events()).toEqual([])
  })

  test.each<[unknown, string | null]>([
    ['25', '25.00'],
    [25, '25.00'],
    [0, '0.00'],
    ['0.005', '0.01'],
    ['999999999999.99', '999999999999.99'],
    ['', null],
    [null, null],
  ])('price %j is shown as %j', async (price, text) => {
    const of = await shop()
    expect(
      (await variants(of, await make(of, { attributes: ['x'] })).post({ values: ['a'], price })).body,
    ).toMatchObject({
      price: text,
    })
  })

  test.each<[object, object]>([
    [{ price: 'abc' }, { price: ['The price must be a number.'] }],
    [{ price: '1,5' }, { price: ['The price must be a number.'] }],
    [{ price: -0.01 }, { price: ['The price must be at least 0.'] }],
    [{ price: '1000000000000' }, { price: ['The price must be at most 999999999999.99.'] }],
    [{ promotional_price: -1 }, { promotional_price: ['The promotional price must be at least 0.'] }],
    [{ cost: 0 }, { cost: ['The cost must be greater than 0.'] }],
    [{ cost: '0.001' }, { cost: ['The cost must be greater than 0.'] }],
    [{ cost: -1 }, { cost: ['The cost must be at least 0.'] }],
    [{ weight: 'x' }, { weight: ['The weight must be a number.'] }],
    [{ weight: '99999999999999999' }, { weight: ['The weight must be at most 99999999999.999.'] }],
    [{ width: -1 }, { width: ['The width must be at least 0.'] }],
    [{ price: true }, { price: ['must be a number or a string or null'] }],
    [{ sku: true }, { sku: ['must be a string or null'] }],
    [{ sku: 9007199254740992 }, { sku: ['must be a string or null'] }],
    [{ barcode: [5] }, { barcode: ['must be a string or null'] }],
    [{ mpn: true }, { mpn: ['must be a string or null'] }],
    [{ visible: 'x' }, { visible: ['must be a boolean or null'] }],
    [{ image_id: 'x' }, { image_id: ['must be an integer or null'] }],
    [{ image_id: 999 }, { image_id: ['Image with such id does not exist'] }],
    [{ values: ['a', 'b'] }, { values: ['The values has the wrong number of elements.'] }],
    [{ values: ['a', 'b', 'c', 'd'] }, { values: ['The values has the wrong number of elements.'] }],
    [{ values: [' '] }, { values: ["can't be blank"] }],
    [{ values: [{ pt: null }] }, { values: ["can't be blank"] }],
  ])('POST and PUT 422 B: %j', async (body, fields) => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(await variants(of, product).post({ values: ['M'], ...body })).toEqual(B(fields as never))
    expect(await variants(of, product, `/${variantOf(product).id}`).put(body)).toEqual(B(fields as never))
    expect(await read(of, product.id)).toEqual(product)
  })

  test('null for the values says nothing of them, and zeros behind the point make no broken number', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const { id, values } = variantOf(product)
    const { put } = variants(of, product, `/${id}`)
    expect(await put({ values: null, stock: '5.00' })).toMatchObject({ status: 200, body: { values, stock: 5 } })
    expect(await put({ stock: '5.50' })).toEqual(B({ stock: ['The stock must be an integer.'] }))
  })

  test.each([0, '0', '0.00', 0.001, ''])('promotional_price %j is none, on every path', async none => {
    const of = await shop()
    const shown = ({ body }: { body: unknown }) => [body].flat().map(variant => (variant as Variant).promotional_price)
    const product = await sized(of, ['P'])
    const path = variants(of, product, `/${variantOf(product).id}`)
    expect(shown(await variants(of, product).post({ values: ['M'], promotional_price: none }))).toEqual([null])
    const begin = () => path.put({ promotional_price: 3 })
    expect(shown(await begin())).toEqual(['3.00'])
    expect(shown(await path.put({ promotional_price: none }))).toEqual([null])
    await begin()
    const ended = { promotional_price: none }
    expect(shown(await variants(of, product).patch([{ id: variantOf(product).id, ...ended }]))).toEqual([null, null])
    await begin()
    expect(shown(await variants(of, product).put([{ values: ['P'], ...ended }]))).toEqual([null])
    await begin()
    expect((await of.client.products.list({ query: { has_promotional_price: true } })).length).toBe(1)
    await of.client.products.update({ params: { id: product.id }, body: ended })
    expect(await of.client.products.list({ query: { has_promotional_price: true } })).toEqual([])
    expect(variantOf(await make(of, { price: 5, ...ended })).promotional_price).toBeNull()
    expect(variantOf(await make(of, { variants: [ended] })).promotional_price).toBeNull()
    await verified(of)
  })

  test('a promotional price of 0 that an earlier release kept sells nothing for nothing', async () => {
    const of = await shop()
    const product = await make(of, { price: 5, promotional_price: 3 })
    const { id } = variantOf(product)
    await of.db.run(sql`update variants set promotional_price = 0 where store_id = ${of.id} and id = ${id}`)
    expect((await sellables(of.db, of.id, [id])).get(id)).toMatchObject({ price: '5.00', promotional_price: null })
    expect((await variants(of, product, `/${id}`).put({ sku: 'a' })).body).toMatchObject({ promotional_price: null })
    await verified(of)
  })

  test('image_id: an image of the same product, null when that image goes', async () => {
    const of = await shop()
    const product = await sized(of, ['P'], { images: [{ src: 'https://img.example/1.jpg' }] })
    const other = await make(of, { images: [{ src: 'https://img.example/2.jpg' }] })
    const [image] = product.images
    const { id } = variantOf(product)
    const path = variants(of, product, `/${id}`)
    expect((await path.put({ image_id: String(image?.id) })).body).toMatchObject({ image_id: image?.id })
    for (const none of [0, null]) {
      await path.put({ image_id: image?.id })
      expect((await path.put({ image_id: none })).body).toMatchObject({ image_id: null })
    }
    await path.put({ image_id: image?.id })
    const foreign = B({ image_id: foreignText })
    const foreignInMany = C({ image_id: foreignText })
    expect(await path.put({ image_id: other.images[0]?.id })).toEqual(foreign)
    expect(await variants(of, product).post({ values: ['M'], image_id: other.images[0]?.id })).toEqual(foreign)
    expect(await variants(of, product).put([{ values: ['P'], image_id: other.images[0]?.id }])).toEqual(foreignInMany)
    expect(await variants(of, product).patch([{ id, image_id: other.images[0]?.id }])).toEqual(foreignInMany)
    const nested = { name: 'x', variants: [{ image_id: image?.id }] }
    expect(await ask(of, 'POST', '/products', nested)).toEqual(B({ 'variants.0.image_id': foreignText }))
    expect(await ask(of, 'POST', '/products', { name: 'x', image_id: image?.id })).toEqual(foreign)
    await of.events()
    await of.client.images.delete({ params: { product_id: product.id, id: image?.id ?? 0 } })
    expect((await path.get()).body).toMatchObject({ image_id: null })
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('image_id of a new product: the image beside it that was sent with this id, as in a copy of another product', async () => {
    const of = await shop()
    const images = ['a', 'b', 'c'].map(name => ({ src: `https://img.example/${name}.jpg` }))
    const original = await sized(of, ['P', 'M', 'G'], {
      images: images.map((image, i) => ({ ...image, position: 3 - i })),
    })
    const ids = original.images.map(({ id }) => id)
    const shown = [ids[2], null, ids[0]]
    const change = original.variants.map(({ id }, i) => ({ id, image_id: shown[i] }))
    expect(await variants(of, original).patch(change)).toMatchObject({ status: 200 })
    const { id, ...read } = (await ask(of, 'GET', `/products/${original.id}`)).body as Product
    const copy = await make(of, { ...read })
    const srcOf = ({ images, variants }: Product) =>
      variants.map(({ image_id }) => images.find(image => image.id === image_id)?.src ?? null)
    expect(srcOf(copy)).toEqual(['https://img.example/a.jpg', null, 'https://img.example/c.jpg'])
    expect(copy.images.map(({ src }) => src)).toEqual(original.images.map(({ src }) => src))
    expect(copy.images.some(image => ids.includes(image.id))).toBe(false)
    const flat = await make(of, { images: [...images, { id: '7', src: 'https://img.example/d.jpg' }], image_id: 7 })
    expect(srcOf(flat)).toEqual(['https://img.example/d.jpg'])
    const odd = { name: 'x', images: [{ ...images[0], id: { valueOf: 7, toString: 7 } }], image_id: 7 }
    expect(await ask(of, 'POST', '/products', odd)).toEqual(B({ image_id: foreignText }))
    await verified(of)
  })

  const foreignText = ['Image with such id does not exist']

  test('sku, barcode and mpn: numbers are taken, and kept as text', async () => {
    const of = await shop()
    const sent = { sku: 1001, barcode: 7891234567895, mpn: 5 } as object
    const kept = { sku: '1001', barcode: '7891234567895', mpn: '5' }
    const product = await make(of, { attributes: ['x'], variants: [{ values: ['a'], ...sent }] })
    expect(variantOf(product)).toMatchObject(kept)
    expect((await variants(of, product).post({ values: ['b'], ...sent })).body).toMatchObject(kept)
    expect(all(await variants(of, product).put([{ values: ['c'], ...sent }]))).toMatchObject([kept])
    const [{ id = 0 } = {}] = (await read(of, product.id)).variants
    expect((await variants(of, product, `/${id}`).put({ sku: 0, barcode: 1.5 })).body).toMatchObject({
      ...{ sku: '0', barcode: '1.5' },
    })
    expect(all(await variants(of, product).patch([{ id, ...sent }]))).toMatchObject([kept])
    await of.client.products.update({ params: { id: product.id }, body: { sku: 7 as never } })
    expect(await of.client.products.bySku({ params: { sku: '7' } })).toMatchObject({ id: product.id })
    expect(variantOf(await make(of, sent))).toMatchObject(kept)
    await verified(of)
  })

  test('sku: uniqueness is not enforced', async () => {
    const of = await shop()
    await make(of, { sku: 'A' })
    expect(variantOf(await make(of, { sku: 'A' })).sku).toBe('A')
  })

  test('values: as long as can be sent, also where an index could not hold them', async () => {
    const of = await shop()
    const long = (letter: string) => letter.repeat(127)
    const values = [long('😀'), long('😁'), long('😂')]
    const product = await make(of, { attributes: ['a', 'b', 'c'], variants: [{ values }] })
    expect(variantOf(product).values).toEqual(values.map(both))
    const other = [long('😀'), long('😁'), long('😃')]
    expect((await variants(of, product).post({ values: other })).status).toBe(201)
    expect(await variants(of, product).post({ values: other })).toEqual(A(422, 'Variants cannot be repeated'))
    await verified(of)
  })
})

describe('catalog 3.7: single variants', () => {
  test('GET /variants: the plain array by id, with its total', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const { status, body, headers } = await of.request('GET', `/v1/${of.id}/products/${product.id}/variants`)
    expect({ status, body, total: headers['x-total-count'] }).toEqual({
      status: 200,
      body: product.variants,
      total: '3',
    })
  })

  test('GET /variants: paging, fields and since_id, by id whatever the positions', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const [p, m, g] = product.variants.map(({ id }) => id)
    // Now G stands first.
    await variants(of, product).put([{ values: ['G'] }, { values: ['P'] }, { values: ['M'] }])
    const ids = async (query: string) => all(await variants(of, product).get(query)).map(({ id }) => id)
    expect(await ids('')).toEqual([p, m, g])
    expect(await ids('?per_page=2')).toEqual([p, m])
    expect(await ids('?per_page=2&page=2')).toEqual([g])
    expect(await ids(`?since_id=${p}`)).toEqual([m, g])
    expect(await ids(`?since_id=${g}`)).toEqual([])
    expect((await variants(of, product).get('?page=2')).body).toMatchObject({ description: 'Last page is 1' })
    expect((await variants(of, product).get('?fields=id&per_page=1')).body).toEqual([{ id: p }])
    expect((await read(of, product.id)).variants.map(({ id, position }) => [id, position])).toEqual([
      [g, 1],
      [p, 2],
      [m, 3],
    ])
  })

  test('GET /variants: bounds of dates are inclusive', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const p = variantOf(product)
    of.world.advance(10_000)
    const m = (await variants(of, product).post({ values: ['M'] })).body as Variant
    of.world.advance(10_000)
    const changed = (await variants(of, product, `/${p.id}`).put({ price: 7 })).body as Variant
    const ids = async (query: Record<string, string>) =>
      all(await variants(of, product).get(`?${new URLSearchParams(query)}`)).map(({ id }) => id)
    const second = (text: string, seconds: number) => new Date(Date.parse(text) + seconds * 1000).toISOString()
    expect(await ids({ created_at_min: m.created_at })).toEqual([m.id])
    expect(await ids({ created_at_min: second(m.created_at, 1) })).toEqual([])
    expect(await ids({ created_at_max: p.created_at })).toEqual([p.id])
    expect(await ids({ created_at_max: second(p.created_at, -1) })).toEqual([])
    expect(await ids({ updated_at_min: changed.updated_at })).toEqual([p.id])
    expect(await ids({ updated_at_max: m.updated_at })).toEqual([m.id])
    expect(await ids({ created_at_min: p.created_at, created_at_max: m.created_at })).toEqual([p.id, m.id])
    expect((await variants(of, product).get('?updated_at_min=soon')).status).toBe(422)
  })

  test('GET /variants/{id} takes fields; an unknown one, and one of another product, is 404', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M'])
    const other = await make(of)
    const [p] = product.variants
    expect(await variants(of, product, `/${p?.id}`).get()).toEqual({ status: 200, body: p })
    expect(await variants(of, product, `/${p?.id}`).get('?fields=id,sku')).toEqual({
      status: 200,
      body: { id: p?.id, sku: null },
    })
    for (const id of [999_999, variantOf(other).id]) {
      expect(await variants(of, product, `/${id}`).get()).toEqual(noVariant)
      expect(await variants(of, product, `/${id}`).put({ price: 1 })).toEqual(noVariant)
      expect(await variants(of, product, `/${id}`).delete()).toEqual(noVariant)
    }
    expect((await read(of, other.id)).variants).toEqual(other.variants)
  })

  test('POST 201, PUT 200, DELETE 200 {}: one product/updated each', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    await of.events()
    const made = await variants(of, product).post({ values: ['M'], price: 3, stock: 4 })
    expect(made.status).toBe(201)
    expect(await of.events()).toEqual(['product/updated'])
    const path = variants(of, product, `/${(made.body as Variant).id}`)
    expect(await path.put({ price: 4, stock: 5, values: ['G'] })).toMatchObject({
      status: 200,
      body: { price: '4.00', stock: 5 },
    })
    expect(await of.events()).toEqual(['product/updated'])
    expect(await path.put({ price: '4' })).toMatchObject({ status: 200 })
    expect(await of.events()).toEqual([])
    expect(await path.delete()).toEqual({ status: 200, body: {} })
    expect(await of.events()).toEqual(['product/updated'])
    expect((await read(of, product.id)).variants).toEqual(product.variants)
    await verified(of)
  })

  test('a change in the very second of the last one is a change too', async () => {
    const of = await shop()
    const product = await make(of)
    await of.events()
    for (const price of ['1.00', '2.00', '3.00']) {
      await variants(of, product, `/${variantOf(product).id}`).put({ price })
      expect(variantOf(await read(of, product.id)).price).toBe(price)
    }
    expect(await of.events()).toEqual(['product/updated', 'product/updated', 'product/updated'])
    await verified(of)
  })

  test('updated_at: of the variant that changed, and of its product', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M'])
    of.world.advance(5000)
    const [p, m] = product.variants
    await variants(of, product, `/${p?.id}`).put({ price: 77 })
    const after = await read(of, product.id)
    expect(Date.parse(after.updated_at) - Date.parse(product.updated_at)).toBe(5000)
    expect(after.variants[0]?.updated_at).toBe(after.updated_at)
    expect(after.variants[0]?.created_at).toBe(p?.created_at)
    expect(after.variants[1]).toEqual(m)
  })

  test('POST and PUT 422 A: Variants cannot be repeated', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M'])
    const repeated = A(422, 'Variants cannot be repeated')
    expect(await variants(of, product).post({ values: ['P'] })).toEqual(repeated)
    expect(await variants(of, product).post({ values: [{ pt: ' P ', es: 'other' }] })).toEqual(repeated)
    expect(await variants(of, product, `/${product.variants[1]?.id}`).put({ values: ['P'] })).toEqual(repeated)
    expect(await variants(of, await make(of)).post({})).toEqual(repeated)
  })

  test('POST and PUT 422 A: Variants cannot be repeated, in whichever language', async () => {
    const of = await shop()
    const product = await make(of, { attributes: ['Tamanho'], variants: translated })
    const repeated = A(422, 'Variants cannot be repeated')
    expect(await variants(of, product).post({ values: [{ en: 'Small' }] })).toEqual(repeated)
    const [p, g] = product.variants
    expect(await variants(of, product, `/${g?.id}`).put({ values: [{ es: 'Chico' }] })).toEqual(repeated)
    expect(await variants(of, product).patch([{ id: p?.id, values: [{ en: 'Large' }] }])).toMatchObject({
      status: 422,
      body: { ...(repeated.body as object), duplicate_variant_ids: [p?.id, g?.id] },
    })
    expect(await variants(of, product).put([{ values: [{ en: 'Small' }] }, { values: [{ es: 'Chico' }] }])).toEqual(
      A(422, 'Variant values should not be repeated'),
    )
    expect(await read(of, product.id)).toEqual(product)
    expect((await variants(of, product, `/${p?.id}`).put({ values: [{ en: 'Small' }] })).status).toBe(200)
    await verified(of)
  })

  test('what the table cannot tell apart is refused, though one has another meaning by now', async () => {
    const of = await shop()
    const product = await make(of, { attributes: ['x', 'y'], variants: [{ values: [{ es: 'Largo' }, 'azul'] }] })
    const wide = { pt: 'Ancho', es: 'Largo' }
    expect((await variants(of, product).post({ values: [wide, 'rojo'] })).status).toBe(201)
    expect(await variants(of, product).post({ values: [{ pt: 'Largo' }, 'azul'] })).toEqual(
      A(422, 'Variants cannot be repeated'),
    )
    await verified(of)
  })

  test('variants that another main language makes the same can still be changed', async () => {
    const of = await shop()
    const values = ['P', 'M'].map(pt => [{ pt, es: 'Chico' }])
    const product = await make(of, { attributes: ['x'], variants: values.map(list => ({ values: list })) })
    await of.db.run(sql`update stores set main_language = 'es' where id = ${of.id}`)
    // Without HTTP: a token is trusted for a moment, and the store's languages with it.
    const put = (id: number, input: VariantInput) => write(of, call => update(call, product.id, id, input))
    for (const { id, values: same } of product.variants) {
      await put(id, { price: 7 })
      await expect(put(id, { values: same })).rejects.toMatchObject(A(422, 'Variants cannot be repeated'))
    }
    await write(of, call => create(call, product.id, { values: [{ es: 'Grande' }], price: 8 }))
    for (const { id } of product.variants) await put(id, { values: [{ es: `Talle ${id}` }] })
    expect((await read(of, product.id)).variants.map(({ price }) => price)).toEqual(['7.00', '7.00', '8.00'])
    await verified(of)
  })

  test('POST 422 B values: required when the product has attributes, as many as these', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(await variants(of, product).post({ price: 1 })).toEqual(B({ values: ["can't be blank"] }))
    expect(await variants(of, product).post({ values: [] })).toEqual(B({ values: ["can't be blank"] }))
    expect(await variants(of, product, `/${variantOf(product).id}`).put({ values: [] })).toEqual(
      B({ values: ["can't be blank"] }),
    )
    const count = B({ values: ['The values has the wrong number of elements.'] })
    expect(await variants(of, product).post({ values: ['a', 'b'] })).toEqual(count)
    expect(await variants(of, await make(of)).post({ values: ['a'] })).toEqual(count)
  })

  test.each([
    ['age_group', 'The selected age group is invalid', ['newborn', 'infant', 'toddler', 'kids', 'adult']],
    ['gender', 'The selected gender is invalid', ['female', 'male', 'unisex']],
  ])('POST, PUT, collection PUT 422 A for %s: %s', async (field, text, known) => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const { id } = variantOf(product)
    const wrong = A(422, text)
    expect(await variants(of, product).post({ values: ['M'], [field]: 'moon' })).toEqual(wrong)
    expect(await variants(of, product, `/${id}`).put({ [field]: 'moon' })).toEqual(wrong)
    expect(await variants(of, product).put([{ values: ['M'], [field]: 'moon' }])).toEqual(wrong)
    expect(await variants(of, product).patch([{ id, [field]: 'moon' }])).toEqual(wrong)
    expect(await ask(of, 'POST', '/products', { name: 'x', [field]: 'moon' })).toEqual(wrong)
    for (const value of known) {
      expect((await variants(of, product, `/${id}`).put({ [field]: value })).body).toMatchObject({ [field]: value })
    }
  })

  test('DELETE 422 A: The last variant of a product cannot be deleted. (F27)', async () => {
    const of = await shop()
    const product = await make(of)
    const last = variants(of, product, `/${variantOf(product).id}`)
    expect(await last.delete()).toEqual(A(422, 'The last variant of a product cannot be deleted.'))
    expect((await read(of, product.id)).variants).toEqual(product.variants)
  })

  test('a product without attributes gets them, then variants', async () => {
    const of = await shop()
    const product = await make(of)
    await of.client.products.update({ params: { id: product.id }, body: { attributes: ['Tamanho'] } })
    const first = await variants(of, product, `/${variantOf(product).id}`).put({ values: ['P'] })
    expect(first).toMatchObject({ status: 200, body: { id: variantOf(product).id, values: [both('P')] } })
    expect((await variants(of, product).post({ values: ['M'] })).status).toBe(201)
    await verified(of)
  })
})

describe('catalog 3.7: PUT /variants replaces the collection', () => {
  test('unknown values are created, known ones updated with their ids, absent ones deleted; told once', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const [, m, g] = product.variants
    await of.events()
    const answer = await variants(of, product).put([
      { values: ['GG'], price: 9, stock: 3 },
      { values: ['G'], price: 8 },
      { values: ['M'], id: 4711 },
    ])
    expect(answer.status).toBe(200)
    const after = all(answer)
    expect(after).toMatchObject([
      { values: [both('GG')], price: '9.00', stock: 3, position: 1 },
      { id: g?.id, price: '8.00', stock: 5, position: 2, inventory_levels: g?.inventory_levels },
      { id: m?.id, price: '2.00', position: 3 },
    ])
    expect(product.variants.map(({ id }) => id)).not.toContain(after[0]?.id)
    expect((await read(of, product.id)).variants).toEqual(after)
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('what was read after one was deleted can be sent back, and moves none of the others', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    await of.client.variants.delete({ params: { product_id: product.id, id: variantOf(product).id } })
    const left = await read(of, product.id)
    await of.events()
    expect(all(await variants(of, product).put(left.variants))).toEqual(left.variants)
    expect(await read(of, product.id)).toEqual(left)
    expect(await of.events()).toEqual([])
  })

  test('a new one without any stock is unlimited (D45), a known one keeps its own', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(all(await variants(of, product).put([{ values: ['P'] }, { values: ['M'] }]))).toMatchObject([
      { stock: 5 },
      { stock: null },
    ])
    await verified(of)
  })

  test('the one without values of a product without attributes is matched too', async () => {
    const of = await shop()
    const product = await make(of)
    expect(all(await variants(of, product).put([{ price: 5 }]))).toMatchObject([
      { id: variantOf(product).id, price: '5.00' },
    ])
  })

  test('values are matched in the main language; the other languages follow what is sent', async () => {
    const of = await shop()
    const product = await make(of, { attributes: ['x'], variants: [{ values: [{ pt: 'Azul', es: 'Azul' }] }] })
    const after = all(await variants(of, product).put([{ values: [{ pt: 'Azul', es: 'Celeste' }] }]))
    expect(after).toMatchObject([{ id: variantOf(product).id, values: [{ pt: 'Azul', es: 'Celeste' }] }])
  })

  test('values are found in another language too, and keep the languages that are not sent', async () => {
    const of = await shop()
    const product = await make(of, { attributes: ['Tamanho'], variants: translated })
    const [p, g] = product.variants
    await of.events()
    const after = all(
      await variants(of, product).put([
        { values: [{ en: 'Large' }], price: 20 },
        { values: [{ es: 'Chico', en: 'Tiny' }] },
        { values: [{ en: 'Huge' }] },
      ]),
    )
    expect(after).toMatchObject([
      { id: g?.id, price: '20.00', stock: 6, sku: 'g', position: 1, inventory_levels: g?.inventory_levels },
      { id: p?.id, stock: 5, sku: 'p', position: 2, inventory_levels: p?.inventory_levels },
      { stock: null, sku: null, position: 3 },
    ])
    expect(after.map(({ values }) => values)).toEqual([
      [{ pt: 'Grande', en: 'Large' }],
      [{ pt: 'Pequeno', es: 'Chico', en: 'Tiny' }],
      [{ en: 'Huge' }],
    ])
    expect(await of.events()).toEqual(['product/updated'])
    // What was known in one language only gets its name in the main one.
    const [, , huge] = after
    const named = [{ values: [{ pt: 'Enorme', en: 'Huge' }] }]
    expect(all(await variants(of, product).put(named))).toMatchObject([{ id: huge?.id, ...named[0] }])
    // A language goes as anywhere else: by null.
    const dropped = await variants(of, product).put([{ values: [{ pt: 'Enorme', en: null }] }])
    expect(all(dropped)).toMatchObject([{ id: huge?.id, values: [{ pt: 'Enorme' }] }])
    expect(all(dropped)[0]?.values).toEqual([{ pt: 'Enorme' }])
    await verified(of)
  })

  test.each([[undefined], [{}], [{ variants: [] }], ['x'], [5], [null], [[5]], [[null]], [[[]]], [['x']]])(
    '400 A Invalid input format: %j',
    async body => {
      const of = await shop()
      expect(await variants(of, await sized(of, ['P'])).put(body)).toEqual(A(400, 'Invalid input format'))
    },
  )

  test('400 A There must be at least one variant', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(await variants(of, product).put([])).toEqual(A(400, 'There must be at least one variant'))
    expect((await read(of, product.id)).variants).toEqual(product.variants)
  })

  test.each([
    [{}],
    [{ values: null }],
    [{ values: [] }],
    [{ values: [''] }],
    [{ values: [{ pt: ' ' }] }],
    [{ values: [{}] }],
  ])('400 A Variant values should not be empty: %j', async variant => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(await variants(of, product).put([variant])).toEqual(A(400, 'Variant values should not be empty'))
  })

  test.each([['x'], [{}], [5], [[5]], [[null]], [[['x']]], [[{ pt: 5 }]], [[{ pt: { a: 1 } }]]])(
    '400 A Invalid values format: %j',
    async values => {
      const of = await shop()
      expect(await variants(of, await sized(of, ['P'])).put([{ values }])).toEqual(A(400, 'Invalid values format'))
    },
  )

  test.each<[object, Record<string, string[]>]>([
    [{ price: -1 }, { price: ['The price must be at least 0.'] }],
    [{ price: 'x' }, { price: ['The price must be a number.'] }],
    [{ price: true }, { price: ['The price must be a number.'] }],
    [{ price: [] }, { price: ['The price must be a number.'] }],
    [{ stock: 1.5 }, { stock: ['The stock must be an integer.'] }],
    [{ stock: 'x' }, { stock: ['The stock must be an integer.'] }],
    [{ stock: {} }, { stock: ['The stock must be an integer.'] }],
    [{ stock: -1 }, { stock: ['The stock must be at least 0.'] }],
    [{ inventory_levels: [{ stock: 'x' }] }, { stock: ['The stock must be an integer.'] }],
    [{ inventory_levels: [{}] }, { stock: ["can't be blank"] }],
    [{ sku: {} }, { sku: ['must be a string or null'] }],
    [{ visible: 'yes' }, { visible: ['must be a boolean or null'] }],
    [{ inventory_levels: 'x' }, { inventory_levels: ['must be an array or null'] }],
    [{ inventory_levels: [null] }, { inventory_levels: ['must be an object'] }],
    [{ inventory_levels: [{ location_id: 'x', stock: 1 }] }, unknownPlace],
    [{ image_id: 999_999 }, { image_id: ['Image with such id does not exist'] }],
    [{ values: ['P', 'M'] }, { values: ['The values has the wrong number of elements.'] }],
    [{ values: ['P', 'M', 'G', 'X'] }, { values: ['The values has the wrong number of elements.'] }],
    [
      { price: -1, stock: 'x' },
      { price: ['The price must be at least 0.'], stock: ['The stock must be an integer.'] },
    ],
  ])('422 C: %j', async (fields, problems) => {
    const of = await shop()
    const product = await sized(of, ['P'])
    expect(await variants(of, product).put([{ values: ['P'], ...fields }])).toEqual(C(problems))
    expect(await variants(of, product).put([{ values: ['M'], ...fields }])).toEqual(C(problems))
    expect(await read(of, product.id)).toEqual(product)
  })

  test('422 A Variant values should not be repeated', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const repeated = A(422, 'Variant values should not be repeated')
    expect(await variants(of, product).put([{ values: ['A'] }, { values: ['A '] }])).toEqual(repeated)
    expect(await variants(of, await make(of)).put([{ price: 1 }, { price: 2 }])).toEqual(repeated)
  })

  test('422 A Product is not allowed to have more than 1000 variants. (with the dot)', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const many = Array.from({ length: 1001 }, (_, i) => ({ values: [`${i}`] }))
    expect(await variants(of, product).put(many)).toEqual(
      A(422, 'Product is not allowed to have more than 1000 variants.'),
    )
  })

  test('law: what is sent is what is there, in its order, and no combination is there twice', async () => {
    const of = await shop()
    const product = await make(of, { attributes: ['x', 'y'] })
    const text = fc.constantFrom('a', 'b', ',', '"', '\u001f', '","', 'é')
    const collection = fc.uniqueArray(fc.tuple(text, text), {
      minLength: 1,
      maxLength: 8,
      selector: pair => pair.join('|'),
    })
    await fc.assert(
      fc.asyncProperty(collection, async pairs => {
        const before = await read(of, product.id)
        const after = all(await variants(of, product).put(pairs.map(values => ({ values }))))
        expect(after.map(({ values }) => values.map(value => value.pt))).toEqual(pairs)
        expect(after.map(({ position }) => position)).toEqual(pairs.map((_, i) => i + 1))
        const idOf = (list: readonly Variant[]) => new Map(list.map(({ id, values }) => [JSON.stringify(values), id]))
        const [old, now] = [idOf(before.variants), idOf(after)]
        for (const [values, id] of now) if (old.has(values)) expect(id).toBe(old.get(values))
        expect(new Set(after.map(({ id }) => id)).size).toBe(pairs.length)
      }),
      { numRuns: 25 },
    )
    await verified(of)
  })
})

describe('catalog 3.7: PATCH /variants', () => {
  test('changes those named, answers all, never creates or deletes; told once', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const [p, m, g] = product.variants
    await of.events()
    const answer = await variants(of, product).patch([
      { id: g?.id, price: 30, stock: 7 },
      { id: String(p?.id), price: 10 },
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: [{ id: p?.id, price: '10.00' }, m, { id: g?.id, price: '30.00', stock: 7 }],
    })
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('[] changes nothing', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M'])
    await of.events()
    expect(await variants(of, product).patch([])).toEqual({ status: 200, body: product.variants })
    expect(await of.events()).toEqual([])
  })

  test('values can be swapped and passed on between variants', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const [p, m, g] = product.variants.map(({ id }) => id)
    const swapped = await variants(of, product).patch([
      { id: p, values: ['M'] },
      { id: m, values: ['P'] },
    ])
    expect(valuesOf(all(swapped))).toEqual(['M', 'P', 'G'])
    const turned = await variants(of, product).patch([
      { id: p, values: ['P'] },
      { id: m, values: ['G'] },
      { id: g, values: ['M'] },
    ])
    expect(valuesOf(all(turned))).toEqual(['P', 'G', 'M'])
    expect(all(turned).map(({ id }) => id)).toEqual([p, m, g])
    await verified(of)
  })

  test('422 A Variants cannot be repeated, with duplicate_variant_ids: the same values, or the same id twice', async () => {
    const of = await shop()
    const product = await sized(of, ['P', 'M', 'G'])
    const [p, m, g] = product.variants.map(({ id }) => id)
    const repeated = (ids: unknown[]) => ({
      status: 422,
      body: { ...(A(422, 'Variants cannot be repeated').body as object), duplicate_variant_ids: ids },
    })
    expect(await variants(of, product).patch([{ id: m, values: ['P'] }])).toEqual(repeated([p, m]))
    expect(
      await variants(of, product).patch([
        { id: p, values: ['X'] },
        { id: g, values: ['X'] },
      ]),
    ).toEqual(repeated([p, g]))
    expect(
      await variants(of, product).patch([
        { id: p, price: 1 },
        { id: String(p), price: 2 },
      ]),
    ).toEqual(repeated([p]))
    expect(await read(of, product.id)).toEqual(product)
  })

  test('422 C id: missing, or not of this product', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const other = await make(of)
    const { id } = variantOf(product)
    expect(await variants(of, product).patch([{ id, price: 9 }, { price: 1 }])).toEqual(
      C({ '1.id': ["can't be blank"] }),
    )
    expect(await variants(of, product).patch([{ id: null, price: 1 }])).toEqual(C({ '0.id': ["can't be blank"] }))
    const foreign = C({ '0.id': ['Variant with such id does not exist'] })
    expect(await variants(of, product).patch([{ id: variantOf(other).id, price: 1 }])).toEqual(foreign)
    expect(await variants(of, product).patch([{ id: 999_999 }])).toEqual(foreign)
    expect(await read(of, product.id)).toEqual(product)
  })

  test('422 C for fields, 404 for an unknown product', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    const { id } = variantOf(product)
    const wrong: [object, Record<string, string[]>][] = [
      [{ price: -1 }, { price: ['The price must be at least 0.'] }],
      [{ price: true }, { '0.price': ['must be a number or a string or null'] }],
      [{ image_id: 999_999 }, { image_id: ['Image with such id does not exist'] }],
      [{ inventory_levels: [{ location_id: 'x', stock: 1 }] }, unknownPlace],
      [{ values: [] }, { values: ["can't be blank"] }],
      [{ values: ['P', 'M'] }, { values: ['The values has the wrong number of elements.'] }],
    ]
    for (const [fields, problems] of wrong) {
      expect(await variants(of, product).patch([{ id, ...fields }]), JSON.stringify(fields)).toEqual(C(problems))
    }
    expect(await variants(of, product).patch({})).toEqual(C({ body: ['must be an array'] }))
    expect(await ask(of, 'PATCH', '/products/999999/variants', [{ id: 1 }])).toEqual(noProduct)
  })
})

describe('at the same time', () => {
  test('the same values created ten times: one wins with 201, the others are 422', async () => {
    const of = await shop()
    const product = await sized(of, ['P'])
    await of.events()
    const answers = await Promise.all(Array.from({ length: 10 }, () => variants(of, product).post({ values: ['M'] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 422)])
    for (const answer of answers.filter(({ status }) => status === 422)) {
      expect(answer).toEqual(A(422, 'Variants cannot be repeated'))
    }
    expect(valuesOf((await read(of, product.id)).variants)).toEqual(['P', 'M'])
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('different variants created, changed and deleted: nothing is lost', async () => {
    const of = await shop()
    const product = await sized(of, ['A', 'B', 'C', 'D'])
    const [a, b, c, d] = product.variants.map(({ id }) => id)
    await Promise.all([
      ...['E', 'F', 'G'].map(size => variants(of, product).post({ values: [size] })),
      variants(of, product, `/${a}`).put({ price: 100 }),
      variants(of, product, `/${b}`).put({ sku: 'B' }),
      variants(of, product, `/${c}`).delete(),
      variants(of, product).patch([{ id: d, price: 400 }]),
    ])
    const after = (await read(of, product.id)).variants
    expect(valuesOf(after).toSorted()).toEqual(['A', 'B', 'D', 'E', 'F', 'G'])
    expect(after.find(({ id }) => id === a)?.price).toBe('100.00')
    expect(after.find(({ id }) => id === b)?.sku).toBe('B')
    expect(after.find(({ id }) => id === d)?.price).toBe('400.00')
    await verified(of)
  })
})
