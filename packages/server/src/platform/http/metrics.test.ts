import { expect, test } from 'vitest'
import { aLocation, store } from '../../testing/store.ts'

test('each route is counted once, without ids, tokens or what was mistyped', async () => {
  const { server, client, request, id, token } = await store()
  const made = await client.locations.create({ body: aLocation() })
  await client.locations.get({ params: { id: made.id } })
  await request('GET', `/2025-03/${id}/locations/${made.id}/`)
  await request('GET', `/v1/${id}/nothing/${made.id}`)
  const response = await server.inject('/metrics')
  expect(response.headers['content-type']).toMatch(/^text\/plain/)
  const lines = response.body.split('\n').filter(line => line.startsWith('http_request_duration_seconds_count'))
  expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="/locations/:id",status="200"} 2')
  expect(lines).toContain('http_request_duration_seconds_count{method="POST",route="/locations",status="201"} 1')
  expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="/*",status="404"} 1')
  expect(response.body).not.toContain(made.id)
  expect(response.body).not.toContain(token)
})
