/** Contract: products 3.2, 3.3 and 7, contract 6; catalog sheet 3.5. */
import { type Product, productSorts } from '@bodega/api'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { A, ask, B, make, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { aLocation, type TestStore } from '../testing/store.ts'

/** The ids of a list, and that its total counts the same. */
async function ids(of: TestStore, query: Record<string, unknown>): Promise<number[]> {
  const list = await of.client.products.list({ query })
  expect(list.total).toBe(list.length)
  return list.map(({ id }) => id)
}

const idOf = ({ id }: Product) => id

describe('catalog 3.5: ids, since_id, page, per_page, fields', () => {
  let of: TestStore
  let all: number[]
  beforeAll(async () => {
    of = await shop()
    const made: Product[] = []
    for (let i = 0; i < 5; i++) made.push(await make(of, { name: `P${i}` }))
    all = made.map(idOf)
  })

  test('ids: a comma list, in the order of ids; unknown ones are left out', async () => {
    const [a, b, , , e] = all
    expect(await ids(of, { ids: `${e},${a}, ${b},` })).toEqual([a, b, e])
    expect(await ids(of, { ids: `${a},999999,${a}` })).toEqual([a])
    expect(await ids(of, { ids: `0,${Number.MAX_SAFE_INTEGER}` })).toEqual([])
  })

  test('ids: 30 are allowed, more are 422', async () => {
    const list = (n: number) => Array.from({ length: n }, (_, i) => (all[0] ?? 0) + i).join(',')
    expect((await ask(of, 'GET', `/products?ids=${list(30)}`)).status).toBe(200)
    expect(await ask(of, 'GET', `/products?ids=${list(31)}`)).toEqual(B({ ids: ['must have at most 30 items'] }))
    expect((await ask(of, 'GET', '/products?ids=1,x')).status).toBe(422)
  })

  test('since_id: greater ids only, together with paging', async () => {
    expect(await ids(of, { since_id: all[1] })).toEqual(all.slice(2))
    expect(await ids(of, { since_id: 0 })).toEqual(all)
    expect(await ids(of, { since_id: all[4] })).toEqual([])
    const page = await of.client.products.list({ query: { since_id: all[1] ?? 0, per_page: 2, page: 2 } })
    expect({ ids: page.map(idOf), total: page.total }).toEqual({ ids: [all[4]], total: 3 })
  })

  test('page and per_page, by id ascending; a page past the end is 404', async () => {
    const page = async (n: number) => (await of.client.products.list({ query: { per_page: 2, page: n } })).map(idOf)
    expect([await page(1), await page(2), await page(3)]).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    expect(await ask(of, 'GET', '/products?per_page=2&page=4')).toEqual(A(404, 'Last page is 3'))
    expect(await ask(of, 'GET', '/products?q=nothing&page=2')).toEqual(A(404, 'Last page is 0'))
    expect(await ask(of, 'GET', '/products?per_page=0')).toMatchObject({ status: 422 })
  })

  test('names that nobody knows make it no other list: its length is the one that is written down (contract 2.4)', async () => {
    const run = (all[0] ?? 0) >> 10
    const written = (by: number) =>
      of.db.run(sql`update product_counts set count = count + ${by} where store_id = ${of.id} and run = ${run}`)
    await written(100)
    const answer = await of.request('GET', `/v1/${of.id}/products?access_token=x&params[page]=2&_=1763`)
    await written(-100)
    expect(answer.headers['x-total-count']).toBe('105')
    expect(answer.body.map(idOf)).toEqual(all)
  })

  test('fields', async () => {
    expect(await ask(of, 'GET', '/products?fields=id,images&per_page=1')).toEqual({
      status: 200,
      body: [{ id: all[0], images: [] }],
    })
  })

  test.each([
    'category_id=x',
    'published=yes',
    'min_stock=1.5',
    'has_weight=2',
    'sort_by=moon',
    'since_id=-1',
    'created_at_min=soon',
    'max_stock=99999999999999999999',
    'category_id=99999999999999999999999',
  ])('a filter of the wrong type is 422 that names it: %s', async filter => {
    const { status, body } = await ask(of, 'GET', `/products?${filter}`)
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 422, fields: [filter.split('=')[0]] })
  })
})

