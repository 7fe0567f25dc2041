/** Lists cost what they show, not what the store has: the plans of the very statements that run. */
import { type ProductFilters, productSorts } from '@bodega/api'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../platform/database/database.ts'
import { raw, type Sql, sql } from '../platform/database/sql.ts'
import { shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { bySku, get, list, type Reader } from './read.ts'
import { sellables } from './sellable.ts'

const products = 20_000
const url = 'http://localhost'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Output?: string[]
  Plans?: Node[]
}

const Explained = Type.Object({ 'QUERY PLAN': Type.Array(Type.Object({ Plan: Type.Unknown() })) })

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A database that explains each query before it answers it, as it would be planned for these values and for any. */
function explaining(db: Queries): { db: Queries; plans: Map<string, Node[]>; generic: Node[][] } {
  const plans = new Map<string, Node[]>()
  const generic: Node[][] = []
  const explain = async (prefix: string, query: Sql) => {
    const [row] = await db.many(Explained, sql`${raw(prefix)} ${query}`)
    return nodesOf(row?.['QUERY PLAN'][0]?.Plan as Node)
  }
  const many: Queries['many'] = async (schema, query) => {
    plans.set(query.text, await explain('explain (analyze, format json)', query))
    generic.push(await explain('explain (generic_plan, format json)', query))
    return db.many(schema, query)
  }
  return {
    plans,
    generic,
    db: {
      ...db,
      many,
      maybe: async (schema, query) => (await many(schema, query))[0],
      one: async (schema, query) => (await many(schema, query))[0] as never,
    },
  }
}

let of: TestStore
let category: number

/** Rows without a client: what matters here is how many there are, and that no two are alike. */
async function plant({ db, id: store }: TestStore, count: number): Promise<void> {
  planted.push(store)
  await db.run(sql`
    insert into products (store_id, name, description, handle, attributes, published, free_shipping, requires_shipping,
                          seo_title, seo_description, tags, created_at, updated_at, category_ids, search, sort_name,
                          sort_price, sold, has_promotional_price, has_weight, has_all_dimensions, document)
    select ${store}, '{}', '{}', '{}', '[]', n % 2 = 0, n % 3 = 0, true, '{}', '{}', '', t, t, '[]',
           'produto ' || md5(n::text) || E'\\nsku-' || n, 'produto ' || md5(n::text), nullif(n % 1000, 0), n % 50, false, false, false,
           '{"id":' || n || ',"text":"' || repeat(md5(n::text), 30) || '"}'
      from generate_series(1, ${count}::int) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') d (t)`)
  await db.run(sql`
    insert into product_counts (store_id, run, count)
    select store_id, id >> 10, count(*) from products where store_id = ${store} group by 1, 2`)
  await db.run(sql`
    insert into variants (store_id, product_id, position, "values", combination, price, weight, width, height, depth,
                          sku, visible, created_at, updated_at)
    select store_id, id, 1, '[]', '', 1, 0, 0, 0, 0, 'sku-' || id, true, created_at, updated_at
      from products where store_id = ${store}`)
  await db.run(sql`
    insert into handles (store_id, kind, language, handle, owner_id)
    select store_id, 'product', language, 'produto-' || id, id
      from products, unnest(array['pt', 'es']) language where store_id = ${store}`)
}

const planted: number[] = []

// What was planted keeps few of the rules that other tests look after.
afterAll(async () => {
  for (const store of planted) {
    for (const table of ['inventory_levels', 'handles', 'product_counts', 'products', 'categories']) {
      await of.db.run(sql`delete from ${raw(table)} where store_id = ${store}`)
    }
  }
})

