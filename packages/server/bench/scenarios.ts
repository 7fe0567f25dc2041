import type { LocationInput } from '@bodega/api'
import type autocannon from 'autocannon'
import type { Figures } from './measure.ts'
import { orderScenarios } from './orders.ts'
import { pastOrderScenarios } from './past-orders.ts'
import { productScenarios } from './products.ts'
import { quoteScenarios } from './quotes.ts'
import { webhookScenarios } from './webhooks.ts'
import type { Bench } from './world.ts'

/** The same work twice: as the bare server does it and as ours does. */
export interface Prepared {
  ours: autocannon.Request[]
  /** Requests to the bare server, or a statement that is called without HTTP and gets the number of the call. */
  bare: autocannon.Request[] | string
}

export interface Scenario {
  name: string
  /** What the bare side is, in words. */
  limit: string
  /** In stores of so many products, the smallest first; where it is left out, products do not matter. */
  sizes?: readonly number[]
  /** Where it is told at several; 16 unless said. */
  connections?: readonly number[]
  /** Requests, for those that are made of them. */
  prepare?(bench: Bench, size: number): Promise<Prepared>
  /** The two sides, for those that are not. */
  runs?(bench: Bench): Promise<{ raw: Run; own: Run }>
}

/** Measures for so many seconds. */
export type Run = (seconds: number) => Promise<Figures>

const aLocation = (i: number): LocationInput => ({
  name: { pt_BR: `Depósito ${i}` },
  address: {
    zipcode: '01310-100',
    street: 'Avenida Paulista',
    city: 'São Paulo',
    province: { code: 'SP', name: 'São Paulo' },
    region: { code: 'SE', name: 'Sudeste' },
    country: { code: 'BR', name: 'Brasil' },
  },
})

async function locations(bench: Bench) {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, i) => bench.client.locations.create({ body: aLocation(i) })),
  )
  const ids = await bench.mirror(
    `locations-${made[0]?.id}`,
    made.map(location => JSON.stringify(location)),
  )
  return { made, ids }
}

const path = (bench: Bench, rest: string) => `${new URL(bench.server.url).pathname}${rest}`
const json = { 'content-type': 'application/json' }

export const scenarios: Scenario[] = [
  {
    name: 'GET /locations/{id}',
    limit: 'one prepared select by primary key, same bytes',
    async prepare(bench) {
      const { made, ids } = await locations(bench)
      return {
        ours: made.map(({ id }) => ({
          method: 'GET',
          path: path(bench, `/locations/${id}`),
          headers: bench.server.headers,
        })),
        bare: ids.map(id => ({ method: 'GET', path: `/one/${id}` })),
      }
    },
  },
  {
    name: 'PUT /locations/{id}',
    limit: 'one prepared update by primary key, same bytes',
    async prepare(bench) {
      const { made, ids } = await locations(bench)
      let n = 0
      const body = () => JSON.stringify({ name: { pt_BR: `Depósito ${n++}` } })
      const each = (request: autocannon.Request): autocannon.Request => ({
        ...request,
        method: 'PUT',
        setupRequest: given => ({ ...given, body: body() }),
      })
      return {
        ours: made.map(({ id }) =>
          each({ path: path(bench, `/locations/${id}`), headers: { ...bench.server.headers, ...json } }),
        ),
        bare: ids.map((id, i) => ({ method: 'PUT', path: `/one/${id}`, headers: json, body: JSON.stringify(made[i]) })),
      }
    },
  },
  ...productScenarios,
  ...orderScenarios,
  ...pastOrderScenarios,
  ...quoteScenarios,
  ...webhookScenarios,
]
