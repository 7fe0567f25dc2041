import { createHmac } from 'node:crypto'
import { type EventName, verifyWebhook } from '@bodega/api'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { issueToken } from '../access/index.ts'
import { type AnyEvent, emitting } from '../events/index.ts'
import { sql } from '../platform/database/sql.ts'
import { stocked } from '../testing/orders.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, type Received, receiver, type TestReceiver } from '../testing/receiver.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { listDeliveries } from './index.ts'

const listen = (of: TestStore, event: string, url: string, headers: Record<string, string> = {}) =>
  of.client.webhooks.create({ body: { event, url, headers } })

const happen = (of: TestStore, ...told: AnyEvent[]) => of.db.tx(tx => tx.run(emitting(of.id, of.world.now(), told)))

const deliveries = (of: TestStore, webhook: { id: number }) =>
  of.client.deliveries.list({ params: { webhook_id: webhook.id } })

const order = (id: number, event: EventName = 'order/created') => ({ event, payload: { id } }) as AnyEvent

const idsOf = ({ received }: TestReceiver) => received.map(({ body }) => body.id)

describe('specification 6: a receiver written from it', () => {
  test('gets order/created with exactly three fields, verifies the raw bytes, and says 200: done', async () => {
    const of = await stocked([[5]])
    const target = await receiver()
    const webhook = await listen(of, 'order/created', target.url)
    const { id } = await of.place()

    expect(await dispatcherOf(of).tick()).toBe(1)

    const { raw, headers, body } = target.received[0] as Received
    expect(body).toEqual({ store_id: of.id, event: 'order/created', id })
    expect(raw).toBe(`{"store_id":${of.id},"event":"order/created","id":${id}}`)
    expect(headers['content-type']).toBe('application/json')
    const expected = createHmac('sha256', of.clientSecret).update(raw).digest('hex')
    expect(headers['x-linkedstore-hmac-sha256']).toBe(expected)
    expect(await deliveries(of, webhook)).toMatchObject([
      { status: 'delivered', event: 'order/created', attempts: [{ status_code: 200, error: null, response: 'ok' }] },
    ])
    expect(await dispatcherOf(of).tick()).toBe(0)
  })

  test('D63: one that uses the standardwebhooks package verifies too, and so does ours', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url)
    await happen(of, order(7))
    await dispatcherOf(of).tick()
    const { raw, headers } = target.received[0] as Received
    const theirs = new Webhook(Buffer.from(of.clientSecret).toString('base64'))
    const notification = { store_id: of.id, event: 'order/created', id: 7 }
    expect(theirs.verify(raw, headers as Record<string, string>)).toEqual(notification)
    for (const scheme of ['standard', 'linkedstore'] as const) {
      const received = { body: raw, headers, secret: of.clientSecret, scheme, now: of.world.now() }
      expect(await verifyWebhook(received)).toEqual(notification)
    }
    const [delivery] = await deliveries(of, (await of.client.webhooks.list())[0] as { id: number })
    expect(headers['webhook-id']).toBe(delivery?.id)
  })

  test('F15: for a token of the store admin a secret of its own signs', async () => {
    const of = await shop()
    const target = await receiver()
    const { db, world, id } = of
    const token = await db.tx(tx => issueToken(tx, world, id, { app: null, name: 'A', scopes: ['read_orders'] }))
    const headers = { authentication: `bearer ${token}` }
    const body = { event: 'order/created', url: target.url }
    await of.request('POST', `/v1/${id}/webhooks`, { body, headers })
    await happen(of, order(1))
    expect(await dispatcherOf(of).tick()).toBe(1)
    const [{ raw, headers: sent }] = target.received as [Received]
    const withAppSecret = createHmac('sha256', of.clientSecret).update(raw).digest('hex')
    expect(sent['x-linkedstore-hmac-sha256']).toMatch(/^[0-9a-f]{64}$/)
    expect(sent['x-linkedstore-hmac-sha256']).not.toBe(withAppSecret)
  })

  test('D65: gets its custom headers as they were registered', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url, {
      Authorization: 'Basic abc',
      'User-Agent': 'Mine',
      'X-Ünï': 'é',
    }).catch(() => {})
    await listen(of, 'order/created', target.url, {
      Authorization: 'Basic abc',
      'User-Agent': 'Mine',
      'X-A': 'caf\u00e9',
    })
    await happen(of, order(1))
    await dispatcherOf(of).tick()
    expect(target.received).toHaveLength(1)
    expect(target.received[0]?.headers).toMatchObject({
      authorization: 'Basic abc',
      'user-agent': 'Mine',
      'x-a': 'caf\u00e9',
    })
  })
})