beforeAll(async () => {
  of = await shop()
  category = (await of.client.categories.create({ body: { name: 'A' } })).id
  await plant(of, products)
  await plant(await shop(), 500)
  const { id: other } = await of.client.categories.create({ body: { name: 'B' } })
  // So many that reading all of them would show.
  await of.db.run(sql`
    insert into categories (store_id, name, description, handle, visibility, visibility_updated_at, seo_title,
                            seo_description, created_at, updated_at, document)
    select store_id, name, description, handle, visibility, visibility_updated_at, '', '', created_at, updated_at, document
      from categories, generate_series(1, 500) where store_id = ${of.id} and id = ${other}`)
  await of.db.run(sql`
    insert into product_categories (store_id, category_id, product_id)
    select store_id, ${other}::bigint, id from products where store_id = ${of.id}
     union all
    select store_id, ${category}, id from products where store_id = ${of.id} and id % 100 = 0`)
  const [location = ''] = (
    await of.db.many(
      Type.Object({ id: Type.String() }),
      sql`
    insert into locations (store_id, id, name, address, allows_pickup, priority, created_at, updated_at)
    values (${of.id}, '01ARZ3NDEKTSV4RRFFQ69G5FAV', '{}', '{}', false, 0, now(), now()) returning id`,
    )
  ).map(({ id }) => id)
  await of.db.run(sql`
    insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
    select store_id, product_id, id, ${location}, 5, created_at, updated_at from variants where store_id = ${of.id}`)
  await of.db.run(sql`
    insert into product_touches (store_id, product_id, touched_at)
    select store_id, id, updated_at from products where store_id = ${of.id}`)
  // Also what can be read from indexes alone, as the server's own vacuum sees to it.
  await of.db.run(raw('vacuum analyze'))
}, 120_000)

const isScanOf = (table: string) => (node: Node) => node['Relation Name'] === table

/** How many rows of products were looked at, those that a filter dropped included. */
const rowsRead = (nodes: readonly Node[]) =>
  nodes
    .filter(isScanOf('products'))
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )

const sequential = (nodes: readonly Node[]) =>
  nodes
    .filter(node => node['Node Type'] === 'Seq Scan')
    .map(node => node['Relation Name'])
    // Twenty short rows: no index is shorter.
    .filter(table => table !== 'product_counts')

/** The page and the number of all, with the plans of both: the longer statement is the page. */
async function listed(query: Partial<ProductFilters>) {
  const { db, plans, generic } = explaining(of.own)
  const reader: Reader = { db, store: { id: of.id }, url }
  const { items, total } = await list(reader, { page: 1, per_page: 50, ...query })
  const [page = [], count = []] = [...plans].sort(([a], [b]) => b.length - a.length).map(([, nodes]) => nodes)
  return { length: items.length, total, page, count, all: [page, count, ...generic] }
}

function expectIndexes({ all }: { all: Node[][] }): void {
  for (const nodes of all) expect(sequential(nodes)).toEqual([])
}

