/** Stores with many products, to measure how the cost of a request grows with them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '@bodega/api'
import Type from 'typebox'
import { raw, sql } from '../src/platform/database/sql.ts'
import { seed } from '../src/seeding/index.ts'
import { storeContext } from '../src/stores/index.ts'
import { type Copies, columnsOf, load, marked } from './load.ts'
import { note, say } from './progress.ts'
import { openShop, type Shop } from './stores.ts'
import { type Bench, tidy } from './world.ts'

/** The smallest store; larger ones are so many times this one. */
export const smallest = 1_000

/** A word that no seeded product has. */
const word = 'Zafira'
const withWord = 20
const changedLately = 50
const places = 5
const plenty = 1_000_000

export interface Catalogue extends Shop {
  /** Products in it. */
  size: number
  /** Products from all over the store, each at five locations with more than can be sold while it is measured. */
  sample: Product[]
  locations: string[]
  /** What about 20 products of it carry, whatever its size. */
  word: string
  /** A category that its share of the products is in. */
  category: number
  /** Since then about 50 products were changed. */
  since: string
}

const made = new Map<string, Promise<Catalogue>>()

/** The store of this size, made when it is first asked for; one of its own for each purpose. */
export function catalogueOf(bench: Bench, size: number, purpose = 'products'): Promise<Catalogue> {
  const key = `${purpose} ${size}`
  const catalogue = made.get(key) ?? make(bench, size)
  made.set(key, catalogue)
  return catalogue
}

async function make(bench: Bench, size: number): Promise<Catalogue> {
  const { db, world } = bench
  const shop = await openShop(bench)
  const context = await storeContext(db, shop.store)
  if (!context) throw new Error('the store is gone')
  const from = performance.now()
  const plan = { products: Math.min(size, smallest), locations: 1, customers: 0, orders: 0, seed: 1 }
  await seed(db, world, context, plan)
  if (size > smallest) await multiply(bench, shop.store, size / smallest - 1)
  note(`${size} products were loaded in ${((performance.now() - from) / 1000).toFixed(1)} s`)

  await addPlaces(shop)
  const sample = await sampleOf(shop, size)
  await stockUp(bench, shop, sample)
  await nameSome(shop, sample)
  const since = await changeSome(shop, sample)
  const locations = await shop.client.locations.list()
  await tidy(bench)
  return {
    ...shop,
    size,
    sample: await sampleOf(shop, size),
    locations: locations.map(({ id }) => id),
    word,
    category: sample[0]?.categories[0]?.id ?? 0,
    since,
  }
}

const Span = Type.Object({ span: Type.Integer() })

/** How far apart the ids of two copies are. */
async function spanOf({ db }: Bench, table: string, store: number): Promise<number> {
  const { span } = await db.one(
    Span,
    sql`select max(id) - min(id) + 1 as span from ${raw(table)} where store_id = ${store}`,
  )
  return span
}