describe('D68: payloads', () => {
  const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  const shipment = { id: 5, order_id: '5', fulfillment_id: ulid, status: 'PACKED' }
  const table: AnyEvent[] = [
    ...(['product/created', 'category/updated', 'order/paid', 'order/cancelled'] as const).map(
      event => ({ event, payload: { id: 9 } }) as AnyEvent,
    ),
    { event: 'location/created', payload: { id: ulid } },
    { event: 'customer/created', payload: { id: 3, event_launch_ts: '2026-07-11T01:29:50+0000' } },
    { event: 'fulfillment_order/status_updated', payload: shipment },
    { event: 'fulfillment_order/tracking_event_created', payload: { ...shipment, tracking_event_id: ulid } },
  ]

  test.each(table)('$event carries $payload beside store_id and event', async told => {
    const of = await shop()
    const target = await receiver()
    await listen(of, told.event, target.url)
    await happen(of, told)
    await dispatcherOf(of).tick()
    expect(target.received.map(({ body }) => body)).toEqual([{ store_id: of.id, event: told.event, ...told.payload }])
  })
})

describe('D60: from the journal to deliveries', () => {
  test('an event reaches every webhook that listens for it, of every app, and no other', async () => {
    const of = await shop()
    const target = await receiver()
    const other = await shop()
    await listen(of, 'order/created', `${target.url}/a`)
    await listen(of, 'order/created', `${target.url}/b`)
    await listen(of, 'order/paid', `${target.url}/paid`)
    await listen(other, 'order/created', `${target.url}/other`)
    const headers = { authentication: `bearer ${await of.tokenWith(['read_orders'])}` }
    const body = { event: 'order/created', url: `${target.url}/c` }
    await of.request('POST', `/v1/${of.id}/webhooks`, { body, headers })
    await happen(of, order(1))
    expect(await dispatcherOf(of).tick()).toBe(3)
    expect(target.received.map(({ path }) => path).sort()).toEqual(['/hook/a', '/hook/b', '/hook/c'])
  })

  test('a change that is rolled back reaches none', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url)
    const rolledBack = of.db.tx(async tx => {
      await tx.run(emitting(of.id, of.world.now(), [order(1)]))
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await dispatcherOf(of).tick()).toBe(0)
  })

  test('commits do not come in the order of their ids: one that comes late is not passed over', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url)
    let told = () => {}
    let end = () => {}
    const isTold = new Promise<void>(resolve => {
      told = resolve
    })
    const mayEnd = new Promise<void>(resolve => {
      end = resolve
    })
    const late = of.db.tx(async tx => {
      await tx.run(emitting(of.id, of.world.now(), [order(1)]))
      told()
      await mayEnd
    })
    await isTold
    await happen(of, order(2))
    await dispatcherOf(of).tick()
    expect(idsOf(target)).toEqual([2])
    end()
    await late
    await dispatcherOf(of).tick()
    expect(idsOf(target)).toEqual([2, 1])
    // And whoever reads the journal by number has missed nothing either.
    const numbered = await of.client.events.list()
    expect(numbered.map(({ id, notification }) => [id, notification.id])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  test('an app that lost the scope, or was removed without a word, hears nothing more', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url)
    const { db, world, id, appId } = of
    await db.tx(tx => issueToken(tx, world, id, { app: appId, name: 'App', scopes: ['read_products'] }))
    await happen(of, order(1))
    expect(await dispatcherOf(of).tick()).toBe(0)
    await db.tx(tx => issueToken(tx, world, id, { app: appId, name: 'App', scopes: ['write_orders'] }))
    await happen(of, order(2))
    expect(await dispatcherOf(of).tick()).toBe(1)
    await db.run(sql`delete from tokens where store_id = ${id} and app_id = ${appId}`)
    await happen(of, order(3))
    expect(await dispatcherOf(of).tick()).toBe(0)
    expect(idsOf(target)).toEqual([2])
  })

  test('what a webhook was changed to counts: it needs the scope of its event by now', async () => {
    const of = await shop()
    const target = await receiver()
    const { id } = await listen(of, 'product/created', target.url)
    await of.client.webhooks.update({ params: { id }, body: { event: 'order/created' } })
    const hold = (scope: 'read_products' | 'read_orders') =>
      of.db.tx(tx => issueToken(tx, of.world, of.id, { app: of.appId, name: 'App', scopes: [scope] }))
    await hold('read_products')
    await happen(of, order(1))
    expect(await dispatcherOf(of).tick()).toBe(0)
    await hold('read_orders')
    await happen(of, order(2))
    await dispatcherOf(of).tick()
    expect(idsOf(target)).toEqual([2])
  })

  test('a thousand events and more arrive, each once', async () => {
    const of = await shop()
    const target = await receiver()
    await listen(of, 'order/created', target.url)
    await happen(of, ...Array.from({ length: 1200 }, (_, i) => order(i)))
    expect(await dispatcherOf(of).tick()).toBe(1200)
    expect(idsOf(target).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1200 }, (_, i) => i))
  })

  test('what is about one thing arrives in its order, also from several webhooks of one receiver', async () => {
    const of = await shop()
    const target = await receiver()
    let open = 0
    target.answer = async (response, { body }) => {
      // Those that came first are the slowest.
      await new Promise(resolve => setTimeout(resolve, body.event === 'order/created' ? 30 : open++ % 5))
      response.end()
    }
    for (const event of ['order/created', 'order/updated', 'order/paid']) await listen(of, event, target.url)
    const events = ['order/created', 'order/updated', 'order/paid', 'order/updated'] as const
    await happen(of, ...events.flatMap(event => Array.from({ length: 20 }, (_, id) => order(id, event))))
    await dispatcherOf(of).tick()
    for (let id = 0; id < 20; id++) {
      expect(target.received.filter(({ body }) => body.id === id).map(({ body }) => body.event)).toEqual(events)
    }
  })
})

