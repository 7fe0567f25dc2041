/** What existing clients demand, row by row: contract section 10. */
import { type Contract, contract, type Endpoint, versions } from '@bodega/api'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ask, expectRefusal, shapeOf } from './answers.ts'
import { agree, anApp, merchant } from './apps.ts'
import { aLocation, store, type TestStore } from './store.ts'

let shop: TestStore
const locations: string[] = []

beforeAll(async () => {
  shop = await store()
  for (const name of ['One', 'Two', 'Three']) {
    locations.push((await shop.client.locations.create({ body: aLocation({ name }) })).id)
  }
})

const get = (path: string, headers: Record<string, string | undefined> = {}) =>
  ask(shop.server, 'GET', path, { headers: { ...shop.headers, ...headers } })

/** Scripts are listed in an envelope. */
const list = (body: { result?: unknown[] } | unknown[]) => (Array.isArray(body) ? body : body.result)

const endpoints: Endpoint[] = Object.values(contract as Contract).flatMap(resource => Object.values(resource))

test('compatibility 1: Authorization: Bearer as well as Authentication: bearer, any case, and both at once', async () => {
  const { token, id } = shop
  const forms = [
    { authentication: `bearer ${token}` },
    { authorization: `Bearer ${token}`, authentication: undefined },
    { authorization: `BEARER ${token}`, authentication: undefined },
    { authentication: `Bearer ${token}`, authorization: `bearer ${token}` },
    { authentication: `bearer${token}` },
    { authentication: token },
  ]
  for (const headers of forms) expect((await get(`/v1/${id}/store`, headers)).status).toBe(200)
})

test('compatibility 2: the same resources under /2025-03/{id} and /v1/{id}', async () => {
  for (const path of ['store', 'locations', `locations/${locations[0]}`]) {
    const [one, ...others] = await Promise.all(versions.map(version => get(`/${version}/${shop.id}/${path}`)))
    for (const other of others) expect(other).toMatchObject({ status: 200, body: one?.body })
  }
  const made = await shop.request('POST', `/2025-03/${shop.id}/locations`, { body: aLocation() })
  expect(made.status).toBe(201)
  expect((await shop.request('DELETE', `/2025-03/${shop.id}/locations/${made.body.id}`)).status).toBe(204)
})

test("compatibility 3: GET /v1/store without a store id means the token's store", async () => {
  expect((await get('/v1/store')).body).toEqual((await get(`/v1/${shop.id}/store`)).body)
  expect((await get('/v1/locations')).body).toHaveLength(3)
  const other = await store({ server: shop.server })
  expect((await get('/v1/store', other.headers)).body.id).toBe(other.id)
})

test('compatibility 4: a trailing slash on any path, a lone ?, a query ending in &', async () => {
  for (const path of [`/v1/${shop.id}/locations`, `/v1/${shop.id}/locations/${locations[0]}`, '/v1/store']) {
    const { body } = await get(path)
    for (const ending of ['/', '?', '/?', '?page=1&', '/?page=1&per_page=30&']) {
      expect(await get(path + ending)).toMatchObject({ status: 200, body })
    }
  }
  const made = await shop.request('POST', `/v1/${shop.id}/locations/`, { body: aLocation() })
  expect(made.status).toBe(201)
  expect((await shop.request('DELETE', `/v1/${shop.id}/locations/${made.body.id}/?`)).status).toBe(204)
})

test('compatibility 5: unknown query names are ignored, also params[page] and access_token', async () => {
  const { body } = await get(`/v1/${shop.id}/locations`)
  for (const query of ['params[page]=2', 'params%5Bpage%5D=2', 'access_token=x', 'foo', 'foo=bar&foo=baz', '[]=1']) {
    expect(await get(`/v1/${shop.id}/locations?${query}`)).toMatchObject({ status: 200, body })
  }
})

