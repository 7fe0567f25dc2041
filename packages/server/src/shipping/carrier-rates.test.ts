/** Contract: shipping 3.1: cache, timeout, breaker. No network: what goes out and comes back is told by the test. */
import type { RateRequest } from '@bodega/api'
import { describe, expect, test, vi } from 'vitest'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from '../platform/outbound/index.ts'
import { aRate } from '../testing/carrier.ts'
import { createCarrierRates, type Question } from './carrier-rates.ts'

const minute = 60_000
const now = (minutes = 0) => new Date(Date.UTC(2026, 0, 1) + minutes * minute)

const answer = (status: number, body: unknown = { rates: [aRate()] }): OutboundAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  truncated: false,
})

/** Rates from a network that answers so. */
function ratesBy(respond: (request: OutboundRequest) => Promise<OutboundAnswer>, timeout?: number) {
  const request = vi.fn(respond)
  const outbound: Outbound = { request, checkUrl: () => undefined, close: async () => {} }
  return { ...createCarrierRates({ outbound, timeout }), request }
}

const address = {
  name: null,
  address: null,
  number: null,
  floor: null,
  locality: null,
  city: null,
  province: null,
  country: 'BR',
  postal_code: '01310-100',
  phone: null,
}
const item: RateRequest['items'][number] = {
  id: 1,
  product_id: 1,
  name: 'Sapato',
  sku: null,
  quantity: 1,
  free_shipping: false,
  grams: 250,
  price: 10,
  dimensions: { width: 1, height: 1, depth: 1 },
}
const asked = (change: Partial<RateRequest> = {}, url = 'https://rates.example'): Question => ({
  url,
  request: {
    cart_id: null,
    store_id: 1,
    currency: 'BRL',
    language: 'pt',
    origin: { ...address, location_id: 'A' },
    destination: address,
    items: [item],
    carrier: { id: '7', name: 'Transporte', options: [] },
    ...change,
  },
})

describe('timeout', () => {
  test('5 seconds for everything', async () => {
    const { ask, request } = ratesBy(async () => answer(200))
    await ask([asked()], now())
    const { timeout = 0 } = request.mock.calls[0]?.[0] ?? {}
    expect(timeout).toBeGreaterThan(4000)
    expect(timeout).toBeLessThanOrEqual(5000)
  })

  test('however many are asked: those whose turn does not come in time are not asked at all', async () => {
    const never = ({ timeout }: OutboundRequest) =>
      new Promise<never>((_resolve, reject) => setTimeout(() => reject(new OutboundError('timeout', 'late')), timeout))
    const { ask, request } = ratesBy(never, 100)
    const from = performance.now()
    const many = Array.from({ length: 200 }, (_, i) =>
      asked({ store_id: i, destination: { ...address, name: String(i) } }),
    )
    expect(new Set(await ask(many, now()))).toEqual(new Set(['timeout']))
    expect(performance.now() - from).toBeLessThan(10_000)
    expect(request.mock.calls.length).toBeLessThan(100)
  })
})

