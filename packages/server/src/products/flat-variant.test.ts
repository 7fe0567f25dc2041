/** Contract: products 1.1; D31. */
import { ProductInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { ask, B, make, read, shop, sized, variantOf, verified } from '../testing/products.ts'

describe('D31: variant fields on the product itself', () => {
  const flat = {
    ...{ price: '10.5', promotional_price: 9, cost: 1, weight: '1.5', width: 1, height: 2, depth: 3 },
    ...{ sku: 'S', barcode: 'B', mpn: 'M', age_group: 'kids', gender: 'female', visible: false, stock: 4 },
  }
  const shown = {
    ...{ price: '10.50', promotional_price: '9.00', cost: '1.00', weight: '1.500', width: '1.00', height: '2.00' },
    ...{
      depth: '3.00',
      sku: 'S',
      barcode: 'B',
      mpn: 'M',
      age_group: 'kids',
      gender: 'female',
      visible: false,
      stock: 4,
    },
  }

  test('POST: they go to the single variant, the implied one and one that is given', async () => {
    const of = await shop()
    expect(variantOf(await make(of, flat))).toMatchObject(shown)
    expect(variantOf(await make(of, { ...flat, variants: [] }))).toMatchObject(shown)
    expect(variantOf(await make(of, { ...flat, variants: [{ price: 5 }] }))).toMatchObject({ ...shown, price: '5.00' })
    await verified(of)
  })

  test('POST: inventory_levels goes before stock', async () => {
    const of = await shop()
    expect(variantOf(await make(of, { stock: 9, inventory_levels: [{ stock: 2 }] }))).toMatchObject({ stock: 2 })
  })

  test('PUT: they go to the single variant, and are told once with everything else', async () => {
    const of = await shop()
    const made = await make(of)
    await of.events()
    const changed = await of.client.products.update({ params: { id: made.id }, body: { ...flat, name: 'Bota' } })
    expect(changed).toMatchObject({ name: { pt: 'Bota' }, variants: [{ id: variantOf(made).id, ...shown }] })
    expect(await of.events()).toEqual(['product/updated'])
    await of.client.products.update({ params: { id: made.id }, body: { ...flat, name: 'Bota' } })
    expect(await of.events()).toEqual([])
    await verified(of)
  })

  test('PUT: 422 that names each where the product has several variants', async () => {
    const of = await shop()
    const made = await sized(of, ['P', 'M'])
    const text = ['belongs to a variant, and the product has several: change it there']
    expect(await ask(of, 'PUT', `/products/${made.id}`, { name: 'x', price: 1, stock: 2 })).toEqual(
      B({ price: text, stock: text }),
    )
    expect(await read(of, made.id)).toEqual(made)
  })

  test('PUT: they are checked like on a variant', async () => {
    const of = await shop()
    const { id } = await make(of)
    const put = (body: object) => ask(of, 'PUT', `/products/${id}`, body)
    expect(await put({ price: -1, stock: 1.5, cost: 0 })).toEqual(
      B({
        price: ['The price must be at least 0.'],
        cost: ['The cost must be greater than 0.'],
        stock: ['The stock must be an integer.'],
      }),
    )
    expect(await put({ image_id: 5 })).toEqual(B({ image_id: ['Image with such id does not exist'] }))
    expect(await put({ values: ['x'] })).toEqual(B({ attributes: ['must be as many as the values of each variant'] }))
  })

  test('every writable field of a variant is one of them', () => {
    const own = ['values', 'image_id', 'inventory_levels']
    for (const field of [...Object.keys(flat), ...own]) expect(Object.keys(ProductInput.properties)).toContain(field)
  })
})