/** Every product of the store so many times more, with all that belongs to it. */
async function multiply(bench: Bench, store: number, count: number): Promise<void> {
  const spans = new Map<string, number>()
  for (const table of ['products', 'variants', 'inventory_levels', 'stock_movements'])
    spans.set(table, await spanOf(bench, table, store))
  const valueIn: Copies['valueIn'] = (name, copy) => {
    const [table = '', id] = name.split(' ')
    return id === undefined ? copy : Number(id) + copy * (spans.get(table) ?? 0)
  }
  const id = (table: string, column = 'id') => marked(`${table} `, `t.${column}::text`)
  const product = id('products', 'product_id')
  const variant = id('variants', 'variant_id')
  const tables: Record<string, Record<string, string>> = {
    products: { id: id('products'), handle: handleOf, search: 't.search', document: documentOf },
    product_categories: { product_id: product },
    variants: { id: id('variants'), product_id: product, sku: numbered('t.sku') },
    inventory_levels: { id: id('inventory_levels'), product_id: product, variant_id: variant },
    stock_movements: { id: id('stock_movements'), variant_id: variant },
    handles: { handle: numbered('t.handle'), owner_id: id('products', 'owner_id') },
  }
  const copies: Copies[] = []
  for (const [table, other] of Object.entries(tables)) {
    const kind = table === 'handles' ? `and t.kind = 'product'` : ''
    const rest = `from ${table} t where t.store_id = ${store} ${kind}`
    copies.push({ table, columns: await columnsOf(bench.url, table, other), rest, count, valueIn })
  }
  await load(bench, copies, table => say(`loading ${count * smallest} products: ${table}`))
  await bench.db.run(sql`
    insert into product_counts (store_id, run, count)
    select store_id, id >> 10, count(*) from products where store_id = ${store} group by 1, 2
    on conflict (store_id, run) do update set count = excluded.count`)
  for (const table of spans.keys()) {
    await bench.db.many(
      Type.Object({}),
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${raw(table)}))`,
    )
  }
}

const numbered = (column: string) => `${column} || '-' || ${marked('copy')}`

/** The one language of the store is Portuguese. */
const handleOf = `jsonb_build_object('pt', ${numbered(`(t.handle ->> 'pt')`)})`

/** In the document stand the ids of the product and of its variants, its handle, and the marks for what changes. */
const documentOf = `(
  select regexp_replace(
    replace(
      regexp_replace(
        regexp_replace(t.document, '"(id|product_id)":' || t.id || ',"(name|position)"',
          '"\\1":' || ${marked('products ', 't.id::text')} || ',"\\2"', 'g'),
        '"id":(\\d+),"image_id"', '"id":' || ${marked('variants ', `'\\1'`)} || ',"image_id"', 'g'),
      t.handle ->> 'pt', ${numbered(`(t.handle ->> 'pt')`)}),
    chr(1) || '([sd])(\\d+)', chr(1) || '\\1' || ${marked('variants ', `'\\2'`)}, 'g'))`

async function sampleOf({ client }: Shop, size: number): Promise<Product[]> {
  const pages = Math.floor(size / 200)
  const sample: Product[] = []
  for (const page of [1, 2, 3, 4, 5].map(part => Math.max(1, Math.floor((pages * part) / 5)))) {
    sample.push(...(await client.products.list({ query: { page, per_page: 200 } })).slice(0, 40))
  }
  return sample
}

async function addPlaces({ client }: Shop): Promise<void> {
  const [first] = await client.locations.list()
  for (let i = 1; first && i < places; i++)
    await client.locations.create({ body: { name: first.name, address: first.address } })
}

/** The ledger is left as it is: the figures do not depend on its sums. */
async function stockUp({ db }: Bench, { store }: Shop, sample: readonly Product[]): Promise<void> {
  const variants = sample.flatMap(product => product.variants.map(({ id }) => id))
  await db.run(sql`
    insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
    select v.store_id, v.product_id, v.id, l.id, ${plenty}, now(), now()
      from variants v join locations l on l.store_id = v.store_id
     where v.store_id = ${store} and v.id = any(${variants}::bigint[])
    on conflict (store_id, product_id, variant_id, location_id) do update set stock = ${plenty}`)
}

async function nameSome({ client }: Shop, sample: readonly Product[]): Promise<void> {
  for (const [i, { id }] of sample.slice(-withWord).entries())
    await client.products.update({ params: { id }, body: { name: `Camiseta ${word} ${i}` } })
}

/** Dates are whole seconds, so the changes begin with one. */
async function changeSome({ client }: Shop, sample: readonly Product[]): Promise<string> {
  const second = Math.floor(Date.now() / 1000) + 1
  await pause(second * 1000 - Date.now())
  for (const { id } of sample.slice(0, changedLately))
    await client.products.update({ params: { id }, body: { brand: 'Changed' } })
  return new Date(second * 1000).toISOString()
}