test('D29: a webhook that is removed while something waits for it is sent nothing more', async () => {
  const of = await shop()
  const target = await receiver()
  const webhook = await listen(of, 'order/created', target.url)
  target.answer = response => response.writeHead(500).end()
  await happen(of, order(1))
  await dispatcherOf(of, { schedule: [60] }).tick()
  await of.client.webhooks.delete({ params: { id: webhook.id } })
  of.world.advance(60_000)
  await dispatcherOf(of, { schedule: [60] }).tick()
  expect(target.received).toHaveLength(1)
})

test('D67: what waits for a webhook that is removed has failed at once, and the log says why', async () => {
  const of = await shop()
  const kept = await receiver()
  const target = await receiver()
  for (const one of [kept, target]) one.answer = response => response.writeHead(500).end()
  await listen(of, 'order/created', kept.url)
  const webhook = await listen(of, 'order/created', target.url)
  await happen(of, ...Array.from({ length: 100 }, (_, id) => order(id)))
  await dispatcherOf(of, { schedule: [60] }).tick()
  await of.client.webhooks.delete({ params: { id: webhook.id } })
  const outcomes: string[] = []
  await dispatcherOf(of, { schedule: [60], onAttempt: outcome => outcomes.push(outcome) }).tick()
  expect(outcomes).toEqual(Array(100).fill('gone'))
  const pages = { page: 1, per_page: 200 }
  const { items, total } = await listDeliveries(of.db, of.id, { webhook: webhook.id, status: 'failed' }, pages)
  expect(total).toBe(100)
  expect(items[0]).toMatchObject({
    next_attempt_at: null,
    attempts: [{ status_code: 500 }, { status_code: null, error: 'the webhook was removed' }],
  })
  expect(await listDeliveries(of.db, of.id, { status: 'pending' }, pages)).toMatchObject({ total: 100 })
  expect(target.received).toHaveLength(100)
})

test('one that is removed while an attempt is under way is not tried again', async () => {
  const of = await shop()
  const target = await receiver()
  const webhook = await listen(of, 'order/created', target.url)
  target.answer = async response => {
    await of.client.webhooks.delete({ params: { id: webhook.id } })
    response.writeHead(500).end()
  }
  await happen(of, order(1))
  await dispatcherOf(of, { schedule: [0, 60] }).tick()
  const { items } = await listDeliveries(of.db, of.id, { webhook: webhook.id }, { page: 1, per_page: 10 })
  expect(items).toMatchObject([
    { status: 'failed', attempts: [{ status_code: 500 }, { error: 'the webhook was removed' }] },
  ])
})

test('an address that is changed meanwhile is where the next attempt goes', async () => {
  const of = await shop()
  const target = await receiver()
  const { id } = await listen(of, 'order/created', 'http://127.0.0.1:1/nobody')
  await happen(of, order(1))
  await dispatcherOf(of, { schedule: [60] }).tick()
  await of.client.webhooks.update({ params: { id }, body: { url: target.url, headers: { 'x-new': 'yes' } } })
  of.world.advance(60_000)
  await dispatcherOf(of, { schedule: [60] }).tick()
  expect(target.received.map(({ headers }) => headers['x-new'])).toEqual(['yes'])
})

test('events of apps go to the app that they are about', async () => {
  const of = await shop()
  const target = await receiver()
  await listen(of, 'app/suspended', target.url)
  const headers = { authentication: `bearer ${await of.tokenWith([])}` }
  await of.request('POST', `/v1/${of.id}/webhooks`, {
    body: { event: 'app/suspended', url: `${target.url}/other` },
    headers,
  })
  await happen(of, { event: 'app/suspended', payload: { id: of.appId } })
  await dispatcherOf(of).tick()
  expect(target.received.map(({ path, body }) => [path, body.id])).toEqual([['/hook', of.appId]])
})

test('the API makes the events that are told: a location', async () => {
  const of = await shop()
  const target = await receiver()
  for (const event of ['location/created', 'location/updated']) await listen(of, event, target.url)
  const { id } = await of.client.locations.create({ body: aLocation() })
  await of.client.locations.update({ params: { id }, body: { allows_pickup: true } })
  await dispatcherOf(of).tick()
  expect(target.received.map(({ body }) => [body.event, body.id])).toEqual([
    ['location/created', id],
    ['location/updated', id],
  ])
})
