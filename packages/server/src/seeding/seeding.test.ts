import { type Product, ProductInput } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { checks } from '../commands/verify.ts'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { validate } from '../platform/http/validate.ts'
import { storeContext } from '../stores/index.ts'
import { store, type TestStore } from '../testing/store.ts'
import { kinds } from './departments.ts'
import { ideaOf } from './ideas.ts'
import { seed } from './index.ts'
import { placeOf } from './places.ts'
import { barcodeOf, type Shop } from './product.ts'
import { seededProduct } from './seed.ts'

async function seeded(
  made: TestStore,
  plan: { products?: number; locations?: number; customers?: number; orders?: number; seed?: number },
): Promise<number> {
  const context = await storeContext(made.db, made.id)
  if (!context) throw new Error('the store is gone')
  return seed(made.db, made.world, context, { products: 0, locations: 0, customers: 0, orders: 0, seed: 1, ...plan })
}

async function productsOf({ client }: TestStore): Promise<Product[]> {
  const all: Product[] = []
  for (let since = 0; ; since = all.at(-1)?.id ?? 0) {
    const page = await client.products.list({ query: { page: 1, per_page: 200, since_id: since } })
    all.push(...page)
    if (page.length < 200) return all
  }
}

/** What a product says, without what every store gives it anew, in an order that does not depend on ids. */
function contentOf(products: readonly Product[]): string[] {
  const given = ['id', 'product_id', 'variant_id', 'location_id', 'created_at', 'updated_at', 'canonical_url']
  return products
    .map(({ categories, ...product }) =>
      JSON.stringify({ ...product, categories: categories.map(({ name }) => name) }, (key, value) =>
        given.includes(key) ? undefined : value,
      ),
    )
    .sort()
}

test('orders take the stock that is there and no more, and have a past', async () => {
  const of = await store({ country: 'BR' })
  await seeded(of, { products: 3, locations: 2 })
  const before = (await productsOf(of)).flatMap(({ variants }) => variants.map(({ stock }) => stock ?? 0))
  const placed = await seeded(of, { orders: 460 })
  expect(placed).toBeGreaterThan(0)
  expect(placed).toBeLessThan(460)
  const orders = await of.client.orders.list({ query: { page: 1, per_page: 200 } })
  expect(orders.total).toBe(placed)
  const units = (
    await of.db.many(
      Type.Object({ sold: Type.Integer() }),
      sql`select -sum(delta)::bigint as sold from stock_movements where store_id = ${of.id} and cause = 'order'`,
    )
  )[0]?.sold
  const after = (await productsOf(of)).flatMap(({ variants }) => variants.map(({ stock }) => stock ?? 0))
  const sum = (stocks: number[]) => stocks.reduce((a, b) => a + b, 0)
  expect(sum(before) - sum(after)).toBe(units)
  expect(new Set(orders.map(({ created_at }) => created_at.slice(0, 10))).size).toBeGreaterThan(1)
  expect(await findBroken(of.db, checks, of.id)).toEqual([])
})

test('what comes with orders was there before them: the ledger goes on in time', async () => {
  const of = await store({ country: 'BR' })
  await seeded(of, { products: 3, locations: 2, orders: 10 })
  const movements = await of.db.many(
    Type.Object({ cause: Type.String(), at: Type.Integer() }),
    sql`
      select cause, extract(epoch from created_at)::bigint as at
        from stock_movements where store_id = ${of.id} order by id`,
  )
  expect(new Set(movements.map(({ cause }) => cause))).toEqual(new Set(['import', 'order']))
  expect(movements.map(({ at }) => at)).toEqual(movements.map(({ at }) => at).toSorted((a, b) => a - b))
})

test('customers are added to those that are there', async () => {
  const of = await store({ country: 'BR' })
  await seeded(of, { customers: 700 })
  await seeded(of, { customers: 30 })
  expect((await of.client.customers.list({ query: { per_page: 1 } })).total).toBe(730)
  expect(await findBroken(of.db, checks, of.id)).toEqual([])
  expect(await of.events()).toEqual([])
})

