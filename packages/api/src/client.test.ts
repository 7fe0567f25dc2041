import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { ApiError } from './errors.ts'

/** A client whose requests are kept, and answered like this. */
function clientOf(answer: () => Response, options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const client = createClient({
    baseUrl: 'https://shop.example',
    storeId: 12,
    token: 'T',
    fetch: async (url, init) => {
      requests.push({ url: String(url), init })
      return answer()
    },
    ...options,
  })
  return { client, requests }
}

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

test('a call becomes a request with token, version and store', async () => {
  const { client, requests } = clientOf(() => json({ id: 'a/b' }), { userAgent: 'Me (me@example.com)' })
  await client.locations.update({
    params: { id: 'a/b c' },
    body: { allows_pickup: true },
    headers: { 'if-match': '"x"' },
  })
  expect(requests).toEqual([
    {
      url: 'https://shop.example/v1/12/locations/a%2Fb%20c',
      init: {
        method: 'PUT',
        headers: {
          authentication: 'bearer T',
          'user-agent': 'Me (me@example.com)',
          'content-type': 'application/json',
          'if-match': '"x"',
        },
        body: '{"allows_pickup":true}',
      },
    },
  ])
})

test('queries are encoded, and what is not given is left out', async () => {
  const { client, requests } = clientOf(() => json([]), { baseUrl: 'https://shop.example/', version: '2025-03' })
  await client.locations.list({ query: { page: 2, fields: 'id,name&x' } })
  await client.locations.list()
  expect(requests.map(({ url }) => url)).toEqual([
    'https://shop.example/2025-03/12/locations?page=2&fields=id%2Cname%26x',
    'https://shop.example/2025-03/12/locations',
  ])
  expect(requests[1]?.init).toEqual({ method: 'GET', headers: { authentication: 'bearer T' } })
})

test('a list is a plain array that knows its total', async () => {
  const { client } = clientOf(() => json([{ id: 'a' }], { headers: { 'x-total-count': '31' } }))
  const list = await client.locations.list()
  expect(list).toEqual([{ id: 'a' }])
  expect(list.total).toBe(31)
})

test('an empty answer is null', async () => {
  const { client } = clientOf(() => new Response(null, { status: 204 }))
  expect(await client.locations.delete({ params: { id: 'a' } })).toBeNull()
})

test('a refusal is thrown with its status, its body and its headers', async () => {
  const body = { code: 429, message: 'Too Many Requests', description: 'Try again in 1 s' }
  const { client } = clientOf(() => json(body, { status: 429, headers: { 'retry-after': '1' } }))
  const refusal = await client.stores.get().catch(error => error)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ status: 429, body, headers: { 'retry-after': '1' } })
})

test('what is no JSON, from a proxy say, is thrown in the usual form', async () => {
  const { client } = clientOf(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  const refusal = await client.stores.get().catch(error => error)
  expect(refusal).toMatchObject({ status: 502, body: { code: 502, description: '<h1>Bad Gateway</h1>' } })
})
