import { existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { connect as dial } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shiftedClock } from '../../faults/clock.ts'
import { sql } from '../platform/database/sql.ts'
import { isAlive } from '../platform/embedded/identity.ts'
import { type Embedded, useEmbedded } from '../platform/embedded/index.ts'
import { open } from '../testing/database.ts'
import { locationNames, postLocation } from '../testing/locations.ts'
import {
  begin,
  type DemoStore,
  demoOf,
  freePort,
  headersOf,
  launch,
  newFolder,
  postgresOf,
  type Served,
  serve,
  slowness,
  untilReady,
} from '../testing/process.ts'

/** One life of a server with the embedded database, told in order. */
describe.sequential('a server that brings its own database', () => {
  const env: Record<string, string> = { LOG_LEVEL: 'trace' }
  let server: Served
  let demo: DemoStore
  let guest: Embedded
  let database: pg.Client
  let firstStart: number

  beforeAll(async () => {
    env.DATA_DIR = newFolder()
    env.PORT = String(await freePort())
    const from = performance.now()
    server = await serve(env)
    firstStart = (performance.now() - from) / (await slowness())
    demo = demoOf(server.dataDir)
    guest = await useEmbedded({ dataDir: server.dataDir, log: () => {} })
    database = new pg.Client(guest.url)
    database.on('error', () => {})
    await database.connect()
  })
  afterAll(async () => {
    await database.end().catch(() => {})
    await guest.stop()
  })

  test('is ready within 15 s of its first start', () => {
    expect(firstStart).toBeLessThan(15_000)
  })

  test('prints what to open, and a curl line that works', async () => {
    expect(server.stdout()).toContain(`Bodega is ready at ${server.url}\n`)
    for (const [page, { email, password }] of [
      ['admin', demo.owner],
      ['partner', demo.partner],
    ] as const)
      expect(server.stdout()).toMatch(new RegExp(`${server.url}/${page} .*${email}, password ${password}`))
    const [, line = ''] = /^ *curl (.*)$/m.exec(server.stdout()) ?? []
    const headers = [...line.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [name, value])
    const response = await fetch(line.split(' ').at(-1) ?? '', { headers: Object.fromEntries(headers) })
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveLength(3)
    expect(server.stderr()).toBe('')
  })

  test('writes demo.json for scripts, which only its owner may read', () => {
    const path = join(server.dataDir, 'demo.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      base_url: server.url,
      auth_url: server.url,
      store_id: 1,
      access_token: expect.stringMatching(/^bat_/),
      app_id: 1,
      client_secret: expect.stringMatching(/^bcs_/),
      redirect_url: `${server.url}/demo/callback`,
      owner: { email: expect.any(String), password: expect.any(String) },
      partner: { email: expect.any(String), password: expect.any(String) },
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.skipIf(process.platform !== 'linux')('idles in less than 150 MB', () => {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    expect(Number(kilobytes)).toBeGreaterThan(0)
    expect(Number(kilobytes) / 1024).toBeLessThan(150)
  })

  test('refuses a second server on its data, and one on its port, with one line each', async () => {
    const sameData = await begin({ ...env, PORT: String(await freePort()) }).ended
    expect(sameData.code).toBe(1)
    expect(sameData.stderr).toMatch(
      /^bodega: .*is in use by process \d+: stop that process, or set another DATA_DIR\n$/,
    )
    const samePort = await begin({ ...env, DATABASE_URL: guest.url }).ended
    expect(samePort.code).toBe(1)
    expect(samePort.stderr).toBe(`bodega: PORT ${env.PORT} is in use: stop what runs there, or set another PORT\n`)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  })

  test('tells nobody a secret in what it logs, whatever it is asked, at the loudest level', async () => {
    const { access_token, client_secret, owner, partner } = demo
    const secrets = [access_token, client_secret, owner.password, partner.password]
    const postgresPassword = readFileSync(join(server.dataDir, 'postgres.password'), 'utf8').trim()
    const greeting = server.stdout()
    expect(greeting).toContain(access_token)
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { ...headersOf(demo), 'content-type': 'application/json', ...init.headers }
      return (await fetch(server.url + path, { ...init, headers })).status
    }
    const body = JSON.stringify({ client_secret, password: owner.password, code: access_token })
    expect(await ask(`/v1/1/locations?access_token=${access_token}`)).toBe(200)
    expect(await ask(`/v1/1/nothing?access_token=${access_token}`)).toBe(404)
    expect(await ask(`/v9/1/store?access_token=${access_token}`)).toBe(404)
    expect(await ask(`/v1/2/locations?client_secret=${client_secret}`)).toBe(404)
    expect(await ask('/v1/1/locations', { headers: { authorization: `Basic ${client_secret}` } })).toBe(200)
    expect(await ask('/v1/1/locations', { method: 'POST', body })).toBe(422)
    expect(await ask('/v1/1/locations', { method: 'POST', body: `${body}}` })).toBe(400)
    expect(await ask('/v1/1/locations', { method: 'POST', body, headers: { 'content-type': 'text/csv' } })).toBe(415)
    // A fault of ours is logged with all that is known of it.
    await database.query('alter table locations rename to elsewhere')
    expect(await ask(`/v1/1/locations?access_token=${access_token}`)).toBe(500)
    await database.query('alter table elsewhere rename to locations')
    await vi.waitUntil(() => server.stdout().includes('42P01'), { timeout: 5000 })

    const said = server.stdout().slice(greeting.length) + server.stderr()
    expect(said).toContain('"msg":"request failed"')
    for (const secret of secrets) expect(said).not.toContain(secret)
    expect(greeting + said).not.toContain(postgresPassword)
    expect(greeting + said).not.toContain(readFileSync(join(server.dataDir, 'secret.key'), 'utf8'))
  })

  test('finishes on SIGTERM what was begun, begins nothing new, and takes its database along', async () => {
    const postgres = postgresOf(server.dataDir)
    await database.query('begin')
    await database.query('select 1 from stores where id = 1 for no key update')
    const slow = postLocation(server.url, demo, 'Begun')
    // A connection that is in the middle of a request when the signal comes, and then sends the rest.
    const late = dial(Number(env.PORT), '127.0.0.1')
    let lateAnswer = ''
    late.setEncoding('utf8').on('data', text => {
      lateAnswer += text
    })
    late.write('GET /v1/1/store HTTP/1.1\r\nHost: localhost\r\n')
    await vi.waitUntil(async () => (await database.query(waiting)).rowCount === 1, { timeout: 5000, interval: 10 })

    const ended = server.end('SIGTERM')
    const isRefused = () =>
      fetch(`${server.url}/health/live`).then(
        response => response.status === 503,
        () => true,
      )
    await vi.waitUntil(isRefused, { timeout: 5000, interval: 10 })
    late.write('\r\n')
    await vi.waitUntil(() => lateAnswer.includes('\r\n\r\n{'), { timeout: 5000, interval: 10 })
    expect(lateAnswer).toMatch(/^HTTP\/1\.1 503 /)
    expect(lateAnswer).toMatch(/^connection: close\r$/im)
    expect(JSON.parse(lateAnswer.slice(lateAnswer.indexOf('{')))).toEqual({
      code: 503,
      message: 'Service Unavailable',
      description: 'The service is stopping, try again',
    })

    await database.query('commit')
    const response = await slow
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ name: { es_AR: 'Begun' } })
    const from = performance.now()
    expect((await ended).code).toBe(0)
    // `fetch` keeps its connection open, for more than a minute: that must not be waited for.
    expect(performance.now() - from).toBeLessThan(30_000)
    expect(postgres && isAlive(postgres)).toBe(false)
    expect((await ended).stderr).toBe('')
  })

  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

  test('is ready within 4 s of a later start, with what was there, and on another port if told so', async () => {
    const from = performance.now()
    server = await serve({ ...env, PORT: String(await freePort()) })
    expect((performance.now() - from) / (await slowness())).toBeLessThan(4000)
    expect(await locationNames(server.url, demo)).toContain('Begun')
    expect(JSON.parse(readFileSync(join(server.dataDir, 'demo.json'), 'utf8'))).toMatchObject({
      base_url: server.url,
      access_token: demo.access_token,
    })
  })

  test('stops on Ctrl-C as well', async () => {
    const postgres = postgresOf(server.dataDir)
    expect((await server.end('SIGINT')).code).toBe(0)
    expect(postgres && isAlive(postgres)).toBe(false)
  })
})