describe('a seeded store', () => {
  let one: TestStore
  let products: Product[]
  beforeAll(async () => {
    one = await store({ country: 'AR', languages: ['pt'] })
    await seeded(one, { products: 600, locations: 3 })
    products = await productsOf(one)
  })

  test('has what was asked for, with two variants each and a level at every location', async () => {
    expect(products).toHaveLength(600)
    expect(await one.client.locations.list({ query: { page: 1, per_page: 30 } })).toHaveLength(3)
    for (const { variants } of products) {
      expect(variants).toHaveLength(2)
      for (const { inventory_levels } of variants) expect(inventory_levels).toHaveLength(3)
    }
  })

  test('is written in its languages, with attributes, prices, SKUs, weights, brands, tags and categories', () => {
    for (const { name, description, attributes, brand, tags, categories, variants } of products) {
      for (const texts of [name, description, ...attributes]) expect(Object.keys(texts).sort()).toEqual(['es', 'pt'])
      expect(attributes).toEqual([
        { es: 'Talle', pt: 'Tamanho' },
        { es: 'Color', pt: 'Cor' },
      ])
      expect([brand, tags].every(text => text !== '')).toBe(true)
      expect(categories).toHaveLength(1)
      for (const { price, cost, weight, sku } of variants) {
        expect(Number(price)).toBeGreaterThan(Number(cost))
        expect(Number(weight)).toBeGreaterThan(0)
        expect(sku).toMatch(/^[A-Z]{3}-[0-9A-Z]+-[A-Z]{2}-\w+$/)
      }
    }
  })

  test('has a tree of some thirty categories', async () => {
    const categories = await one.client.categories.list({ query: { page: 1, per_page: 200 } })
    expect(categories).toHaveLength(30)
    expect(categories.filter(({ parent }) => parent === null)).toHaveLength(6)
  })

  test('has some things out of stock somewhere, and some without limit', () => {
    const levels = products.flatMap(({ variants }) => variants.flatMap(variant => variant.inventory_levels))
    const share = (count: number) => count / levels.length
    expect(share(levels.filter(({ stock }) => stock === 0).length)).toBeGreaterThan(0.05)
    expect(share(levels.filter(({ stock }) => stock === null).length)).toBeGreaterThan(0.005)
    expect(share(levels.filter(({ stock }) => stock !== null && stock > 0).length)).toBeGreaterThan(0.7)
  })

  test('breaks no rule', async () => {
    expect(await findBroken(one.db, checks, one.id)).toEqual([])
  })

  test('told nobody of its products, and its ledger says import', async () => {
    expect((await one.events()).filter(event => event.startsWith('product/'))).toEqual([])
    const Cause = Type.Object({ cause: Type.String() })
    const causes = await one.db.many(Cause, sql`select distinct cause from stock_movements where store_id = ${one.id}`)
    expect(causes).toEqual([{ cause: 'import' }])
  })

  test('is the same as any other of the same seed, and of no other', async () => {
    const other = await store({ country: 'AR', languages: ['pt'] })
    await seeded(other, { products: 600, locations: 3 })
    expect(contentOf(await productsOf(other))).toEqual(contentOf(products))

    const different = await store({ country: 'AR', languages: ['pt'] })
    await seeded(different, { products: 20, locations: 3, seed: 2 })
    const known = new Set(products.map(({ name }) => name.es))
    expect((await productsOf(different)).filter(({ name }) => known.has(name.es))).toEqual([])
  })

  test('holds what the API would have made of the same products', async () => {
    const other = await store({ country: 'AR', languages: ['pt'] })
    for (let i = 0; i < 3; i++) await other.client.locations.create({ body: placeOf('AR', i) })
    await seeded(other, { products: 1 })
    const context = await storeContext(other.db, other.id)
    const locations = await other.client.locations.list({ query: { page: 1, per_page: 30 } })
    const categories = await other.client.categories.list({ query: { page: 1, per_page: 200 } })
    const idOf = (name: string) => categories.find(category => category.name.es === name)?.id ?? 0
    if (!context) throw new Error('the store is gone')
    const shop: Shop = {
      store: context,
      locations: locations.map(({ id }) => id),
      categories: new Map(kinds.map(({ code, category }) => [code, idOf(category.es)])),
    }
    const [first] = await productsOf(other)
    await other.client.products.delete({ params: { id: first?.id ?? 0 } })
    for (let i = 0; i < 20; i++) await other.client.products.create({ body: seededProduct(1, i, shop) })

    const made = contentOf(await productsOf(other))
    const skus = new Set((await productsOf(other)).map(({ variants }) => variants[0]?.sku))
    expect(contentOf(products.filter(({ variants }) => skus.has(variants[0]?.sku ?? null)))).toEqual(made)
  })
})

test('seeding adds to what is there: the categories stay, and names that are taken get other handles', async () => {
  const made = await store()
  await seeded(made, { products: 30, locations: 1 })
  await seeded(made, { products: 30, locations: 2 })
  const products = await productsOf(made)
  expect(products).toHaveLength(60)
  expect(new Set(products.map(({ handle }) => handle.pt)).size).toBe(60)
  expect(new Set(products.map(({ name }) => name.pt)).size).toBe(30)
  expect(await made.client.locations.list({ query: { page: 1, per_page: 30 } })).toHaveLength(3)
  expect(await made.client.categories.list({ query: { page: 1, per_page: 200 } })).toHaveLength(30)
  expect(await findBroken(made.db, checks, made.id)).toEqual([])
})

test('a store without locations gets one, because stock must be somewhere', async () => {
  const made = await store()
  await seeded(made, { products: 1 })
  expect(await made.client.locations.list({ query: { page: 1, per_page: 30 } })).toHaveLength(1)
})

test('the limit of products does not stop the seeder', async () => {
  const made = await store()
  await made.db.run(sql`insert into product_counts (store_id, run, count) values (${made.id}, 1000000, 100000)`)
  await expect(made.client.products.create({ body: { name: 'One too many' } })).rejects.toMatchObject({ status: 422 })
  await seeded(made, { products: 2 })
  expect(await productsOf(made)).toHaveLength(2)
})

describe('a seeded product', () => {
  const shop: Shop = {
    store: { id: 1, country: 'BR', main_language: 'pt', main_currency: 'BRL', languages: ['pt', 'es', 'en'] },
    locations: ['a', 'b'],
    categories: new Map(),
  }

  test('is one that the API takes', () => {
    for (let i = 0; i < 2000; i++) validate(ProductInput, seededProduct(3, i, shop))
  })

  test('has a name of its own among a hundred thousand, and beyond', () => {
    const nameOf = (index: number) => ideaOf(1, index, () => 0).name.es
    const names = new Set(Array.from({ length: 100_000 }, (_, i) => nameOf(i)))
    expect(names.size).toBe(100_000)
    expect(names).not.toContain(nameOf(1_000_000))
  })

  test('depends on its number alone', () => {
    const first = seededProduct(7, 123, shop)
    seededProduct(7, 124, shop)
    expect(seededProduct(7, 123, shop)).toEqual(first)
    expect(seededProduct(8, 123, shop)).not.toEqual(first)
  })

  test('has a barcode whose check digit is right', () => {
    expect(barcodeOf('AR', 123_456_789)).toBe('7791234567898')
    expect(barcodeOf('BR', 100)).toBe('7890000001007')
  })
})
