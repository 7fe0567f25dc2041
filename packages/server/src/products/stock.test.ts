/** Contract: products 3.4 and 5, locations 6 and 7; catalog sheet 3.3, 3.6 and the stock path of 3.7; D44, D45. */
import type { Product, StockMovement, Variant, VariantInput } from '@bodega/api'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureLocations } from '../locations/index.ts'
import { callOf, meet } from '../testing/locks.ts'
import { A, ask, B, C, make, noVariant, read, shop, sized, variantOf, verified, write } from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { setStockAndPrice } from './stock.ts'

/** A store with two locations, the first one first. */
async function twoPlaces() {
  const of = await shop()
  const first = (await of.client.locations.create({ body: aLocation() })).id
  const second = (await of.client.locations.create({ body: aLocation() })).id
  await of.events()
  return { of, first, second }
}

/** What is where, in the order in which it is shown. */
const levels = ({ inventory_levels }: Variant): [string, number | null][] =>
  inventory_levels.map(({ location_id, stock }) => [location_id, stock])

const movements = async (of: TestStore, id: number): Promise<StockMovement[]> =>
  of.client.inventory.ofVariant({ params: { id }, query: { per_page: 200 } })

/** Of each movement what counts. */
const ledger = async (of: TestStore, id: number) =>
  (await movements(of, id)).map(({ delta, level_after }) => [delta, level_after])

const unknownPlace = { location_id: ['Location with such id does not exist'] }

