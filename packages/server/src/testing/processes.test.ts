import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { allScopes } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { shiftedClock } from '../../faults/clock.ts'
import { findPartner } from '../accounts/index.ts'
import { createApp, installWithToken } from '../apps/index.ts'
import type { Db } from '../platform/database/database.ts'
import { migrations } from '../platform/database/migrate.ts'
import { sql } from '../platform/database/sql.ts'
import { open } from './database.ts'
import { locationNames, postLocation } from './locations.ts'
import { bodega, type DemoStore, demoOf, headersOf, newFolder, serve, slowness } from './process.ts'
import { aLocation, secretKey, testWorld } from './store.ts'

/** Two servers on one database, which was empty when both of them were started at the same moment. */
const limits = { burst: 40, perSecond: 2 }
let db: Db
let env: Record<string, string>
let urls: [string, string]
let logs: string
let demo: DemoStore

beforeAll(async () => {
  const database = await open(false)
  db = database.db
  env = { DATABASE_URL: database.url, DATA_DIR: newFolder(), RATE_LIMIT_BURST: String(limits.burst) }
  const servers = await Promise.all([serve(env), serve(env)])
  urls = [servers[0].url, servers[1].url]
  logs = servers.map(({ stdout }) => stdout()).join('')
  demo = demoOf(env.DATA_DIR ?? '')
})

const Count = Type.Object({ count: Type.Integer() })
const count = async (table: 'stores' | 'locations' | 'migrations') =>
  (await db.one(Count, sql([`select count(*) as count from ${table}`]))).count

/** Another app in the demo store, with a bucket and a token of its own. */
async function anotherApp(): Promise<DemoStore> {
  const scopes = allScopes
  const { app_id, access_token } = await db.tx(async tx => {
    const partner = await findPartner(tx, demo.partner.email)
    const input = { partner: Number(partner), name: 'Other', redirect_url: 'http://localhost', scopes }
    const made = await createApp(tx, testWorld(), secretKey, input)
    const token = await installWithToken(tx, testWorld(), demo.store_id, { app: made.app_id, name: 'Other', scopes })
    return { ...made, access_token: token }
  })
  return { ...demo, app_id, access_token }
}

async function installAgain({ store_id, app_id }: DemoStore): Promise<string> {
  const args = ['token', 'create', '--json', '--store', `${store_id}`, '--app', `${app_id}`, '--scopes', 'all']
  return JSON.parse((await bodega(args, env)).stdout).access_token
}

async function deleteToken({ app_id }: DemoStore): Promise<undefined> {
  await db.run(sql`delete from tokens where app_id = ${app_id}`)
}

/** What the owner does in the store admin of the first server. */
async function inAdmin(method: string, path: string, body?: object): Promise<Response> {
  const json = { 'content-type': 'application/json' }
  const entered = await fetch(`${urls[0]}/panel/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(demo.owner),
  })
  const { csrf_token } = (await entered.json()) as { csrf_token: string }
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  return fetch(`${urls[0]}/panel/stores/${demo.store_id}${path}`, {
    method,
    headers: { ...(body ? json : {}), cookie, 'x-csrf-token': csrf_token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

async function uninstall({ app_id }: DemoStore): Promise<undefined> {
  expect((await inAdmin('DELETE', `/apps/${app_id}`)).status).toBe(200)
}

const getStore = (url: string, store: DemoStore) =>
  fetch(`${url}/v1/${store.store_id}/store`, { headers: headersOf(store) })

describe('two servers that start together on an empty database', () => {
  test('run each migration once', async () => {
    expect(await count('migrations')).toBe(migrations.length)
    const applied = [...logs.matchAll(/applied (\d+) migrations/g)].map(([, number]) => Number(number))
    expect(applied.reduce((sum, number) => sum + number, 0)).toBe(migrations.length)
  })

  test('make one demo store', async () => {
    expect(await count('stores')).toBe(1)
    expect(await count('locations')).toBe(3)
    for (const url of urls) expect((await getStore(url, demo)).status).toBe(200)
  })
})

describe('the rate limit', () => {
  test.each([
    ['one after the other', 1],
    ['ten at a time', 10],
    ['all at once', 80],
  ])('lets through of 80 requests over both as many as one server would: %s', async (_how, lanes) => {
    const caller = await anotherApp()
    const begin = performance.now()
    const answers: Response[] = []
    let sent = 0
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (sent < 80) answers.push(await getStore(urls[sent++ % 2] ?? '', caller))
      }),
    )
    const drained = (limits.perSecond * (performance.now() - begin)) / 1000
    const admitted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect(admitted.length + refused.length).toBe(80)
    expect(admitted.length).toBeGreaterThanOrEqual(limits.burst)
    expect(admitted.length).toBeLessThanOrEqual(limits.burst + Math.ceil(drained))
    expect(refused[0]?.headers.get('x-rate-limit-limit')).toBe('40')
    expect(refused[0]?.headers.get('x-rate-limit-remaining')).toBe('0')
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
  })
})

describe('a token that ends', () => {
  test.each([
    ['because its app was installed anew', installAgain],
    ['because its row is gone', deleteToken],
    ['and at once, because its app was uninstalled (D29)', uninstall],
  ])('is refused by both servers within a second, %s', async (_why, end) => {
    const caller = await anotherApp()
    const statuses = () => Promise.all(urls.map(async url => (await getStore(url, caller)).status))
    expect(await statuses()).toEqual([200, 200])
    // Both servers are asked all the while, so that what they remember of the token is fresh when it ends.
    let isEnding = true
    const asking = (async () => {
      while (isEnding) await Promise.all([statuses(), delay(50)])
    })()
    const successor = await end(caller)
    const begin = performance.now()
    if (end === uninstall) expect(await statuses()).toEqual([401, 401])
    isEnding = false
    await asking
    await vi.waitUntil(async () => (await statuses()).every(status => status === 401), { timeout: 5000, interval: 100 })
    expect((performance.now() - begin) / (await slowness())).toBeLessThan(1000)
    for (const url of successor ? urls : []) {
      const { status } = await getStore(url, { ...caller, access_token: successor ?? '' })
      // Let in, although the bucket may be full of the questions above.
      expect([200, 429]).toContain(status)
    }
  })
})

test('what an app had begun to send when it was uninstalled is refused when it has come', async () => {
  const caller = await anotherApp()
  const body = Buffer.from(JSON.stringify(aLocation()))
  const headers = { ...headersOf(caller), 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${urls[1]}/v1/${caller.store_id}/locations`, { method: 'POST', headers })
  const answered = once(sent, 'response')
  sent.write(body.subarray(0, 1))
  expect((await getStore(urls[1], caller)).status).toBe(200)
  await uninstall(caller)
  sent.end(body.subarray(1))
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(401)
})

