/** Stock that is written at the same time is written together: each caller gets what it would have got alone. */
import type { Product, Variant } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { removeLevels } from '../inventory/index.ts'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { callOf, make, noProduct, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { createStocker } from './stocker.ts'
import { lockProduct } from './write.ts'

async function stocked(products: number) {
  const of = await shop()
  await of.client.locations.create({ body: aLocation() })
  const made: Product[] = []
  for (let i = 0; i < products; i++) made.push(await make(of, { stock: 100 }))
  await of.events()
  return { of, made }
}

const put = (of: TestStore, product: Product, body: unknown, headers = {}) =>
  of.request('PUT', `/v1/products/${product.id}/variants/${variantOf(product).id}`, { body, headers })

const vary = (of: TestStore, product: Product, value: number, headers = {}) =>
  of.request('POST', `/v1/products/${product.id}/variants/stock`, { body: { action: 'variation', value }, headers })

const stockOf = async (of: TestStore, { id }: Product) => variantOf(await read(of, id)).stock

test('many levels at once: each is set, answered with what it became, told once, and the ledger adds up', async () => {
  const { of, made } = await stocked(40)
  const answers = await Promise.all(made.map((product, i) => put(of, product, { stock: i })))
  expect(answers.map(({ status, body }) => [status, (body as Variant).id, (body as Variant).stock])).toEqual(
    made.map((product, i) => [200, variantOf(product).id, i]),
  )
  expect(await of.events()).toEqual(made.map(() => 'product/updated'))
  expect(await Promise.all(made.map(product => stockOf(of, product)))).toEqual(made.map((_, i) => i))
  await verified(of)
})

test.each([undefined, 'count'])(
  'what waited for those before it is dated when it is set, with the key %s',
  async key => {
    const { of, made } = await stocked(2)
    const [held, other] = made as [Product, Product]
    const call = await callOf(of)
    const stocker = createStocker({ url: 'http://localhost' })
    const set = ({ id, variants: [variant] }: Product) =>
      stocker.set(
        {
          ...call,
          db: of.db,
          key: key === undefined ? key : { store: of.id, actor: 'test', key: key + id, fingerprint: key },
        },
        { product: id, variant: variant?.id, wishes: [{ location_id: undefined, stock: 7 }] },
      )
    let late: Promise<unknown> | undefined
    await meet(
      of.db,
      tx => tx.run(sql`select 1 from inventory_levels where store_id = ${of.id} for update`),
      () => set(held),
      async () => {
        late = set(other)
        of.world.advance(60_000)
      },
    )
    await late
    const { updated_at } = await read(of, other.id)
    expect(Date.parse(updated_at)).toBe(call.now.getTime() + 60_000)
  },
)

test('many changes of one level at once: none is lost, and each sees its own', async () => {
  const { of, made } = await stocked(1)
  const [product] = made as [Product]
  const answers = await Promise.all(Array.from({ length: 30 }, () => vary(of, product, -1)))
  const seen = answers.map(({ body }) => (body as [Variant])[0].stock)
  expect(seen.sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 30 }, (_, i) => 70 + i))
  expect(await stockOf(of, product)).toBe(70)
  await verified(of)
})

