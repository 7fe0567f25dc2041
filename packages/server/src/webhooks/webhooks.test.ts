import { type Scope, webhookEvents } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../access/index.ts'
import { sql } from '../platform/database/sql.ts'
import { merchant } from '../testing/apps.ts'
import { meet } from '../testing/locks.ts'
import { app, store, type TestStore } from '../testing/store.ts'

let shop: TestStore
beforeAll(async () => {
  shop = await store()
})

const url = 'https://hooks.example/orders'
const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/)

const post = (body: unknown, headers: Record<string, string> = {}, from = shop) =>
  from.request('POST', `/v1/${from.id}/webhooks`, { body, headers })

describe('contract: webhooks 1, 2: registration', () => {
  test('POST makes a webhook, and GET reads it', async () => {
    const headers = { 'X-Shop': 'norte', authorization: 'Basic abc' }
    const made = await post({ event: 'order/created', url, headers })
    expect(made).toMatchObject({ status: 201 })
    expect(made.body).toEqual({
      id: expect.any(Number),
      event: 'order/created',
      url,
      headers,
      created_at: time,
      updated_at: time,
    })
    const read = await shop.request('GET', `/v1/${shop.id}/webhooks/${made.body.id}`)
    expect(read).toMatchObject({ status: 200, body: made.body })
  })

  test.each([
    [undefined, 'left out'],
    [null, 'null'],
    [{}, 'an empty map'],
    [[], 'an empty map as PHP writes it'],
  ])('headers are optional: %s (%s) is {}', async (headers, _what) => {
    expect((await post({ event: 'order/created', url, headers })).body.headers).toEqual({})
  })

  test('people have no secret to sign with and no scopes: theirs would never be told', async () => {
    const { owner, store: id } = await merchant(shop.server)
    const { webhooks } = owner.client(id)
    await expect(webhooks.create({ body: { event: 'order/created', url } })).rejects.toMatchObject({
      status: 403,
      body: { description: 'A webhook belongs to an application: use an access token' },
    })
    expect(await webhooks.list()).toEqual([])
  })

  test('the same event and url twice is two webhooks (F12)', async () => {
    const first = await post({ event: 'order/paid', url })
    const second = await post({ event: 'order/paid', url })
    expect(second).toMatchObject({ status: 201 })
    expect(second.body.id).not.toBe(first.body.id)
  })

  test.each(webhookEvents)('%s can be registered for', async event => {
    expect(await post({ event, url })).toMatchObject({ status: 201, body: { event } })
  })

  test('PUT changes url, headers or event, and leaves what is not sent', async () => {
    const { body } = await post({ event: 'order/created', url, headers: { 'x-a': '1' } })
    const path = `/v1/${shop.id}/webhooks/${body.id}`
    shop.world.advance(5000)
    const moved = await shop.request('PUT', path, { body: { url: 'https://hooks.example/new' } })
    expect(moved).toMatchObject({ status: 200, body: { ...body, url: 'https://hooks.example/new', updated_at: time } })
    expect(moved.body.updated_at > body.updated_at).toBe(true)
    const other = await shop.request('PUT', path, { body: { headers: { 'x-b': '2' } } })
    expect(other.body).toMatchObject({ url: 'https://hooks.example/new', headers: { 'x-b': '2' } })
    const third = await shop.request('PUT', path, { body: { event: 'order/paid', id: 7, created_at: 'never' } })
    expect(third.body).toMatchObject({ id: body.id, event: 'order/paid', headers: { 'x-b': '2' } })
    shop.world.advance(5000)
    expect((await shop.request('PUT', path, { body: third.body })).body).toEqual(third.body)
    expect((await shop.request('PUT', path, { body: {} })).body).toEqual(third.body)
  })

  test('PUT leaves what another changes at the same time', async () => {
    const { body } = await post({ event: 'order/created', url })
    const moved = await meet(
      shop.db,
      tx => tx.run(sql`update webhooks set headers = '{"x-a": "1"}' where store_id = ${shop.id} and id = ${body.id}`),
      () => shop.request('PUT', `/v1/${shop.id}/webhooks/${body.id}`, { body: { url: 'https://hooks.example/new' } }),
    )
    expect(moved.body).toMatchObject({ url: 'https://hooks.example/new', headers: { 'x-a': '1' } })
  })

  test('DELETE answers 200 and {}, and then it is gone', async () => {
    const { body } = await post({ event: 'order/created', url })
    const path = `/v1/${shop.id}/webhooks/${body.id}`
    const removed = await shop.request('DELETE', path)
    expect([removed.status, removed.body]).toEqual([200, {}])
    const gone = { status: 404, body: { description: 'Webhook with such id does not exist' } }
    for (const method of ['GET', 'DELETE']) expect(await shop.request(method, path)).toMatchObject(gone)
    expect(await shop.request('PUT', path, { body: { url } })).toMatchObject(gone)
    expect(await shop.request('GET', `${path}/deliveries`)).toMatchObject(gone)
  })

  test('none of it makes an event', async () => {
    expect(await shop.events()).toEqual([])
  })
})

