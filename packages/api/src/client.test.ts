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

test('of nothing that is looked for there is nothing, and nobody is asked', async () => {
  const { client, requests } = clientOf(() => json([{ id: 1 }]))
  const list = await client.products.list({ query: { ids: [], page: 1 } })
  expect([list, list.total]).toEqual([[], 0])
  expect(requests).toEqual([])
  await client.products.list({ query: { ids: [1, 2] } })
  expect(requests.map(({ url }) => url)).toEqual(['https://shop.example/v1/12/products?ids=1%2C2'])
})

test.each(['', '.', '..'])('the id "%s" is nobody\'s, and leads to no other path', async id => {
  const { client, requests } = clientOf(() => json({}))
  await expect(client.locations.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(requests).toEqual([])
})

/** An answer that comes in these pieces. */
const lines = (...pieces: string[]) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })
}

test('who listens to progress is told of it, and gets the result', async () => {
  const { client, requests } = clientOf(() =>
    lines('{"progress":{"done":0,"to', 'tal":2}}\n{"progress":{"done":1,"total":2}}\n{"res', 'ult":{"orders":2}}\n'),
  )
  const told: unknown[] = []
  const body = { priorities: [{ id: 'a', priority: 0 }] }
  expect(await client.locations.backtest({ body, onProgress: progress => told.push(progress) })).toEqual({ orders: 2 })
  expect(told).toEqual([
    { done: 0, total: 2 },
    { done: 1, total: 2 },
  ])
  expect(requests[0]?.init?.headers).toMatchObject({ accept: 'application/x-ndjson' })
})

test('a refusal in the last line is thrown, and so is an answer without an end', async () => {
  const body = { priorities: [{ id: 'a', priority: 0 }] }
  const listening = (answer: Response) =>
    clientOf(() => answer).client.locations.backtest({ body, onProgress: () => {} })
  const error = { code: 503, message: 'Service Unavailable', description: 'busy' }
  await expect(listening(lines(`{"error":${JSON.stringify(error)}}\n`))).rejects.toMatchObject({
    status: 503,
    body: error,
  })
  await expect(listening(lines('{"progress":{"done":0,"total":2}}\n'))).rejects.toMatchObject({ status: 503 })
  expect(await listening(json({ orders: 1 }))).toEqual({ orders: 1 })
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
