import { once } from 'node:events'
import { createServer } from 'node:net'
import { verifyWebhook } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { open } from '../testing/database.ts'
import {
  answer,
  bodega,
  type DemoStore,
  demoOf,
  type Env,
  headersOf,
  launch,
  newFolder,
  serve,
} from '../testing/process.ts'
import { receiver, type TestReceiver } from '../testing/receiver.ts'

let db: Db
let env: Env
let base: string
let demo: DemoStore
let target: TestReceiver
let store: string[]
beforeAll(async () => {
  const database = await open(false)
  db = database.db
  env = { DATABASE_URL: database.url, DATA_DIR: newFolder(), WEBHOOK_RETRY_SCHEDULE: '0' }
  const server = await serve(env)
  demo = demoOf(server.dataDir)
  base = `${server.url}/v1/${demo.store_id}`
  store = ['--store', String(demo.store_id)]
  target = await receiver()
})
beforeEach(() => {
  target.received.length = 0
  target.answer = response => response.end('ok')
})

const trigger = (...args: string[]) => answer(env, 'webhooks', 'trigger', ...store, ...args)
const arrived = (count: number) =>
  vi.waitUntil(() => target.received.length >= count && target.received.splice(0), { timeout: 10_000, interval: 10 })

/** `webhooks listen` that is registered, and what it has printed since. */
async function listening(...args: string[]) {
  const program = launch(['webhooks', 'listen', ...store, ...args, '--json'], env)
  const lines = () =>
    program
      .stdout()
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  const [begun] = await vi.waitUntil(() => lines().length > 0 && lines(), { timeout: 20_000, interval: 10 })
  const next = (count: number) =>
    vi.waitUntil(() => lines().length > count && lines().slice(1), { timeout: 10_000, interval: 10 })
  return { ...program, begun, next }
}

const Row = Type.Object({ url: Type.String() })
const urls = () =>
  db.many(Row, sql`select distinct url from webhooks where url like '%bodega-webhooks-listen' order by url`)
const Count = Type.Object({ count: Type.Integer() })
const tokens = async () =>
  (await db.one(Count, sql`select count(*) from tokens where name = 'bodega webhooks listen'`)).count

