/** Contract: products 5.1, locations 6 and 7; catalog sheet 3.3; D44, D45. */
import type { Product, Variant, VariantInput } from '@bodega/api'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureLocations } from '../locations/index.ts'
import { callOf, meet } from '../testing/locks.ts'
import { ask, B, C, make, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { ledger, levels, movements, twoPlaces, unknownPlace } from '../testing/stock.ts'
import { aLocation, type TestStore } from '../testing/store.ts'

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
