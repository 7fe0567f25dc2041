/** Contract: products 2; catalog sheet 3.2. */
import type { Product, Variant } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { A, ask, B, C, make, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { all, both, variants } from '../testing/variants.ts'
import { sellables } from './sellable.ts'

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