test('law: pages of any size are the whole list, also over holes and runs of ids', async () => {
  const of = await shop()
  // Ids far apart, as they are in a store whose neighbours are busy.
  const made: number[] = []
  for (let i = 0; i < 12; i++) {
    await of.db.run(
      sql`select setval(pg_get_serial_sequence('products', 'id'), nextval(pg_get_serial_sequence('products', 'id')) + ${(i % 4) * 700})`,
    )
    made.push((await make(of, { name: `P${i}` })).id)
  }
  for (const gone of [0, 5, 6]) await of.client.products.delete({ params: { id: made[gone] ?? 0 } })
  const left = made.filter((_, i) => ![0, 5, 6].includes(i))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(undefined, 'user' as const),
      async (per_page, sort_by) => {
        const seen: number[] = []
        for (let page = 1; page <= Math.ceil(left.length / per_page); page++) {
          const query = sort_by === undefined ? { page, per_page } : { page, per_page, sort_by }
          const list = await of.client.products.list({ query })
          expect(list.total).toBe(left.length)
          seen.push(...list.map(idOf))
        }
        expect(seen).toEqual(left)
      },
    ),
    { numRuns: 12 },
  )
})

describe('catalog 3.5: q', () => {
  let of: TestStore
  let camisa: number
  let calcao: number
  let meia: number
  beforeAll(async () => {
    of = await shop()
    camisa = (await make(of, { name: { pt: 'Camisa Algodão Básica', es: 'Remera' }, tags: 'Verão, 100%_puro' })).id
    calcao = (
      await sized(of, [], {
        name: 'Calção',
        variants: [
          { values: ['a'], sku: 'X1' },
          { values: ['b'], sku: 'CAL_0-ç9' },
        ],
      })
    ).id
    meia = (await make(of, { name: 'Meia', description: 'descricao secreta', brand: 'marcasecreta', sku: 'CALX0' })).id
    await make(await shop(), { name: 'Camisa' })
  })

  test.each<[string, string, () => number[]]>([
    ['a whole word', 'Camisa', () => [camisa]],
    ['the beginning of a word', 'cam', () => [camisa]],
    ['a part inside a word', 'amis', () => [camisa]],
    ['one letter', 'm', () => [camisa, meia]],
    ['without the accents of the name', 'algodao basica', () => [camisa]],
    ['with accents that the name has not', 'ĆÁMÍSÀ', () => [camisa]],
    ['in capitals', 'CALÇÃO', () => [calcao]],
    ['in another language', 'remera', () => [camisa]],
    ['in the tags', 'verao', () => [camisa]],
    ['in a SKU of any variant', 'cal_0-c9', () => [calcao]],
    ['several words in any order, in name, tags and SKU', 'verao  bas camisa', () => [camisa]],
    ['several words of which one is nowhere', 'camisa inverno', () => []],
    ['% is a letter like any other', '100%', () => [camisa]],
    ['a lone %', '%', () => [camisa]],
    ['_ is a letter like any other', 'cal_0', () => [calcao]],
    ['a lone _', '_', () => [camisa, calcao]],
    ['a backslash', '\\', () => []],
    ['quotes', `'"`, () => []],
    ['not in the description', 'secreta', () => []],
    ['nothing but spaces is no search', '   ', () => [camisa, calcao, meia]],
  ])('%s: %j', async (_what, q, found) => {
    expect(await ids(of, { q })).toEqual(found())
  })

  test.each<[string, string, string, () => number[]]>([
    ['a name of that language', 'remera', 'es', () => [camisa]],
    ['a name of another language', 'remera', 'pt', () => []],
    ['a name of another language, with accents', 'Básica', 'es', () => []],
    ['a name that is the same in both', 'calcao', 'es', () => [calcao]],
    ['the tags, which have no language', 'verao', 'es', () => [camisa]],
    ['a SKU, which has no language', 'cal_0-c9', 'pt', () => [calcao]],
    ['words in name and tags', 'verao remera', 'es', () => [camisa]],
    ['words in names of different languages', 'camisa remera', 'es', () => []],
    ['the tags, in a language that nobody speaks here', 'verao', 'fr', () => [camisa]],
    ['a name, in a language that nobody speaks here', 'camisa', 'fr', () => []],
    ['a part of a language is none', 'camisa', 'p', () => []],
    ['% is no language', 'camisa', '%', () => []],
    ['no language is any', 'remera', '', () => [camisa]],
    ['nothing but spaces is no search', ' ', 'es', () => [camisa, calcao, meia]],
  ])('in a language: %s', async (_what, q, language, found) => {
    expect(await ids(of, { q, language })).toEqual(found())
  })

  test('what was written before names told their language is found in each, and is no fault', async () => {
    const old = await make(of, { name: { pt: 'Luva', es: 'Guante' } })
    expect(await ids(of, { q: 'guante', language: 'pt' })).toEqual([])
    await of.db.run(sql`update products set search = E'guante\nluva' where id = ${old.id}`)
    expect(await ids(of, { q: 'guante', language: 'pt' })).toEqual([old.id])
    await verified(of)
    await of.client.products.delete({ params: { id: old.id } })
  })

  test('a language is not found as a text', async () => {
    expect(await ids(of, { q: 'pt' })).toEqual([])
  })

  test('follows the product', async () => {
    const made = await make(of, { name: 'Gorro' })
    expect(await ids(of, { q: 'gorro' })).toEqual([made.id])
    await of.client.products.update({ params: { id: made.id }, body: { name: 'Boina', sku: 'ZZ-9' } })
    expect(await ids(of, { q: 'gorro' })).toEqual([])
    expect(await ids(of, { q: 'boina zz-9' })).toEqual([made.id])
    await of.client.products.delete({ params: { id: made.id } })
    expect(await ids(of, { q: 'boina' })).toEqual([])
  })

  test('finds the SKU of the last of many variants', async () => {
    const variants = Array.from({ length: 600 }, (_, i) => ({ values: [`${i}`], sku: `${'long-'.repeat(10)}${i}-end` }))
    const made = await make(of, { name: 'Muitos', attributes: ['n'], variants })
    expect(await ids(of, { q: 'long-599-end' })).toEqual([made.id])
  })

  test('law: any part of a word of the name finds it', async () => {
    const words = ['camisa', 'algodao', 'basica', 'verao', '100%_puro', 'remera']
    const part = fc
      .constantFrom(...words)
      .chain(word =>
        fc
          .tuple(fc.nat(word.length - 1), fc.nat(word.length))
          .map(([from, length]) => word.slice(from, from + length + 1)),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async parts => {
        expect(await ids(of, { q: parts.join(' ') })).toContain(camisa)
      }),
      { numRuns: 30 },
    )
  })
})

