/** docs/contract: scripts, row by row. */
import { createClient, type Script, type ScriptInput } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { fetchFrom } from '../testing/inject.ts'
import { meet } from '../testing/locks.ts'
import { A, ask, B, shop } from '../testing/products.ts'
import { app, store, type TestStore } from '../testing/store.ts'
import { removeScripts } from './index.ts'

let of: TestStore
beforeAll(async () => {
  of = await shop()
})

const src = 'https://app.example/widget.js'
const create = (body: ScriptInput, at = of): Promise<Script> => at.client.scripts.create({ body })
const noScript = A(404, 'Script with such id does not exist')
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)

describe('1 Endpoints', () => {
  test('a script with an address is registered, read, changed and removed', async () => {
    // `location` is what some clients send, and means nothing.
    const body = { src, event: 'onfirstinteraction', where: 'store,checkout', location: 'store_front' }
    const made = await ask(of, 'POST', '/scripts', body)
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'widget.js',
        src,
        event: 'onfirstinteraction',
        where: 'store,checkout',
        location: 'store,checkout',
        is_auto_install: false,
        status: 'active',
        script_id: null,
        query_params: null,
        params: {},
        current_version: { id: expect.any(Number), src, version: 1 },
        draft_version: null,
        created_at: time,
        updated_at: time,
      },
    })
    const script = made.body as Script
    const path = `/scripts/${script.id}`
    expect(await ask(of, 'GET', path)).toEqual({ status: 200, body: script })

    of.world.advance(5000)
    const moved = await ask(of, 'PUT', path, { ...script, src: `${src}?v=2` })
    const current_version = { id: script.id, src: `${src}?v=2`, version: 1 }
    expect(moved).toEqual({
      status: 200,
      body: { ...script, src: `${src}?v=2`, current_version, updated_at: time },
    })
    expect((moved.body as Script).updated_at > script.updated_at).toBe(true)
    of.world.advance(5000)
    for (const same of [moved.body, {}]) expect(await ask(of, 'PUT', path, same)).toEqual(moved)

    expect(await ask(of, 'DELETE', path)).toEqual({ status: 200, body: {} })
    for (const method of ['GET', 'DELETE']) expect(await ask(of, method, path)).toEqual(noScript)
    expect(await ask(of, 'PUT', path, { src })).toEqual(noScript)
  })

  test('who changes it leaves what another changes at the same time', async () => {
    const { id } = await create({ src })
    const changed = await meet(
      of.db,
      tx => tx.run(sql`update scripts set "where" = 'checkout' where store_id = ${of.id} and id = ${id}`),
      () => ask(of, 'PUT', `/scripts/${id}`, { src: `${src}?v=2` }),
    )
    expect(changed.body).toMatchObject({ src: `${src}?v=2`, where: 'checkout' })
  })

  test('a script of a partner panel is registered, and known by the id that it has there', async () => {
    const query_params = JSON.stringify({ color: '#fff', products: [1, 2] })
    const script = await create({ script_id: 9486, query_params })
    expect(script).toEqual({
      id: 9486,
      name: '',
      src: null,
      event: 'onfirstinteraction',
      where: null,
      location: 'store',
      is_auto_install: false,
      status: 'active',
      script_id: 9486,
      query_params,
      params: { color: '#fff', products: [1, 2] },
      current_version: null,
      draft_version: null,
      created_at: time,
      updated_at: time,
    })
    expect(await of.client.scripts.get({ params: { id: 9486 } })).toEqual(script)
    of.world.advance(5000)
    expect(await ask(of, 'PUT', '/scripts/9486', script)).toEqual({ status: 200, body: script })
    const changed = await ask(of, 'PUT', '/scripts/9486', { script_id: '9487', enabled: true })
    expect(changed).toEqual({ status: 200, body: { ...script, id: 9487, script_id: 9487, updated_at: time } })
    expect(await ask(of, 'GET', '/scripts/9486')).toEqual(noScript)
    expect(await ask(of, 'DELETE', '/scripts/9487')).toEqual({ status: 200, body: {} })
    expect(await ask(of, 'GET', '/scripts/9487')).toEqual(noScript)
  })

  test('one that has an address first and then a place in a panel too is found by either id', async () => {
    const { id } = await create({ src })
    const changed = await of.client.scripts.update({ params: { id }, body: { script_id: 31 } })
    expect(changed).toMatchObject({ id: 31, src, script_id: 31 })
    for (const either of [id, 31]) expect(await of.client.scripts.get({ params: { id: either } })).toEqual(changed)
    expect(await of.client.scripts.update({ params: { id }, body: { script_id: null } })).toMatchObject({ id, src })
  })

  test('anybody with a token reads, and nothing is told of it', async () => {
    const weak = await of.tokenWith([])
    const headers = { authentication: `bearer ${weak}` }
    expect(await of.request('GET', `/v1/${of.id}/scripts`, { headers })).toMatchObject({ status: 200, body: [] })
    expect(await of.events()).toEqual([])
  })
})