describe('an Idempotency-Key', () => {
  test('makes one location of ten parallel requests over both servers, and ten equal answers', async () => {
    const caller = await anotherApp()
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const headers = { 'idempotency-key': 'ten at once' }
        const response = await postLocation(urls[i % 2] ?? '', caller, 'Once', headers)
        return {
          status: response.status,
          body: await response.text(),
          replayed: response.headers.get('idempotency-replayed'),
        }
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(9)
    for (const url of urls) {
      expect((await locationNames(url, caller)).filter(name => name === 'Once')).toHaveLength(1)
    }
  })
})

test('languages of the store, once they are chosen, are those of both servers', async () => {
  const caller = await anotherApp()
  const named = async (url: string): Promise<string[]> => {
    const headers = { ...headersOf(caller), 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Shirt' })
    const made = await fetch(`${url}/v1/${caller.store_id}/products`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    return Object.keys(((await made.json()) as { name: object }).name)
  }
  const sorted = (lists: string[][]) => lists.map(list => list.sort())
  for (const languages of [['es'], ['es', 'pt'], ['en', 'es', 'pt']]) {
    await Promise.all(urls.map(url => getStore(url, caller)))
    expect((await inAdmin('PUT', '', { languages })).status).toBe(200)
    expect(sorted(await Promise.all(urls.map(named)))).toEqual([languages, languages])
  }
})

describe('beside a server whose clock is an hour ahead', () => {
  let both: [string, string]
  beforeAll(async () => {
    both = [urls[0], (await serve({ ...env, ...shiftedClock(3600) })).url]
  })

  /** Asks both in turn, and says how many were not told to come again later, and how many seconds that took. */
  async function inTurn(count: number, ask: (url: string) => Promise<Response>) {
    const begin = performance.now()
    let admitted = 0
    for (let i = 0; i < count; i++) admitted += Number((await ask(both[i % 2] ?? '')).status !== 429)
    return { admitted, seconds: (performance.now() - begin) / 1000 }
  }

  test('the rate limit is one', async () => {
    const caller = await anotherApp()
    const { admitted, seconds } = await inTurn(80, url => getStore(url, caller))
    expect(admitted).toBeLessThanOrEqual(limits.burst + Math.ceil(limits.perSecond * seconds))
  })

  test('whoever guesses passwords is stopped', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: demo.partner.email, password: 'a guess' })
    const { admitted, seconds } = await inTurn(24, url =>
      fetch(`${url}/panel/session`, { method: 'POST', headers, body }),
    )
    expect(admitted).toBeLessThanOrEqual(10 + Math.ceil(seconds / 30))
  })

  test('what is made there is as young as what is made here', async () => {
    const caller = await anotherApp()
    const made = both.map(async url => {
      const { updated_at } = (await (await postLocation(url, caller, 'Now')).json()) as { updated_at: string }
      return Date.parse(updated_at)
    })
    const [here = 0, there = 0] = await Promise.all(made)
    expect(Math.abs(here - there)).toBeLessThan(600_000)
  })
})