test('catalog 3.5: handle is exact, in any language or the given one', async () => {
  const of = await shop()
  const one = await make(of, { name: { pt: 'Calça', es: 'Pantalón' } })
  const two = await make(of, { name: { pt: 'Pantalon', es: 'Otro' } })
  expect(await ids(of, { handle: 'calca' })).toEqual([one.id])
  expect(await ids(of, { handle: 'pantalon' })).toEqual([one.id, two.id])
  expect(await ids(of, { handle: 'pantalon', language: 'es' })).toEqual([one.id])
  expect(await ids(of, { handle: 'pantalon', language: 'en' })).toEqual([])
  expect(await ids(of, { handle: 'pantal' })).toEqual([])
  // Only a filter with something to filter: a language alone is none.
  expect(await ids(of, { language: 'es' })).toEqual([one.id, two.id])
})

test('catalog 3.5: category_id, the products of that category', async () => {
  const of = await shop()
  const [a, b] = [
    await of.client.categories.create({ body: { name: 'A' } }),
    await of.client.categories.create({ body: { name: 'B' } }),
  ]
  const one = await make(of, { categories: [a.id] })
  const two = await make(of, { categories: [a.id, b.id] })
  await make(of)
  expect(await ids(of, { category_id: a.id })).toEqual([one.id, two.id])
  expect(await ids(of, { category_id: b.id })).toEqual([two.id])
  expect(await ids(of, { category_id: 999_999 })).toEqual([])
  expect(await ids(of, { category_id: 0 })).toEqual([])
  await of.client.products.update({ params: { id: two.id }, body: { categories: [b.id] } })
  expect(await ids(of, { category_id: a.id })).toEqual([one.id])
  await of.client.categories.delete({ params: { id: a.id } })
  expect(await ids(of, { category_id: a.id })).toEqual([])
})

test('catalog 3.5: published and free_shipping', async () => {
  const of = await shop()
  const shown = await make(of, { free_shipping: true })
  const hidden = await make(of, { published: false })
  expect(await ids(of, { published: true })).toEqual([shown.id])
  expect(await ids(of, { published: false })).toEqual([hidden.id])
  expect(await ids(of, { free_shipping: true })).toEqual([shown.id])
  expect(await ids(of, { free_shipping: false })).toEqual([hidden.id])
  expect(await ids(of, { published: false, free_shipping: true })).toEqual([])
})