describe('webhooks listen', () => {
  test('prints what happens in a store, passes on the very bytes, and leaves nothing behind', async () => {
    const { begun, next, end } = await listening('--forward-to', target.url)
    expect(begun).toEqual({
      store_id: demo.store_id,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/bodega-webhooks-listen$/),
      events: 37,
      secret: expect.stringMatching(/^bws_/),
    })
    const notification = { store_id: demo.store_id, event: 'order/created', id: 871254203 }
    expect(await trigger('order/created', '--id', '871254203')).toEqual({ notification, webhooks: 1 })
    const [line] = await next(1)
    expect(line).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      problem: null,
      notification,
      forwarded: { status_code: 200, error: null, duration_ms: expect.any(Number) },
    })
    const [{ raw = '', headers = {} } = {}] = await arrived(1)
    for (const scheme of ['standard', 'linkedstore'] as const)
      expect(await verifyWebhook({ body: raw, headers, secret: begun.secret, scheme })).toEqual(notification)

    expect(await end('SIGINT')).toMatchObject({ code: 0, stderr: '' })
    expect({ urls: await urls(), tokens: await tokens() }).toEqual({ urls: [], tokens: 0 })
  })

  test('answers as the address does that it passes on to, and signs as the app that it stands for', async () => {
    target.answer = response => response.writeHead(503).end()
    const listener = await listening(
      '--forward-to',
      target.url,
      '--app',
      String(demo.app_id),
      '--events',
      'app/resumed',
    )
    expect(listener.begun).toMatchObject({ events: 1 })
    expect(listener.begun).not.toHaveProperty('secret')
    await trigger('app/resumed')
    expect(await listener.next(2)).toMatchObject([
      { forwarded: { status_code: 503 } },
      { forwarded: { status_code: 503 } },
    ])
    for (const { raw, headers } of await arrived(2))
      expect(await verifyWebhook({ body: raw, headers, secret: demo.client_secret })).toMatchObject({ id: demo.app_id })
    await vi.waitUntil(async () => (await answer(env, ...list, ...store, '--status', 'failed')).total > 0, {
      timeout: 10_000,
    })
    await listener.end('SIGTERM')
    expect(await urls()).toEqual([])
  })

  test('refuses what the server has not signed', async () => {
    const { begun, next, end } = await listening()
    const headers = { 'content-type': 'application/json', 'x-linkedstore-hmac-sha256': '0'.repeat(64) }
    expect((await fetch(begun.url, { method: 'POST', headers, body: '{}' })).status).toBe(401)
    expect(await next(1)).toMatchObject([{ problem: 'the signature is wrong', notification: null, forwarded: null }])
    await end()
  })

  test('takes away what one left behind that was killed, and leaves one that is there alone', async () => {
    const killed = await listening()
    const living = await listening()
    await killed.end('SIGKILL')
    const third = await listening()
    expect((await urls()).map(({ url }) => url)).toEqual([living.begun.url, third.begun.url].sort())
    expect(await tokens()).toBe(2)
    await Promise.all([living.end(), third.end()])
    expect({ urls: await urls(), tokens: await tokens() }).toEqual({ urls: [], tokens: 0 })
  })

  test('does not wait for who has the port of such a one by now, and is silent', async () => {
    const killed = await listening()
    await killed.end('SIGKILL')
    const silent = createServer().listen(Number(new URL(killed.begun.url).port), '127.0.0.1')
    await once(silent, 'listening')
    const next = await listening()
    expect((await urls()).map(({ url }) => url)).toEqual([next.begun.url])
    silent.close()
    await next.end()
  })

  test('says so where the server would not call this machine', async () => {
    expect(await bodega(['webhooks', 'listen', ...store], { ...env, ALLOW_PRIVATE_ADDRESSES: 'off' })).toMatchObject({
      code: 1,
      stderr: 'bodega: ALLOW_PRIVATE_ADDRESSES is off: the server does not call this machine\n',
    })
  })
})

const list = ['webhooks', 'deliveries']

