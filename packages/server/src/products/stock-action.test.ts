/** Contract: products 5.2; the stock path of catalog sheet 3.7. */
import type { Product, Variant } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { A, ask, B, make, noVariant, read, sized, variantOf, verified } from '../testing/products.ts'
import { ledger, levels, twoPlaces, unknownPlace } from '../testing/stock.ts'
import type { TestStore } from '../testing/store.ts'

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
