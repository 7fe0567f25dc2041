import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { dispatcherOf, receiver } from '../testing/receiver.ts'
import { store } from '../testing/store.ts'
import { webhookMetrics } from './index.ts'

test('metrics: queue length, age of the oldest undelivered, attempts by outcome', async () => {
  const of = await store()
  const target = await receiver()
  target.answer = (response, { body }) => response.writeHead(body.id === 1 ? 200 : 500).end()
  await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
  const registry = new Registry()
  const onAttempt = webhookMetrics(registry, of.db)
  const read = async (name: string) => {
    const text = await registry.metrics()
    return Object.fromEntries(
      [...text.matchAll(new RegExp(`^${name}(\\S*) (\\S+)$`, 'gm'))].map(([, at, value]) => [at, Number(value)]),
    )
  }
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
