import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/answers.ts'
import { database } from '../../testing/database.ts'
import { aLocation, app, store, testWorld } from '../../testing/store.ts'
import { signal, untilBlocked } from '../../testing/waiting.ts'
import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type Answer, claim, fingerprintOf, forgetKeys, type Key, settle } from './idempotency.ts'

const hours = 60 * 60 * 1000

describe('D11: a POST with an Idempotency-Key', () => {
  /** A new store, and POST /locations in it with a key. */
  async function shop() {
    const world = testWorld()
    const made = await store({ world })
    const post = (key: string, name = 'One', token = made.token) =>
      made.request('POST', `/v1/${made.id}/locations`, {
        body: aLocation({ name }),
        headers: { 'idempotency-key': key, authentication: `bearer ${token}` },
      })
    return { ...made, post, count: async () => (await made.client.locations.list()).total }
  }

  test('ten at once with one key make one location, and all get the same answer', async () => {
    const { post, count, events } = await shop()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('k')))
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 201, body: answers[0]?.body })
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9)
    expect(await count()).toBe(1)
    expect(await events()).toEqual(['location/created'])
  })

  test('later ones get the first answer, also when things have changed since', async () => {
    const { post, client, count } = await shop()
    const first = await post('k')
    await client.locations.update({ params: { id: first.body.id }, body: { name: 'Renamed' } })
    const second = await post('k')
    expect(second.body).toEqual(first.body)
    expect(second).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(await count()).toBe(1)
  })

  test('with another body it is 422, and nothing happens', async () => {
    const { post, count } = await shop()
    await post('k', 'One')
    const answer = await post('k', 'Two')
    expectRefusal(answer, 422, 'B')
    expect(Object.keys(answer.body)).toEqual(['Idempotency-Key'])
    expect(await count()).toBe(1)
  })

  test('another version is another request, which may be answered in another shape', async () => {
    const { post, request, id, count } = await shop()
    const first = await post('k')
    const at = (path: string) =>
      request('POST', path, { body: aLocation({ name: 'One' }), headers: { 'idempotency-key': 'k' } })
    expect((await at('/v1/locations')).body).toEqual(first.body)
    for (const version of ['2025-03', 'unstable']) {
      const answer = await at(`/${version}/${id}/locations`)
      expectRefusal(answer, 422, 'B')
      expect(Object.keys(answer.body)).toEqual(['Idempotency-Key'])
    }
    expect(await count()).toBe(1)
  })

  test('after 24 hours the key is new, and not a second before', async () => {
    const { post, count, world } = await shop()
    const first = await post('k')
    world.advance(24 * hours - 1000)
    expect((await post('k')).body).toEqual(first.body)
    world.advance(1000)
    const second = await post('k', 'Two')
    expect(second.status).toBe(201)
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect(await count()).toBe(2)
    expect((await post('k', 'Two')).body).toEqual(second.body)
  })

  test('keys go after a day, unless the server is about to end', async () => {
    const { post, db, id, world } = await shop()
    await post('k')
    const kept = () => db.run(sql`select 1 from idempotency_keys where store_id = ${id}`)
    await forgetKeys(db, world.now())
    expect(await kept()).toBe(1)
    world.advance(24 * hours)
    await forgetKeys(db, world.now(), AbortSignal.abort())
    expect(await kept()).toBe(1)
    await forgetKeys(db, world.now())
    expect(await kept()).toBe(0)
  })

  test('a refused request keeps nothing: the key is free for the next', async () => {
    const { request, id, client } = await shop()
    const body = { name: 'Ana', email: 'ana@example.com' }
    const post = () => request('POST', `/v1/${id}/customers`, { body, headers: { 'idempotency-key': 'k' } })
    const other = await client.customers.create({ body })
    expect((await post()).status).toBe(422)
    await client.customers.delete({ params: { id: other.id } })
    const answer = await post()
    expect(answer).toMatchObject({ status: 201, body })
    expect(answer.headers['idempotency-replayed']).toBeUndefined()
  })

  test('a crash between commit and answer loses nothing: the retry gets the first answer', async () => {
    const world = testWorld()
    const server = await app({ world })
    let crashes = 1
    server.addHook('onSend', async request => {
      if (request.method === 'POST' && crashes-- > 0) throw new Error('the process dies here')
    })
    const { request, id, client, events } = await store({ world, server })
    const post = () =>
      request('POST', `/v1/${id}/locations`, { body: aLocation(), headers: { 'idempotency-key': 'k' } })
    expect((await post()).status).toBe(500)
    const [location] = await client.locations.list()
    expect(location).toBeDefined()
    expect(await post()).toMatchObject({ status: 201, body: location, headers: { 'idempotency-replayed': 'true' } })
    expect((await client.locations.list()).total).toBe(1)
    expect(await events()).toEqual(['location/created'])
  })

  test('keys belong to an app in a store', async () => {
    const one = await shop()
    const other = await shop()
    const ids = [
      (await one.post('k')).body.id,
      (await other.post('k')).body.id,
      (await one.post('k', 'One', await one.tokenWith(['write_locations']))).body.id,
    ]
    expect(new Set(ids).size).toBe(3)
  })

  test('a key has at most 255 characters, and any that a header can carry', async () => {
    const { post } = await shop()
    expectRefusal(await post('k'.repeat(256)), 400, 'A', 'Idempotency-Key is longer than 255 characters')
    for (const key of ['k'.repeat(255), 'a b"c\'d', "'; drop table stores; --", '\u00e9\u00ff']) {
      const first = await post(key)
      expect(first.status).toBe(201)
      expect((await post(key)).body).toEqual(first.body)
    }
  })

  test('without a key every POST is its own', async () => {
    const { post, count } = await shop()
    await post('')
    await post('')
    expect(await count()).toBe(2)
  })

  test('other methods do not look at it', async () => {
    const { client, request, id } = await shop()
    const { id: location } = await client.locations.create({ body: aLocation() })
    const put = (name: string) =>
      request('PUT', `/v1/${id}/locations/${location}`, { body: { name }, headers: { 'idempotency-key': 'k' } })
    expect((await put('One')).status).toBe(200)
    expect((await put('Two')).body.name).toMatchObject({ pt_BR: 'Two' })
  })
})

