/** Stores with many products, to measure how the cost of a request grows with them. */
import { allScopes, type Client, createClient, type Product } from '@bodega/api'
import { issueToken } from '../src/access/index.ts'
import { seed } from '../src/seeding/index.ts'
import { createStore, storeContext } from '../src/stores/index.ts'
import type { Bench } from './world.ts'

/** A word that no seeded product has. */
const word = 'Zafira'
const withWord = 20
const changedLately = 50

export interface Catalogue {
  size: number
  client: Client
  store: number
  /** `/v1/3`, where its resources are. */
  path: string
  headers: Record<string, string>
  /** Products from all over the store. */
  sample: Product[]
  /** What about 20 products of it carry, whatever its size. */
  word: string
  /** A category that its share of the products is in. */
  category: number
  /** Since then about 50 products were changed. */
  since: string
}

const made = new Map<Bench, Map<string, Promise<Catalogue>>>()

/** The store of this size, made when it is first asked for; one of its own for each purpose. */
export function catalogueOf(bench: Bench, size: number, purpose = 'products'): Promise<Catalogue> {
  const known = made.get(bench) ?? new Map<string, Promise<Catalogue>>()
  made.set(bench, known)
  const key = `${purpose} ${size}`
  const catalogue = known.get(key) ?? make(bench, size)
  known.set(key, catalogue)
  return catalogue
}

async function make({ db, world, server, tidy }: Bench, size: number): Promise<Catalogue> {
  const { store, token } = await db.tx(async tx => {
    const store = await createStore(tx, world.now(), { name: 'Bench', country: 'BR', email: 'bench@example.com' })
    return { store, token: await issueToken(tx, world, store, { app: null, name: 'Bench', scopes: allScopes }) }
  })
  const context = await storeContext(db, store)
  if (!context) throw new Error('the store is gone')
  const from = performance.now()
  await seed(db, world, context, { products: size - withWord, locations: 3, customers: 0, orders: 0, seed: 1 })
  console.log(`  ${size} products seeded in ${((performance.now() - from) / 1000).toFixed(1)} s`)

  const { origin } = new URL(server.url)
  const client = createClient({ baseUrl: origin, storeId: store, token, userAgent: 'Bench (bench@example.com)' })
  for (let i = 0; i < withWord; i++) {
    await client.products.create({ body: { name: `Camiseta ${word} ${i}`, price: 10 + i, stock: 100 } })
  }
  const sample = await sampleOf(client, size)
  const since = await changeSome(client, sample)
  const [category] = sample[0]?.categories ?? []
  await tidy()
  const headers = { authentication: `bearer ${token}` }
  return { size, client, store, path: `/v1/${store}`, headers, sample, word, category: category?.id ?? 0, since }
}

async function sampleOf(client: Client, size: number): Promise<Product[]> {
  const pages = Math.floor(size / 200)
  const sample: Product[] = []
  for (const page of [1, 2, 3, 4, 5].map(part => Math.max(1, Math.floor((pages * part) / 5)))) {
    sample.push(...(await client.products.list({ query: { page, per_page: 200 } })).slice(0, 40))
  }
  return sample
}

/** Dates are whole seconds, so the changes begin with one. */
async function changeSome(client: Client, sample: readonly Product[]): Promise<string> {
  const second = Math.floor(Date.now() / 1000) + 1
  await new Promise(resolve => setTimeout(resolve, second * 1000 - Date.now()))
  for (const { id } of sample.slice(0, changedLately)) {
    await client.products.update({ params: { id }, body: { brand: 'Changed' } })
  }
  return new Date(second * 1000).toISOString()
}
