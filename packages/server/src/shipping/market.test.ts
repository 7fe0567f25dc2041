import { setImmediate as turn } from 'node:timers/promises'
import type { OrderLine } from '@bodega/api'
import { expect, test } from 'vitest'
import { operatorCall } from '../access/index.ts'
import { storeContext } from '../stores/index.ts'
import { store } from '../testing/store.ts'
import { createCarrierRates } from './carrier-rates.ts'
import type { ActiveCarrier } from './carriers.ts'
import { askMarket } from './market.ts'
import type { Packed } from './packages.ts'

const nowhere = {
  name: null,
  address: null,
  number: null,
  floor: null,
  locality: null,
  city: null,
  province: null,
  country: 'BR',
  postal_code: null,
  phone: null,
}

/** As much of a line as carriers are asked with. */
const line = { variant_id: 1, weight: '1.000', price: '10.00', free_shipping: false } as OrderLine

const packageFrom = (location: string): Packed => ({
  location,
  origin: { ...nowhere, location_id: location },
  items: [{ variant_id: 1, quantity: 1 }],
  shipped: [{ line, quantity: 1 }],
  grams: 1000n,
  isFree: false,
})

const carrierOf = (id: number): ActiveCarrier => ({
  id,
  name: `Carrier ${id}`,
  callback_url: `https://rates.example/${id}`,
  types: 'ship',
  actor: 'app:1',
  options: [{ id, code: 'a', name: 'A', additional_days: 0, additional_cost: 0, allow_free_shipping: false }],
})

test('each carrier is heard for each package, and others are served while hundreds of both are asked', async () => {
  const of = await store()
  const context = await storeContext(of.db, of.id)
  if (!context) throw new Error('there is no store')
  const packages = Array.from({ length: 500 }, (_, i) => i)
  const carriers = Array.from({ length: 100 }, (_, i) => i)
  const { ask } = createCarrierRates({
    outbound: {
      request: async ({ url, body }) => {
        const { carrier, origin } = JSON.parse(String(body))
        if (!url.endsWith(`/${carrier.id}`)) throw new Error(`asked at ${url}`)
        const status = 1000 + Number(origin.location_id) * carriers.length + Number(carrier.id)
        return { status, headers: {}, body: Buffer.alloc(0), truncated: false }
      },
      checkUrl: () => undefined,
      close: async () => {},
    },
    timeout: 600_000,
  })
  let turns = 0
  let isAnswered = false
  const others = (async () => {
    for (; !isAnswered; turns++) await turn()
  })()
  const rates = {
    ask: async (...asked: Parameters<typeof ask>) => {
      const answers = await ask(...asked)
      isAnswered = true
      return answers
    },
  }
  const questions = packages.map(place => ({
    // In between there are some with nothing to ship.
    packed: place % 10 === 9 ? { ...packageFrom(String(place)), shipped: [] } : packageFrom(String(place)),
    destination: nowhere,
    tables: [],
    carriers: carriers.map(carrierOf),
  }))
  const offered = await askMarket({ url: '', rates }, operatorCall(of.world, context), questions)
  await others
  // Done in one go, it leaves others a single turn: when it is over.
  expect(turns).toBeGreaterThan(1)
  expect(offered.map(one => one?.flatMap(({ unavailable }) => unavailable.map(({ reason }) => reason)))).toEqual(
    packages.map(place =>
      place % 10 === 9 ? undefined : carriers.map(id => `status_${1000 + place * carriers.length + id}`),
    ),
  )
})
