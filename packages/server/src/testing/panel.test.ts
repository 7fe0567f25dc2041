/** What holds for every operation of the panel, generated from its contract. */
import { type PanelEndpoint, panelContract } from '@bodega/api/panel'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, expectRefusal } from './answers.ts'
import { anApp, merchant } from './apps.ts'
import { type Person, signedUp } from './people.ts'
import { fill } from './probes.ts'
import { app } from './store.ts'
import { aValue, formOf, spoiled } from './values.ts'

let server: FastifyInstance
let ana: Person
/** A store and an app that are not hers. */
let foreign: { store: number; app: number }

beforeAll(async () => {
  server = await app()
  ana = await signedUp(server)
  await ana.panel.partners.become({ body: { name: 'Ana' } })
  foreign = { store: (await merchant(server)).store, app: (await anApp()).app_id }
})

interface Probe {
  title: string
  endpoint: PanelEndpoint
  path: string
  body: unknown
}

const probes: Probe[] = Object.values(panelContract as Record<string, Record<string, PanelEndpoint>>).flatMap(
  endpoints =>
    Object.values(endpoints).map(endpoint => ({
      title: `${endpoint.method} /panel${endpoint.path}`,
      endpoint,
      path: `/panel${fill(endpoint.path, endpoint.params ? (aValue(endpoint.params) as Record<string, unknown>) : {})}`,
      body: endpoint.body ? aValue(endpoint.body) : undefined,
    })),
)

const each = (some: readonly Probe[]) => test.each(some.map(probe => [probe.title, probe] as const))
const writes = probes.filter(({ endpoint }) => endpoint.method !== 'GET')
const closed = probes.filter(({ endpoint }) => endpoint.access !== 'anyone')

/** The request as a page of ours sends it, but for the headers that a test changes. */
const send = (probe: Probe, headers: Record<string, string | undefined> = {}, body = JSON.stringify(probe.body)) =>
  ask(server, probe.endpoint.method, probe.path, {
    headers: {
      cookie: ana.cookie(),
      'x-csrf-token': ana.session().csrf_token ?? '',
      ...(probe.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(probe.body === undefined ? {} : { body }),
  })

describe('who may', () => {
  each(closed)('%s without a session is 401', async (_title, probe) => {
    expectRefusal(await send(probe, { cookie: undefined }), 401, 'A', 'Sign in first')
    for (const cookie of ['bodega_session=', 'bodega_session=nonsense', `x${ana.cookie()}`, `${ana.cookie()}0`]) {
      expectRefusal(await send(probe, { cookie }), 401, 'A', 'Sign in first')
    }
  })

  each(closed.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '%s without the token of the session is 403',
    async (_title, probe) => {
      expectRefusal(await send(probe, { 'x-csrf-token': undefined }), 403, 'A')
      expectRefusal(await send(probe, { 'x-csrf-token': 'nonsense' }), 403, 'A')
    },
  )

  each(writes)('%s from a page of another site is 403', async (_title, probe) => {
    expectRefusal(await send(probe, { origin: 'https://evil.example' }), 403, 'A')
    expectRefusal(await send(probe, { 'sec-fetch-site': 'cross-site' }), 403, 'A')
  })

  each(probes)('%s is kept by no cache', async (_title, probe) => {
    const { headers } = await send(probe, { cookie: undefined })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('what is not theirs does not exist', () => {
  const at = (probe: Probe, params: Record<string, unknown>) => ({
    ...probe,
    path: `/panel${fill(probe.endpoint.path, { ...(aValue(probe.endpoint.params ?? {}) as object), ...params })}`,
  })

  each(probes.filter(({ endpoint }) => endpoint.path.startsWith('/stores/:store_id')))(
    '%s of a foreign store is 404',
    async (_title, probe) => {
      for (const store_id of [foreign.store, 999_999, '99999999999999999999', 'x', '0']) {
        expectRefusal(await send(at(probe, { store_id })), 404, 'A', null)
      }
    },
  )

  each(probes.filter(({ endpoint }) => endpoint.path.startsWith('/partner/apps/:app_id')))(
    '%s of a foreign partner is 404',
    async (_title, probe) => {
      for (const app_id of [foreign.app, 999_999, 'x']) expectRefusal(await send(at(probe, { app_id })), 404, 'A', null)
    },
  )

  each(probes.filter(({ endpoint }) => endpoint.access === 'partner'))('%s is for partners', async (_title, probe) => {
    const nobody = await signedUp(server)
    const headers = { cookie: nobody.cookie(), 'x-csrf-token': nobody.session().csrf_token ?? '' }
    expectRefusal(await send(probe, headers), 403, 'A', 'Become a partner first')
  })
})

describe('what is wrong', () => {
  const open = probes.filter(({ endpoint }) => !endpoint.path.includes('/:'))

  each(open.filter(({ endpoint }) => endpoint.body && formOf(endpoint.body).type === 'object'))(
    '%s: a wrong field is 422 and named',
    async (_title, probe) => {
      for (const { field, value, body } of spoiled(probe.endpoint.body ?? {}, probe.body)) {
        const answer = await send(probe, {}, JSON.stringify(body))
        expect({ field, value, status: answer.status }).toEqual({ field, value, status: 422 })
        expectRefusal(answer, 422, 'B')
      }
    },
  )

  each(probes)('%s: another method is refused', async (_title, probe) => {
    const has = probes.filter(({ path }) => path === probe.path).map(({ endpoint }) => endpoint.method as string)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter(one => !has.includes(one))) {
      const headers = { cookie: ana.cookie(), 'x-csrf-token': ana.session().csrf_token ?? '' }
      expectRefusal(await ask(server, method, probe.path, { headers }), 405, 'A')
    }
  })
})

test('the contract of the panel is described whole', () => {
  for (const { endpoint } of probes) {
    const { path, summary, params, access } = endpoint
    expect(path).toMatch(/^(\/(:?[a-z_]+|[a-z][a-z0-9_-]*))+$/)
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(Object.keys(params?.properties ?? {})).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
    expect(path.startsWith('/stores/:store_id')).toBe(access === 'member' || access === 'owner')
    expect(path.startsWith('/partner/')).toBe(access === 'partner')
  }
  const places = probes.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(places).size).toBe(places.length)
})