describe('catalog 3.3: the write rules of stock and inventory_levels', () => {
  let of: TestStore
  let first: string
  let second: string
  beforeAll(async () => {
    const made = await twoPlaces()
    of = made.of
    first = made.first
    second = made.second
  })

  /** The ways to write stock: each takes a variant as it was and says what it is after. */
  const ways: [string, (body: VariantInput) => Promise<Variant>][] = [
    ['POST product', async body => variantOf(await make(of, { variants: [body] }))],
    ['POST product, flat', async body => variantOf(await make(of, body))],
    [
      'POST variant',
      async body => {
        const { id } = await sized(of, ['P'])
        return of.client.variants.create({ params: { product_id: id }, body: { values: ['M'], ...body } })
      },
    ],
    [
      'PUT variant',
      async body => {
        const made = await make(of, { stock: 5 })
        return of.client.variants.update({ params: { product_id: made.id, id: variantOf(made).id }, body })
      },
    ],
    [
      'PUT product, flat',
      async body => {
        const made = await make(of, { stock: 5 })
        return variantOf(await of.client.products.update({ params: { id: made.id }, body }))
      },
    ],
    [
      'PUT variants, known',
      async body => {
        const { id } = await sized(of, ['P'])
        const [p] = await of.client.variants.replaceAll({
          params: { product_id: id },
          body: [{ values: ['P'], ...body }],
        })
        return p as Variant
      },
    ],
    [
      'PUT variants, new',
      async body => {
        const { id } = await sized(of, ['P'])
        const [m] = await of.client.variants.replaceAll({
          params: { product_id: id },
          body: [{ values: ['M'], ...body }],
        })
        return m as Variant
      },
    ],
    [
      'PATCH variants',
      async body => {
        const made = await make(of, { stock: 5 })
        const change = [{ id: variantOf(made).id, ...body }]
        const [variant] = await of.client.variants.updateSome({ params: { product_id: made.id }, body: change })
        return variant as Variant
      },
    ],
  ]

  describe.each(ways)('%s', (way, written) => {
    const isUpdate = ['PUT variant', 'PUT product, flat', 'PUT variants, known', 'PATCH variants'].includes(way)
    /** What the variant had at the first location before. */
    const before = (): [string, number | null][] => (isUpdate ? [[first, 5]] : [])

    test('neither: unlimited on create (D45), unchanged on update', async () => {
      expect(levels(await written({}))).toEqual(isUpdate ? [[first, 5]] : [[first, null]])
      expect(levels(await written({ inventory_levels: [] }))).toEqual(isUpdate ? [[first, 5]] : [[first, null]])
      expect(levels(await written({ inventory_levels: null }))).toEqual(isUpdate ? [[first, 5]] : [[first, null]])
    })

    test('only stock: the level at the first location (F7)', async () => {
      expect(await written({ stock: 3 })).toMatchObject({ stock: 3, stock_management: true })
      expect(levels(await written({ stock: 3 }))).toEqual([[first, 3]])
      expect(levels(await written({ stock: '3' }))).toEqual([[first, 3]])
      expect(levels(await written({ stock: 0 }))).toEqual([[first, 0]])
    })

    test('stock "" or null: unlimited', async () => {
      expect(await written({ stock: '' })).toMatchObject({ stock: null, stock_management: false })
      expect(levels(await written({ stock: '' }))).toEqual([[first, null]])
      expect(levels(await written({ stock: null }))).toEqual([[first, null]])
    })

    test('inventory_levels: sets those locations, several at once, others unchanged', async () => {
      const one = await written({ inventory_levels: [{ location_id: second, stock: 4 }] })
      expect(levels(one)).toEqual([...before(), [second, 4]])
      const two = await written({
        inventory_levels: [
          { location_id: second, stock: 4 },
          { location_id: first, stock: 2 },
        ],
      })
      expect(levels(two)).toEqual([
        [first, 2],
        [second, 4],
      ])
      expect(two).toMatchObject({ stock: 6, stock_management: true })
    })

    test('both: the stock of the variant is ignored', async () => {
      const variant = await written({ stock: 9, inventory_levels: [{ location_id: second, stock: 4 }] })
      expect(levels(variant)).toEqual([...before(), [second, 4]])
    })

    test('an entry without location_id: the first location', async () => {
      expect(levels(await written({ inventory_levels: [{ stock: 4 }] }))).toEqual([[first, 4]])
      for (const location_id of [null, '']) {
        expect(levels(await written({ inventory_levels: [{ location_id, stock: 4 }] }))).toEqual([[first, 4]])
      }
    })

    test('of two entries for one location the later holds', async () => {
      const twice = [{ stock: 4 }, { location_id: first, stock: 7 }]
      expect(levels(await written({ inventory_levels: twice }))).toEqual([[first, 7]])
    })

    test('stock null in an entry: unlimited there, and the whole with it', async () => {
      const variant = await written({
        inventory_levels: [
          { location_id: first, stock: 2 },
          { location_id: second, stock: null },
        ],
      })
      expect(levels(variant)).toEqual([
        [first, 2],
        [second, null],
      ])
      expect(variant).toMatchObject({ stock: null, stock_management: false })
    })

    const isPlain = way.startsWith('PUT variants')
    const place = way === 'POST product' ? 'variants.0.' : ''
    const named = (field: string, text: string) =>
      isPlain ? C({ [field.split('.').at(-1) ?? '']: [text] }) : B({ [`${place}${field}`]: [text] })

    test.each<[string, VariantInput, string, string]>([
      ['an entry without stock', { inventory_levels: [{}] }, 'inventory_levels.0.stock', "can't be blank"],
      [
        'a negative level',
        { inventory_levels: [{ stock: -1 }] },
        'inventory_levels.0.stock',
        'The stock must be at least 0.',
      ],
      ['a negative stock', { stock: -1 }, 'stock', 'The stock must be at least 0.'],
      ['a broken number', { stock: 1.5 }, 'stock', 'The stock must be an integer.'],
      ['no number', { stock: 'many' }, 'stock', 'The stock must be an integer.'],
      ['too many', { stock: 2_147_483_648 }, 'stock', 'The stock must be at most 2147483647.'],
    ])('%s is 422', async (_what, body, field, text) => {
      await expect(written(body)).rejects.toMatchObject(named(field, text))
    })

    test('an unknown location_id is 422 B', async () => {
      const foreign = (await (await shop()).client.locations.create({ body: aLocation() })).id
      for (const location_id of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x', foreign]) {
        const body = { inventory_levels: [{ location_id, stock: 1 }] }
        await expect(written(body)).rejects.toMatchObject(B(unknownPlace))
      }
    })
  })

  test('all that left a ledger that adds up', () => verified(of))

  test('catalog 3.3: a level has id and variant_id as numbers, location_id as text, stock or null', async () => {
    const variant = variantOf(await make(of, { stock: 1 }))
    expect(variant.inventory_levels).toEqual([
      { id: expect.any(Number), variant_id: variant.id, location_id: first, stock: 1 },
    ])
  })

  test('a level keeps its id while it changes', async () => {
    const made = await make(of, { stock: 1 })
    const changed = await of.client.products.update({ params: { id: made.id }, body: { stock: 2 } })
    expect(variantOf(changed).inventory_levels[0]?.id).toBe(variantOf(made).inventory_levels[0]?.id)
  })
})