test('compatibility 5: a filter that is left empty asks for all, also one by text', async () => {
  const { client, id, server, headers } = await store()
  const of = (path: string) => ask(server, 'GET', `/v1/${id}/${path}`, { headers })
  const images = [{ src: 'https://pictures.example/mate.png' }]
  const { id: owner_id } = await client.products.create({ body: { name: 'Mate', variants: [{}], images } })
  await client.categories.create({ body: { name: 'Mates' } })
  await client.customers.create({ body: { name: 'Ana', email: 'ana@example.com' } })
  await client.metafields.create({
    body: { namespace: 'app', key: 'code', value: '1', owner_id, owner_resource: 'Product' },
  })
  await client.webhooks.create({ body: { event: 'order/created', url: 'https://app.example/hook' } })
  await client.scripts.create({ body: { src: 'https://app.example/a.js', event: 'onload', where: 'store' } })
  const left: Record<string, string> = {
    products: 'q=&handle=&language=&category_id=&published=&min_stock=&sort_by=',
    'products?handle=mate': 'language=',
    [`products/${owner_id}/images`]: 'src=&position=&since_id=',
    categories: 'handle=&language=&parent_id=',
    customers: 'q=&email=&since_id=',
    'metafields/products': 'owner_id=&namespace=&key=',
    webhooks: 'url=&event=&since_id=',
    scripts: 'src=&event=&where=',
  }
  for (const [path, query] of Object.entries(left)) {
    const { body } = await of(path)
    expect(list(body), path).toHaveLength(1)
    expect(await of(`${path}${path.includes('?') ? '&' : '?'}${query}`), path).toMatchObject({ status: 200, body })
  }
})

/** A fresh code, and the request for its token in one of the forms that clients use. */
async function exchangeAs(send: (fields: Record<string, unknown>) => { type: string; body: string; path?: string }) {
  const { owner, store: id } = await merchant(shop.server)
  const { app_id, client_secret, ...app } = await anApp()
  const location = await agree(owner, { app_id, client_secret, ...app })
  const { type, body, path } = send({ client_id: app_id, client_secret, code: location.searchParams.get('code') })
  const response = await shop.server.inject({
    method: 'POST',
    url: path ?? '/apps/authorize/token',
    headers: { 'content-type': type, accept: 'text/html', origin: 'https://app.example', 'user-agent': undefined },
    payload: body,
  } as InjectOptions)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return { status: response.statusCode, body: JSON.parse(response.body), store: id }
}

const form = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>).toString()
const urlencoded = 'application/x-www-form-urlencoded'

const multipart = (fields: Record<string, unknown>) => ({
  type: 'multipart/form-data; boundary=x',
  body: `${Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x--\r\n`,
})

test('compatibility 6: the token endpoint takes JSON, form and multipart, and answers exactly 200', async () => {
  const forms: Parameters<typeof exchangeAs>[0][] = [
    fields => ({ type: urlencoded, body: form(fields) }),
    fields => ({
      type: urlencoded,
      body: `${form({ ...fields, redirect_uri: 'x' })}&`,
      path: '/apps/authorize/token/',
    }),
    fields => ({ type: 'application/json', body: JSON.stringify(fields), path: '/apps/authorize/token/' }),
    fields => ({ type: 'application/json', body: JSON.stringify({ ...fields, client_id: String(fields.client_id) }) }),
    fields => ({ type: urlencoded, body: JSON.stringify({ ...fields, grant_type: 'authorization_code' }) }),
    fields => ({ type: 'text/plain', body: JSON.stringify(fields) }),
    multipart,
    fields => ({
      type: 'application/json',
      body: JSON.stringify({ ...fields, redirect_uri: 'x' }),
      path: '/apps/token',
    }),
    fields => ({ type: urlencoded, body: form(fields), path: '/apps/token/' }),
  ]
  for (const send of forms) expect((await exchangeAs(send)).status).toBe(200)
})

