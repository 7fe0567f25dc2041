import { createHmac } from 'node:crypto'
import { verifyWebhook } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdToken, type Write } from '../access/index.ts'
import { addMember } from '../accounts/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { changeStore, lockStore } from '../stores/index.ts'
import { statusOf } from '../testing/answers.ts'
import { agree, anApp, install, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { type Person, person, signedUp } from '../testing/people.ts'
import { dispatcherOf, receiver } from '../testing/receiver.ts'
import { aLocation, app, type TestWorld, testWorld } from '../testing/store.ts'

let world: TestWorld
let server: FastifyInstance
let owner: Person
let staff: Person
let params: { store_id: number }

beforeAll(async () => {
  world = testWorld()
  server = await app({ world })
  const made = await merchant(server)
  owner = made.owner
  params = { store_id: made.store }
  staff = await signedUp(server)
  const { db } = await database()
  await db.tx(tx => addMember(tx, world.now(), made.store, staff.session().account?.id ?? 0, 'staff'))
})

const call = async (token: string, path = '/store', method: 'GET' | 'POST' = 'GET', body?: object) =>
  server.inject({
    method,
    url: `/v1/${params.store_id}${path}`,
    headers: { authentication: `bearer ${token}`, 'user-agent': 'App (app@example.com)' },
    ...(body ? { payload: body } : {}),
  })

/** What goes with its maker. */
const kept = [
  ['webhooks', { event: 'app/uninstalled', url: 'https://app.example/hook' }],
  ['shipping_carriers', { name: 'Robot post', callback_url: 'https://app.example/rates', types: 'ship' }],
  ['scripts', { src: 'https://app.example/x.js' }],
] as const

describe('my applications', () => {
  test('show what was granted and when it was used, beside what could be installed', async () => {
    const made = await anApp({ scopes: ['read_orders'] })
    const ids = async () => (await owner.panel.storeApps.available({ params })).map(({ id }) => id)
    expect(await ids()).toContain(made.app_id)
    const token = await install(server, owner, made)
    expect(await ids()).not.toContain(made.app_id)
    const find = async (someone: Person) =>
      (await someone.panel.storeApps.list({ params })).find(({ app: { id } }) => id === made.app_id)
    expect(await find(owner)).toMatchObject({
      app: { name: 'Stock <b>Robot</b>', publisher: 'Maker & Sons', scopes: ['read_orders'] },
      granted: ['read_orders'],
      has_token: true,
      last_used_at: null,
    })
    await call(token)
    expect((await find(staff))?.last_used_at).not.toBeNull()
    const before = await find(owner)
    world.advance(60_000)
    const { app_id: later } = await anApp()
    await agree(owner, { ...made, app_id: later })
    expect((await owner.panel.storeApps.list({ params })).map(({ app: { id } }) => id).slice(0, 2)).toEqual([
      later,
      made.app_id,
    ])
    await agree(owner, made)
    const again = await find(owner)
    expect(again?.installed_at).toBe(before?.installed_at)
    expect(again?.updated_at).not.toBe(before?.updated_at)
  })

  test('can be searched', async () => {
    await anApp()
    const search = (q: string) => owner.panel.storeApps.available({ params, query: { q } })
    expect((await search('ROBOT')).length).toBeGreaterThan(0)
    expect(await search('nothing like it')).toEqual([])
    expect(await search("%' or 1=1")).toEqual([])
  })

  test('an app whose code was lost is installed too, and can be uninstalled', async () => {
    const made = await anApp()
    await agree(owner, made)
    const found = (await owner.panel.storeApps.list({ params })).find(({ app: { id } }) => id === made.app_id)
    expect(found).toMatchObject({ has_token: false, last_used_at: null })
    await owner.panel.storeApps.uninstall({ params: { ...params, app_id: made.app_id } })
  })
})

describe('uninstalling (D29), table 4.1 row 13', () => {
  const Row = Type.Object({ event: Type.String(), payload: Type.Record(Type.String(), Type.Unknown()) })

  test('ends the token, tells the app, takes its webhooks, carriers and scripts, and leaves the rest', async () => {
    const { db } = await database()
    const made = await anApp({ scopes: ['write_products', 'write_shipping', 'write_scripts'] })
    const token = await install(server, owner, made)
    const product = (await call(token, '/products', 'POST', { name: 'Shirt' })).json()
    const webhook = { event: 'app/uninstalled', url: 'https://app.example/hook' }
    expect((await call(token, '/webhooks', 'POST', webhook)).statusCode).toBe(201)
    const carrier = { name: 'Robot post', callback_url: 'https://app.example/rates', types: 'ship' }
    expect((await call(token, '/shipping_carriers', 'POST', carrier)).statusCode).toBe(201)
    expect((await call(token, '/scripts', 'POST', { src: 'https://app.example/x.js' })).statusCode).toBe(201)

    await owner.panel.storeApps.uninstall({ params: { ...params, app_id: made.app_id } })

    expect((await call(token)).statusCode).toBe(401)
    const actor = `app:${made.app_id}`
    const left = (table: string) =>
      db.run(sql([`select 1 from ${table} where store_id = ${params.store_id} and actor = '${actor}'`]))
    expect([await left('webhooks'), await left('shipping_carriers'), await left('scripts')]).toEqual([0, 0, 0])
    expect(
      await db.many(
        Row,
        sql`select event, payload from deliveries where store_id = ${params.store_id} and actor = ${actor}`,
      ),
    ).toEqual([{ event: 'app/uninstalled', payload: { id: made.app_id } }])
    const products = await owner.client(params.store_id).products.list()
    expect(products.map(({ id }) => id)).toContain(product.id)
  })

  test('leaves other apps what they have', async () => {
    const [made, other] = [await anApp(), await anApp({ scopes: ['write_shipping', 'write_scripts'] })]
    await install(server, owner, made)
    const token = await install(server, owner, other)
    for (const [path, body] of kept) expect((await call(token, `/${path}`, 'POST', body)).statusCode).toBe(201)
    await owner.panel.storeApps.uninstall({ params: { ...params, app_id: made.app_id } })
    for (const [path] of kept) expect((await call(token, `/${path}`)).json()).toHaveLength(1)
  })

  test.each(kept)('what is just being made of %s is not left behind', async (table, body) => {
    const { db } = await database()
    const made = await anApp({ scopes: ['write_shipping', 'write_scripts'] })
    const token = await install(server, owner, made)
    const create = () => call(token, `/${table}`, 'POST', body)
    const left = () =>
      db.run(sql([`select 1 from ${table} where store_id = ${params.store_id} and actor = 'app:${made.app_id}'`]))

    const late = await meet(
      db,
      tx => tx.run(sql`delete from installations where store_id = ${params.store_id} and app_id = ${made.app_id}`),
      create,
    )

    expect([late.statusCode, await left()]).toEqual([401, 0])
  })

  test('waits for what is just being made, and takes it along', async () => {
    const { db } = await database()
    const made = await anApp()
    await install(server, owner, made)
    const actor = `app:${made.app_id}`
    const store = params.store_id
    await meet(
      db,
      async tx => {
        await holdToken({ tx, store: { id: store }, actor } as Write)
        await tx.run(sql`
          insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
          values (${store}, ${actor}, 'order/created', 'https://app.example/hook', '{}', '{}', now(), now())`)
      },
      () => owner.panel.storeApps.uninstall({ params: { ...params, app_id: made.app_id } }),
    )
    expect(await db.run(sql`select 1 from webhooks where store_id = ${store} and actor = ${actor}`)).toBe(0)
  })

  test('takes no If-Match', async () => {
    const made = await anApp()
    await install(server, owner, made)
    await owner.panel.storeApps.list({ params })
    const path = `http://localhost/panel/stores/${params.store_id}/apps/${made.app_id}`
    const headers = { 'x-csrf-token': owner.session().csrf_token ?? '', 'if-match': '*' }
    expect((await owner.fetch(path, { method: 'DELETE', headers })).status).toBe(412)
  })

  test('is for owners, and of what is installed', async () => {
    const made = await anApp()
    await install(server, owner, made)
    const at = { ...params, app_id: made.app_id }
    expect(await statusOf(staff.panel.storeApps.uninstall({ params: at }))).toBe(403)
    const { owner: stranger } = await merchant(server)
    expect(await statusOf(stranger.panel.storeApps.uninstall({ params: at }))).toBe(404)
    expect(await statusOf(owner.panel.storeApps.uninstall({ params: at }))).toBe(200)
    expect(await statusOf(owner.panel.storeApps.uninstall({ params: at }))).toBe(404)
  })

  test('ends codes that were not used, and installing again gives a new token', async () => {
    const made = await anApp()
    await install(server, owner, made)
    const code = (await agree(owner, made)).searchParams.get('code') ?? ''
    await owner.panel.storeApps.uninstall({ params: { ...params, app_id: made.app_id } })
    const answer = await server.inject({
      method: 'POST',
      url: '/apps/authorize/token',
      payload: { client_id: made.app_id, client_secret: made.client_secret, code },
    })
    expect(answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await call(await install(server, owner, made))).statusCode).toBe(200)
  })
})