test('stock alone moves the dates of the product and of the variant, whichever way it changes', async () => {
  const { of, second } = await twoPlaces()
  const product = await sized(of, ['P', 'M'])
  const [p, m] = product.variants
  const id = p?.id ?? 0
  const params = { product_id: product.id }
  const ways: (() => Promise<unknown>)[] = [
    () => of.client.variants.setStock({ params, body: { action: 'variation', value: 1, id } }),
    () => of.client.variants.setStock({ params, body: { action: 'replace', value: 0, id, location_id: second } }),
    () => of.client.variants.update({ params: { ...params, id }, body: { stock: 9 } }),
    () => of.client.variants.updateSome({ params, body: [{ id, stock: 10 }] }),
    () => of.client.variants.replaceAll({ params, body: [{ values: ['P'], stock: 11 }, { values: ['M'] }] }),
    () =>
      of.client.products.setStockAndPrice({
        body: [{ id: product.id, variants: [{ id, inventory_levels: [{ stock: 12 }] }] }],
      }),
  ]
  for (const change of ways) {
    const before = await read(of, product.id)
    of.world.advance(5000)
    await change()
    const after = await read(of, product.id)
    expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBe(5000)
    expect(after.variants.map(variant => variant.updated_at)).toEqual([after.updated_at, m?.updated_at])
    // Whoever asks by the date sees it.
    const query = { updated_at_min: after.updated_at }
    expect((await of.client.products.list({ query })).total).toBe(1)
    expect((await of.client.variants.list({ params, query })).map(variant => variant.id)).toEqual([id])
  }
})

test('a store without a location gets one with its first stock write', async () => {
  const of = await shop()
  const made = await make(of, { stock: 3 })
  const locations = await of.client.locations.list()
  expect(locations).toMatchObject([{ is_default: true, priority: 0, name: { pt_BR: 'Principal' } }])
  expect(levels(variantOf(made))).toEqual([[locations[0]?.id, 3]])
  expect(await of.events()).toEqual(['location/created', 'product/created'])
  await make(of)
  expect((await of.client.locations.list()).total).toBe(1)
})

test('of two first stock writes at the same time one makes the location, and both use it', async () => {
  const of = await shop()
  const made = await meet(
    of.db,
    tx => ensureLocations(callOf(of, tx)),
    () => make(of, { stock: 3 }),
  )
  const locations = await of.client.locations.list()
  expect(locations).toHaveLength(1)
  expect(levels(variantOf(made))).toEqual([[locations[0]?.id, 3]])
})