describe('2 Object', () => {
  test('whatever the parameters are, the script is shown and can be sent back', async () => {
    const deep = `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`
    for (const query_params of [deep, '{"a":"\\u0000"}', '[1]', '7']) {
      const script = await create({ script_id: 77, query_params })
      expect([script.query_params, script.params]).toEqual([query_params, {}])
      expect(await ask(of, 'PUT', '/scripts/77', script)).toEqual({ status: 200, body: script })
    }
    await of.client.scripts.delete({ params: { id: 77 } })
  })

  test('one that was kept before events were told of scripts without an address has that of the panel', async () => {
    const at = await shop()
    await at.db.run(sql`
      insert into scripts (store_id, actor, script_id, created_at, updated_at)
      values (${at.id}, ${`app:${at.appId}`}, 6, now(), now())`)
    const script = await at.client.scripts.get({ params: { id: 6 } })
    expect(script.event).toBe('onfirstinteraction')
    expect(await ask(at, 'PUT', '/scripts/6', script)).toEqual({ status: 200, body: script })
  })

  test('what is wrong is named', async () => {
    expect(await ask(of, 'POST', '/scripts', { invalid_name: 'foobar', where: 'invalid_where' })).toEqual(
      B({
        src: ["can't be blank"],
        script_id: ["can't be blank where there is no src"],
        where: ['is not included in the list'],
      }),
    )
    expect(await ask(of, 'POST', '/scripts', { src, event: 'onclick' })).toEqual(
      B({ event: ['is not included in the list'] }),
    )
    const { id } = await create({ src })
    expect(await ask(of, 'PUT', `/scripts/${id}`, { src: null })).toMatchObject({ status: 422 })
  })

  test('an address is https and public, unless private ones are allowed', async () => {
    const shut = await store({ server: await app({ allowPrivateAddresses: false }) })
    for (const wrong of ['http://app.example/x.js', '//app.example/x.js', 'https://localhost/x.js', 'javascript:1']) {
      expect(await ask(shut, 'POST', '/scripts', { src: wrong }), wrong).toEqual(B({ src: [expect.any(String)] }))
    }
    const { id } = await create({ src }, shut)
    expect(await ask(shut, 'PUT', `/scripts/${id}`, { src: 'http://localhost/x.js' })).toEqual(
      B({ src: [expect.any(String)] }),
    )
    expect(await create({ src: 'http://localhost:3000/x.js' })).toMatchObject({ src: 'http://localhost:3000/x.js' })
  })
})

