import { type Contract, contract } from '@bodega/api'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { shapeOf } from '../../testing/answers.ts'
import { listening } from '../../testing/listening.ts'
import { aLocation, app, store } from '../../testing/store.ts'
import { raw } from '../database/sql.ts'
import { createServer } from './server.ts'
import { kinds, shedLoad } from './shedding.ts'

test('orders and shipments are told from the rest by their address, and the rest of the service from the API', () => {
  const kindAt = kinds(Object.values(contract as Contract).flatMap(Object.values))
  const asked = {
    preferred: ['POST /v1/1/orders', 'POST /v1/orders/?', 'POST /2025-03/1/orders/7/fulfill?x=1'],
    ordinary: [
      'GET /v1/1/orders',
      'POST /v1/1/orders/7/cancel',
      'POST /v1/1/products',
      'POST /v1/1/ordersx',
      'GET /v1/1/x/orders',
    ],
    undefined: [
      'GET /health/ready',
      'GET /metrics',
      'GET /',
      'POST /panel/session',
      'POST /apps/authorize/token',
      'GET /v12/orders',
    ],
  }
  for (const [kind, all] of Object.entries(asked)) {
    for (const one of all) {
      const [method = '', url = ''] = one.split(' ')
      expect({ one, kind: String(kindAt(method, url)) }).toEqual({ one, kind })
    }
  }
  expect(kindAt('POST', '/v1/1/orders/7/fulfillment-orders/01M7/fulfill')).toBe('preferred')
})

test('with too much to do: some wait, orders go first, the rest are refused at once, and health goes on', async () => {
  const server = await app({ requestsAtOnce: 1 })
  const shop = await store({ server })
  await server.ready()
  const url = await listening(server.server)
  const product = await shop.client.products.create({ body: { name: 'Shirt' } })
  const done: string[] = []
  const send = async (what: string, path: string, body: unknown) => {
    const headers = { ...shop.headers, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/${shop.id}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    done.push(what)
    return answer
  }
  const waiting = async (count: number) =>
    vi.waitUntil(async () => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const counts = [...text.matchAll(/http_requests_(?:waiting\{.*\}|working) (\d+)/g)].map(([, n]) => Number(n))
      return counts.reduce((a, b) => a + b, 0) === count
    }, 10_000)
  const variant_id = product.variants[0]?.id
  let answers: Response[] = []
  const served: Promise<Response>[] = []
  await shop.db.tx(async tx => {
    // Nobody gets on while this is held.
    await tx.run(raw('lock table locations in access exclusive mode'))
    for (let i = 0; i < 5; i++) {
      served.push(send('location', '/locations', aLocation()))
      await waiting(i + 1)
    }
    answers = await Promise.all([
      send('refused', '/locations', aLocation()),
      fetch(`${url}/v1/${shop.id}/store`, { headers: shop.headers }),
    ])
    served.push(send('order', '/orders', { products: [{ variant_id, quantity: 1 }] }))
    await waiting(6)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
  for (const refused of answers) {
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('x-request-id')).toMatch(/^shed-/)
    const answer = { status: refused.status, headers: {}, body: await refused.json() }
    expect({ status: answer.status, shape: shapeOf(answer) }).toEqual({ status: 503, shape: 'A' })
  }
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(done).toEqual(['refused', 'location', 'order', 'location', 'location', 'location', 'location'])
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_requests_shed_total{kind="ordinary"} 2')
  expect((await fetch(`${url}/v1/${shop.id}/store`, { headers: shop.headers })).status).toBe(200)
})

test('who is refused at the door gets an x-request-id, but not the PHP library that ends at one', async () => {
  const server = createServer({ logger: undefined, trustProxy: false })
  shedLoad(server, new Registry(), { operations: [], atOnce: 0, now: Date.now })
  await server.ready()
  const url = await listening(server.server)
  const idFor = async (agent: string) => {
    const { status, headers } = await fetch(`${url}/v1/1/store`, { headers: { 'user-agent': agent } })
    expect(status).toBe(503)
    return headers.get('x-request-id')
  }
  expect(await idFor('My app')).toMatch(/^shed-/)
  expect(await idFor('My app | Tiendanube Admin API Library for PHP v2.0.0')).toBeNull()
})

test('a request that fails before it waits for anything gives its place to the next', async () => {
  const server = createServer({ logger: undefined, trustProxy: false })
  const gate = shedLoad(server, new Registry(), { operations: [], atOnce: 1, now: Date.now })
  const failing = () => {
    throw new Error('at once')
  }
  const places = Array.from({ length: 3 }, () => gate.work(contract.locations.list, failing))
  for (const place of places) await expect(place).rejects.toThrow('at once')
  expect(await gate.work(contract.locations.list, async () => 'served')).toBe('served')
})
