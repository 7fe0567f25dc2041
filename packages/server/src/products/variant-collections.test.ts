/** Contract: products 4; catalog sheet 3.7: many variants at once. */
import type { Variant } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { A, ask, C, make, noProduct, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { unknownPlace } from '../testing/stock.ts'
import { all, both, translated, valuesOf, variants } from '../testing/variants.ts'

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
