import { createSecretKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { obliging } from '../testing/receiver.ts'
import { testWorld } from '../testing/store.ts'
import { type CourierOptions, createCourier, keptForSlow, limits } from './courier.ts'
import type { Item } from './dispatch.ts'

/** One address takes all the time that there is. */
const network: Outbound = {
  ...obliging,
  async request(asked) {
    if (!asked.url.includes('dead')) return obliging.request(asked)
    await pause(asked.timeout)
    throw new OutboundError('timeout', 'too late')
  },
}

const options: CourierOptions = {
  world: testWorld(),
  outbound: network,
  timeout: 200,
  schedule: [],
  keyOf: async () => createSecretKey('secret', 'utf8'),
  mayBegin: () => true,
  onResult: () => {},
  onFailure: () => {},
  log: { warn: () => {} },
}

const itemFor = (url: string, i = 0): Item => ({
  ...{ store_id: 1, webhook_id: i + 1, id: `${i}`, actor: 'app:1', event: 'order/created' },
  ...{ payload: { id: 1 }, tries: 0, url, headers: {} },
})

test('where the time limit is short, whoever needs all of it is slow', async () => {
  const courier = createCourier(options)
  const urls = ['https://good.example', 'https://dead.example']
  courier.carry(urls.map(itemFor))
  await courier.rest()
  expect(urls.map(courier.isSlow)).toEqual([false, true])
})

test('whatever the time limit is, whoever takes longer than a second is slow', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const takes = async (milliseconds: number) => {
    const request: Outbound['request'] = async asked => {
      now += milliseconds
      return obliging.request(asked)
    }
    const courier = createCourier({ ...options, timeout: 10_000, outbound: { ...obliging, request } })
    courier.carry([itemFor('https://one.example')])
    await courier.rest()
    return courier.isSlow('https://one.example')
  }
  expect([await takes(1000), await takes(1001)]).toEqual([false, true])
  vi.restoreAllMocks()
})

test('of what waits for a receiver that turns out slow only a few are kept: the others are given back', async () => {
  const given: string[] = []
  const courier = createCourier({ ...options, timeout: 20, onFailure: ({ id }) => given.push(id) })
  const items = Array.from({ length: limits.each + keptForSlow + 3 }, (_, id) => ({
    ...itemFor('https://dead.example', id),
    payload: { id },
  }))
  courier.carry(items)
  await courier.rest()
  expect(given).toEqual(items.slice(-3).map(({ id }) => id))
})

test('where nobody is there any more attempts follow each other slowly, and those of others do not wait', async () => {
  let [knocks, delivered] = [0, 0]
  const request: Outbound['request'] = async asked => {
    if (!asked.url.includes('gone')) {
      delivered++
      return obliging.request(asked)
    }
    knocks++
    throw new OutboundError('connect', 'connection refused')
  }
  const waits: { milliseconds: number; end(): void }[] = []
  const wait = (milliseconds: number) =>
    new Promise<void>(resolve => waits.push({ milliseconds, end: () => resolve() }))
  const courier = createCourier({ ...options, outbound: { ...obliging, request }, wait })
  const about = (url: string, id: number) => ({ ...itemFor(url, id), payload: { id } })
  courier.carry(Array.from({ length: 500 }, (_, id) => about('https://gone.example', id)))
  await pause(20)
  // A few went before it was known, and then as many as one receiver may have under way.
  expect(knocks).toBeGreaterThanOrEqual(limits.each)
  expect(knocks).toBeLessThanOrEqual(16 + limits.each)
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual(waits.map(() => 250))
  courier.carry(Array.from({ length: 500 }, (_, id) => about('https://good.example', id)))
  await pause(20)
  expect(delivered).toBe(500)
  const before = knocks
  waits.shift()?.end()
  await pause(20)
  expect(knocks).toBe(before + 1)
  while (waits.length > 0) {
    for (const { end } of waits.splice(0)) end()
    await pause(5)
  }
  await courier.rest()
})

test('what nobody can sign for any more has failed, and the attempt says why', async () => {
  const told: unknown[] = []
  const onResult: CourierOptions['onResult'] = ({ tries, status, wait, attempt: { error } }, outcome) =>
    told.push({ tries, status, wait, error, outcome })
  const courier = createCourier({ ...options, schedule: [0, 0], keyOf: async () => undefined, onResult })
  courier.carry([itemFor('https://good.example')])
  await courier.rest()
  expect(told).toEqual([{ tries: 1, status: 'failed', wait: null, error: 'the app is gone', outcome: 'gone' }])
})

test('of an answer no more is read than 64 KB, and where that breaks off its status suffices', async () => {
  const asked: unknown[] = []
  const request: Outbound['request'] = async given => {
    asked.push(given)
    return obliging.request(given)
  }
  const courier = createCourier({ ...options, outbound: { ...obliging, request } })
  courier.carry([itemFor('https://good.example')])
  await courier.rest()
  expect(asked).toMatchObject([{ maxBytes: 65_536, statusSuffices: true, timeout: 200 }])
})

const broken = async (): Promise<never> => {
  throw new TypeError('our own mistake')
}

test.each<[string, Partial<CourierOptions>]>([
  ['the key cannot be had', { keyOf: broken }],
  ['sending fails by a mistake of ours', { outbound: { ...network, request: broken } }],
])('where %s no attempt is counted, and the delivery is given back to be found again', async (_why, change) => {
  const told: string[] = []
  const courier = createCourier({
    ...options,
    ...change,
    onResult: ({ id }) => told.push(`result ${id}`),
    onFailure: ({ id }) => told.push(`again ${id}`),
  })
  courier.carry([itemFor('https://good.example')])
  await courier.rest()
  expect(told).toEqual(['again 0'])
})