describe(`in a store of ${products} products`, () => {
  test('the first page reads its products and no others', async () => {
    const found = await listed({})
    expect(found).toMatchObject({ length: 50, total: products })
    expectIndexes(found)
    expect(rowsRead(found.page)).toBeLessThanOrEqual(2 * 50)
    // The total is a short sum.
    expect(rowsRead(found.count)).toBe(0)
  })

  test('page 300 reads no more than a run of ids besides', async () => {
    const found = await listed({ page: 300 })
    expect(found).toMatchObject({ length: 50, total: products })
    expectIndexes(found)
    expect(rowsRead(found.page)).toBeLessThanOrEqual(1024 + 3 * 50)
    expect(found.page.map(node => node['Node Type'])).toContain('Index Only Scan')
  })

  test('stock is read for the products of the page alone', async () => {
    for (const query of [{ page: 300 }, { page: 20, sort_by: 'name-descending' as const }]) {
      const levels = (await listed(query)).page.filter(isScanOf('inventory_levels'))
      expect(levels.map(node => node['Actual Loops'])).toEqual([50])
    }
  })

  test.each([
    ['a word', { q: 'sku-1234' }, 11],
    ['several words', { q: 'produto sku-777' }, 11],
    ['a word that is nowhere', { q: 'inexistente' }, 0],
    ['a word in a language', { q: 'sku-1234', language: 'es' }, 11],
    ['several words in a language', { q: 'produto sku-777', language: 'es' }, 11],
  ])('q with %s uses the trigrams', async (_what, query, total) => {
    const found = await listed(query)
    expect(found).toMatchObject({ total })
    expectIndexes(found)
    for (const nodes of [found.page, found.count]) {
      expect(nodes.map(node => node['Index Name'])).toContain('products_search')
      expect(rowsRead(nodes)).toBeLessThanOrEqual(3 * total)
    }
  })

  test('category_id goes by the links', async () => {
    const found = await listed({ category_id: category })
    expect(found).toMatchObject({ length: 50, total: products / 100 })
    expectIndexes(found)
    for (const nodes of [found.page, found.count]) expect(rowsRead(nodes)).toBeLessThanOrEqual(products / 50)
  })

  test.each([
    ['updated_at_min', { updated_at_min: '2026-01-14T20:00:00Z' }],
    ['created_at_min', { created_at_min: '2026-01-14T20:00:00Z' }],
  ])('%s goes by the dates', async (_what, query) => {
    const found = await listed(query)
    expect(found.total).toBeLessThan(100)
    expect(found.length).toBe(50)
    expectIndexes(found)
    for (const nodes of [found.page, found.count]) expect(rowsRead(nodes)).toBeLessThanOrEqual(3 * found.total)
  })

  test('created_at_min, half of all: older ones are not read, and the order is that of the ids', async () => {
    const middle = '2026-01-08T00:00:00Z'
    const found = await listed({ created_at_min: middle, page: 2 })
    expect(found.length).toBe(50)
    expect(rowsRead(found.page)).toBeLessThanOrEqual(3 * 50)
    const { items } = await list(
      { db: of.own, store: { id: of.id }, url },
      { page: 2, per_page: 50, created_at_min: middle },
    )
    const rows = await of.db.many(
      Type.Object({ id: Type.Integer() }),
      sql`select id from products where store_id = ${of.id} and created_at >= ${middle} order by id limit 50 offset 50`,
    )
    expect(items.map(({ json }) => JSON.parse(json).id)).toEqual(rows.map(({ id }) => id))
  })

  test('handle, with and without a language, and ids', async () => {
    const { ids } = await of.db.one(
      Type.Object({ ids: Type.Array(Type.Integer()) }),
      sql`select array_agg(id) as ids from (select id from products where store_id = ${of.id} order by id limit 30 offset 9000) p`,
    )
    for (const query of [{ handle: `produto-${ids[0]}` }, { handle: `produto-${ids[0]}`, language: 'pt' }, { ids }]) {
      const found = await listed(query)
      expect(found.total).toBe(query.ids ? 30 : 1)
      expectIndexes(found)
      expect(rowsRead(found.page)).toBeLessThanOrEqual(2 * found.total)
    }
  })

  test.each(productSorts)('sort_by %s goes along an index', async sort_by => {
    const found = await listed({ sort_by })
    expectIndexes(found)
    // Down the prices also those without one, at most as many.
    expect(rowsRead(found.page)).toBeLessThanOrEqual(3 * 50)
    const far = await listed({ sort_by, page: 20 })
    expectIndexes(far)
    expect(far.length).toBe(50)
    expect(rowsRead(far.page)).toBeLessThanOrEqual(1024 + 3 * 50)
  })

  test('one product, by id and by SKU, is one row', async () => {
    const { db, plans, generic } = explaining(of.own)
    const reader: Reader = { db, store: { id: of.id }, url }
    const { id } = await of.db.one(
      Type.Object({ id: Type.Integer() }),
      sql`select id from products where store_id = ${of.id} order by id limit 1 offset 12345`,
    )
    await get(reader, id)
    await bySku(reader, `sku-${id}`)
    expect(plans.size).toBe(2)
    for (const nodes of [...plans.values(), ...generic]) expect(sequential(nodes)).toEqual([])
    for (const nodes of plans.values()) expect(rowsRead(nodes)).toBe(1)
  })
})

test('of all images of a variant that is sold the one that is shown is put into words', async () => {
  const plans: Node[] = []
  const many: Queries['many'] = async (_schema, query) => {
    const [row] = await of.db.many(Explained, sql`explain (verbose, format json) ${query}`)
    plans.push(...nodesOf(row?.['QUERY PLAN'][0]?.Plan as Node))
    return []
  }
  await sellables({ ...of.db, many }, of.id, [1, 2, 3])
  const wordy = plans.filter(({ Output = [] }) => Output.some(column => column.includes('json_build_object')))
  expect(plans.map(node => node['Node Type'])).toContain('Sort')
  expect(wordy.map(node => node['Node Type'])).not.toContain('Sort')
})