test('a start that fails has ended: nobody is left who listens', async () => {
  const { url: DATABASE_URL, db } = await open(true)
  const first = await serve({ DATABASE_URL })
  await first.end('SIGTERM')
  await db.run(sql`alter table tokens rename column scopes to others`)
  const again = begin({ DATABASE_URL, DATA_DIR: first.dataDir, PORT: String(await freePort()) })
  expect((await again.ended).code).toBe(1)
})

test('a clock that is far from that of the database is told of, and a right one is not', async () => {
  const { url: DATABASE_URL } = await open(true)
  const right = await serve({ DATABASE_URL })
  expect(right.stdout()).not.toContain('the clock of this machine')
  const ahead = await serve({ DATABASE_URL, DATA_DIR: right.dataDir, ...shiftedClock(7200) })
  expect(ahead.stdout()).toContain('the clock of this machine is 120 min ahead of that of the database')
})

test('a token of demo.json that has ended is not offered again', async () => {
  const { url: DATABASE_URL, db } = await open(true)
  const first = await serve({ DATABASE_URL })
  const { access_token } = demoOf(first.dataDir)
  await first.end('SIGTERM')
  await db.run(sql`delete from tokens`)
  const again = await serve({ DATABASE_URL, DATA_DIR: first.dataDir })
  await vi.waitUntil(() => again.stdout().includes('npx bodega token create --store 1 --scopes '))
  expect(again.stdout()).not.toContain(access_token)
})

test.skipIf(!existsSync('/dev/full'))(
  'a log that cannot be written ends nobody, and keeps nobody from ending',
  async () => {
    const { url: DATABASE_URL, db } = await open(true)
    const env = { DATABASE_URL, DATA_DIR: newFolder(), PORT: String(await freePort()) }
    const program = launch(['start'], env, openSync('/dev/full', 'w'))
    const url = `http://127.0.0.1:${env.PORT}`
    await untilReady(url, program)
    await db.run(sql`alter table locations rename to elsewhere`)
    const ask = () => fetch(`${url}/v1/1/locations`, { headers: headersOf(demoOf(env.DATA_DIR)) })
    // A line each.
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(500)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    const { code, stderr } = await program.end('SIGTERM')
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'bodega: ENOSPC: no space left on device, write\n' })
  },
)