describe('tokens made in the admin (D28), table 4.1 row 17', () => {
  test('have a name and scopes, are shown once, work like any other, and can be revoked', async () => {
    const made = await owner.panel.storeTokens.create({
      params,
      body: { name: 'ERP', scopes: ['read_orders', 'read_orders'] },
    })
    expect(made).toMatchObject({ name: 'ERP', scopes: ['read_orders'], access_token: expect.stringMatching(/^bst_/) })
    expect((await call(made.access_token, '/orders')).statusCode).toBe(200)
    expect((await call(made.access_token, '/products')).statusCode).toBe(403)
    const [listed] = await owner.panel.storeTokens.list({ params })
    expect(listed).toMatchObject({ id: made.id, name: 'ERP', last_used_at: expect.any(String) })
    expect(JSON.stringify(listed)).not.toContain('bst_')
    await owner.panel.storeTokens.revoke({ params: { ...params, id: made.id } })
    expect((await call(made.access_token, '/orders')).statusCode).toBe(401)
    expect(await statusOf(owner.panel.storeTokens.revoke({ params: { ...params, id: made.id } }))).toBe(404)
  })

  test('are revoked one by one, and none of an app with them', async () => {
    const { db } = await database()
    const create = () => owner.panel.storeTokens.create({ params, body: { name: 'ERP', scopes: ['read_orders'] } })
    const revoke = (id: number) => statusOf(owner.panel.storeTokens.revoke({ params: { ...params, id } }))
    const [one, other] = [await create(), await create()]
    const made = await anApp()
    const token = await install(server, owner, made)
    const ofApp = await db.one(
      Type.Object({ id: Type.Integer() }),
      sql`select id from tokens where store_id = ${params.store_id} and app_id = ${made.app_id}`,
    )
    expect([await revoke(one.id), await revoke(ofApp.id)]).toEqual([200, 404])
    for (const { id } of [one, ofApp])
      expect(await statusOf(owner.panel.storeTokens.webhookSecret({ params: { ...params, id } }))).toBe(404)
    const codes = [one.access_token, other.access_token, token].map(async held => (await call(held)).statusCode)
    expect(await Promise.all(codes)).toEqual([401, 200, 200])
  })

  test('take along what was made with them', async () => {
    const { db } = await database()
    const body = { name: 'ERP', scopes: ['write_shipping' as const, 'write_scripts' as const] }
    const made = await owner.panel.storeTokens.create({ params, body })
    for (const [path, of] of kept) expect((await call(made.access_token, `/${path}`, 'POST', of)).statusCode).toBe(201)
    await owner.panel.storeTokens.revoke({ params: { ...params, id: made.id } })
    for (const [table] of kept)
      expect(await db.run(sql([`select 1 from ${table} where actor = 'token:${made.id}'`])), table).toBe(0)
  })

  test('have a secret of their own that signs for their webhooks (F15), which owners can read again', async () => {
    const made = await owner.panel.storeTokens.create({ params, body: { name: 'Hooks', scopes: ['write_locations'] } })
    const target = await receiver()
    await call(made.access_token, '/webhooks', 'POST', { event: 'location/created', url: target.url })
    await call(made.access_token, '/locations', 'POST', aLocation())
    await dispatcherOf({ db: (await database()).db, world }).tick()
    const [{ raw = '', headers = {} } = {}] = target.received
    const secret = made.webhook_secret
    for (const scheme of ['standard', 'linkedstore'] as const)
      expect(await verifyWebhook({ body: raw, headers, secret, scheme, now: world.now() })).toMatchObject({
        event: 'location/created',
      })
    const at = { params: { ...params, id: made.id } }
    expect(await owner.panel.storeTokens.webhookSecret(at)).toEqual({ webhook_secret: secret })
    expect(await statusOf(staff.panel.storeTokens.webhookSecret(at))).toBe(403)
    const elsewhere = await merchant(server)
    const there = { params: { store_id: elsewhere.store, id: made.id } }
    expect(await statusOf(elsewhere.owner.panel.storeTokens.webhookSecret(there))).toBe(404)
  })

  test('are a hundred at most, those of apps not among them', async () => {
    const { owner: boss, store: store_id } = await merchant(server)
    await install(server, boss, await anApp())
    const { db } = await database()
    await db.run(sql`
      insert into tokens (store_id, hash, name, scopes, created_at)
      select ${store_id}, 'hash ' || n, 'ERP', '["read_orders"]', ${world.now()} from generate_series(2, 100) n`)
    const create = () =>
      statusOf(boss.panel.storeTokens.create({ params: { store_id }, body: { name: 'ERP', scopes: ['read_orders'] } }))
    const another = async (tx: Tx) => {
      await lockStore(tx, store_id)
      await tx.run(sql`
        insert into tokens (store_id, hash, name, scopes, created_at)
        values (${store_id}, 'another', 'ERP', '["read_orders"]', ${world.now()})`)
    }
    expect(await meet(db, another, create)).toBe(422)
    await db.run(sql`delete from tokens where store_id = ${store_id} and hash = 'another'`)
    expect([await create(), await create()]).toEqual([200, 422])
  })

  test('are made by owners only', async () => {
    const body = { name: 'Mine', scopes: ['write_orders' as const] }
    expect(await statusOf(staff.panel.storeTokens.create({ params, body }))).toBe(403)
    expect(await statusOf(staff.panel.storeTokens.list({ params }))).toBe(403)
  })
})

