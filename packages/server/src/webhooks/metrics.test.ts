import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { dispatcherOf, receiver } from '../testing/receiver.ts'
import { store } from '../testing/store.ts'
import { sendNotice, suspend, webhookMetrics } from './index.ts'

/** The values of one metric, by their labels. */
async function valuesOf(registry: Registry, name: string): Promise<Record<string, number>> {
  const text = await registry.metrics()
  return Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(\\S*) (\\S+)$`, 'gm'))].map(([, at, value]) => [at, Number(value)]),
  )
}

test('metrics: queue length, age of the oldest undelivered, attempts by outcome', async () => {
  const of = await store()
  const target = await receiver()
  target.answer = (response, { body }) => response.writeHead(body.id === 1 ? 200 : 500).end()
  await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
  const registry = new Registry()
  const onAttempt = webhookMetrics(registry, of.db)
  const read = (name: string) => valuesOf(registry, name)
  const long = new Date(Date.now() - 7_200_000)
  await of.db.tx(async tx => emit(tx, of.id, long, 'order/created', { id: 1 }, { id: 2 }))
  expect((await read('webhook_oldest_undelivered_seconds'))['']).toBeGreaterThanOrEqual(7199)
  expect(await read('webhook_queue_length')).toEqual({ '': 2 })
  await dispatcherOf(of, { schedule: [600], onAttempt }).tick()
  expect(await read('webhook_queue_length')).toEqual({ '': 1 })
  expect((await read('webhook_oldest_undelivered_seconds'))['']).toBeGreaterThanOrEqual(7199)
  expect(await read('webhook_attempts_total')).toEqual({ '{outcome="delivered"}': 1, '{outcome="refused"}': 1 })
  expect(await (await of.server.inject('/metrics')).body).toContain('webhook_queue_length 1')
})

test('what waits for its own time, or for whoever is suspended, is not in the queue', async () => {
  const of = await store()
  const registry = new Registry()
  const onAttempt = webhookMetrics(registry, of.db)
  const waiting = async () => (await valuesOf(registry, 'webhook_queue_length'))[''] ?? Number.NaN
  const ofOthers = await waiting()
  await of.client.webhooks.create({ body: { event: 'order/created', url: 'http://127.0.0.1:1/' } })
  const now = of.world.now()
  await of.db.tx(async tx => {
    emit(tx, of.id, now, 'order/created', { id: 1 })
    const to = [{ app: of.appId, url: 'https://app.example/redact' }]
    await sendNotice(tx, now, of.id, { notice: 'store/redact', payload: {}, to, at: new Date(now.getTime() + 1e9) })
  })
  const tick = () => dispatcherOf(of, { schedule: [600], onAttempt }).tick()
  await tick()
  expect(await waiting()).toBe(ofOthers + 1)
  expect(await valuesOf(registry, 'webhook_attempts_total')).toEqual({ '{outcome="connect"}': 1 })
  await of.db.tx(tx => suspend(tx, now, of.id))
  await tick()
  expect(await waiting()).toBe(ofOthers)
})

test('while the database is away the attempts can still be read', async () => {
  const { db } = await store()
  const registry = new Registry()
  const away: typeof db = {
    ...db,
    one: async () => {
      throw new Error('the database is away')
    },
  }
  webhookMetrics(registry, away)('delivered')
  expect(await valuesOf(registry, 'webhook_attempts_total')).toEqual({ '{outcome="delivered"}': 1 })
})
