/** Contract: products 3.4; catalog sheet 3.6. */
import type { Product, Variant } from '@bodega/api'
import { describe, expect, test, vi } from 'vitest'
import { A, ask, C, make, noVariant, read, sized, variantOf, verified, write } from '../testing/products.ts'
import { levels, twoPlaces, unknownPlace } from '../testing/stock.ts'
import type { TestStore } from '../testing/store.ts'
import { setStockAndPrice } from './stock.ts'

describe('catalog 3.6: PATCH /products/stock-price', () => {
  const patch = (of: TestStore, body: unknown) => ask(of, 'PATCH', '/products/stock-price', body)

  test('promotional prices, and stock without a location, as clients send them beside', async () => {
    const { of } = await twoPlaces()
    const { id, variants } = await make(of, { price: 9, stock: 1 })
    const sent = async (change: object) => {
      const body = [{ id, variants: [{ id: variants[0]?.id, ...change }] }]
      expect(await patch(of, body)).toMatchObject({ status: 200, body: [{ variants: [{ success: true }] }] })
      return variantOf(await read(of, id))
    }
    expect(await sent({ promotional_price: '7.5', stock: 4 })).toMatchObject({ promotional_price: '7.50', stock: 4 })
    expect(await sent({ promotional_price: 0 })).toMatchObject({ price: '9.00', promotional_price: null, stock: 4 })
    const wrong = [{ id, variants: [{ id: variants[0]?.id, promotional_price: 'x', stock: -1 }] }]
    expect(await patch(of, wrong)).toMatchObject({
      status: 422,
      body: {
        promotional_price: ['The promotional price must be a number.'],
        stock: ['The stock must be at least 0.'],
      },
    })
    await verified(of)
  })

  test('prices and levels of several products; the answer has the grouping of the request', async () => {
    const { of, first, second } = await twoPlaces()
    const one = await sized(of, ['P', 'M'])
    const two = await make(of, { price: 1, stock: 1 })
    const [p, m] = one.variants.map(({ id }) => id)
    const t = variantOf(two).id
    await of.events()
    const answer = await patch(of, [
      { id: two.id, variants: [{ id: t, price: '9.99', inventory_levels: [{ stock: 7 }] }] },
      {
        id: String(one.id),
        variants: [
          { id: m, price: 20 },
          {
            id: String(p),
            inventory_levels: [
              { location_id: second, stock: 3 },
              { location_id: '', stock: null },
            ],
          },
        ],
      },
    ])
    expect(answer).toEqual({
      status: 200,
      body: [
        { id: two.id, variants: [{ id: t, success: true }] },
        {
          id: one.id,
          variants: [
            { id: m, success: true },
            { id: p, success: true },
          ],
        },
      ],
    })
    expect(variantOf(await read(of, two.id))).toMatchObject({ price: '9.99', stock: 7 })
    const after = await read(of, one.id)
    expect(after.variants.map(({ price }) => price)).toEqual(['1.00', '20.00'])
    expect(levels(after.variants[0] as Variant)).toEqual([
      [first, null],
      [second, 3],
    ])
    expect((await of.events()).toSorted()).toEqual(['product/updated', 'product/updated'])
    await verified(of)
  })

  test('one event for each product that changed, none for one that did not', async () => {
    const { of } = await twoPlaces()
    const same = await make(of, { price: 1, stock: 1 })
    const other = await make(of, { price: 1, stock: 1 })
    await of.events()
    const set = (product: Product, price: unknown, stock: number) => ({
      id: product.id,
      variants: [{ id: variantOf(product).id, price, inventory_levels: [{ stock }] }],
    })
    await patch(of, [set(same, '1', 1), set(other, 2, 2)])
    expect(await of.events()).toEqual(['product/updated'])
    expect(await read(of, same.id)).toEqual(same)
    await patch(of, [])
    await patch(of, [set(same, 1, 1), { id: other.id, variants: [] }])
    expect(await of.events()).toEqual([])
  })

  test('price null or "" takes the price away', async () => {
    const { of } = await twoPlaces()
    const made = await make(of, { price: 5 })
    await patch(of, [{ id: made.id, variants: [{ id: variantOf(made).id, price: '' }] }])
    expect(variantOf(await read(of, made.id)).price).toBeNull()
  })

  test('the same product and variant named twice: both parts hold', async () => {
    const { of } = await twoPlaces()
    const made = await make(of, { price: 5, stock: 5 })
    const id = variantOf(made).id
    const answer = await patch(of, [
      { id: made.id, variants: [{ id, price: 6 }] },
      { id: made.id, variants: [{ id, inventory_levels: [{ stock: 7 }] }] },
    ])
    expect((answer.body as unknown[]).length).toBe(2)
    expect(variantOf(await read(of, made.id))).toMatchObject({ price: '6.00', stock: 7 })
  })

  test.each<[object, Record<string, string[]>]>([
    [{ price: 'x' }, { price: ['The price must be a number.'] }],
    [{ price: true }, { price: ['The price must be a number.'] }],
    [{ price: {} }, { price: ['The price must be a number.'] }],
    [{ price: -1 }, { price: ['The price must be at least 0.'] }],
    [{ inventory_levels: [{ stock: -1 }] }, { stock: ['The stock must be at least 0.'] }],
    [{ inventory_levels: [{ stock: 1.5 }] }, { stock: ['The stock must be an integer.'] }],
    [{ inventory_levels: [{}] }, { stock: ["can't be blank"] }],
    [{ inventory_levels: [{ location_id: 'x', stock: 1 }] }, unknownPlace],
  ])('422 C, all or nothing (F27): %j', async (wrong, fields) => {
    const { of } = await twoPlaces()
    const one = await make(of, { price: 1, stock: 1 })
    const two = await make(of, { price: 1, stock: 1 })
    await of.events()
    const good = { id: one.id, variants: [{ id: variantOf(one).id, price: 9, inventory_levels: [{ stock: 9 }] }] }
    const bad = { id: two.id, variants: [{ id: variantOf(two).id, ...wrong }] }
    expect(await patch(of, [good, bad])).toEqual(C(fields))
    expect([await read(of, one.id), await read(of, two.id)]).toEqual([one, two])
    expect(await of.events()).toEqual([])
  })

  test('404 for a variant that is not of the product: nothing is changed', async () => {
    const { of } = await twoPlaces()
    const one = await make(of, { price: 1 })
    const two = await make(of)
    const answer = await patch(of, [
      { id: one.id, variants: [{ id: variantOf(one).id, price: 9 }] },
      { id: two.id, variants: [{ id: variantOf(one).id, price: 9 }] },
    ])
    expect(answer).toEqual(noVariant)
    expect(await read(of, one.id)).toEqual(one)
  })

  test('422 A Too many variants sent for update: 50 over all products are allowed, 51 are not', async () => {
    const { of } = await twoPlaces()
    const sizes = Array.from({ length: 50 }, (_, i) => `${i}`)
    const one = await sized(of, sizes)
    const two = await make(of)
    const fifty = { id: one.id, variants: one.variants.map(({ id }) => ({ id, price: 100 })) }
    expect((await patch(of, [fifty])).status).toBe(200)
    const more = { id: two.id, variants: [{ id: variantOf(two).id, price: 1 }] }
    expect(await patch(of, [fifty, more])).toEqual(A(422, 'Too many variants sent for update'))
    // Who sends a whole catalogue is told the same.
    const catalogue = Array.from({ length: 1001 }, () => more)
    const variants = catalogue.flatMap(product => product.variants)
    for (const all of [catalogue, [{ id: two.id, variants }]])
      expect(await patch(of, all)).toEqual(A(422, 'Too many variants sent for update'))
  })

  test('a product without variants counts as one of the 50', async () => {
    const { of } = await twoPlaces()
    const { id } = await make(of)
    const empty = (length: number) => Array.from({ length }, () => ({ id, variants: [] }))
    expect((await patch(of, empty(50))).status).toBe(200)
    expect(await patch(of, empty(51))).toEqual(A(422, 'Too many variants sent for update'))
  })

  test('many products are asked for as often as one', async () => {
    const { of } = await twoPlaces()
    const products = await Promise.all(Array.from({ length: 5 }, () => make(of, { price: 1 })))
    const questions = (count: number) =>
      write(of, async call => {
        const kinds = [vi.spyOn(call.tx, 'many'), vi.spyOn(call.tx, 'maybe'), vi.spyOn(call.tx, 'run')]
        const price = (product: Product) => ({ id: product.id, variants: [{ id: variantOf(product).id, price: 2 }] })
        await setStockAndPrice(call, products.slice(0, count).map(price))
        return kinds.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      })
    expect(await questions(5)).toBe(await questions(1))
    expect((await Promise.all(products.map(({ id }) => read(of, id)))).map(one => variantOf(one).price)).toEqual(
      products.map(() => '2.00'),
    )
  })

  test.each<[unknown, Record<string, string[]>]>([
    [{}, { body: ['must be an array'] }],
    [[{}], { '0.id': ["can't be blank"], '0.variants': ["can't be blank"] }],
    [[{ id: 1 }], { '0.variants': ["can't be blank"] }],
    [[{ variants: [] }], { '0.id': ["can't be blank"] }],
    [[{ id: 'x', variants: [] }], { '0.id': ['must be an integer'] }],
    [[{ id: 1, variants: [{}] }], { '0.variants.0.id': ["can't be blank"] }],
    [[5], { '0': ['must be an object'] }],
  ])('422 C where the form is wrong: %j', async (body, fields) => {
    const { of } = await twoPlaces()
    expect(await patch(of, body)).toEqual(C(fields))
  })

  test('two calls that name the same products in different order both succeed', async () => {
    const { of } = await twoPlaces()
    const products = await Promise.all(Array.from({ length: 5 }, () => make(of, { price: 1 })))
    const body = (price: number) =>
      products.map(product => ({ id: product.id, variants: [{ id: variantOf(product).id, price }] }))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(of, i % 2 === 0 ? body(i + 2) : body(i + 2).reverse())),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const prices = await Promise.all(products.map(async ({ id }) => variantOf(await read(of, id)).price))
    expect(new Set(prices).size).toBe(1)
    await verified(of)
  })
})