test('a refusal concerns one, whoever it shares its transaction with', async () => {
  const { of, made } = await stocked(3)
  const [a, b, c] = made as [Product, Product, Product]
  const answers = await Promise.all([
    put(of, a, { inventory_levels: [{ location_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', stock: 1 }] }),
    put(of, b, { stock: 7 }),
    put(of, { ...c, id: 999_999 }, { stock: 7 }),
    put(of, { ...c, variants: b.variants }, { stock: 8 }),
    // More than a level holds: only the database notices.
    vary(of, a, 2_147_483_647),
    put(of, c, { stock: 9 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([422, 200, 404, 404, 422, 200])
  expect(answers[4]?.body).toEqual({ stock: ['The stock must be at most 2147483647.'] })
  expect(await Promise.all(made.map(product => stockOf(of, product)))).toEqual([100, 7, 9])
  await verified(of)
})

test('D11: of many at once with one key one is applied, and the others are answered with it', async () => {
  const { of, made } = await stocked(2)
  const [a, b] = made as [Product, Product]
  const headers = { 'idempotency-key': 'count' }
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => vary(of, a, -1, i % 3 === 2 ? {} : headers)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stockOf(of, a)).toBe(100 - 5)
  expect(await vary(of, b, -1, headers)).toMatchObject({ status: 422 })
  expect(await stockOf(of, b)).toBe(100)
  await verified(of)
})

test('If-Match holds for stock alone: who read before the change is refused', async () => {
  const { of, made } = await stocked(1)
  const [product] = made as [Product]
  const path = `/v1/products/${product.id}/variants/${variantOf(product).id}`
  const { headers } = await of.request('GET', path)
  const tag = { 'if-match': String(headers.etag) }
  const answers = await Promise.all([put(of, product, { stock: 1 }, tag), put(of, product, { stock: 2 }, tag)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
})

test('dates: a change of stock is later than the product, for both bounds', async () => {
  const { of, made } = await stocked(2)
  const [a, b] = made as [Product, Product]
  of.world.advance(5000)
  const changed = await put(of, a, { stock: 3 })
  const now = (changed.body as Variant).updated_at
  const ids = async (query: object) => (await of.client.products.list({ query })).map(({ id }) => id)
  expect(await ids({ updated_at_min: now })).toEqual([a.id])
  expect(await ids({ updated_at_max: b.updated_at })).toEqual([b.id])
  expect(await ids({ updated_at_min: b.updated_at, updated_at_max: now })).toEqual([a.id, b.id])
  // A change of the product itself is the later one again.
  of.world.advance(5000)
  const { updated_at } = await of.client.products.update({ params: { id: a.id }, body: { brand: 'Casa' } })
  expect(Date.parse(updated_at) - Date.parse(now)).toBe(5000)
})

describe('a level that stands', () => {
  /** A product in two sizes, of the first 10 at the first of two locations. */
  async function standing() {
    const { of } = await stocked(0)
    await of.client.locations.create({ body: aLocation() })
    const product = await sized(of, ['P', 'M'])
    const [{ id }] = product.variants as [Variant]
    await put(of, product, { stock: 10 })
    await of.events()
    const places = (await of.client.locations.list()).map(location => location.id)
    const path = `/v1/products/${product.id}/variants/${id}`
    const setTo = (level: object) => of.request('PUT', path, { body: { inventory_levels: [level] } })
    const vary = (value: number) =>
      of.request('POST', `/v1/products/${product.id}/variants/stock`, { body: { action: 'variation', value, id } })
    return { of, product, id, places, path, setTo, vary }
  }
  const movements = (of: TestStore, id: number) => of.request('GET', `/v1/variants/${id}/stock-movements`)

  test('is changed at its location, or at the first one where none is said; the other size stays', async () => {
    const { of, product, id, places, path, setTo } = await standing()
    const [first, second] = places
    expect((await setTo({ location_id: first, stock: 7 })).body).toMatchObject({ id, stock: 7 })
    expect((await of.request('PUT', path, { body: { stock: 6 } })).body).toMatchObject({ id, stock: 6 })
    // There was none at the second: it is opened.
    expect((await setTo({ location_id: second, stock: 5 })).body).toMatchObject({ id, stock: 11 })
    expect((await setTo({ location_id: second, stock: 4 })).body).toMatchObject({ id, stock: 10 })
    expect((await read(of, product.id)).variants.map(({ stock }) => stock)).toEqual([10, variantOf(product).stock])
    expect(await of.events()).toEqual(Array.from({ length: 4 }, () => 'product/updated'))
    expect((await movements(of, id)).body).toMatchObject([
      { delta: 5, level_after: 5 },
      { delta: 5, level_after: 10 },
      { delta: -3, level_after: 7 },
      { delta: -1, level_after: 6 },
      { delta: 5, level_after: 5 },
      { delta: -1, level_after: 4 },
    ])
    await verified(of)
  })

  test('is varied down to 0 and no further; what stays as it was is not told', async () => {
    const { of, id, vary } = await standing()
    expect((await vary(-4)).body).toMatchObject([{ id, stock: 6 }])
    expect((await vary(-9)).body).toMatchObject([{ id, stock: 0 }])
    expect((await vary(-1)).body).toMatchObject([{ id, stock: 0 }])
    expect(await of.events()).toEqual(['product/updated', 'product/updated'])
    await verified(of)
  })

  test.each([
    ['one level', (_: string[]) => [{ stock: 3 }]],
    ['two levels', (places: string[]) => places.map(location_id => ({ location_id, stock: 3 }))],
  ])(
    'that goes in the same moment, with its product: who sets %s keeps nobody from it, and is told',
    async (_, levels) => {
      const { of, product, path, places } = await standing()
      const call = await callOf(of)
      const row = sql`store_id = ${of.id} and id = ${product.id}`
      const answer = await meet(
        of.db,
        async tx => {
          const { variants } = await lockProduct(tx, of.id, product.id)
          const ids = variants.map(variant => variant.id)
          await removeLevels({ ...call, tx }, product.id, ids)
        },
        () => of.request('PUT', path, { body: { inventory_levels: levels(places) } }),
        async tx => {
          await tx.run(sql`select 1 from products where ${row} for update nowait`)
          await tx.run(sql`delete from products where ${row}`)
        },
      )
      expect(answer).toMatchObject({ status: 404, body: noProduct.body })
    },
  )
})
