import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { sql } from '../platform/database/sql.ts'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import { store, type TestStore } from '../testing/store.ts'

/** Receivers by their address: those that never answer, those that take two seconds, and the others. */
const network = (onAttempt: (url: string) => void): Outbound => ({
  ...obliging,
  async request({ url, timeout, ...rest }) {
    onAttempt(url)
    if (url.includes('dead')) {
      await pause(timeout)
      throw new OutboundError('timeout', 'too late')
    }
    await pause(url.includes('slow') ? 2000 : 1)
    return obliging.request({ url, timeout, ...rest })
  },
})

/** A store with a thousand webhooks, of which so many are dead, and as many slow. */
async function shopWith(bad: number, server?: TestStore): Promise<TestStore> {
  const of = await store(server ? { server: server.server, world: server.world } : {})
  const names = Array.from({ length: 1000 }, (_, i) =>
    i < bad ? `dead-${i}` : i < 2 * bad ? `slow-${i}` : `good-${i}`,
  )
  await of.db.run(sql`
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select ${of.id}, ${`app:${of.appId}`}, 'order/created', 'https://' || name || '.example/', '{}', '{}', now(), now()
      from unnest(${names}::text[]) as name`)
  return of
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The delay from commit to first attempt of the good ones, in the middle of them. */
async function delayIn(of: TestStore, events: number): Promise<number> {
  const first = new Map<string, number>()
  const good: number[] = []
  let committed = 0
  const dispatcher = dispatcherOf(of, {
    time: () => sql`now()`,
    outbound: network(url => {
      if (!url.includes('good') || first.has(url)) return
      first.set(url, performance.now())
      good.push(performance.now() - committed)
    }),
  })
  dispatcher.start()
  const expected = Number(await of.db.run(sql`select from webhooks where store_id = ${of.id} and url like '%good%'`))
  for (let id = 1; id <= events; id++) {
    first.clear()
    await of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', { id }))
    committed = performance.now()
    dispatcher.notify()
    while (first.size < expected) await pause(1)
  }
  await dispatcher.stop()
  return median(good)
}

test('D66: 10 dead and 10 slow receivers among 1,000 do not delay the others', {
  retry: 2,
  timeout: 120_000,
}, async () => {
  const calm = await shopWith(0)
  const mixed = await shopWith(10, calm)
  await delayIn(calm, 3)
  const without: number[] = []
  const beside: number[] = []
  for (let round = 0; round < 3; round++) {
    without.push(await delayIn(calm, 4))
    beside.push(await delayIn(mixed, 4))
  }
  console.log('median delay', median(without), median(beside))
  expect(median(beside)).toBeLessThan(1.2 * median(without))
})
