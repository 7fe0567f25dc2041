/** Contract: products 4; catalog sheet 3.7: one variant at a time. */
import type { Variant, VariantInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { A, ask, B, make, noVariant, read, shop, sized, variantOf, verified, write } from '../testing/products.ts'
import { all, both, translated, valuesOf, variants } from '../testing/variants.ts'
import { create, update } from './variants.ts'

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