describe('webhooks trigger, deliveries, delivery, replay', () => {
  let webhook: number
  beforeAll(async () => {
    const made = await fetch(`${base}/webhooks`, {
      method: 'POST',
      headers: { ...headersOf(demo), 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'location/created', url: target.url }),
    })
    webhook = ((await made.json()) as { id: number }).id
  })

  const deliveries = (...args: string[]) => answer(env, ...list, ...store, '--webhook', String(webhook), ...args)
  const settled = (status: string, total: number) =>
    vi.waitUntil(
      async () => {
        const found = await deliveries('--status', status)
        return found.total === total && found.deliveries
      },
      { timeout: 20_000, interval: 50 },
    )

  test('an event is about the newest of its kind, or about what is said, which no later one is about', async () => {
    const { notification } = await trigger('location/created')
    const [first] = await arrived(1)
    expect(first?.body).toEqual(notification)
    expect(notification).toEqual({
      store_id: demo.store_id,
      event: 'location/created',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    })
    const known = (await (await fetch(`${base}/locations`, { headers: headersOf(demo) })).json()) as { id: string }[]
    expect(known.map(({ id }) => id)).toContain(notification.id)
    const other = '01BX5ZZKBKACTAV9WEVGEMMVRZ'
    expect(await trigger('location/created', '--id', other)).toMatchObject({ notification: { id: other } })
    await arrived(1)
    expect(await trigger('location/created')).toEqual({ notification, webhooks: 1 })
    await arrived(1)
    await settled('delivered', 3)
  })

  test.each([
    ['customer/updated', { id: 5, event_launch_ts: expect.stringMatching(/\+0000$/) }],
    [
      'fulfillment_order/tracking_event_created',
      {
        id: 5,
        order_id: '5',
        fulfillment_id: expect.any(String),
        tracking_event_id: expect.any(String),
        status: expect.any(String),
      },
    ],
    ['app/suspended', { id: 5 }],
  ])('%s carries the fields of its kind', async (event, fields) => {
    const { notification } = await trigger(event, '--id', '5')
    expect(notification).toEqual({ store_id: demo.store_id, event, ...fields })
  })

  test('what is told of a shipment is one of that order, with what last happened on its way', async () => {
    const headers = { ...headersOf(demo), 'content-type': 'application/json' }
    const call = async (path: string, method = 'GET', body?: object) =>
      (await (
        await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      ).json()) as {
        id: string
        fulfillments: string[]
      }
    const bypass = { products: [{ variant_id: 1, quantity: 1 }], inventory_behaviour: 'bypass' }
    const order = await call('/orders', 'POST', bypass)
    const [fulfillment_id = ''] = order.fulfillments
    await call('/orders', 'POST', bypass)
    const tell = async (event: string, ...args: string[]) =>
      (await trigger(`fulfillment_order/${event}`, ...args)).notification
    const about = { id: order.id, order_id: String(order.id), fulfillment_id }
    expect(await tell('status_updated', '--id', String(order.id))).toMatchObject({ ...about, status: 'UNPACKED' })
    expect(await tell('tracking_event_created', '--id', String(order.id))).toMatchObject({
      ...about,
      status: 'dispatched',
    })

    const path = `/orders/${order.id}/fulfillment-orders/${fulfillment_id}`
    await call(path, 'PATCH', { status: 'DISPATCHED' })
    const { id } = await call(`${path}/tracking-events`, 'POST', { status: 'in_transit', description: 'x' })
    expect(await tell('tracking_event_updated', '--id', String(order.id))).toMatchObject({
      ...about,
      tracking_event_id: id,
      status: 'in_transit',
    })
  })

  test('what failed is seen with its attempts, and sent again by each way to say which', async () => {
    target.answer = response => response.writeHead(500).end('no room')
    await trigger('location/created')
    const [failed] = await settled('failed', 1)
    await arrived(2)
    const attempt = {
      status_code: 500,
      error: null,
      response: 'no room',
      at: expect.any(String),
      duration_ms: expect.any(Number),
    }
    expect(failed).toMatchObject({ webhook_id: webhook, event: 'location/created', attempts: [attempt, attempt] })
    expect(await answer(env, 'webhooks', 'delivery', ...store, failed.id)).toEqual(failed)
    const shown = await bodega(['webhooks', 'delivery', ...store, failed.id], env)
    expect(shown.stdout.match(/500, \d+ ms, "no room"/g)).toHaveLength(2)
    const lines = await bodega([...list, ...store, '--webhook', String(webhook)], env)
    expect(lines.stdout).toContain(`failed     location/created, webhook ${webhook}, attempts 2, last 500\n`)
    expect(lines.stdout).toMatch(/\n4 in all\n$/)

    const replay = (...args: string[]) => answer(env, 'webhooks', 'replay', ...store, ...args)
    expect(await replay('--delivery', failed.id)).toEqual({ replayed: 1 })
    await arrived(2)
    await settled('failed', 1)
    target.answer = response => response.end('ok')
    expect(await replay('--failed', '--since', '2999-01-01')).toEqual({ replayed: 0 })
    expect((await replay('--failed')).replayed).toBeGreaterThan(0)
    const [again] = await arrived(1)
    expect(again?.headers['webhook-id']).toBe(failed.id)
    await settled('failed', 0)
    expect((await replay('--since', failed.created_at)).replayed).toBeGreaterThan(0)
    await arrived(1)
  })

  test.each([
    [['webhooks', 'trigger', '--store', '999', 'order/created'], 'there is no store 999'],
    ...['abc', '0', '-5', '1.5', '01BX5ZZKBKACTAV9WEVGEMMVRZ'].map((id): [string[], string] => [
      ['webhooks', 'trigger', '--store', '1', 'order/created', `--id=${id}`],
      `--id of order/created must be a positive whole number, not "${id}"`,
    ]),
    [
      ['webhooks', 'trigger', '--store', '1', 'location/updated', '--id', '5'],
      '--id of location/updated must be the id of a location, a ULID, not "5"',
    ],
    [
      ['webhooks', 'trigger', '--store', '1', 'order_custom_field/created', '--id', '5'],
      '--id of order_custom_field/created must be the id of a custom field, a UUID, not "5"',
    ],
    [['webhooks', 'deliveries', '--store', '999'], 'there is no store 999'],
    [['webhooks', 'listen', '--store', '1', '--app', '999'], 'app 999 is not installed in store 1'],
    [['webhooks', 'replay', '--store', '1'], 'say which: --failed, --delivery ID or --since TIME'],
    [
      ['webhooks', 'delivery', '--store', '1', '01a1ddca-f051-7087-b9b3-76e1601db7ee'],
      'there is no delivery 01a1ddca-f051-7087-b9b3-76e1601db7ee in store 1',
    ],
    [['store', 'suspend', '--store', '1', '--app', '999'], 'there is no app 999'],
  ])('%o: what cannot be done is said in one line', async (args, line) => {
    expect(await bodega(args, env)).toEqual({ code: 1, stdout: '', stderr: `bodega: ${line}\n` })
  })

  test('what was for a webhook that is gone is not sent again, and stays what it was', async () => {
    const { deliveries: known } = await deliveries()
    await fetch(`${base}/webhooks/${webhook}`, { method: 'DELETE', headers: headersOf(demo) })
    const replay = ['webhooks', 'replay', ...store]
    expect(await answer(env, ...replay, '--since', '2000-01-01')).toEqual({ replayed: 0 })
    expect(await bodega([...replay, '--delivery', known[0].id], env)).toMatchObject({
      code: 1,
      stderr: `bodega: delivery ${known[0].id} cannot be sent again: its webhook ${webhook} was removed\n`,
    })
    expect((await deliveries()).deliveries).toEqual(known)
  })
})