describe('3 The same again', () => {
  test('an address twice is two scripts', async () => {
    const at = await shop()
    expect((await create({ src }, at)).id).not.toBe((await create({ src }, at)).id)
  })

  test('a script of a partner panel is one, and becomes what was said last', async () => {
    const at = await shop()
    const said = { src, event: 'onload', where: 'checkout', query_params: '{"a":1}' } as const
    const first = await create({ script_id: 2090, ...said }, at)
    // No change is dated before one that came earlier, whatever the clock says.
    at.world.advance(-60_000)
    const again = await create({ script_id: '2090' as never, query_params: '{"a":2}' }, at)
    at.world.advance(60_000)
    expect(again).toEqual({
      ...first,
      ...{ name: '', src: null, event: 'onfirstinteraction', where: null, location: 'store', current_version: null },
      ...{ query_params: '{"a":2}', params: { a: 2 } },
    })
    await Promise.all(Array.from({ length: 5 }, (_, n) => create({ script_id: 7, query_params: String(n) }, at)))
    expect((await at.client.scripts.list()).map(({ script_id }) => script_id)).toEqual([7, 2090])
    expect(await ask(at, 'PUT', '/scripts/7', { script_id: 2090 })).toEqual(
      B({ script_id: ['has already been taken'] }),
    )
  })

  test('an app has at most 100 in a store, and may say anew what it has', async () => {
    const at = await shop()
    await create({ script_id: 1 }, at)
    await at.db.run(sql`
      insert into scripts (store_id, actor, script_id, created_at, updated_at)
      select ${at.id}, ${`app:${at.appId}`}, n, now(), now() from generate_series(2, 100) n`)
    const full = A(422, 'An application can have at most 100 scripts in a store')
    for (const body of [{ src }, { script_id: 101 }]) expect(await ask(at, 'POST', '/scripts', body)).toEqual(full)
    expect(await create({ script_id: 100, src }, at)).toMatchObject({ script_id: 100, src })
    const headers = { authentication: `bearer ${await at.tokenWith(['write_scripts'])}` }
    expect(await at.request('POST', `/v1/${at.id}/scripts`, { headers, body: { src } })).toMatchObject({ status: 201 })
    expect(await at.client.scripts.list()).toHaveLength(100)
  })
})

describe('4 List', () => {
  test('is an array in v1, and in 2025-03 the result beside the total, with the same headers', async () => {
    const at = await shop()
    const [b, c] = [await create({ src }, at), await create({ src: `${src}?b` }, at)]
    const a = await create({ script_id: 5 }, at)
    const get = (version: string, query = '') => at.request('GET', `/${version}/${at.id}/scripts${query}`)
    expect((await get('v1')).body).toEqual([a, b, c])
    for (const version of ['2025-03', 'unstable'])
      expect((await get(version)).body).toEqual({ result: [a, b, c], total: 3 })
    expect((await get('2025-03', '?fields=id&since_id=1&per_page=2')).body).toEqual({
      result: [{ id: a.id }, { id: b.id }],
      total: 3,
    })
    for (const version of ['v1', '2025-03']) {
      const { headers } = await get(version, '?per_page=2')
      expect(headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining(`/${version}/${at.id}/`) })
      expect(await get(version, '?page=2')).toMatchObject(A(404, 'Last page is 1'))
    }
    const { id: storeId, token, server } = at
    const options = { baseUrl: 'http://localhost', storeId, token, userAgent: 'Test', fetch: fetchFrom(server) }
    const listed = await createClient({ ...options, version: '2025-03' }).scripts.list()
    expect({ items: listed, total: listed.total }).toEqual({ items: [a, b, c], total: 3 })

    const found = async (query: object) => (await at.client.scripts.list({ query })).map(({ id }) => id)
    expect(await found({ src: `${src}?b` })).toEqual([c.id])
    expect(await found({ since_id: b.id })).toEqual([c.id])
    expect(await found({ created_at_min: '2999-01-01' })).toEqual([])
  })
})

describe('5 Whose they are', () => {
  test('another app sees and changes none of them, may have its own of the same id, and keeps them when one leaves', async () => {
    const at = await shop()
    const mine = await create({ src }, at)
    await create({ script_id: 8 }, at)
    const headers = { authentication: `bearer ${await at.tokenWith(['write_scripts'])}` }
    const theirs = (method: string, path: string, body?: unknown) =>
      at.request(method, `/v1/${at.id}/scripts${path}`, { headers, ...(body ? { body } : {}) })
    for (const path of [`/${mine.id}`, '/8']) {
      expect(await theirs('GET', path)).toMatchObject(noScript)
      expect(await theirs('PUT', path, { src })).toMatchObject(noScript)
      expect(await theirs('DELETE', path)).toMatchObject(noScript)
    }
    const own = await theirs('POST', '', { script_id: 8 })
    expect(own.status).toBe(201)
    expect(await at.db.tx(tx => removeScripts(tx, at.id, `app:${at.appId}`))).toBe(2)
    expect(await at.client.scripts.list()).toEqual([])
    expect((await theirs('GET', '')).body).toEqual([own.body])
  })
})
