import { ApiError } from '@bodega/api'
import type { Search } from '@bodega/api/panel'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../accounts/index.ts'
import { sql } from '../platform/database/sql.ts'
import { agree, askToken, install, installWidely, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { type Person, signedUp } from '../testing/people.ts'
import { app, type TestWorld, testWorld } from '../testing/store.ts'
import { resume, suspend } from '../webhooks/index.ts'

let world: TestWorld
let server: FastifyInstance
let maker: Person

async function partner(name = 'Maker'): Promise<Person> {
  const someone = await signedUp(server)
  await someone.panel.partners.become({ body: { name } })
  return someone
}

beforeAll(async () => {
  world = testWorld()
  server = await app({ world })
  maker = await partner()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return { status: error.status, body: error.body }
      throw error
    },
  )

const make = (change = {}) =>
  maker.panel.partnerApps.create({ body: { name: 'Robot', distribution: 'app_store', ...change } })

describe('an app', () => {
  test('begins with a name and a distribution, the products permission and a callback that shows the exchange', async () => {
    const made = await make()
    expect(made).toMatchObject({
      id: expect.any(Number),
      name: 'Robot',
      distribution: 'app_store',
      redirect_url: 'http://localhost/demo/callback',
      scopes: ['read_products', 'write_products'],
      store_ids: [],
      installations: 0,
      demo_store_id: null,
    })
    expect(await maker.panel.partnerApps.get({ params: { app_id: made.id } })).toEqual(made)
    expect((await maker.panel.partnerApps.list())[0]).toEqual(made)
  })

  test('is edited field by field; what is left out stays', async () => {
    const { id: app_id } = await make()
    const change = {
      redirect_url: 'http://localhost:8000/auth/install',
      app_url: 'https://app.example/',
      privacy_policy_url: 'https://app.example/privacy',
      support_email: 'help@app.example',
      store_redact_url: 'https://app.example/redact',
      scopes: ['read_orders', 'read_orders', 'write_fulfillment_orders'] as const,
    }
    world.advance(5000)
    const changed = await maker.panel.partnerApps.update({
      params: { app_id },
      body: { ...change, scopes: [...change.scopes] },
    })
    expect(changed).toMatchObject({ ...change, scopes: ['read_orders', 'write_fulfillment_orders'], name: 'Robot' })
    expect(Date.parse(changed.updated_at) - Date.parse(changed.created_at)).toBe(5000)
    const again = await maker.panel.partnerApps.update({ params: { app_id }, body: { app_url: null } })
    expect(again).toMatchObject({ ...change, scopes: changed.scopes, app_url: null })
  })

  test('keeps what two change of it at the same time', async () => {
    const { db } = await database()
    const { id: app_id } = await make()
    const redirect_url = 'http://localhost:8000/auth'
    const changed = await meet(
      db,
      tx => tx.run(sql`update apps set scopes = '["read_orders"]' where id = ${app_id}`),
      () => maker.panel.partnerApps.update({ params: { app_id }, body: { redirect_url } }),
    )
    expect(changed).toMatchObject({ redirect_url, scopes: ['read_orders'] })
  })

  test('is changed alone', async () => {
    const { store } = await merchant(server)
    const [one, other] = [await make({ distribution: 'own_clients' }), await make({ distribution: 'own_clients' })]
    const seen = async () => {
      const params = { app_id: other.id }
      return [await maker.panel.partnerApps.get({ params }), await maker.panel.partnerApps.keys({ params })]
    }
    await maker.panel.partnerApps.update({ params: { app_id: other.id }, body: { store_ids: [store] } })
    const before = await seen()
    const params = { app_id: one.id }
    await maker.panel.partnerApps.update({ params, body: { name: 'Another', store_ids: [store] } })
    await maker.panel.partnerApps.update({ params, body: { store_ids: [] } })
    await maker.panel.partnerApps.rotateKeys({ params })
    expect(await seen()).toEqual(before)
  })

  test('has addresses that browsers can open, without a fragment where the code goes', async () => {
    const { id: app_id } = await make()
    const put = (body: object) => refusal(maker.panel.partnerApps.update({ params: { app_id }, body }))
    for (const redirect_url of ['ftp://x', 'javascript:alert(1)', 'https://x/#a', 'http://[', '', 'https://x y']) {
      expect({ redirect_url, ...(await put({ redirect_url })) }).toMatchObject({
        redirect_url,
        status: 422,
        body: { redirect_url: [expect.any(String)] },
      })
    }
    const others = [
      ...['app_url', 'preferences_url', 'privacy_policy_url', 'support_url'],
      ...['store_redact_url', 'customers_redact_url', 'customers_data_request_url'],
    ]
    const wrong = Object.fromEntries(others.map(name => [name, 'http://[']))
    expect(await put(wrong)).toEqual({
      status: 422,
      body: Object.fromEntries(others.map(name => [name, ['is invalid']])),
    })
    expect(await put({ scopes: ['everything'] })).toMatchObject({ status: 422 })
  })

  test('has addresses for notices that notices are sent to (D64)', async () => {
    const strict = await signedUp(await app({ world, allowPrivateAddresses: false }))
    await strict.panel.partners.become({ body: { name: 'Strict' } })
    const input = { name: 'Robot', distribution: 'app_store', app_url: 'http://app.example/' } as const
    const plain = { store_redact_url: 'http://app.example/redact', customers_redact_url: 'https://10.0.0.1/' }
    const wrong = {
      status: 422,
      body: {
        store_redact_url: ['must begin with https://'],
        customers_redact_url: ['must lead to the public internet'],
      },
    }
    expect(await refusal(strict.panel.partnerApps.create({ body: { ...input, ...plain } }))).toMatchObject(wrong)
    const { id: app_id } = await strict.panel.partnerApps.create({ body: input })
    const put = (body: object) => strict.panel.partnerApps.update({ params: { app_id }, body })
    expect(await refusal(put(plain))).toMatchObject(wrong)
    // From a time when it was sent to: whoever sends back what was read is not stopped by it.
    const { db } = await database()
    await db.run(sql`update apps set store_redact_url = ${plain.store_redact_url} where id = ${app_id}`)
    const kept = { name: 'Machine', store_redact_url: plain.store_redact_url }
    expect(await put(kept)).toMatchObject(kept)
    expect(await put({ store_redact_url: 'https://app.example/redact' })).toMatchObject({ name: 'Machine' })
  })

  test('of own clients names its stores', async () => {
    const { owner, store } = await merchant(server)
    const { id: app_id } = await make({ distribution: 'own_clients' })
    const params = { store_id: store }
    const offered = async () => (await owner.panel.storeApps.available({ params })).map(({ id }) => id)
    expect(await offered()).not.toContain(app_id)
    const named = await maker.panel.partnerApps.update({ params: { app_id }, body: { store_ids: [store, store] } })
    expect(named.store_ids).toEqual([store])
    expect(await offered()).toContain(app_id)
    const wrong = await refusal(
      maker.panel.partnerApps.update({ params: { app_id }, body: { store_ids: [store, 999_999] } }),
    )
    expect(wrong).toMatchObject({ status: 422, body: { store_ids: [expect.any(String)] } })
    expect((await maker.panel.partnerApps.update({ params: { app_id }, body: { store_ids: [] } })).store_ids).toEqual(
      [],
    )
    expect(await offered()).not.toContain(app_id)
  })

  test('is the business of its own partner', async () => {
    const { id: app_id } = await make()
    const other = await partner('Other')
    const params = { app_id }
    const attempts = [
      other.panel.partnerApps.get({ params }),
      other.panel.partnerApps.update({ params, body: { name: 'Mine' } }),
      other.panel.partnerApps.keys({ params }),
      other.panel.partnerApps.rotateKeys({ params }),
      other.panel.partnerApps.installations({ params }),
      other.panel.partnerApps.calls({ params }),
      other.panel.partnerApps.errors({ params }),
    ].map(refusal)
    for (const answer of await Promise.all(attempts)) expect(answer).toMatchObject({ status: 404 })
    expect(await other.panel.partnerApps.list()).toEqual([])
    expect((await maker.panel.partnerApps.get({ params })).name).toBe('Robot')
    const nobody = await signedUp(server)
    expect(await refusal(nobody.panel.partnerApps.list())).toMatchObject({ status: 403 })
  })
})

test('a partner has two hundred apps at most', async () => {
  const one = await partner('Factory')
  const create = () =>
    refusal(one.panel.partnerApps.create({ body: { name: 'Robot', distribution: 'app_store' } })).then(no => no?.status)
  await create()
  const { db } = await database()
  await db.run(sql`
    insert into apps (partner_id, name, distribution, redirect_url, scopes, client_secret, created_at, updated_at)
    select partner_id, name || n, distribution, redirect_url, scopes, client_secret, created_at, updated_at
      from apps, generate_series(2, 199) n
     where partner_id = ${one.session().partner?.id ?? 0}`)
  expect([await create(), await create()]).toEqual([undefined, 422])
})

describe('access keys', () => {
  test('are shown to the partner, and a new secret ends the old one', async () => {
    const { owner } = await merchant(server)
    const made = await make({ redirect_url: 'http://localhost:8000/auth' })
    const params = { app_id: made.id }
    const before = await maker.panel.partnerApps.keys({ params })
    expect(before).toEqual({ client_id: made.id, client_secret: expect.stringMatching(/^bcs_/) })
    const after = await maker.panel.partnerApps.rotateKeys({ params })
    expect(after.client_secret).not.toBe(before.client_secret)
    expect(await maker.panel.partnerApps.keys({ params })).toEqual(after)
    const code = 'bac_1_nonsense'
    const ask = (client_secret: string) => askToken(server, { client_id: made.id, client_secret, code })
    expect((await ask(before.client_secret)).status).toBe(401)
    expect((await ask(after.client_secret)).status).toBe(400)
    const found = { app_id: made.id, client_secret: after.client_secret, redirect_url: made.redirect_url }
    expect(await install(server, owner, found)).toMatch(/^bat_/)
  })
})

describe('demo stores', () => {
  test('are made with something in them, chosen for an app, and only own ones', async () => {
    const store = await maker.panel.partnerApps.createDemoStore({ body: { name: 'Trial', country: 'AR' } })
    expect(await maker.panel.partnerApps.demoStores()).toContainEqual(store)
    const client = maker.client(store.id)
    expect((await client.products.list()).length).toBeGreaterThan(10)
    expect((await client.locations.list()).length).toBe(2)
    const { id: app_id } = await make({ distribution: 'own_clients', demo_store_id: store.id })
    const keys = await maker.panel.partnerApps.keys({ params: { app_id } })
    const app = await maker.panel.partnerApps.get({ params: { app_id } })
    const token = await install(server, maker, {
      app_id,
      client_secret: keys.client_secret,
      redirect_url: app.redirect_url,
    })
    expect(token).toMatch(/^bat_/)

    const { store: foreign } = await merchant(server)
    const stolen = { demo_store_id: foreign }
    const change = () => maker.panel.partnerApps.update({ params: { app_id }, body: stolen })
    const attempts = async () => {
      for (const attempt of [change, () => make(stolen)])
        expect(await refusal(attempt())).toMatchObject({ status: 422, body: { demo_store_id: [expect.any(String)] } })
    }
    await attempts()
    // Where a partner is of the staff the store is not theirs either.
    const { db } = await database()
    await db.tx(tx => addMember(tx, world.now(), foreign, maker.session().account?.id ?? 0, 'staff'))
    await attempts()
    expect((await maker.panel.partnerApps.demoStores()).map(({ id }) => id)).not.toContain(foreign)
  })
})

test('contract 5.4: members and the partner see what is suspended: an app, or the whole store', async () => {
  const { owner, store } = await merchant(server)
  const { id: app_id, redirect_url } = await make()
  const params = { app_id }
  const { client_secret } = await maker.panel.partnerApps.keys({ params })
  await install(server, owner, { app_id, client_secret, redirect_url })
  const { db } = await database()
  const turn = (change: typeof suspend, app?: number) => db.tx(tx => change(tx, world.now(), store, app))
  const seen = async () => {
    const [mine] = (await owner.panel.sessions.get()).stores
    const [installed] = await owner.panel.storeApps.list({ params: { store_id: store } })
    const [there] = await maker.panel.partnerApps.installations({ params })
    return [mine, installed, there].map(one => one?.is_suspended)
  }
  expect(await seen()).toEqual([false, false, false])
  await turn(suspend, app_id)
  expect(await seen()).toEqual([false, true, true])
  await turn(resume, app_id)
  await turn(suspend)
  expect(await seen()).toEqual([true, true, true])
  await turn(resume)
  expect(await seen()).toEqual([false, false, false])
})

test('of many stores where it is installed some are found by a part of their name, in any language, or by their id', async () => {
  const { store } = await merchant(server)
  const { id: app_id } = await make()
  await installWidely((await database()).db, { app_id, store, count: 250 })
  const list = (query: Partial<Search>) => maker.panel.partnerApps.installations({ params: { app_id }, query })
  // The last of them, whose id is more than any number in their names.
  const [one] = await list({ q: 'SAPATARIA 250' })
  expect(one).toMatchObject({ store_name: { es: 'Zapatería 250' } })
  expect(await list({ q: String(one?.store_id) })).toEqual([one])
  const first = await list({ q: 'zapatería', per_page: 200 })
  const second = await list({ q: 'zapatería', page: 2, per_page: 200 })
  expect([second.length, second.total]).toEqual([50, 250])
  // Of one moment: the stores that were made last stand before.
  const ids = [...first, ...second].map(({ store_id }) => store_id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await list({ q: 'panadería' })).total).toBe(0)
})