describe('contract: webhooks 2: refusals', () => {
  test('an unknown event is told with the list of those that there are', async () => {
    for (const event of ['order/eaten', 'theme/updated', 'cart/created', 'order', 'Order/Created', 'order/created ']) {
      const answer = await post({ event, url })
      expect(answer).toMatchObject({ status: 422, body: { event: [expect.any(String)] } })
      expect(answer.body.event[0]).toMatch(/^Invalid event specified\. Events allowed: .*order\/created, /)
    }
  })

  test("what is missing can't be blank", async () => {
    expect(await post({ url })).toMatchObject({ status: 422, body: { event: ["can't be blank"] } })
    expect(await post({ event: 'order/created' })).toMatchObject({ status: 422, body: { url: ["can't be blank"] } })
    for (const blank of ['', null]) {
      expect(await post({ event: blank, url: blank })).toMatchObject({
        status: 422,
        body: { event: ["can't be blank"], url: ["can't be blank"] },
      })
    }
  })

  test('D64: in production the address is https and public', async () => {
    const guarded = await store({ server: await app({ allowPrivateAddresses: false }) })
    const bad = [
      ...['http://hooks.example/x', 'https://localhost/x', 'https://127.0.0.1', 'https://2130706433', 'https://[::1]'],
      ...[
        'https://169.254.169.254/latest',
        'https://10.0.0.1',
        'https://user:pass@hooks.example',
        'ftp://hooks.example',
      ],
      ...['hooks.example', '/hook', 'https://', 'nonsense'],
    ]
    for (const one of bad) {
      const told = { status: 422, body: { url: ['invalid url specified'] } }
      expect({ url: one, ...(await post({ event: 'order/created', url: one }, {}, guarded)) }).toMatchObject(told)
    }
    const { body } = await post({ event: 'order/created', url }, {}, guarded)
    const change = { body: { url: 'https://10.0.0.1' } }
    expect(await guarded.request('PUT', `/v1/${guarded.id}/webhooks/${body.id}`, change)).toMatchObject({
      status: 422,
      body: { url: ['invalid url specified'] },
    })
  })

  test('D64: where private addresses are allowed, http and loopback are too', async () => {
    for (const one of ['http://127.0.0.1:9/x', 'http://localhost:8000', 'https://10.0.0.1']) {
      expect((await post({ event: 'order/created', url: one })).status).toBe(201)
    }
    for (const one of ['ftp://localhost', 'nonsense', 'http://a:b@localhost']) {
      expect((await post({ event: 'order/created', url: one })).status).toBe(422)
    }
  })

  test('D65: headers of the connection and of the notification cannot be set, in any letter case', async () => {
    const reserved = [
      ...[
        'connection',
        'keep-alive',
        'proxy-authenticate',
        'proxy-authorization',
        'te',
        'trailer',
        'transfer-encoding',
      ],
      ...['upgrade', 'host', 'content-length', 'content-type', 'x-linkedstore-hmac-sha256', 'webhook-id'],
      ...['webhook-timestamp', 'webhook-signature', 'expect'],
    ]
    for (const name of reserved) {
      for (const written of [name, name.toUpperCase()]) {
        const answer = await post({ event: 'order/created', url, headers: { [written]: 'x' } })
        expect({ written, ...answer }).toMatchObject({
          status: 422,
          body: { headers: [`${written} cannot be set`] },
        })
      }
    }
  })

  test('as many headers, and as long names, as may be are kept; nor does PUT take what POST refuses', async () => {
    const most = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x-${i}`, 'x']))
    const { status, body } = await post({ event: 'order/created', url, headers: most })
    expect({ status, headers: body.headers }).toEqual({ status: 201, headers: most })
    const put = (headers: object) => shop.request('PUT', `/v1/${shop.id}/webhooks/${body.id}`, { body: { headers } })
    expect((await put({ ['n'.repeat(128)]: 'x' })).status).toBe(200)
    for (const headers of [{ ['n'.repeat(129)]: 'x' }, { host: 'x' }])
      expect(await put(headers)).toMatchObject({ status: 422, body: { headers: [expect.any(String)] } })
  })

  test.each([
    [{ 'bad name': 'x' }],
    [{ 'x:y': 'x' }],
    [{ '': 'x' }],
    [{ 'x-a': 'line\nbreak' }],
    [{ 'x-a': 'line\r\nx-b: injected' }],
    [{ 'x-a': 'letter \u{1f4e6}' }],
    [{ 'x-a': '1', 'X-A': '2' }],
    [{ 'x-long': 'x'.repeat(9000) }],
    [Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`x-${i}`, 'x']))],
  ])('a header that cannot be sent is 422: %j', async headers => {
    expect(await post({ event: 'order/created', url, headers })).toMatchObject({
      status: 422,
      body: { headers: [expect.any(String)] },
    })
  })

  test.each([
    ['order/created', 'read_orders'],
    ['product/updated', 'read_products'],
    ['category/deleted', 'read_products'],
    ['location/updated', 'read_locations'],
    ['fulfillment_order/status_updated', 'read_fulfillment_orders'],
    ['fulfillment/updated', 'read_fulfillment_orders'],
    ['order_custom_field/created', 'read_orders'],
    ['product_variant/custom_fields_updated', 'read_products'],
  ] as const)('F12: %s needs %s', async (event, scope) => {
    const without = { authentication: `bearer ${await shop.tokenWith(['read_customers'])}` }
    const told = { status: 403, body: { description: `Missing required scope: ${scope}` } }
    expect(await post({ event, url }, without)).toMatchObject(told)
    const { body } = await post({ event: 'app/uninstalled', url }, without)
    const path = `/v1/${shop.id}/webhooks/${body.id}`
    expect(await shop.request('PUT', path, { body: { event }, headers: without })).toMatchObject(told)
    const having = { authentication: `bearer ${await shop.tokenWith([scope])}` }
    expect((await post({ event, url }, having)).status).toBe(201)
  })

  test('F12: an event that stays needs no scope: clients send back what they read, after it was taken from them too', async () => {
    const { db, world, id, appId, request } = await store({ server: shop.server })
    const holding = async (scope: Scope) => {
      const token = await db.tx(tx => issueToken(tx, world, id, { app: appId, name: 'App', scopes: [scope] }))
      return { authentication: `bearer ${token}` }
    }
    const body = { event: 'order/created', url }
    const made = await request('POST', `/v1/${id}/webhooks`, { body, headers: await holding('read_orders') })
    const headers = await holding('read_customers')
    const change = (changed: object) =>
      request('PUT', `/v1/${id}/webhooks/${made.body.id}`, { body: { ...made.body, ...changed }, headers })
    const moved = { event: 'order/created', url: 'https://hooks.example/new' }
    expect(await change(moved)).toMatchObject({ status: 200, body: moved })
    expect(await change({ event: 'order/paid' })).toMatchObject({ status: 403 })
  })

  test('app, domain and subscription events need no scope', async () => {
    const none = { authentication: `bearer ${await shop.tokenWith([])}` }
    for (const event of ['app/uninstalled', 'app/suspended', 'app/resumed', 'domain/updated', 'subscription/updated']) {
      expect((await post({ event, url }, none)).status).toBe(201)
    }
  })
})

test('a store has at most 5000 webhooks of an app', async () => {
  const mine = await store({ server: shop.server })
  await mine.db.run(sql`
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select ${mine.id}, ${`app:${mine.appId}`}, 'order/created', ${url}, '{}', '{}', now(), now() from generate_series(1, 5000)`)
  expect(await post({ event: 'order/created', url }, {}, mine)).toMatchObject({
    status: 422,
    body: { description: 'App has reached maximum limit of 5000 allowed webhooks' },
  })
  const another = { authentication: `bearer ${await mine.tokenWith(['read_orders'])}` }
  expect((await post({ event: 'order/created', url }, another, mine)).status).toBe(201)
})

describe('contract: webhooks 2: the list', () => {
  test('is limited to the calling app and store, and so is every path', async () => {
    const mine = await store({ server: shop.server })
    const { body } = await post({ event: 'order/created', url }, {}, mine)
    const other = { authentication: `bearer ${await mine.tokenWith(['read_orders'])}` }
    const path = `/v1/${mine.id}/webhooks`
    expect((await mine.request('GET', path)).body).toHaveLength(1)
    expect(await mine.request('GET', path, { headers: other })).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-total-count': '0' },
    })
    for (const method of ['GET', 'DELETE']) {
      expect((await mine.request(method, `${path}/${body.id}`, { headers: other })).status).toBe(404)
    }
    const change = { body: { url: 'https://evil.example' }, headers: other }
    expect((await mine.request('PUT', `${path}/${body.id}`, change)).status).toBe(404)
    const elsewhere = await store({ server: shop.server })
    expect((await elsewhere.request('GET', `/v1/${elsewhere.id}/webhooks/${body.id}`)).status).toBe(404)
    expect((await mine.request('GET', `${path}/${body.id}`)).body).toEqual(body)
  })

  test('F15: a token made in the store admin counts as an app of its own', async () => {
    const { db, world, id } = shop
    const make = () => db.tx(tx => issueToken(tx, world, id, { app: null, name: 'Admin', scopes: ['read_orders'] }))
    const [first, second] = [await make(), await make()].map(token => ({ authentication: `bearer ${token}` }))
    const { body } = await post({ event: 'order/created', url }, first)
    expect((await shop.request('GET', `/v1/${id}/webhooks`, { headers: first ?? {} })).body).toEqual([body])
    expect((await shop.request('GET', `/v1/${id}/webhooks`, { headers: second ?? {} })).body).toEqual([])
  })

  test('is filtered by url, event, since_id and dates', async () => {
    const mine = await store({ server: shop.server, world: shop.world })
    const make = async (event: string, at: string) => {
      mine.world.advance(60_000)
      return (await post({ event, url: at }, {}, mine)).body
    }
    const first = await make('order/created', url)
    const second = await make('order/paid', 'https://hooks.example/b')
    const third = await make('order/created', 'https://hooks.example/c')
    const ids = async (query: Record<string, string>) => {
      const { body } = await mine.request('GET', `/v1/${mine.id}/webhooks?${new URLSearchParams(query)}`)
      return body.map(({ id }: { id: number }) => id)
    }
    expect(await ids({})).toEqual([first.id, second.id, third.id])
    expect(await ids({ url })).toEqual([first.id])
    expect(await ids({ event: 'order/created' })).toEqual([first.id, third.id])
    expect(await ids({ since_id: String(first.id) })).toEqual([second.id, third.id])
    expect(await ids({ created_at_min: second.created_at })).toEqual([second.id, third.id])
    expect(await ids({ updated_at_max: second.updated_at, event: 'order/paid' })).toEqual([second.id])
  })
})
