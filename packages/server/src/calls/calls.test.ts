import { allScopes, type Contract, contract, type Endpoint, impliedScopes } from '@bodega/api'
import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../access/index.ts'
import { installWithToken } from '../apps/index.ts'
import { sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { store, testWorld } from '../testing/store.ts'
import { callsOf, errorsOf, sweepCalls, unusedScopes, verdictOf } from './read.ts'
import { createRecorder } from './recorder.ts'

const labels = Object.values(contract as Contract)
  .flatMap(resource => Object.values(resource))
  .map(({ method, path, scope }) => ({ label: `${method} ${path}`, scope }))

describe('unused scopes', () => {
  const some = fc.subarray(allScopes)

  test('what is used is never told as unused, and without calls everything is', () => {
    fc.assert(
      fc.property(some, fc.subarray(labels), (registered, called) => {
        const unused = unusedScopes(
          registered,
          called.map(({ label }) => label),
        )
        for (const scope of unused) {
          expect(registered).toContain(scope)
          const opened = impliedScopes([scope as (typeof allScopes)[number]])
          expect(called.some(one => one.scope !== 'none' && opened.has(one.scope))).toBe(false)
        }
        expect(unusedScopes(registered, [])).toEqual(registered)
      }),
    )
  })

  test('a write scope is used by whoever only reads, because it opens that too', () => {
    expect(unusedScopes(['write_products', 'read_orders'], ['GET /products', 'GET /store'])).toEqual(['read_orders'])
  })

  test('nor is what an event needs that is heard, or what only a body, a row or an answer tells', () => {
    const { create, update } = contract.metafields
    const labelOf = ({ method, path }: Endpoint) => `${method} ${path}`
    const told = (scopes: string[], endpoint: Endpoint) =>
      unusedScopes([...scopes, 'read_coupons'], [labelOf(endpoint)])
    expect(unusedScopes(['read_orders', 'read_coupons'], [], ['order/created', 'app/suspended'])).toEqual([
      'read_coupons',
    ])
    expect(told(['write_customers', 'write_orders'], create)).toEqual(['read_coupons'])
    expect(told(['read_orders'], update)).toEqual(['read_orders', 'read_coupons'])
    expect(told(['read_products', 'read_customers'], contract.events.list)).toEqual(['read_coupons'])
    expect(told(['write_shipping'], contract.fulfillments.create)).toEqual(['read_coupons'])
    expect(told(['read_orders', 'read_customers'], contract.orders.list)).toEqual(['read_coupons'])
  })
})

test('specification 4.5: ready is who uses the form of the shipment, and only that', () => {
  expect([verdictOf(3, 0), verdictOf(3, 1), verdictOf(0, 1), verdictOf(0, 0)]).toEqual([
    'ready',
    'not_ready',
    'not_ready',
    'unknown',
  ])
})

test('a server that ends writes down what it was asked; whoever asks by HEAD uses what a GET needs', async () => {
  const world = testWorld()
  const shop = await store({ world })
  await shop.request('HEAD', `/v1/${shop.id}/products`)
  await shop.server.close()
  const asked = await callsOf(shop.db, world.now(), { id: shop.appId, scopes: ['read_products'] }, [])
  expect(asked).toMatchObject({ endpoints: [{ endpoint: 'GET /products', calls: 1 }], unused_scopes: [] })
})

describe('the recorder', () => {
  async function recorded() {
    const shop = await store()
    const caller = { store: { id: shop.id }, app_id: shop.appId, actor: `app:${shop.appId}` } as Caller
    const recorder = createRecorder(shop.db, shop.world)
    const note = (status = 200, route = '/products') =>
      recorder.note({
        ...{ caller, method: 'GET', route, path: '/products', status },
        ...{ answer: status < 400 ? '' : `{"code":${status}}`, request_id: 'r' },
      })
    const app = { id: shop.appId, scopes: ['read_products'] }
    return { ...shop, recorder, caller, note, read: () => callsOf(shop.db, shop.world.now(), app, []) }
  }

  const Used = Type.Object({ last_used_at: Type.Union([Type.String(), Type.Null()]) })

  test('counts by day and endpoint, and writes nothing before it is told to', async () => {
    const { note, recorder, read, world, db, appId } = await recorded()
    for (let i = 0; i < 5; i++) note()
    world.advance(86_400_000)
    note()
    note(400, '/products/:id')
    expect((await read()).endpoints).toEqual([])
    await recorder.flush()
    note()
    await recorder.flush()
    await recorder.flush()
    const { days, endpoints } = await read()
    expect(endpoints).toMatchObject([
      { endpoint: 'GET /products', calls: 7, errors: 0 },
      { endpoint: 'GET /products/:id', calls: 1, errors: 1 },
    ])
    expect(days).toMatchObject([
      { calls: 5, errors: 0 },
      { calls: 3, errors: 1 },
    ])
    expect(await errorsOf(db, appId)).toMatchObject([{ status: 400, answer: '{"code":400}', request_id: 'r' }])
    const { last_used_at } = await db.one(Used, sql`select last_used_at from tokens where app_id = ${appId}`)
    expect(last_used_at).not.toBeNull()
  })

  test('an app was last seen in each of its stores, and when is told by the process that saw it last', async () => {
    const { note, recorder, caller, read, world, db, appId } = await recorded()
    const { id } = await recorded()
    await db.tx(tx => installWithToken(tx, world, id, { app: appId, name: 'App', scopes: ['read_products'] }))
    const slow = createRecorder(db, world)
    for (const store of [{ id }, caller.store])
      slow.note({
        ...{ caller: { ...caller, store } as Caller, method: 'GET', route: '/products', path: '/products' },
        ...{ status: 200, answer: '', request_id: 'r' },
      })
    world.advance(1000)
    note()
    const last_at = wireTime(world.now())
    await recorder.flush()
    await slow.flush()
    expect((await read()).endpoints).toMatchObject([{ calls: 3, last_at }])
    const used = await db.many(Used, sql`select last_used_at from tokens where app_id = ${appId} order by store_id`)
    expect(used).toEqual([{ last_used_at: last_at }, { last_used_at: expect.any(String) }])
  })

  test('what it remembers is bounded: many callers and endpoints are written before anybody tells it to', async () => {
    const { note, recorder, read } = await recorded()
    for (let i = 0; i < 1000; i++) note(200, `/a${i}`)
    await expect.poll(async () => (await read()).endpoints.length).toBeGreaterThanOrEqual(999)
    for (let i = 0; i < 10; i++) note(200, `/b${i}`)
    await recorder.flush()
    expect((await read()).endpoints).toHaveLength(1010)
  })

  test('whoever reads after a flush also sees what another flush was writing', async () => {
    const { note, recorder, read } = await recorded()
    note()
    const first = recorder.flush()
    await recorder.flush()
    expect((await read()).endpoints).toMatchObject([{ calls: 1 }])
    await first
  })

  test('two processes at once lose nothing', async () => {
    const shop = await recorded()
    const caller = { store: { id: shop.id }, app_id: shop.appId, actor: `app:${shop.appId}` } as Caller
    const recorders = Array.from({ length: 4 }, () => createRecorder(shop.db, shop.world))
    for (const [i, recorder] of recorders.entries()) {
      for (const route of ['/a', '/b', '/c', '/d'].slice(i).concat(['/a', '/b'])) {
        recorder.note({ caller, method: 'GET', route, path: route, status: 200, answer: '', request_id: 'r' })
      }
    }
    await Promise.all(recorders.map(recorder => recorder.flush()))
    const { endpoints } = await shop.read()
    expect(endpoints.reduce((sum, { calls }) => sum + calls, 0)).toBe(4 + 3 + 2 + 1 + 8)
  })

  test('of an app that has left the store meanwhile nothing is kept, and the others lose nothing', async () => {
    const { note, recorder, read, id, db, appId } = await recorded()
    // It stays in another one.
    const gone = await recorded()
    const caller = { ...gone.caller, store: { id } } as Caller
    const call = { method: 'GET', route: '/products', path: '/products', answer: '', request_id: 'r' }
    recorder.note({ ...call, caller: gone.caller, status: 200 })
    for (const status of [200, 404]) {
      note(status)
      recorder.note({ ...call, caller, status })
    }
    await recorder.flush()
    expect((await read()).endpoints).toMatchObject([{ calls: 2, errors: 1 }])
    expect(await errorsOf(db, appId)).toHaveLength(1)
    expect((await gone.read()).endpoints).toMatchObject([{ calls: 1, errors: 0 }])
    expect(await errorsOf(db, gone.appId)).toEqual([])
  })

  test('keeps the last hundred refusals of an app, and counts for thirty days', async () => {
    const { note, recorder, read, db, appId, world } = await recorded()
    for (let i = 0; i < 30; i++) {
      for (let j = 0; j < 10; j++) note(422)
      world.advance(1000)
      await recorder.flush()
    }
    const kept = (await errorsOf(db, appId)).map(({ created_at }) => created_at)
    expect(kept).toHaveLength(100)
    expect(kept).toEqual(kept.toSorted().reverse())
    const rows = await db.run(sql`select 1 from app_errors where app_id = ${appId}`)
    expect(rows).toBe(100)
    expect((await read()).endpoints).toMatchObject([{ errors: 300 }])
    world.advance(29 * 86_400_000)
    await sweepCalls(db, world.now())
    expect((await read()).endpoints).toMatchObject([{ errors: 300 }])
    world.advance(86_400_000)
    expect(await read()).toMatchObject({ days: [], endpoints: [] })
    await sweepCalls(db, world.now())
    expect(await db.run(sql`select 1 from app_calls where app_id = ${appId}`)).toBe(0)
  })

  test('however much is refused to another app, each keeps its own', async () => {
    const { note, recorder, db, appId, world } = await recorded()
    const other = await recorded()
    note(422)
    await recorder.flush()
    other.world.advance(1000)
    for (let i = 0; i < 110; i++) {
      other.note(422)
      if (i % 10 === 0) await other.recorder.flush()
    }
    world.advance(2000)
    note(422)
    await recorder.flush()
    expect(await errorsOf(db, appId)).toHaveLength(2)
  })

  test('counts that are old go a few at a time, because a day of all apps may be millions', async () => {
    const { db, id, appId, world } = await recorded()
    await db.run(sql`
      insert into app_calls (store_id, app_id, day, endpoint, calls, errors, last_at)
      select ${id}, ${appId}, '2020-01-01', 'GET /' || n, 1, 0, '2020-01-01' from generate_series(1, 2500) n`)
    const removed: number[] = []
    const run: typeof db.run = async query => {
      const rows = await db.run(query)
      removed.push(rows)
      return rows
    }
    await sweepCalls({ ...db, run }, world.now())
    expect(removed).toEqual([1000, 1000, 500])
  })

  test('a letter that is cut in two at the end of an answer costs nobody anything', async () => {
    const { recorder, caller, read, db, appId } = await recorded()
    for (const answer of [`${'x'.repeat(499)}😀`, '😀'.repeat(300)])
      recorder.note({ caller, method: 'GET', route: '/a', path: answer, status: 422, answer, request_id: 'r' })
    await recorder.flush()
    expect((await read()).endpoints).toMatchObject([{ calls: 2, errors: 2 }])
    const errors = await errorsOf(db, appId)
    for (const texts of [errors.map(({ path }) => path), errors.map(({ answer }) => answer)])
      expect(texts.toSorted()).toEqual([`${'x'.repeat(499)}\ufffd`, '😀'.repeat(250)])
  })

  test('a refusal that cannot be kept is counted all the same', async () => {
    const { note, recorder, read } = await recorded()
    note(1e12)
    await expect(recorder.flush()).rejects.toThrow()
    expect((await read()).endpoints).toMatchObject([{ calls: 1, errors: 1 }])
  })

  test('what was refused in a storm is counted, but not kept one by one', async () => {
    const { note, recorder, read, db, appId } = await recorded()
    for (let i = 0; i < 1000; i++) note(429)
    await recorder.flush()
    expect((await read()).endpoints).toMatchObject([{ calls: 1000, errors: 1000 }])
    expect(await errorsOf(db, appId)).toHaveLength(50)
  })
})