test('compatibility 6: a failure carries all five keys, whatever was wrong', async () => {
  const wrong: [Parameters<typeof exchangeAs>[0], number, string][] = [
    [() => ({ type: 'application/json', body: '{' }), 400, 'invalid_request'],
    [() => ({ type: 'application/json', body: 'null' }), 400, 'invalid_request'],
    [() => ({ type: 'multipart/form-data', body: 'x' }), 400, 'invalid_request'],
    [() => ({ type: urlencoded, body: '' }), 400, 'invalid_request'],
    [() => ({ type: urlencoded, body: 'x'.repeat(70_000) }), 400, 'invalid_request'],
    [fields => ({ type: urlencoded, body: '', path: `/apps/authorize/token?${form(fields)}` }), 400, 'invalid_request'],
    [fields => ({ type: urlencoded, body: form({ ...fields, code: 'used' }) }), 400, 'invalid_grant'],
    [
      fields => ({ type: urlencoded, body: form({ ...fields, grant_type: 'password' }) }),
      400,
      'unsupported_grant_type',
    ],
    [fields => ({ type: urlencoded, body: form({ ...fields, client_secret: 'x' }) }), 401, 'invalid_client'],
    [fields => ({ type: urlencoded, body: '', path: `/apps/token?${form(fields)}` }), 400, 'invalid_request'],
  ]
  for (const [send, status, error] of wrong) {
    const answer = await exchangeAs(send)
    expect(answer).toMatchObject({ status, body: { error, code: status } })
    const { body } = answer
    expect(Object.keys(body).toSorted()).toEqual(['code', 'description', 'error', 'error_description', 'message'])
    expect(body.description).toBe(body.error_description)
  }
  for (const path of ['/apps/authorize/token', '/apps/token']) expect((await get(path)).status).toBe(404)
})

test('compatibility 7: user_id is a JSON number', async () => {
  const { body, store: id } = await exchangeAs(fields => ({ type: urlencoded, body: form(fields) }))
  expect(body.user_id).toBe(id)
})

test('compatibility 8: scope is one text, comma separated', async () => {
  const { body } = await exchangeAs(fields => ({ type: urlencoded, body: form(fields) }))
  expect(body).toMatchObject({ scope: 'write_products,read_orders', token_type: 'bearer' })
})

test('compatibility 9: DELETE answers 200 with {}, and 204 where it is documented', async () => {
  const empty = /^\/locations\/:id$|fulfillment-orders|custom-fields/
  for (const { path, status, reply } of endpoints.filter(({ method }) => method === 'DELETE')) {
    if (empty.test(path)) expect({ path, status, reply }).toMatchObject({ status: 204, reply: null })
    else expect({ path, status: status ?? 200, reply }).toMatchObject({ status: 200, reply: { type: 'object' } })
  }
  const { id } = await shop.client.locations.create({ body: aLocation() })
  expect(await shop.request('DELETE', `/v1/${shop.id}/locations/${id}`)).toMatchObject({ status: 204, body: '' })
})

test('compatibility 10: 201 on every creation', async () => {
  const creations = endpoints.filter(({ method, path }) => method === 'POST' && endpoints.some(isItemOf(path)))
  expect(creations.length).toBeGreaterThan(0)
  for (const { path, status } of creations) expect({ path, status }).toEqual({ path, status: 201 })
  const made = await shop.request('POST', `/v1/${shop.id}/locations`, { body: aLocation() })
  expect(made.status).toBe(201)
  await shop.client.locations.delete({ params: { id: made.body.id } })
})

const isItemOf =
  (collection: string) =>
  ({ method, path }: Endpoint) =>
    method === 'GET' && path.startsWith(`${collection}/:`) && !path.slice(collection.length + 1).includes('/')

/** As the official PHP client takes it apart. */
const php = /<([^>]+)>; rel="([a-z]+)"/g
const phpPath = /^\/(v\d+|\d{4}-\d{2})\/(\d+)\/(.+)$/

test('compatibility 11: Link on one line, absolute, fetchable, with version and store id; no prev or first on page 1', async () => {
  for (const start of [
    `/v1/${shop.id}/locations?per_page=1`,
    '/v1/locations/?per_page=1&',
    '/2025-03/locations?per_page=1',
  ]) {
    const seen: string[] = []
    for (let url: string | undefined = start, page = 1; url; page++) {
      const { headers, body } = await get(url)
      seen.push(...body.map(({ id }: { id: string }) => id))
      const { link = '' } = headers
      expect(link).not.toMatch(/[\r\n]/)
      const links = Object.fromEntries([...link.matchAll(php)].map(([, address = '', rel = '']) => [rel, address]))
      expect(link).toBe(
        Object.entries(links)
          .map(([rel, address]) => `<${address}>; rel="${rel}"`)
          .join(', '),
      )
      expect(Object.keys(links)).toEqual([
        ...(page < 3 ? ['next', 'last'] : []),
        ...(page > 1 ? ['prev', 'first'] : []),
      ])
      for (const address of Object.values(links)) {
        const [, , id, rest] = phpPath.exec(new URL(address).pathname) ?? []
        expect({ id, rest }).toEqual({ id: String(shop.id), rest: 'locations' })
        expect((await get(address)).status).toBe(200)
      }
      url = links.next
    }
    expect(seen).toEqual(locations)
  }
})

