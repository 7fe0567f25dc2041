import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { ask, expectRefusal } from '../testing/answers.ts'
import { listening } from '../testing/listening.ts'
import { aLocation, app, store, type TestStore, testWorld } from '../testing/store.ts'
import { outlived } from './callers.ts'
import { everyone, suspendActor } from './suspensions.ts'

const agent = { 'user-agent': 'Test (test@example.com)' }

describe('D1: where the token stands', () => {
  test('Authentication and Authorization, the scheme word in any letter case or left out', async () => {
    const { server, id, token } = await store()
    for (const name of ['authentication', 'authorization', 'Authentication', 'AUTHORIZATION']) {
      for (const value of [`bearer ${token}`, `Bearer ${token}`, `BEARER   ${token}`, `bEaReR\t${token} `, token]) {
        const { status } = await ask(server, 'GET', `/v1/${id}/store`, { headers: { ...agent, [name]: value } })
        expect({ name, value, status }).toEqual({ name, value, status: 200 })
      }
    }
  })

  test('of both, Authentication counts; an empty one is none', async () => {
    const { server, id, token } = await store()
    const get = (authentication: string, authorization: string) =>
      ask(server, 'GET', `/v1/${id}/store`, { headers: { ...agent, authentication, authorization } })
    expect((await get(`bearer ${token}`, `Bearer ${token}`)).status).toBe(200)
    expect((await get(`bearer ${token}`, 'Basic abc')).status).toBe(200)
    expectRefusal(await get('bearer wrong', `Bearer ${token}`), 401, 'A', 'Invalid access token')
    expect((await get('', `Bearer ${token}`)).status).toBe(200)
  })

  test('a token in the query opens nothing', async () => {
    const { server, id, token } = await store()
    const answer = await ask(server, 'GET', `/v1/${id}/store?access_token=${token}`, { headers: agent })
    expectRefusal(answer, 401, 'A', 'Required access token is missing')
  })
})

test('401 names the scheme that opens, and an error where a token was shown', async () => {
  const { server, id } = await store()
  const challengeOf = async (headers: Record<string, string>) => {
    const answer = await ask(server, 'GET', `/v1/${id}/store`, { headers: { ...agent, ...headers } })
    return [answer.status, answer.headers['www-authenticate']]
  }
  const missing = [401, 'Bearer realm="Bodega"']
  expect(await challengeOf({})).toEqual(missing)
  expect(await challengeOf({ authentication: 'bearer' })).toEqual(missing)
  expect(await challengeOf({ 'x-access-token': 'wrong' })).toEqual(missing)
  const invalid = [401, 'Bearer realm="Bodega", error="invalid_token"']
  expect(await challengeOf({ authentication: 'bearer wrong' })).toEqual(invalid)
  expect(await challengeOf({ authorization: 'Basic d3Jvbmc=' })).toEqual(invalid)
})

test('no answer is kept by a cache that others share, whatever became of the request', async () => {
  const { server, id, token } = await store()
  const get = (path: string, authentication: string, more = {}) =>
    ask(server, 'GET', path, { headers: { ...agent, authentication, ...more } })
  const { headers } = await get(`/v1/${id}/store`, token)
  for (const answer of [
    await get(`/v1/${id}/locations`, token),
    await get(`/v1/${id}/store`, token, { 'if-none-match': headers.etag }),
    await get(`/v1/${id}/store`, 'wrong'),
    await get(`/v1/${id}/products/999999`, token),
    await get(`/v1/${id}/nothing`, token),
  ])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
})

