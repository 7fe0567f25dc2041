import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { isAlive } from '../platform/embedded/identity.ts'
import { open } from './database.ts'
import { locationNames, postLocation } from './locations.ts'
import {
  bodega,
  type DemoStore,
  demoOf,
  freePort,
  newFolder,
  postgresOf,
  type Served,
  serve,
  slowness,
  untilReady,
} from './process.ts'

/** Writes from several clients at once, and keeps which of the writes were acknowledged. */
function writers(url: string, demo: DemoStore, label: string) {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isStopped = false
  const done = Promise.all(
    Array.from({ length: 4 }, async (_, lane) => {
      for (let i = 0; !isStopped; i++) {
        const name = `${label} ${lane}.${i}`
        const response = await postLocation(url, demo, name).catch(() => undefined)
        if (response) statuses.add(response.status)
        if (response?.status === 201) acknowledged.push(name)
        else await delay(10) // a server that is down is not asked in a tight loop
        await response?.arrayBuffer().catch(() => undefined)
      }
    }),
  )
  const written = (count: number) => vi.waitUntil(() => acknowledged.length >= count, { timeout: 30_000, interval: 5 })
  const stop = async () => {
    isStopped = true
    await done
  }
  return { acknowledged, statuses, written, stop }
}

describe('with the embedded database, writes that were acknowledged survive kill -9', () => {
  const env: Record<string, string> = {}
  let server: Served
  let demo: DemoStore
  const promised: string[] = []

  beforeAll(async () => {
    Object.assign(env, { PORT: String(await freePort()), DATA_DIR: newFolder() })
    server = await serve(env)
    demo = demoOf(server.dataDir)
  })

  /** How long the next start takes until it is ready. */
  const restart = async () => {
    const begin = performance.now()
    server = await serve(env)
    return (performance.now() - begin) / (await slowness())
  }

  /** Writes that were acknowledged and are not there. */
  const lost = async () => {
    const names = new Set(await locationNames(server.url, demo))
    return promised.filter(name => !names.has(name))
  }

  test('of the server', async () => {
    const writing = writers(server.url, demo, 'server')
    await writing.written(30)
    await server.end('SIGKILL')
    await writing.stop()
    promised.push(...writing.acknowledged)

    expect(await restart()).toBeLessThan(5000)
    expect(await lost()).toEqual([])
  })

  test('of PostgreSQL, which the server brings back by itself', async () => {
    const writing = writers(server.url, demo, 'postgres')
    await writing.written(30)
    const begin = performance.now()
    process.kill(postgresOf(server.dataDir)?.pid ?? 0, 'SIGKILL')
    await vi.waitUntil(() => writing.statuses.has(503), { timeout: 5000, interval: 5 })
    await untilReady(server.url, server)
    expect((performance.now() - begin) / (await slowness())).toBeLessThan(5000)
    const before = writing.acknowledged.length
    await writing.written(before + 10)
    await writing.stop()
    promised.push(...writing.acknowledged)

    expect(writing.statuses).toEqual(new Set([201, 503]))
    expect(await lost()).toEqual([])
  })

  test('of both at the same moment', async () => {
    const writing = writers(server.url, demo, 'both')
    await writing.written(30)
    const postgres = postgresOf(server.dataDir)
    process.kill(postgres?.pid ?? 0, 'SIGKILL')
    await server.end('SIGKILL')
    await writing.stop()
    promised.push(...writing.acknowledged)
    expect(postgres && isAlive(postgres)).toBe(false)

    expect(await restart()).toBeLessThan(5000)
    expect(await lost()).toEqual([])
    expect(promised.length).toBeGreaterThan(90)
    expect(await bodega(['verify'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^all \d+ checks hold\n$/),
    })
  })
})

describe('a crash between commit and answer', () => {
  const links = new Set<Socket>()
  let isArmed = false

  /** A wire to PostgreSQL that is cut, once armed, right after a commit went through: its answer never arrives. */
  async function wire(url: string): Promise<string> {
    const { hostname, port } = new URL(url)
    const server = createServer(near => {
      const far = dial(Number(port), hostname)
      for (const link of [near, far]) links.add(link.on('error', () => {}).on('close', () => links.delete(link)))
      let isCut = false
      near.on('data', chunk => {
        isCut ||= isArmed && chunk.includes('commit\0')
        far.write(chunk)
      })
      far.on('data', chunk => isCut || near.write(chunk))
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    const wirePort = await freePort()
    server.listen(wirePort, '127.0.0.1')
    afterAll(() => {
      server.close()
      for (const link of links) link.destroy()
    })
    const through = new URL(url)
    through.host = `127.0.0.1:${wirePort}`
    return through.href
  }

  test('leaves the answer to the retry', async () => {
    const { db, url } = await open(false)
    const DATA_DIR = newFolder()
    const server = await serve({ DATABASE_URL: await wire(url), DATA_DIR })
    const demo = demoOf(DATA_DIR)
    const headers = { 'idempotency-key': 'crash' }
    const Kept = Type.Object({ body: Type.String() })
    const kept = () => db.many(Kept, sql`select body from idempotency_keys where key = 'crash' and body is not null`)

    isArmed = true
    const answer = postLocation(server.url, demo, 'Crash', headers).then(
      () => 'answered',
      () => 'lost',
    )
    await vi.waitUntil(async () => (await kept()).length === 1, { timeout: 10_000, interval: 5 })
    await server.end('SIGKILL')
    expect(await answer).toBe('lost')

    const next = await serve({ DATABASE_URL: url, DATA_DIR })
    const retry = await postLocation(next.url, demo, 'Crash', headers)
    expect(retry.status).toBe(201)
    expect(retry.headers.get('idempotency-replayed')).toBe('true')
    expect(await retry.text()).toBe((await kept())[0]?.body)
    expect((await locationNames(next.url, demo)).filter(name => name === 'Crash')).toHaveLength(1)
  })
})
