import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/answers.ts'
import { aLocation, store } from '../../testing/store.ts'

describe('D12: changes under a tag', () => {
  test('of 20 at once with the same tag one is taken, and 19 are told that it is stale', async () => {
    const { client, request, id, events } = await store()
    const { id: location } = await client.locations.create({ body: aLocation() })
    const path = `/v1/${id}/locations/${location}`
    const { etag = '' } = (await request('GET', path)).headers
    await events()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        request('PUT', path, { body: { name: `Writer ${i}` }, headers: { 'if-match': etag } }),
      ),
    )

    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    for (const answer of answers) if (answer !== taken[0]) expectRefusal(answer, 412, 'A')
    expect((await request('GET', path)).body).toEqual(taken[0]?.body)
    expect(await events()).toEqual(['location/updated'])
  })

  test('the answer to a change carries the new tag, which is the one that GET shows', async () => {
    const { client, request, id } = await store()
    const { id: location } = await client.locations.create({ body: aLocation() })
    const path = `/v1/${id}/locations/${location}`
    let { etag } = (await request('GET', path)).headers
    for (const name of ['One', 'Two', 'Three']) {
      const answer = await request('PUT', path, { body: { name }, headers: { 'if-match': String(etag) } })
      expect(answer.status).toBe(200)
      expect(answer.headers.etag).not.toBe(etag)
      etag = answer.headers.etag
      expect((await request('GET', path)).headers.etag).toBe(etag)
    }
  })

  test('what does not exist is 404, whatever the tag', async () => {
    const { request, id } = await store()
    for (const tag of ['*', '"x"']) {
      const answer = await request('PUT', `/v1/${id}/locations/none`, { body: {}, headers: { 'if-match': tag } })
      expectRefusal(answer, 404, 'A')
    }
  })
})
