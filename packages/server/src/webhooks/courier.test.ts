import { createSecretKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { obliging } from '../testing/receiver.ts'
import { testWorld } from '../testing/store.ts'
import { createCourier } from './courier.ts'

/** One address takes all the time that there is. */
const network: Outbound = {
  ...obliging,
  async request(asked) {
    if (!asked.url.includes('dead')) return obliging.request(asked)
    await pause(asked.timeout)
    throw new OutboundError('timeout', 'too late')
  },
}

test('where the time limit is short, whoever needs all of it is slow', async () => {
  const courier = createCourier({
    world: testWorld(),
    outbound: network,
    timeout: 200,
    schedule: [],
    keyOf: async () => createSecretKey('secret', 'utf8'),
    mayBegin: () => true,
    onResult: () => {},
    onFailure: () => {},
    log: { warn: console.error },
  })
  const urls = ['https://good.example', 'https://dead.example']
  courier.carry(
    urls.map((url, i) => ({
      ...{ store_id: 1, webhook_id: i + 1, id: `${i}`, actor: 'app:1', event: 'order/created' },
      ...{ payload: { id: 1 }, tries: 0, url, headers: {} },
    })),
  )
  await courier.rest()
  expect(urls.map(courier.isSlow)).toEqual([false, true])
})
