/**
 * Isolation, endpoint by endpoint: every foreign id in every place, every scope that is too little (ASVS 8.2.2, 8.4.1).
 * By the first wall alone, the `store_id` in every statement: `walls.test.ts` tries the second without it.
 */
import { allScopes, impliedScopes, type Scope } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from './answers.ts'
import { database } from './database.ts'
import { existing, type Probe, probes, withFields, withIds } from './probes.ts'
import { app, store, type TestStore } from './store.ts'
import { attacker, rowsOf, type Target, victim } from './target.ts'
import { fieldsOf } from './values.ts'
import { takeWallDown } from './walls.ts'

let target: Target
/** Keeps what the sweep over bodies writes: a foreign id in a text of the client's own is shown again, and is no leak. */
let writer: TestStore
let rows: string[]

beforeAll(async () => {
  const server = await app()
  const { db } = await database()
  await takeWallDown(db)
  target = await attacker(server, await victim(server, db), 1)
  writer = await store({ server })
  rows = await rowsOf(db, target.foreign.store.id)
})

const each = <T extends { title: string }>(items: readonly T[]) =>
  test.each(items.map(item => [item.title, item] as const))

interface Sender {
  from?: TestStore
  headers?: Record<string, string>
}

async function send(
  { endpoint }: Probe,
  path: string,
  value: unknown,
  { from = target.home.store, headers = {} }: Sender = {},
) {
  const { server, id, headers: own } = from
  const body = value === undefined ? {} : { body: JSON.stringify(value) }
  const type: Record<string, string> = value === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await ask(server, endpoint.method, `/v1/${id}${path}`, {
    headers: { ...own, ...type, ...headers },
    ...body,
  })
  const leak = target.leakIn(JSON.stringify(answer), Buffer.from(path + JSON.stringify(value ?? '')))
  expect(leak, `${endpoint.method} ${path} ${JSON.stringify(value)}`).toBeUndefined()
  return answer
}

async function untouched(): Promise<void> {
  const { db, id } = target.foreign.store
  expect(await rowsOf(db, id)).toEqual(rows)
}

describe('what belongs to another store', () => {
  each(withIds)('%s: each id of the path in turn is a foreign one, and is not found', async (_title, probe) => {
    const { path } = probe.endpoint
    const foreign = target.foreign.paths.get(path)?.split('/') ?? []
    const places = path.split('/').flatMap((segment, i) => (segment.startsWith(':') ? [i] : []))
    for (const place of places) {
      const home = (await existing(target.home.store, path)).split('/')
      const at = home.map((segment, i) => (i === place ? foreign[i] : segment)).join('/')
      // Two endpoints want a body that no schema tells, and refuse this one before they look for anything.
      expect([400, 404, 422], at).toContain((await send(probe, at, probe.body)).status)
    }
    expect([400, 404, 422]).toContain((await send(probe, foreign.join('/'), probe.body)).status)
    await untouched()
  })

  /** Fields that name something: by the name alone, so that those to come are swept too. */
  const naming = /(^|[_.])(ids?|variant|location|product|parent|categories|quote_code)(\.\d+)?$/

  each(withFields)(
    '%s: no field of the body reaches it',
    async (_title, probe) => {
      const places = [...fieldsOf(probe.schema, probe.body)].filter(({ name }) => naming.test(name))
      if (places.length === 0) return
      for (const { put } of places) {
        // A new one for each field: what was written into another of them may be shown again.
        const path = await existing(writer, probe.endpoint.path)
        for (const id of target.foreign.ids) await send(probe, path, put(id), { from: writer })
      }
      await untouched()
    },
    60_000,
  )

  each(probes.filter(({ endpoint }) => endpoint.query))('%s: no filter reaches it', async (_title, probe) => {
    const path = target.home.paths.get(probe.endpoint.path)
    for (const name of Object.keys(probe.endpoint.query?.properties ?? {})) {
      for (const id of target.foreign.ids)
        await send(probe, `${path}?${name}=${encodeURIComponent(String(id))}`, undefined)
    }
    await untouched()
  })
})

describe('scopes', () => {
  const tokens = new Map<Scope, Promise<string>>()

  const tokenFor = (scope: Scope) => {
    const known = tokens.get(scope) ?? target.home.store.tokenWith([scope])
    tokens.set(scope, known)
    return known
  }

  // All scopes but the needed ones together are swept elsewhere: so no set between these can be enough.
  each(probes.filter(({ endpoint }) => endpoint.scope !== 'none'))(
    '%s: no other scope is enough',
    async (_title, probe) => {
      const { scope, otherScope = scope } = probe.endpoint
      const isEnough = (one: Scope) => [scope, otherScope].some(needed => impliedScopes([one]).has(needed as Scope))
      for (const one of allScopes.filter(some => !isEnough(some))) {
        const { status } = await send(probe, probe.path, probe.body, {
          headers: { authentication: `bearer ${await tokenFor(one)}` },
        })
        expect({ one, status }).toEqual({ one, status: 403 })
      }
    },
  )
})