test('catalog 3.5: min_stock and max_stock, inclusive, over all variants and locations; unlimited is more than any', async () => {
  const of = await shop()
  const a = (await of.client.locations.create({ body: aLocation() })).id
  const b = (await of.client.locations.create({ body: aLocation() })).id
  const none = await make(of, { stock: 0 })
  const five = await make(of, {
    inventory_levels: [
      { location_id: a, stock: 2 },
      { location_id: b, stock: 3 },
    ],
  })
  const ten = await sized(of, ['P', 'M'])
  const unlimited = await make(of)
  const partly = await sized(of, [], {
    variants: [
      { values: ['a'], stock: 1 },
      { values: ['b'], stock: null },
    ],
  })
  const [n, f, t, u, p] = [none, five, ten, unlimited, partly].map(idOf)
  expect(await ids(of, { min_stock: 5 })).toEqual([f, t, u, p])
  expect(await ids(of, { min_stock: 6 })).toEqual([t, u, p])
  expect(await ids(of, { min_stock: 1_000_000_000 })).toEqual([u, p])
  expect(await ids(of, { max_stock: 5 })).toEqual([n, f])
  expect(await ids(of, { max_stock: 4 })).toEqual([n])
  expect(await ids(of, { max_stock: 0 })).toEqual([n])
  expect(await ids(of, { min_stock: 1, max_stock: 9 })).toEqual([f])
  expect(await ids(of, { min_stock: 0 })).toEqual([n, f, t, u, p])
  expect(await ids(of, { max_stock: -1 })).toEqual([])
})

test('catalog 3.5: has_promotional_price, has_weight, has_all_dimensions, has_weight_and_all_dimensions', async () => {
  const of = await shop()
  const box = { width: 1, height: 1, depth: 1 }
  const all = await make(of, { promotional_price: 1, weight: 1, ...box })
  const weight = await make(of, { weight: '0.001' })
  const dimensions = await make(of, box)
  const flat = await make(of, { width: 1, height: 1 })
  // Sold at a lower price in one of its variants, and with a weight in only one.
  const mixed = await sized(of, [], {
    variants: [{ values: ['a'], weight: 1, promotional_price: 2 }, { values: ['b'] }],
  })
  const [a, w, d, f, m] = [all, weight, dimensions, flat, mixed].map(idOf)
  expect(await ids(of, { has_promotional_price: true })).toEqual([a, m])
  expect(await ids(of, { has_promotional_price: false })).toEqual([w, d, f])
  expect(await ids(of, { has_weight: true })).toEqual([a, w])
  expect(await ids(of, { has_weight: false })).toEqual([d, f, m])
  expect(await ids(of, { has_all_dimensions: true })).toEqual([a, d])
  expect(await ids(of, { has_all_dimensions: false })).toEqual([w, f, m])
  expect(await ids(of, { has_weight_and_all_dimensions: true })).toEqual([a])
  expect(await ids(of, { has_weight_and_all_dimensions: false })).toEqual([w, d, f, m])
})

test('catalog 3.5: created_at and updated_at, bounds inclusive (F5)', async () => {
  const of = await shop()
  const one = await make(of)
  of.world.advance(10_000)
  const two = await make(of)
  of.world.advance(10_000)
  await of.client.products.update({ params: { id: one.id }, body: { name: 'B' } })
  const changed = await read(of, one.id)
  const off = (text: string, seconds: number) => new Date(Date.parse(text) + seconds * 1000).toISOString()
  expect(await ids(of, { created_at_min: two.created_at })).toEqual([two.id])
  expect(await ids(of, { created_at_min: off(two.created_at, 1) })).toEqual([])
  expect(await ids(of, { created_at_max: one.created_at })).toEqual([one.id])
  expect(await ids(of, { created_at_max: off(one.created_at, -1) })).toEqual([])
  expect(await ids(of, { updated_at_min: changed.updated_at })).toEqual([one.id])
  expect(await ids(of, { updated_at_max: two.updated_at })).toEqual([two.id])
  expect(await ids(of, { updated_at_min: two.updated_at, updated_at_max: changed.updated_at })).toEqual([
    one.id,
    two.id,
  ])
})