test('nothing is heard as an app that is installed and has not come for its token', async () => {
  const { app_id } = await answer(
    env,
    ...['app', 'create', '--partner-email', demo.partner.email, '--name', 'Late'],
    ...['--redirect-url', 'https://late.example', '--scopes', 'all'],
  )
  await db.run(sql`
    insert into installations (store_id, app_id, scopes, created_at, updated_at)
    values (${demo.store_id}, ${app_id}, '[]', now(), now())`)
  expect(await bodega(['webhooks', 'listen', ...store, '--app', String(app_id)], env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `bodega: app ${app_id} has no token in store ${demo.store_id} yet, and hears of nothing without one\n`,
  })
})

describe('store suspend, store resume', () => {
  test('concern apps that are installed in the store', async () => {
    const { app_id } = await answer(
      env,
      ...['app', 'create', '--partner-email', demo.partner.email, '--name', 'Elsewhere'],
      ...['--redirect-url', 'https://elsewhere.example', '--scopes', 'all'],
    )
    expect(await bodega(['store', 'suspend', ...store, '--app', String(app_id)], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `bodega: app ${app_id} is not installed in store ${demo.store_id}\n`,
    })
  })

  const status = async () => (await fetch(`${base}/store`, { headers: headersOf(demo) })).status
  const untilStatus = (wanted: number) =>
    vi.waitUntil(async () => (await status()) === wanted, { timeout: 5000, interval: 20 })

  test.each([[[]], [['--app', '1']]])('close the API and open it again %o', async args => {
    const of = args.length > 0 ? { app_id: 1 } : {}
    const turn = (way: string) => answer(env, 'store', way, ...store, ...args)
    expect(await turn('suspend')).toEqual({ store_id: demo.store_id, ...of, changed: true })
    await untilStatus(402)
    expect(await turn('suspend')).toEqual({ store_id: demo.store_id, ...of, changed: false })
    expect(await turn('resume')).toEqual({ store_id: demo.store_id, ...of, changed: true })
    await untilStatus(200)
  })
})