describe('catalog 3.7: POST /variants/stock', () => {
  const post = (of: TestStore, { id }: Product, body: unknown) =>
    ask(of, 'POST', `/products/${id}/variants/stock`, body)
  const stocks = async (of: TestStore, { id }: Product) => (await read(of, id)).variants.map(({ stock }) => stock)

  test('replace: one variant, answered alone', async () => {
    const { of } = await twoPlaces()
    const product = await sized(of, ['P', 'M'])
    const [p] = product.variants
    await of.events()
    expect(await post(of, product, { action: 'replace', value: 9, id: p?.id })).toEqual({
      status: 200,
      body: [{ ...p, stock: 9, inventory_levels: [{ ...p?.inventory_levels[0], stock: 9 }] }],
    })
    expect(await stocks(of, product)).toEqual([9, 5])
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('replace: without id all variants, told once', async () => {
    const { of } = await twoPlaces()
    const product = await sized(of, ['P', 'M', 'G'])
    await of.events()
    const { status, body } = await post(of, product, { action: 'replace', value: 2 })
    expect({ status, stocks: (body as Variant[]).map(({ stock }) => stock) }).toEqual({
      status: 200,
      stocks: [2, 2, 2],
    })
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('replace: null is unlimited, and back', async () => {
    const { of } = await twoPlaces()
    const product = await make(of, { stock: 5 })
    await post(of, product, { action: 'replace', value: null })
    expect(await stocks(of, product)).toEqual([null])
    await post(of, product, { action: 'replace', value: 3 })
    expect(await stocks(of, product)).toEqual([3])
    expect(await ledger(of, variantOf(product).id)).toEqual([
      [5, 5],
      [-5, null],
      [3, 3],
    ])
    await verified(of)
  })

  test('variation: signed, added to what is there; the result stops at 0 without an error', async () => {
    const { of } = await twoPlaces()
    const product = await sized(of, ['P', 'M'])
    const [p] = product.variants
    await post(of, product, { action: 'variation', value: -2 })
    expect(await stocks(of, product)).toEqual([3, 3])
    await post(of, product, { action: 'variation', value: 4, id: p?.id })
    expect(await stocks(of, product)).toEqual([7, 3])
    expect((await post(of, product, { action: 'variation', value: -100 })).status).toBe(200)
    expect(await stocks(of, product)).toEqual([0, 0])
    expect(await ledger(of, p?.id ?? 0)).toEqual([
      [5, 5],
      [-2, 3],
      [4, 7],
      [-7, 0],
    ])
    await verified(of)
  })

  test('variation: leaves unlimited unlimited, and nothing is told', async () => {
    const { of } = await twoPlaces()
    const product = await make(of)
    const id = variantOf(product).id
    await of.events()
    for (const value of [5, -5]) await post(of, product, { action: 'variation', value })
    expect(await stocks(of, product)).toEqual([null])
    expect(await ledger(of, id)).toEqual([[0, null]])
    expect(await of.events()).toEqual([])
  })

  test('location_id: that location, without it the first', async () => {
    const { of, first, second } = await twoPlaces()
    const product = await make(of, { stock: 5 })
    const at = async (body: object) => {
      await post(of, product, body)
      return levels(variantOf(await read(of, product.id)))
    }
    expect(await at({ action: 'replace', value: 2, location_id: second })).toEqual([
      [first, 5],
      [second, 2],
    ])
    expect(await at({ action: 'variation', value: 3, location_id: second })).toEqual([
      [first, 5],
      [second, 5],
    ])
    expect(await at({ action: 'variation', value: -1, location_id: null })).toEqual([
      [first, 4],
      [second, 5],
    ])
    expect(await at({ action: 'variation', value: -1, location_id: '' })).toEqual([
      [first, 3],
      [second, 5],
    ])
    await verified(of)
  })

  test('what changes nothing writes no movement, no event, no date and no level', async () => {
    const { of, second } = await twoPlaces()
    const product = await sized(of, ['P', 'M'])
    await of.events()
    of.world.advance(5000)
    for (const body of [
      { action: 'replace', value: 5 },
      { action: 'variation', value: 0 },
      { action: 'variation', value: 0, location_id: second },
      { action: 'variation', value: -3, location_id: second },
    ]) {
      expect(await post(of, product, body)).toEqual({ status: 200, body: product.variants })
    }
    expect(await read(of, product.id)).toEqual(product)
    expect(await of.events()).toEqual([])
    expect(await ledger(of, variantOf(product).id)).toEqual([[5, 5]])
  })

  test('numbers are taken as text too', async () => {
    const { of } = await twoPlaces()
    const product = await make(of, { stock: 5 })
    await post(of, product, { action: 'variation', value: '-2', id: String(variantOf(product).id) })
    expect(await stocks(of, product)).toEqual([3])
    await post(of, product, { action: 'replace', value: '' })
    expect(await stocks(of, product)).toEqual([null])
  })

  test.each([[undefined], ['add'], ['Replace'], [5], [null], [['replace']]])(
    "422 A Valid actions are 'replace', 'variation'.: %j",
    async action => {
      const { of } = await twoPlaces()
      const product = await make(of, { stock: 5 })
      expect(await post(of, product, { action, value: 1 })).toEqual(A(422, "Valid actions are 'replace', 'variation'."))
    },
  )

  test.each<[object, string]>([
    [{ action: 'replace' }, "can't be blank"],
    [{ action: 'variation' }, "can't be blank"],
    [{ action: 'variation', value: null }, "can't be blank"],
    [{ action: 'variation', value: '' }, "can't be blank"],
    [{ action: 'replace', value: -1 }, 'must be at least 0'],
    [{ action: 'replace', value: 1.5 }, 'must be an integer'],
    [{ action: 'variation', value: 'x' }, 'must be an integer'],
    [{ action: 'replace', value: 2_147_483_648 }, 'must be at most 2147483647'],
    [{ action: 'variation', value: 2_147_483_648 }, 'must be at most 2147483647'],
    [{ action: 'variation', value: -2_147_483_648 }, 'must be at least -2147483647'],
    [{ action: 'replace', value: true }, 'must be a number or a string or null'],
  ])('422 B value: %j', async (body, text) => {
    const { of } = await twoPlaces()
    const product = await make(of, { stock: 5 })
    expect(await post(of, product, body)).toEqual(B({ value: [text] }))
    expect(await stocks(of, product)).toEqual([5])
  })

  test('422 B: a sum that no level can hold changes nothing', async () => {
    const { of } = await twoPlaces()
    const product = await sized(of, ['P', 'M'])
    const [, m] = product.variants
    await post(of, product, { action: 'replace', value: 2_147_483_647, id: m?.id })
    expect(await post(of, product, { action: 'variation', value: 1 })).toEqual(
      B({ stock: ['The stock must be at most 2147483647.'] }),
    )
    expect(await stocks(of, product)).toEqual([5, 2_147_483_647])
    await verified(of)
  })

  test('422 B unknown location_id, 404 for an unknown variant', async () => {
    const { of } = await twoPlaces()
    const product = await make(of, { stock: 5 })
    const other = variantOf(await make(of)).id
    expect(await post(of, product, { action: 'replace', value: 1, location_id: 'x' })).toEqual(B(unknownPlace))
    expect(await post(of, product, { action: 'replace', value: 1, id: other })).toEqual(noVariant)
  })
})

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

describe('at the same time', () => {
  const post = (of: TestStore, { id }: Product, body: unknown) =>
    ask(of, 'POST', `/products/${id}/variants/stock`, body)

  test('50 variations of one level lose none', async () => {
    const { of } = await twoPlaces()
    const product = await make(of, { stock: 100 })
    const values = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 3 : -1))
    const answers = await Promise.all(values.map(value => post(of, product, { action: 'variation', value })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(variantOf(await read(of, product.id)).stock).toBe(150)
    const told = await ledger(of, variantOf(product).id)
    expect(told).toHaveLength(51)
    expect(told.at(-1)?.[1]).toBe(150)
    await verified(of)
  })

  test('replace and variation mixed, over every path, leave a ledger that adds up', async () => {
    const { of, second } = await twoPlaces()
    const product = await make(of, { stock: 10 })
    const id = variantOf(product).id
    const one = { product_id: product.id, id }
    await Promise.all(
      Array.from({ length: 48 }, (_, i): Promise<unknown> => {
        if (i % 6 === 0) return post(of, product, { action: 'replace', value: i })
        if (i % 6 === 1) return of.client.variants.update({ params: one, body: { stock: i } })
        if (i % 6 === 2)
          return post(of, product, { action: 'replace', value: i % 12 === 2 ? null : i, location_id: second })
        if (i % 6 === 3) {
          const body = [{ id: product.id, variants: [{ id, price: i, inventory_levels: [{ stock: i }] }] }]
          return of.client.products.setStockAndPrice({ body })
        }
        return post(of, product, {
          action: 'variation',
          value: i % 2 === 0 ? 5 : -7,
          ...(i % 4 === 0 ? { location_id: second } : {}),
        })
      }),
    )
    await verified(of)
    const after = variantOf(await read(of, product.id))
    const told = await movements(of, id)
    for (const { location_id, stock } of after.inventory_levels) {
      const mine = told.filter(movement => movement.location_id === location_id)
      expect(mine.at(-1)?.level_after ?? null).toBe(stock)
      expect(mine.reduce((sum, { delta }) => sum + delta, 0)).toBe(stock ?? 0)
    }
  })
})

test('law: after any writes a level is the sum of its movements, and what a simple model says', async () => {
  const { of, first, second } = await twoPlaces()
  const write = fc.record({
    action: fc.constantFrom('replace', 'variation', 'put', 'patch'),
    value: fc.option(fc.integer({ min: -5, max: 8 }), { freq: 5 }),
    size: fc.constantFrom(0, 1),
    place: fc.constantFrom(first, second),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async writes => {
      const product = await sized(of, ['P', 'M'])
      const model = new Map<string, number | null>(product.variants.map(({ id }) => [`${id} ${first}`, 5]))
      for (const { action, value, size, place } of writes) {
        const id = product.variants[size]?.id ?? 0
        const key = `${id} ${place}`
        const params = { product_id: product.id }
        if (action === 'variation') {
          if (value === null) continue
          await of.client.variants.setStock({ params, body: { action, value, id, location_id: place } })
          const old = model.get(key)
          if (old !== null && (old !== undefined || value > 0)) model.set(key, Math.max(0, (old ?? 0) + value))
        } else {
          if (value !== null && value < 0) continue
          const level = { location_id: place, stock: value }
          if (action === 'replace')
            await of.client.variants.setStock({ params, body: { action, value, id, location_id: place } })
          else if (action === 'put')
            await of.client.variants.update({ params: { ...params, id }, body: { inventory_levels: [level] } })
          else await of.client.variants.updateSome({ params, body: [{ id, inventory_levels: [level] }] })
          model.set(key, value)
        }
      }
      for (const variant of (await read(of, product.id)).variants) {
        const told = await movements(of, variant.id)
        for (const { location_id, stock } of variant.inventory_levels) {
          expect(stock).toBe(model.get(`${variant.id} ${location_id}`))
          const sum = told.filter(one => one.location_id === location_id).reduce((total, { delta }) => total + delta, 0)
          expect(sum).toBe(stock ?? 0)
        }
        expect(variant.inventory_levels).toHaveLength(
          [...model.keys()].filter(key => key.startsWith(`${variant.id} `)).length,
        )
      }
    }),
    { numRuns: 15 },
  )
  await verified(of)
})