describe('a body that comes slowly is taken as late as it comes', () => {
  /** How a location is answered that somebody had begun to send before something happened, and how many there are. */
  async function besides(happen: (of: TestStore) => Promise<unknown>) {
    const server = await app({ rateLimit: { burst: 40, perSecond: 2 } })
    await server.ready()
    const of = await store({ server })
    const url = await listening(server.server)
    const body = Buffer.from(JSON.stringify(aLocation()))
    const headers = { ...of.headers, 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(`${url}/v1/${of.id}/locations`, { method: 'POST', headers })
    const answered = once(sent, 'response')
    sent.write(body.subarray(0, 1))
    let others = 0
    const counted = async () => {
      const { headers } = await fetch(`${url}/v1/${of.id}/nothing`, { headers: of.headers })
      return 40 - Number(headers.get('x-rate-limit-remaining')) - ++others
    }
    // Then it was let in.
    await expect.poll(counted).toBe(1)
    await happen(of)
    await outlived()
    sent.end(body.subarray(1))
    const [response] = await answered
    return [response.statusCode, await of.db.run(sql`select 1 from locations where store_id = ${of.id}`)]
  }

  test('when nothing has ended', async () => {
    expect(await besides(async () => {})).toEqual([201, 1])
  })

  test('when its token has ended', async () => {
    expect(await besides(of => of.db.run(sql`delete from tokens where store_id = ${of.id}`))).toEqual([401, 0])
  })

  test('when its store was suspended', async () => {
    expect(await besides(of => of.db.tx(tx => suspendActor(tx, of.world.now(), of.id, everyone)))).toEqual([402, 0])
  })
})

describe('D13: the limit as clients see it', () => {
  const limited = async (burst = 40, perSecond = 2) => {
    const world = testWorld()
    const server = await app({ world, rateLimit: { burst, perSecond } })
    return store({ world, server })
  }

  const headersOf = ({ headers }: { headers: Record<string, string> }) =>
    ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'retry-after'].map(name => headers[name])

  test('every answer tells it; the 41st request is 429 and says when to come again', async () => {
    const { request, world, id } = await limited()
    const get = () => request('GET', `/v1/${id}/locations`)
    for (let taken = 1; taken <= 40; taken++) {
      const answer = await get()
      expect(answer.status).toBe(200)
      expect(headersOf(answer).map(Number)).toEqual([40, 40 - taken, taken * 500, Number.NaN])
    }
    const refused = await get()
    expectRefusal(refused, 429, 'A', 'Try again in 1 s')
    expect(refused.body.message).toBe('Too Many Requests')
    expect(headersOf(refused)).toEqual(['40', '0', '20000', '1'])
    world.advance(500)
    expect((await get()).status).toBe(200)
    expect((await get()).status).toBe(429)
  })

  test('what is refused before it tells it as well, and does not count', async () => {
    const { request, id, tokenWith } = await limited()
    const path = `/v1/${id}/locations`
    const fresh = { authentication: `bearer ${await tokenWith([])}` }
    expect(headersOf(await request('GET', path, { headers: fresh }))).toEqual(['40', '40', '0', undefined])
    await request('GET', path)
    for (const refused of [
      await request('GET', '/v1/999999/locations'),
      await request('GET', path, { headers: { 'user-agent': '' } }),
      await request('GET', path, { headers: { 'user-agent': '' } }),
    ])
      expect(headersOf(refused)).toEqual(['40', '39', '500', undefined])
    expect(headersOf(await request('GET', path))).toEqual(['40', '38', '1000', undefined])
    // Of a path that is none every answer tells it too.
    expect(headersOf(await request('GET', `/v1/${id}/nothing`))).toEqual(['40', '37', '1500', undefined])
  })

  test('a refused request has no effect', async () => {
    const { request, client, world, id, events } = await limited(1, 1)
    await client.locations.list()
    const answer = await request('POST', `/v1/${id}/locations`, { body: aLocation() })
    expect(answer.status).toBe(429)
    world.advance(1000)
    expect(await client.locations.list()).toEqual([])
    expect(await events()).toEqual([])
  })

  test('D2: it stands after the scope and before the body, and refusals before it cost nothing', async () => {
    const { request, id, server, tokenWith } = await limited(2, 1)
    for (let i = 0; i < 5; i++) {
      expect((await ask(server, 'GET', `/v1/${id}/locations`)).status).toBe(401)
      const weak = { authentication: `bearer ${await tokenWith([])}` }
      expect((await request('GET', `/v1/${id}/locations`, { headers: weak })).status).toBe(403)
      expect((await request('GET', '/v1/999999/locations')).status).toBe(404)
      expect((await request('GET', `/v1/${id}/locations`, { headers: { 'user-agent': '' } })).status).toBe(400)
    }
    expect((await request('POST', `/v1/${id}/locations`, { body: '{' })).status).toBe(400)
    expect((await request('POST', `/v1/${id}/locations`, { body: {} })).status).toBe(422)
    expectRefusal(await request('POST', `/v1/${id}/locations`, { body: '{' }), 429, 'A')
  })

  test('a store on a higher plan has ten times of both', async () => {
    const { request, id, db, world } = await limited()
    await db.run(sql`update stores set rate_factor = 10 where id = ${id}`)
    const first = await request('GET', `/v1/${id}/store`)
    expect(headersOf(first).map(Number)).toEqual([400, 399, 50, Number.NaN])
    for (let i = 1; i < 400; i++) expect((await request('GET', `/v1/${id}/store`)).status).toBe(200)
    expect((await request('GET', `/v1/${id}/store`)).status).toBe(429)
    world.advance(500)
    for (let i = 0; i < 10; i++) expect((await request('GET', `/v1/${id}/store`)).status).toBe(200)
    expect((await request('GET', `/v1/${id}/store`)).status).toBe(429)
  })

  test('another app of the store has a bucket of its own', async () => {
    const { request, id, tokenWith } = await limited(1, 1)
    expect((await request('GET', `/v1/${id}/store`)).status).toBe(200)
    expect((await request('GET', `/v1/${id}/store`)).status).toBe(429)
    const headers = { authentication: `bearer ${await tokenWith([])}` }
    expect((await request('GET', `/v1/${id}/store`, { headers })).status).toBe(200)
  })

  test('a burst of 0 turns it off: every answer tells of a bucket that stays empty', async () => {
    const { request, id, tokenWith } = await limited(0)
    const path = `/v1/${id}/locations`
    const weak = { authentication: `bearer ${await tokenWith([])}` }
    const empty = ['1000000', '1000000', '0', undefined]
    for (let i = 0; i < 60; i++) expect(headersOf(await request('GET', path))).toEqual(empty)
    expect(headersOf(await request('GET', path, { headers: weak }))).toEqual(empty)
  })
})
