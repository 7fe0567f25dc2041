import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type Product } from '@bodega/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApp } from '../apps/index.ts'
import { checks } from '../commands/verify.ts'
import { findBroken } from '../platform/database/check.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { database } from '../testing/database.ts'
import { fetchFrom } from '../testing/inject.ts'
import { person } from '../testing/people.ts'
import { app, secretKey, testWorld } from '../testing/store.ts'
import { ensureDemo } from './index.ts'

let db: Db
let dataDir: string
let client: Client
let products: Product[]
beforeAll(async () => {
  db = (await database()).db
  dataDir = await mkdtemp(join(tmpdir(), 'bodega demo '))
  const demo = await ensureDemo({ db, world: testWorld(), secretKey, dataDir, url: 'http://localhost' })
  if (!demo) throw new Error('there is no demo store')
  const { store_id: storeId, access_token: token } = demo
  const fetch = fetchFrom(await app())
  client = createClient({ baseUrl: 'http://localhost', storeId, token, userAgent: 'Test (test@example.com)', fetch })
  products = await client.products.list({ query: { page: 1, per_page: 200 } })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('the demo store has a few dozen products with variants, in three languages', () => {
  expect(products.length).toBeGreaterThanOrEqual(30)
  for (const { name, description, variants } of products) {
    for (const texts of [name, description]) expect(Object.keys(texts).sort()).toEqual(['en', 'es', 'pt'])
    expect(variants.length).toBeGreaterThan(0)
  }
  expect(products.filter(({ variants }) => variants.length > 3).length).toBeGreaterThan(10)
})

test('its tree has no category without products', async () => {
  const categories = await client.categories.list({ query: { page: 1, per_page: 200 } })
  const filled = new Set(products.flatMap(product => product.categories.map(({ id }) => id)))
  const leaves = categories.filter(({ subcategories }) => subcategories.length === 0)
  expect(leaves.length).toBeGreaterThan(20)
  expect(leaves.filter(({ id }) => !filled.has(id)).map(({ name }) => name.es)).toEqual([])
})

test('stock is at its three locations: some things are out of stock somewhere, one everywhere, one is unlimited', () => {
  const stocks = products.map(({ variants }) =>
    variants.flatMap(({ inventory_levels }) => {
      expect(inventory_levels).toHaveLength(3)
      return inventory_levels.map(({ stock }) => stock)
    }),
  )
  expect(stocks.filter(levels => levels.includes(0)).length).toBeGreaterThan(5)
  expect(stocks.filter(levels => levels.every(stock => stock === 0))).toHaveLength(1)
  expect(stocks.filter(levels => levels.every(stock => stock === null))).toHaveLength(1)
})

test('a dozen customers with addresses, besides those who ordered', async () => {
  const customers = await client.customers.list({ query: { page: 1, per_page: 200 } })
  expect(customers.filter(({ default_address }) => default_address?.country === 'AR').length).toBeGreaterThanOrEqual(12)
  expect(new Set(customers.map(({ email }) => email)).size).toBe(customers.length)
})

test('orders of two weeks, in every state, some of them split over locations', async () => {
  const orders = await client.orders.list({ query: { page: 1, per_page: 200 } })
  expect(orders.length).toBeGreaterThanOrEqual(25)
  const seen = (of: (order: (typeof orders)[number]) => unknown) => [...new Set(orders.map(of))].sort()
  expect(seen(({ status }) => status)).toEqual(['cancelled', 'closed', 'open'])
  expect(seen(({ payment_status }) => payment_status)).toEqual(expect.arrayContaining(['paid', 'pending']))
  expect(seen(({ shipping_status }) => shipping_status)).toEqual(
    expect.arrayContaining(['delivered', 'shipped', 'unpacked', 'unshipped']),
  )
  expect(seen(({ created_at }) => created_at.slice(0, 10)).length).toBeGreaterThan(10)
  expect(orders.some(({ fulfillments }) => fulfillments.length > 1)).toBe(true)
})

test('what its orders took was there before them, so that other priorities can be tried on all of them', async () => {
  const locations = await client.locations.list()
  const priorities = locations.map(({ id }, i) => ({ id, priority: locations.length - 1 - i }))
  const { orders, undecided, different } = await client.locations.backtest({ body: { priorities } })
  expect({ isTried: orders > 25, undecided }).toEqual({ isTried: true, undecided: 0 })
  expect(different).toBeGreaterThan(orders / 2)
})

test('specification 1.5: its three locations ship at different prices, so that their order shows in a quote', async () => {
  const locations = await client.locations.list()
  const body = {
    // The one of the story in the README.
    products: [{ variant_id: 2, quantity: 1 }],
    destination: { country: 'AR', postal_code: '1414' },
  }
  const seen: (string | number | null | undefined)[][] = []
  for (const first of locations) {
    await client.locations.chooseDefault({ params: { id: first.id } })
    const { packages, options } = await client.shippingQuotes.create({ body })
    expect(packages.map(({ location_id }) => location_id)).toEqual([first.id])
    expect(options).toHaveLength(1)
    seen.push([options[0]?.price, options[0]?.max_days])
  }
  expect(seen).toEqual([
    ['3900.00', 5],
    ['6400.00', 2],
    ['5900.00', 7],
  ])
})

test('it breaks no rule', async () => {
  expect(await findBroken(db, checks)).toEqual([])
})

test('its app follows the server to another address, and its two people can sign in', async () => {
  const world = testWorld()
  const moved = await ensureDemo({ db, world, secretKey, dataDir, url: 'http://localhost:4000' })
  expect(moved).toMatchObject({
    base_url: 'http://localhost:4000',
    auth_url: 'http://localhost:4000',
    redirect_url: 'http://localhost:4000/demo/callback',
  })
  const server = await app({ demo: { owner: moved?.owner.email ?? '', partner: moved?.partner.email ?? '' } })
  for (const as of ['owner', 'partner'] as const) {
    const someone = person(server)
    await someone.panel.sessions.signInToDemo({ body: { as } })
    expect(someone.session().stores).toMatchObject([{ id: moved?.store_id, role: 'owner' }])
    await someone.panel.sessions.signIn({ body: moved?.[as] ?? { email: '', password: '' } })
    const consent = await someone.panel.authorizations.get({ params: { app_id: moved?.app_id ?? 0 } })
    expect(consent.app.redirect_url).toBe(moved?.redirect_url)
    expect(consent.app.app_url).toBe('http://localhost:4000/demo/app')
  }
})

test('an address of its app that the partner has chosen meanwhile stays, however alike the two begin', async () => {
  const { app_id } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const redirect_url = 'http://localhost:40001/auth'
  await db.run(sql`update apps set redirect_url = ${redirect_url} where id = ${app_id}`)
  await ensureDemo({ db, world: testWorld(), secretKey, dataDir, url: 'http://localhost:4500' })
  expect(await findApp(db, app_id)).toMatchObject({ redirect_url, app_url: 'http://localhost:4500/demo/app' })
})

test('servers that begin together in its folder each write the file whole, and leave nothing else there', async () => {
  const urls = Array.from({ length: 20 }, (_, i) => `http://localhost:${5000 + i}`)
  await Promise.all(urls.map(url => ensureDemo({ db, world: testWorld(), secretKey, dataDir, url })))
  const { base_url } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  expect(urls).toContain(base_url)
  expect(await readdir(dataDir)).toEqual(['demo.json'])
})
