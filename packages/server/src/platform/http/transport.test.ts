import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { aLocation, app, store, testWorld } from '../../testing/store.ts'
import { isLoopback, refusePlainHttp } from './transport.ts'

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', address => {
  expect(isLoopback(address)).toBe(true)
})

test.each(['10.0.0.1', '128.0.0.1', '192.168.1.1', '::2', '::ffff:10.0.0.1', '2001:db8::1', '0.0.0.0', ''])(
  '%s is not this machine',
  address => {
    expect(isLoopback(address)).toBe(false)
  },
)

/** A store with two locations, behind these settings; `get` asks for the first of two pages. */
async function shop(settings: Parameters<typeof app>[0]) {
  const world = testWorld()
  const plain = await store({ world })
  for (let i = 0; i < 2; i++) await plain.client.locations.create({ body: aLocation() })
  const server = await app({ world, ...settings })
  const get = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const response = await server.inject({
      url: `/v1/${plain.id}/locations?per_page=1`,
      headers: { ...plain.headers, host: 'shop.example', ...headers },
      remoteAddress,
    })
    const link = String(response.headers.link ?? '')
    return { status: response.statusCode, body: response.json(), origin: /^<(https?:\/\/[^/]+)/.exec(link)?.[1] }
  }
  return { get }
}

test('at a public address with https, browsers are told to keep to it', async () => {
  const publicUrls = ['https://shop.example', 'https://shop.internal:8443', 'http://plain.example', 'https://localhost']
  const server = await app({ publicUrls })
  const told = async (host: string, url = '/sign-in') =>
    (await server.inject({ url, headers: { host } })).headers['strict-transport-security']
  for (const url of ['/sign-in', '/panel/session', '/v1/1/products'])
    expect(await told('shop.example', url)).toBe('max-age=31536000')
  for (const host of ['shop.internal:8443', 'plain.example', 'localhost', 'other.example'])
    expect(await told(host)).toBeUndefined()
})

