import { ApiError, verifyWebhook } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { install, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { type Person, signedUp } from '../testing/people.ts'
import { dispatcherOf, receiver, type TestReceiver } from '../testing/receiver.ts'
import { aLocation, app, type TestWorld, testWorld } from '../testing/store.ts'
import { replayChosen } from '../webhooks/index.ts'

const day = 24 * 3_600_000

let db: Db
let world: TestWorld
let server: FastifyInstance
let owner: Person
let store: number
let target: TestReceiver
let secret: string
// Sessions end when time is moved on by days.
beforeEach(async () => {
  db = (await database()).db
  world = testWorld()
  server = await app({ world })
  target = await receiver()
  ;({ owner, store } = await merchant(server))
  const client = owner.client(store)
  await client.locations.create({ body: aLocation() })
  // One app listens to both, one to nothing, and one is not installed.
  const maker = await signedUp(server)
  await maker.panel.partners.become({ body: { name: 'Maker' } })
  const urls = { customers_redact_url: `${target.url}/redact`, customers_data_request_url: `${target.url}/data` }
  const make = async (body: Partial<typeof urls>) => {
    const made = await maker.panel.partnerApps.create({ body: { name: 'Robot', distribution: 'app_store', ...body } })
    const { client_secret } = await maker.panel.partnerApps.keys({ params: { app_id: made.id } })
    return { app_id: made.id, client_secret, redirect_url: made.redirect_url }
  }
  const listening = await make(urls)
  secret = listening.client_secret
  await install(server, owner, listening)
  await install(server, owner, await make({}))
  await make(urls)
})

const customerOf = async (email: string) =>
  (
    await owner
      .client(store)
      .customers.create({ body: { name: 'Ana', email, phone: '+55 11 5555', identification: '123' } })
  ).id

async function buys(email: string): Promise<number> {
  const client = owner.client(store)
  const { variants } = await client.products.create({ body: { name: 'Shirt', price: '10.00' } })
  const products = [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }]
  return (await client.orders.create({ body: { products, customer: { name: 'Ana', email } } })).id
}

/** What arrived since the last call: path and body of each, which the app can verify. */
async function arrived() {
  await dispatcherOf({ db, world }).tick()
  const came = target.received.splice(0)
  for (const { raw, headers } of came) {
    const now = world.now()
    for (const scheme of ['standard', 'linkedstore'] as const)
      await verifyWebhook({ body: raw, headers, secret, scheme, now })
  }
  return came.map(({ path, body }) => ({ path, body }))
}

const ask = (customer_id: number) => ({ params: { store_id: store, customer_id } })

describe('contract: webhooks 5.1', () => {
  test('customers/redact goes to the address of the app five days after it was asked for, once', async () => {
    const id = await customerOf('ana@example.com')
    const asked = await owner.panel.storePrivacy.redact(ask(id))
    expect(asked).toEqual({ apps: 1, send_at: expect.any(String) })
    expect(new Date(asked.send_at).getTime() - world.now().getTime()).toBeGreaterThan(5 * day - 1000)
    world.advance(day)
    expect(await owner.panel.storePrivacy.redact(ask(id))).toEqual(asked)
    world.advance(4 * day - 2000)
    // Nor does it go before that when all that was ever sent is sent again.
    await db.tx(tx => replayChosen(tx, store, { isFailed: false }))
    expect(await arrived()).toEqual([])
    world.advance(2000)
    const customer = { id, email: 'ana@example.com', phone: '+55 11 5555', identification: '123' }
    expect(await arrived()).toEqual([
      { path: '/hook/redact', body: { store_id: store, customer, orders_to_redact: [] } },
    ])
    world.advance(30 * day)
    expect(await arrived()).toEqual([])
  })

  test('customers/redact goes for each who asks, whatever else is on its way about them, and again after it went', async () => {
    const [ana, bia] = [await customerOf('ana@example.com'), await customerOf('bia@example.com')]
    const first = await owner.panel.storePrivacy.redact(ask(ana))
    await owner.panel.storePrivacy.requestData(ask(bia))
    world.advance(day)
    const second = await owner.panel.storePrivacy.redact(ask(bia))
    expect(new Date(second.send_at).getTime() - new Date(first.send_at).getTime()).toBe(day)
    // What is due now does not wait for what is due later.
    expect(await arrived()).toMatchObject([{ path: '/hook/data', body: { customer: { id: bia } } }])
    world.advance(5 * day)
    const came = (await arrived()).map(({ path, body }) => `${path} ${body.customer.id}`)
    expect(came.sort()).toEqual([`/hook/redact ${ana}`, `/hook/redact ${bia}`].sort())
    await owner.panel.storePrivacy.redact(ask(ana))
    world.advance(5 * day)
    expect(await arrived()).toMatchObject([{ path: '/hook/redact', body: { customer: { id: ana } } }])
  })

  test('customers/redact waits until six months have passed since the last order, and names the orders', async () => {
    const id = await customerOf('bia@example.com')
    const orders = [await buys('bia@example.com'), await buys('bia@example.com')]
    await arrived()
    await owner.panel.storePrivacy.redact(ask(id))
    world.advance(180 * day)
    expect(await arrived()).toEqual([])
    world.advance(5 * day)
    expect(await arrived()).toMatchObject([
      { path: '/hook/redact', body: { customer: { id }, orders_to_redact: orders } },
    ])
  })

  test('customers/data_request is sent at once, and each has a number of its own', async () => {
    const id = await customerOf('eva@example.com')
    const order = await buys('eva@example.com')
    const { variants } = await owner.client(store).products.create({ body: { name: 'Hat', price: '5.00' } })
    const draft = await owner.client(store).draftOrders.create({
      body: {
        contact_name: 'Eva',
        contact_lastname: 'Lima',
        contact_email: 'EVA@example.com ',
        payment_status: 'unpaid',
        products: [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }],
      },
    })
    const first = await owner.panel.storePrivacy.requestData(ask(id))
    const second = await owner.panel.storePrivacy.requestData(ask(id))
    expect(first).toEqual({ apps: 1, data_request: { id: expect.any(Number) } })
    expect(second.data_request.id).not.toBe(first.data_request.id)
    const about = {
      store_id: store,
      customer: { id, email: 'eva@example.com', phone: '+55 11 5555', identification: '123' },
      orders_requested: [order],
      checkouts_requested: [],
      drafts_orders_requested: [draft.id],
    }
    expect(await arrived()).toEqual(
      [first, second].map(({ data_request }) => ({ path: '/hook/data', body: { ...about, data_request } })),
    )
  })

  test('is asked for by owners of the store alone', async () => {
    const id = await customerOf('ida@example.com')
    const stranger = await merchant(server)
    const refused = (status: number) => expect.toSatisfy(error => error instanceof ApiError && error.status === status)
    await expect(stranger.owner.panel.storePrivacy.redact(ask(id))).rejects.toThrow(refused(404))
    const elsewhere = { params: { store_id: stranger.store, customer_id: id } }
    await expect(stranger.owner.panel.storePrivacy.requestData(elsewhere)).rejects.toThrow(refused(404))
    expect(await arrived()).toEqual([])
  })
})