test('compatibility 12: X-Total-Count on every list', async () => {
  expect((await get(`/v1/${shop.id}/locations?per_page=1&page=2`)).headers['x-total-count']).toBe('3')
  const empty = await store({ server: shop.server })
  expect((await get(`/v1/${empty.id}/locations`, empty.headers)).headers['x-total-count']).toBe('0')
})

test('compatibility 13: a page past the end is 404 with Last page is N, 0 for nothing found', async () => {
  expect((await get(`/v1/${shop.id}/locations?page=2`)).body).toEqual({
    code: 404,
    message: 'Not Found',
    description: 'Last page is 1',
  })
  expect((await get(`/v1/${shop.id}/locations?per_page=2&page=3`)).body.description).toBe('Last page is 2')
  const empty = await store({ server: shop.server })
  expect((await get(`/v1/${empty.id}/locations?page=2`, empty.headers)).body.description).toBe('Last page is 0')
})

test('compatibility 14: page works on /locations: page 2 does not repeat page 1', async () => {
  const pages = await Promise.all([1, 2].map(page => get(`/v1/${shop.id}/locations?per_page=2&page=${page}`)))
  expect(pages.flatMap(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual(locations)
})

test('compatibility 15: actions accept no body, {} and []; PATCH with JSON content type and length 0', async () => {
  const path = `/v1/${shop.id}/locations/${locations[0]}/chosen-as-default`
  const json = { ...shop.headers, 'content-type': 'application/json' }
  for (const body of ['{}', '[]', '', ' ']) {
    expect((await ask(shop.server, 'PATCH', path, { headers: json, body })).status).toBe(200)
  }
  expect((await ask(shop.server, 'PATCH', path, { headers: { ...json, 'content-length': '0' } })).status).toBe(200)
  expect((await ask(shop.server, 'PATCH', path, { headers: shop.headers })).status).toBe(200)
})

test('compatibility 16: GET and DELETE with a JSON content type and no body are fine', async () => {
  const json = { ...shop.headers, 'content-type': 'application/json; charset=utf-8' }
  const { id } = await shop.client.locations.create({ body: aLocation() })
  const path = `/v1/${shop.id}/locations/${id}`
  expect((await ask(shop.server, 'GET', path, { headers: json })).status).toBe(200)
  expect((await ask(shop.server, 'DELETE', path, { headers: json })).status).toBe(204)
})

test('compatibility 17: any User-Agent will do, only a missing one is refused', async () => {
  for (const agent of [
    'Ruby',
    'axios/0.27.2',
    'libcurl/7.88.1 r-curl/5.0.0',
    'Go-http-client/1.1',
    'python-requests/2.31',
    '-',
  ]) {
    expect((await get(`/v1/${shop.id}/store`, { 'user-agent': agent })).status).toBe(200)
  }
  expectRefusal(await get(`/v1/${shop.id}/store`, { 'user-agent': undefined }), 400, 'A')
})

test('the PHP library that ends at an x-request-id gets none', async () => {
  const { request, id } = await store()
  const idFor = async (agent: string) =>
    (await request('GET', `/v1/${id}/store`, { headers: { 'user-agent': agent } })).headers['x-request-id']
  expect(await idFor('My app | Tiendanube Admin API Library for PHP v2.0.0')).toBeUndefined()
  expect(await idFor('My app')).toMatch(/./)
})

test('compatibility 18: a name as text is spread over the languages of the store, and comes out as an object', async () => {
  const { body } = await shop.request('POST', `/v1/${shop.id}/locations`, { body: aLocation({ name: 'Central' }) })
  expect(body.name).toEqual({ pt_BR: 'Central', es_AR: 'Central' })
  await shop.client.locations.delete({ params: { id: body.id } })
  expect((await get(`/v1/${shop.id}/store`)).body.name).toEqual({ pt: 'Test', es: 'Test' })
})

test('compatibility 19: 422 is {field: [text, ...]}, other errors {code, message, description} with a number', async () => {
  const wrong = await shop.request('POST', `/v1/${shop.id}/locations`, { body: { name: 7 } })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toEqual({ name: [expect.any(String)], address: ["can't be blank"] })
  for (const answer of [
    await get(`/v1/${shop.id}/nothing`),
    await get('/v9/1/store'),
    await get(`/v1/${shop.id}/store`, { authentication: undefined }),
    await get(`/v1/${shop.id}/store`, { 'user-agent': '' }),
    await get(`/v1/${shop.id}/locations/none`),
  ]) {
    expect(answer.body).toEqual({
      code: answer.status,
      message: expect.any(String),
      description: answer.body.description === null ? null : expect.any(String),
    })
  }
})

test('compatibility 20: errors are JSON on every path, also on unknown routes', async () => {
  for (const path of ['/', '/nowhere', '/v1', '/v1/1/nowhere/at/all', '/admin', '/apps/1', '/%zz', '/..%2f..']) {
    const answer = await get(path, { accept: 'text/html,*/*' })
    expect({ path, status: answer.status, shape: shapeOf(answer) }).toEqual({ path, status: 404, shape: 'A' })
  }
})

test('D2: a path that is none is told to whoever may be here', async () => {
  for (const path of ['/checkouts', '/products/1/nothing', '/nowhere/at/all']) {
    const here = `/v1/${shop.id}${path}`
    expect((await get(here, { authentication: undefined })).status).toBe(401)
    expect((await get(here, { authentication: 'bearer nonsense' })).status).toBe(401)
    expect((await get(here, { 'user-agent': '' })).status).toBe(400)
    expect(await get(here)).toMatchObject({ status: 404, headers: { 'x-main-language': 'pt' } })
  }
})

test('D2: the version and the path are judged before the body', async () => {
  const broken = { headers: { ...shop.headers, 'content-type': 'application/json' }, body: '{' }
  const valid = expect.stringMatching(/^Valid versions are /)
  expect(await ask(shop.server, 'POST', `/v3/${shop.id}/orders`, broken)).toMatchObject({
    status: 404,
    body: { description: valid },
  })
  for (const path of ['/nowhere', `/v1/${shop.id}/nowhere`])
    expect(await ask(shop.server, 'POST', path, broken)).toMatchObject({ status: 404 })
})

test('compatibility 21: X-Main-Language on answers', async () => {
  const argentine = await store({ server: shop.server, country: 'AR' })
  expect((await get(`/v1/${shop.id}/locations`)).headers['x-main-language']).toBe('pt')
  expect((await get(`/v1/${argentine.id}/locations`, argentine.headers)).headers['x-main-language']).toBe('es')
  expect((await get(`/v1/${shop.id}/locations/none`)).headers['x-main-language']).toBe('pt')
})

test('compatibility 22: the store has what clients read of it', async () => {
  expect((await get(`/v1/${shop.id}/store`)).body).toMatchObject({
    id: shop.id,
    name: { pt: 'Test', es: 'Test' },
    main_language: 'pt',
    main_currency: 'BRL',
    email: 'owner@test.example',
    original_domain: expect.stringMatching(/\S/),
    url_with_protocol: expect.stringMatching(/^https?:\/\//),
  })
})

test('compatibility 23: inventory levels are an envelope with results', async () => {
  const { body } = await get(`/v1/${shop.id}/locations/${locations[0]}/inventory-levels`)
  expect(body).toEqual({ total: 0, page: 1, per_page: 30, results: [] })
})

test('D6: creation 201, deletion 204 for locations, the rest 200', async () => {
  const made = await shop.request('POST', `/v1/${shop.id}/locations`, { body: aLocation() })
  const path = `/v1/${shop.id}/locations/${made.body.id}`
  const put = await shop.request('PUT', path, { body: {} })
  const patch = await shop.request('PATCH', `${path}/chosen-as-default`)
  const back = await shop.request('PATCH', `/v1/${shop.id}/locations/${locations[0]}/chosen-as-default`)
  const gone = await shop.request('DELETE', path)
  expect([made, put, patch, back, gone].map(({ status }) => status)).toEqual([201, 200, 200, 200, 204])
})