describe('D15: plain HTTP', () => {
  test('is answered on this machine only', async () => {
    const { get } = await shop({})
    expect((await get('127.0.0.1')).status).toBe(200)
    expect((await get('::1')).status).toBe(200)
    for (const address of ['10.0.0.1', '203.0.113.9', '2001:db8::1']) {
      expect(await get(address)).toMatchObject({
        status: 403,
        body: { code: 403, message: 'Forbidden', description: 'Use HTTPS' },
      })
    }
  })

  test('is answered where somebody only asks whether the server is well', async () => {
    const server = await app({})
    for (const url of ['/health/live', '/health/ready'])
      expect((await server.inject({ url, remoteAddress: '10.0.0.1' })).statusCode).toBe(200)
    expect((await server.inject({ url: '/health', remoteAddress: '10.0.0.1' })).statusCode).not.toBe(200)
  })

  test('is no fault of the body at the token endpoint, whose refusals have all five keys (D21)', async () => {
    const server = await app({})
    const answer = await server.inject({
      method: 'POST',
      url: '/apps/authorize/token',
      headers: { 'content-type': 'application/json' },
      payload: { client_id: 1, client_secret: 'x', code: 'y' },
      remoteAddress: '203.0.113.9',
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      {
        ...{ error: 'invalid_request', error_description: 'Use HTTPS' },
        ...{ code: 403, message: 'Forbidden', description: 'Use HTTPS' },
      },
    ])
  })

  test('is answered everywhere where a setting says so', async () => {
    const { get } = await shop({ allowPlainHttp: true })
    expect((await get('203.0.113.9')).status).toBe(200)
  })

  test('what a proxy says counts only if the proxy is trusted', async () => {
    const { get } = await shop({ trustProxy: ['10.0.0.1'] })
    const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
    expect((await get('10.0.0.1', secure)).status).toBe(200)
    expect((await get('10.0.0.2', secure)).status).toBe(403)
    expect((await get('10.0.0.1', { ...secure, 'x-forwarded-proto': 'http' })).status).toBe(403)
    expect((await get('203.0.113.9', { ...secure, 'x-forwarded-for': '127.0.0.1' })).status).toBe(403)
  })

  test('what a trusted proxy passes on is https in any letters, or it is not, and never our fault', async () => {
    const { get } = await shop({ trustProxy: ['10.0.0.1'] })
    const asked = (scheme: string, client: string) =>
      get('10.0.0.1', { 'x-forwarded-proto': scheme, 'x-forwarded-for': client })
    expect(await asked('HTTPS', '203.0.113.9')).toMatchObject({ status: 200, origin: 'https://shop.example' })
    for (const scheme of ['foo', 'javascript', 'file', 'https:', ',', 'blob:https']) {
      expect((await asked(scheme, '203.0.113.9')).status).toBe(403)
      expect(await asked(scheme, '127.0.0.1')).toMatchObject({ status: 200, origin: 'http://shop.example' })
    }
  })

  test('is refused, and no fault of ours, where who asks has gone before anybody looks where from', () => {
    const gone = { ip: undefined, protocol: 'http', routeOptions: {} } as unknown as FastifyRequest
    expect(refusePlainHttp(gone, false)).toMatchObject({ status: 403 })
  })

  test('nobody passes for this machine through a trusted proxy', async () => {
    const { get } = await shop({ trustProxy: ['127.0.0.1'] })
    expect((await get('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403)
    expect((await get('127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).status).toBe(403)
  })
})

describe('D15: links carry the host that was asked', () => {
  test('where no public address is set, the host of the request', async () => {
    const { get } = await shop({})
    expect((await get('127.0.0.1')).origin).toBe('http://shop.example')
    expect((await get('127.0.0.1', { host: '[::1]:3000' })).origin).toBe('http://[::1]:3000')
    expect((await get('127.0.0.1', { host: '<script>' })).origin).toBe('http://localhost')
  })

  test('of several public addresses the one that was asked, else the first', async () => {
    const { get } = await shop({ publicUrls: ['https://api.shop.example', 'https://api.tienda.example:8443'] })
    expect((await get('127.0.0.1', { host: 'api.shop.example' })).origin).toBe('https://api.shop.example')
    expect((await get('127.0.0.1', { host: 'api.tienda.example:8443' })).origin).toBe('https://api.tienda.example:8443')
    for (const host of ['evil.example', 'api.tienda.example', 'api.shop.example.evil.example', '"', 'a b']) {
      expect((await get('127.0.0.1', { host })).origin).toBe('https://api.shop.example')
    }
  })

  test('behind a trusted proxy, the host that the proxy was asked', async () => {
    const { get } = await shop({ trustProxy: ['10.0.0.1'] })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.shop.example' }
    expect((await get('10.0.0.1', headers)).origin).toBe('https://api.shop.example')
  })

  test('and so does the OpenAPI document, before the other public addresses', async () => {
    const told = async (settings: Parameters<typeof app>[0], headers: Record<string, string>) => {
      const { info, servers } = (await (await app(settings)).inject({ url: '/openapi.json', headers })).json()
      const origins = servers.map(({ url }: { url: string }) => url.replace(/\/\{version\}\/\{store_id\}$/, ''))
      expect(info.description).toContain(`curl ${origins[0]}/apps/authorize/token`)
      return origins
    }
    const host = 'shop.example:3000'
    expect(await told({}, { host })).toEqual(['http://shop.example:3000'])
    expect(await told({}, { host: 'shop.example/elsewhere"' })).toEqual(['http://shop.example'])
    expect(await told({}, { host: '<script>' })).toEqual(['http://localhost'])
    const forwarded = { host, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.shop.example' }
    expect(await told({ trustProxy: ['127.0.0.1'] }, forwarded)).toEqual(['https://api.shop.example'])
    const publicUrls = ['https://api.shop.example', 'https://api.tienda.example']
    expect(await told({ publicUrls }, { host })).toEqual(publicUrls)
    expect(await told({ publicUrls }, { host: 'api.tienda.example' })).toEqual(publicUrls.toReversed())
  })
})