test('where it is installed, what it asks, what was refused, and whether it is multi-inventory ready', async () => {
  const { owner, store } = await merchant(server)
  const made = await make({ scopes: ['write_products', 'write_orders', 'read_customers'] })
  const params = { app_id: made.id }
  const { client_secret } = await maker.panel.partnerApps.keys({ params })
  const token = await install(server, owner, { app_id: made.id, client_secret, redirect_url: made.redirect_url })
  expect(await maker.panel.partnerApps.installations({ params })).toMatchObject([
    { store_id: store, store_name: { pt: 'Shop' }, has_token: true, last_used_at: null, scopes: made.scopes },
  ])
  // Installed last, and has not come for its token: that of the other store is not its own.
  const { owner: later, store: second } = await merchant(server)
  world.advance(1000)
  await agree(later, { app_id: made.id, client_secret, redirect_url: made.redirect_url })
  expect(await maker.panel.partnerApps.installations({ params })).toMatchObject([
    { store_id: second, has_token: false },
    { store_id: store, has_token: true },
  ])
  const another = await make()
  const counts = async () =>
    (await maker.panel.partnerApps.list()).slice(0, 2).map(({ id, installations }) => [id, installations])
  expect(await counts()).toEqual([
    [another.id, 0],
    [made.id, 2],
  ])
  await later.panel.storeApps.uninstall({ params: { store_id: second, app_id: made.id } })
  expect((await maker.panel.partnerApps.get({ params })).installations).toBe(1)
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.inject({
      method,
      ...(payload ? { payload } : {}),
      url: `/v1/${store}${path}`,
      headers: { authentication: `bearer ${token}`, 'user-agent': 'App (app@example.com)' },
    })
  await call('GET', '/products?page=1')
  await call('GET', '/products')
  await call('GET', '/products/999')
  await call('GET', '/locations')
  await call('GET', '/draft_orders')
  await call('POST', '/locations')

  const { endpoints, days, unused_scopes, multi_inventory } = await maker.panel.partnerApps.calls({ params })

  expect(endpoints.slice(0, 1)).toMatchObject([{ endpoint: 'GET /products', calls: 2, errors: 0 }])
  expect(endpoints.map(({ endpoint }) => endpoint)).toEqual(
    expect.arrayContaining(['GET /locations', 'GET /products/:id', 'POST /locations']),
  )
  expect(days).toHaveLength(1)
  expect(unused_scopes).toEqual(['write_orders', 'read_customers'])
  await call('POST', '/webhooks', { event: 'customer/created', url: 'https://hooks.example' })
  expect((await maker.panel.partnerApps.calls({ params })).unused_scopes).toEqual(['write_orders'])
  expect(multi_inventory.verdict).toBe('unknown')
  expect(await maker.panel.partnerApps.errors({ params })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ store_id: store, method: 'GET', path: '/products/999', status: 404 }),
      expect.objectContaining({
        method: 'POST',
        path: '/locations',
        status: 403,
        answer: expect.stringContaining('write_locations'),
      }),
    ]),
  )
  const [installation] = await maker.panel.partnerApps.installations({ params })
  expect(installation?.last_used_at).not.toBeNull()

  await call('POST', '/orders/1/fulfillment-orders/01ARZ3NDEKTSV4RRFFQ69G5FAV/fulfill')
  expect((await maker.panel.partnerApps.calls({ params })).multi_inventory).toMatchObject({
    verdict: 'ready',
    shipment_form: { calls: 1 },
  })
  await call('POST', '/orders/1/fulfill')
  expect((await maker.panel.partnerApps.calls({ params })).multi_inventory).toMatchObject({
    verdict: 'not_ready',
    order_form: { calls: 1 },
  })
  await owner.panel.storeApps.uninstall({ params: { store_id: store, app_id: made.id } })
  expect(await maker.panel.partnerApps.installations({ params })).toEqual([])
})