describe('the session token of an embedded app (specification 5.5)', () => {
  test('is a JWT that the app verifies with its client secret', async () => {
    const made = await anApp()
    await install(server, owner, made)
    const at = { ...params, app_id: made.app_id }
    const { token } = await staff.panel.storeApps.sessionToken({ params: at })
    const [head = '', claims = '', signature = ''] = token.split('.')
    const expected = createHmac('sha256', made.client_secret).update(`${head}.${claims}`).digest('base64url')
    expect(signature).toBe(expected)
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    const iat = Math.floor(world.now().getTime() / 1000)
    const userId = String(staff.session().account?.id)
    expect(decoded(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decoded(claims)).toEqual({
      storeId: String(params.store_id),
      userId,
      sub: userId,
      iss: 'http://localhost',
      aud: String(made.app_id),
      iat,
      exp: iat + 300,
    })
    expect((await call(token)).statusCode).toBe(401)
  })

  test('is for apps that are installed in the store', async () => {
    const made = await anApp()
    const at = { ...params, app_id: made.app_id }
    expect(await statusOf(owner.panel.storeApps.sessionToken({ params: at }))).toBe(404)
  })
})

test('blanks around a name are not kept, whatever it names', async () => {
  const boss = person(server)
  const body = { name: ' Ana ', email: 'blanks@test.example', password: 'correct horse battery' }
  await boss.panel.accounts.create({ body })
  expect(boss.session().account?.name).toBe('Ana')
  await boss.panel.accounts.update({ body: { name: ' Ana Lima ' } })
  await boss.panel.partners.become({ body: { name: ' Ana Apps ' } })
  expect(boss.session()).toMatchObject({ account: { name: 'Ana Lima' }, partner: { name: 'Ana Apps' } })
  const { id: store_id, name } = await boss.panel.stores.create({ body: { name: ' Loja ', country: 'BR' } })
  expect(name).toEqual({ pt: 'Loja' })
  const token = { name: ' ERP ', scopes: ['read_orders' as const] }
  expect(await boss.panel.storeTokens.create({ params: { store_id }, body: token })).toMatchObject({ name: 'ERP' })
  const robot = await boss.panel.partnerApps.create({ body: { name: ' Robot ', distribution: 'app_store' } })
  const renamed = await boss.panel.partnerApps.update({ params: { app_id: robot.id }, body: { name: ' Machine ' } })
  expect([robot.name, renamed.name]).toEqual(['Robot', 'Machine'])
})

describe('the store', () => {
  test('is edited field by field by its owner; what is left out stays', async () => {
    const { owner: boss, store: store_id } = await merchant(server)
    const before = await boss.client(store_id).stores.get()
    const changed = await boss.panel.stores.update({
      params: { store_id },
      body: { name: { pt: 'Loja Nova' }, phone: '+55 11 5555', instagram: 'https://instagram.example/loja' },
    })
    expect(changed).toEqual({
      ...before,
      name: { pt: 'Loja Nova' },
      phone: '+55 11 5555',
      instagram: 'https://instagram.example/loja',
    })
    const again = await boss.panel.stores.update({ params: { store_id }, body: { phone: null } })
    expect(again).toEqual({ ...changed, phone: null })
    expect(await boss.client(store_id).stores.get()).toEqual(again)
  })

  test('keeps nothing of what nobody knows', async () => {
    const { owner: boss, store: store_id } = await merchant(server)
    const body = { phone: '+55 11 5555', plan_name: 'plus', junk: { of: ['many', 'kinds'] } }
    await boss.panel.stores.update({ params: { store_id }, body })
    const { db } = await database()
    const Row = Type.Object({ profile: Type.Record(Type.String(), Type.Unknown()) })
    expect(await db.one(Row, sql`select profile from stores where id = ${store_id}`)).toEqual({
      profile: { phone: '+55 11 5555' },
    })
  })

  test('keeps what two change of it at the same time', async () => {
    const { owner: boss, store: store_id } = await merchant(server)
    const { db } = await database()
    const changed = await meet(
      db,
      tx => changeStore(tx, store_id, { phone: '+55 11 5555' }),
      () => boss.panel.stores.update({ params: { store_id }, body: { instagram: 'https://instagram.example/loja' } }),
    )
    expect(changed).toMatchObject({ phone: '+55 11 5555', instagram: 'https://instagram.example/loja' })
  })

  test('speaks the languages that it is given, and always its main one', async () => {
    const { owner: boss, store: store_id } = await merchant(server)
    const put = (body: object) => boss.panel.stores.update({ params: { store_id }, body })
    const { languages } = await put({ languages: ['pt', 'es'] })
    expect(languages).toEqual({ pt: { currency: 'BRL', active: true }, es: { currency: 'BRL', active: true } })
    expect(await statusOf(put({ languages: ['es'] }))).toBe(422)
    expect(await statusOf(put({ main_language: 'es' }))).toBe(422)
    expect(await statusOf(put({ name: { pt: ' ' } }))).toBe(422)
    const spanish = await put({ main_language: 'es', languages: ['es'], name: { es: 'Tienda' } })
    expect(spanish).toMatchObject({ main_language: 'es', languages: { pt: { active: false }, es: { active: true } } })
  })

  test('that has another main language takes products at once, also by a token that was known before', async () => {
    await owner.panel.stores.update({ params, body: { languages: ['pt', 'es'], name: { pt: 'Loja', es: 'Tienda' } } })
    const scopes: ['write_products'] = ['write_products']
    const { access_token: token } = await owner.panel.storeTokens.create({ params, body: { name: 'ERP', scopes } })
    for (const main_language of ['es', 'pt'] as const) {
      await call(token)
      await owner.panel.stores.update({ params, body: { main_language } })
      expect((await call(token, '/products', 'POST', { name: 'Vase' })).statusCode).toBe(201)
    }
  })

  test('that speaks another language takes texts in it at once, also by a token that was known before', async () => {
    const { access_token: token } = await owner.panel.storeTokens.create({
      params,
      body: { name: 'ERP', scopes: ['write_products'] },
    })
    await call(token)
    await owner.panel.stores.update({ params, body: { languages: ['pt', 'es', 'en'] } })
    const made = await call(token, '/products', 'POST', { name: 'Vase' })
    expect(made.json()).toMatchObject({ name: { pt: 'Vase', es: 'Vase', en: 'Vase' } })
  })

  test('tells its plan and the limit that comes with it', async () => {
    const limited = await app({ rateLimit: { burst: 40, perSecond: 2 } })
    const { owner: boss, store: store_id } = await merchant(limited)
    expect(await boss.panel.stores.plan({ params: { store_id } })).toEqual({
      plan_name: 'standard',
      rate_limit: { burst: 40, per_second: 2 },
    })
    expect((await owner.panel.stores.plan({ params })).rate_limit).toBeNull()
  })
})