describe('claiming', () => {
  const now = new Date('2026-07-11T00:00:00Z')
  const answer: Answer = { status: 201, body: '{"id":1}' }

  async function newKey(): Promise<Key> {
    const { id } = await store()
    return { store: id, actor: 'app:1', key: 'k', fingerprint: fingerprintOf('POST', '/things', { a: 1 }) }
  }

  /** A transaction that has claimed the key and then waits to be told how to end; and a second one behind it. */
  async function twoClaims(key: Key, end: (tx: Tx) => Promise<void>) {
    const { db } = await database()
    const [claimed, released] = [signal(), signal()]
    const first = db.tx(async tx => {
      expect(await claim(tx, key, now)).toBeUndefined()
      claimed.give()
      await released.promise
      await end(tx)
    })
    await claimed.promise
    const second = db.tx(tx => claim(tx, key, now))
    await untilBlocked(db)
    released.give()
    return { first, second }
  }

  test('who comes second waits, and claims the key if the first rolls back', async () => {
    const { first, second } = await twoClaims(await newKey(), async () => {
      throw new Error('rolled back')
    })
    await expect(first).rejects.toThrow('rolled back')
    expect(await second).toBeUndefined()
  })

  test('who comes second waits, and gets the answer if the first commits', async () => {
    const key = await newKey()
    const { first, second } = await twoClaims(key, async tx => settle(tx, key, answer))
    await first
    expect(await second).toMatchObject(answer)
  })

  test('the fingerprint is of method, path and body', () => {
    const base = fingerprintOf('POST', '/a', { x: 1 })
    expect(fingerprintOf('POST', '/a', { x: 1 })).toBe(base)
    for (const other of [
      fingerprintOf('PUT', '/a', { x: 1 }),
      fingerprintOf('POST', '/b', { x: 1 }),
      fingerprintOf('POST', '/a', { x: 2 }),
      fingerprintOf('POST', '/a', null),
    ]) {
      expect(other).not.toBe(base)
    }
  })
})