describe('cache', () => {
  test.each([
    [200, 15],
    [422, 1],
  ])('an answer of %i is kept for %i minutes', async (status, minutes) => {
    const { ask, request } = ratesBy(async () => answer(status))
    const first = await ask([asked()], now())
    expect(await ask([asked()], now(minutes - 0.1))).toEqual(first)
    expect(request).toHaveBeenCalledOnce()
    expect(await ask([asked()], now(minutes))).toEqual(first)
    expect(request).toHaveBeenCalledTimes(2)
  })

  test('an answer is not kept until the time that a clock showed which was ahead', async () => {
    const { ask, request } = ratesBy(async () => answer(200))
    await ask([asked()], now(600))
    await ask([asked()], now(599.9))
    expect(request).toHaveBeenCalledOnce()
    await ask([asked()], now())
    expect(request).toHaveBeenCalledTimes(2)
  })

  test.each([[201], [204], [302], [400], [404], [429], [500], [503]])('an answer of %i is not kept', async status => {
    const { ask, request } = ratesBy(async () => answer(status))
    expect(await ask([asked()], now())).toEqual([`status_${status}`])
    await ask([asked()], now())
    expect(request).toHaveBeenCalledTimes(2)
  })

  test('an answer that cannot be read is not kept', async () => {
    const { ask, request } = ratesBy(async () => answer(200, 'nonsense'))
    expect(await ask([asked()], now())).toEqual(['invalid_answer'])
    await ask([asked()], now())
    expect(request).toHaveBeenCalledTimes(2)
  })

  const change = (of: object): Partial<RateRequest> => ({ items: [{ ...item, ...of }] })
  test.each<[string, Question]>([
    ['another carrier', asked({ carrier: { id: '8', name: 'Transporte', options: [] } })],
    ['another address of the carrier', asked({}, 'https://new.example')],
    ['any field of the origin', asked({ origin: { ...address, location_id: 'A', phone: '1' } })],
    ['any field of the destination', asked({ destination: { ...address, floor: '2' } })],
    ['another id', asked(change({ id: 2 }))],
    ['another quantity', asked(change({ quantity: 2 }))],
    ['another weight', asked(change({ grams: 251 }))],
    ['another width', asked(change({ dimensions: { width: 2, height: 1, depth: 1 } }))],
    ['another height', asked(change({ dimensions: { width: 1, height: 2, depth: 1 } }))],
    ['another depth', asked(change({ dimensions: { width: 1, height: 1, depth: 2 } }))],
  ])('%s asks again', async (_title, question) => {
    const { ask, request } = ratesBy(async () => answer(200))
    await ask([asked()], now())
    await ask([question], now())
    expect(request).toHaveBeenCalledTimes(2)
  })

  test('the price of an item, its name and the options of the carrier do not matter', async () => {
    const { ask, request } = ratesBy(async () => answer(200))
    await ask([asked()], now())
    await ask([asked({ ...change({ price: 99, name: 'Bota' }), carrier: { id: '7', name: 'X', options: [] } })], now())
    expect(request).toHaveBeenCalledOnce()
  })

  test('the same question is asked once at a time', async () => {
    const { ask, request } = ratesBy(async () => answer(200))
    const answers = await Promise.all([ask([asked(), asked()], now()), ask([asked()], now())])
    expect(answers.flat()).toEqual([[aRate()], [aRate()], [aRate()]])
    expect(request).toHaveBeenCalledOnce()
  })
})

describe('breaker', () => {
  const different = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => asked({ destination: { ...address, name: String(from + i) } }))

  test.each<[string, () => Promise<OutboundAnswer>]>([
    ['500', async () => answer(500)],
    ['timeouts', () => Promise.reject(new OutboundError('timeout', 'late'))],
    ['no connection', () => Promise.reject(new OutboundError('connect', 'refused'))],
  ])('after 500 failures (%s) it is not asked for 5 minutes, then ten try it', async (_title, fail) => {
    let respond = fail
    const { ask, request } = ratesBy(() => respond())
    await ask(different(500), now())
    expect(request).toHaveBeenCalledTimes(500)
    expect(await ask(different(20, 1000), now(4))).toEqual(Array(20).fill('breaker_open'))
    expect(await ask([asked({ carrier: { id: '8', name: 'Other', options: [] } })], now(4))).not.toEqual([
      'breaker_open',
    ])
    expect(request).toHaveBeenCalledTimes(501)
    respond = async () => answer(200)
    const tried = await ask(different(10, 2000), now(5))
    expect(tried).toEqual(Array(10).fill([aRate()]))
    expect(await ask(different(5, 3000), now(5))).toEqual(Array(5).fill([aRate()]))
  })

  test('4xx are answers, not failures', async () => {
    const { ask, request } = ratesBy(async () => answer(404))
    await ask(different(600), now())
    await ask(different(1, 1000), now())
    expect(request).toHaveBeenCalledTimes(601)
  })

  test('what is known from the cache is told also while it is open', async () => {
    let respond = async () => answer(200)
    const { ask } = ratesBy(() => respond())
    await ask([asked()], now())
    respond = async () => answer(500)
    await ask(different(600), now())
    expect(await ask([asked()], now(1))).toEqual([[aRate()]])
  })
})

test('a fault of our own is not taken for one of the carrier', async () => {
  const { ask } = ratesBy(async () => {
    throw new TypeError('a bug')
  })
  await expect(ask([asked()], now())).rejects.toThrow('a bug')
})