describe('catalog 3.5: sort_by', () => {
  let of: TestStore
  let names: Map<number, string>
  beforeAll(async () => {
    of = await shop()
    const bodies = [
      { name: 'bota', price: 30 },
      { name: 'Água', price: 9.5 },
      { name: { es: 'zapato' }, price: 100 },
      {
        name: 'luva',
        attributes: ['n'],
        variants: [
          { values: ['a'], price: 50 },
          { values: ['b'], price: 20 },
        ],
      },
      { name: 'Meia' },
    ]
    names = new Map()
    for (const body of bodies) {
      names.set(
        (await make(of, body)).id,
        Object.values(typeof body.name === 'string' ? [body.name] : body.name)[0] ?? '',
      )
      of.world.advance(1000)
    }
    const sold = [5, 0, 9, 5, 1]
    for (const [i, id] of [...names.keys()].entries()) {
      await of.db.run(sql`update products set sold = ${sold[i]} where store_id = ${of.id} and id = ${id}`)
    }
  })

  const expected: Record<(typeof productSorts)[number], string> = {
    user: 'bota Água zapato luva Meia',
    // By the lowest price of a product; one without a price comes last, up and down.
    'price-ascending': 'Água luva bota zapato Meia',
    'price-descending': 'zapato bota luva Água Meia',
    'cost-ascending': 'Água luva bota zapato Meia',
    'cost-descending': 'zapato bota luva Água Meia',
    // Whatever the accents and capitals.
    'alpha-ascending': 'Água bota luva Meia zapato',
    'alpha-descending': 'zapato Meia luva bota Água',
    'name-ascending': 'Água bota luva Meia zapato',
    'name-descending': 'zapato Meia luva bota Água',
    'created-at-ascending': 'bota Água zapato luva Meia',
    'created-at-descending': 'Meia luva zapato Água bota',
    // Of those sold alike the older first.
    'best-selling': 'zapato bota luva Meia Água',
  }

  test('a long name is sorted by its beginning, also where that ends within an emoji', async () => {
    const other = await shop()
    const long = `${'a'.repeat(254)}😀${'b'.repeat(100)}`
    const first = await make(other, { name: `${long}${'c'.repeat(100)}` })
    const last = await make(other, { name: 'b' })
    expect(await ids(other, { sort_by: 'alpha-ascending' })).toEqual([idOf(first), idOf(last)])
    await verified(other)
  })

  test.each(productSorts)('%s, whole and by pages', async sort_by => {
    const list = await of.client.products.list({ query: { sort_by } })
    expect(list.map(({ id }) => names.get(id)).join(' ')).toBe(expected[sort_by])
    const paged: (string | undefined)[] = []
    for (const page of [1, 2, 3]) {
      const part = await of.client.products.list({ query: { sort_by, page, per_page: 2 } })
      expect(part.total).toBe(5)
      paged.push(...part.map(({ id }) => names.get(id)))
    }
    expect(paged.join(' ')).toBe(expected[sort_by])
  })

  test('what has no price comes last, the newest first, on pages of any length and with filters', async () => {
    const mixed = await shop()
    const made: number[] = []
    for (const price of [null, 5, null, 7, 5, null]) {
      made.push((await make(mixed, { price, free_shipping: price !== 7 })).id)
    }
    const sorted = [3, 4, 1, 5, 2, 0].map(i => made[i] ?? 0)
    const free = sorted.filter(id => id !== made[3])
    for (const [filter, expected] of [[{}, sorted] as const, [{ free_shipping: true }, free] as const]) {
      for (const per_page of [1, 2, 4, 5, 30]) {
        const pages = Array.from({ length: Math.ceil(expected.length / per_page) }, (_, i) => i + 1)
        const query = { sort_by: 'price-descending' as const, per_page, ...filter }
        const parts = await Promise.all(pages.map(page => mixed.client.products.list({ query: { ...query, page } })))
        expect(parts.flat().map(({ id }) => id)).toEqual(expected)
        expect(new Set(parts.map(({ total }) => total))).toEqual(new Set([expected.length]))
      }
    }
  })

  test('together with a filter', async () => {
    const list = await of.client.products.list({ query: { sort_by: 'price-descending', q: 'a', max_stock: 5 } })
    expect(list).toEqual([])
    const found = await of.client.products.list({ query: { sort_by: 'name-descending', q: 'a' } })
    expect(found.map(({ id }) => names.get(id)).join(' ')).toBe('zapato Meia luva bota Água')
  })

  test('without it: by id', async () => {
    expect(await ids(of, {})).toEqual([...names.keys()])
  })
})

test('filters can be combined', async () => {
  const of = await shop()
  const category = await of.client.categories.create({ body: { name: 'A' } })
  const wanted = await make(of, { name: 'Camisa azul', categories: [category.id], stock: 5, free_shipping: true })
  await make(of, { name: 'Camisa azul', categories: [category.id], stock: 0, free_shipping: true })
  await make(of, { name: 'Camisa azul', stock: 5, free_shipping: true })
  const query = { q: 'azul cam', category_id: category.id, min_stock: 1, free_shipping: true, published: true }
  expect(await ids(of, { ...query, sort_by: 'price-ascending', created_at_min: wanted.created_at })).toEqual([
    wanted.id,
  ])
  expect(variantOf((await of.client.products.list({ query }))[0] as Product).stock).toBe(5)
})
