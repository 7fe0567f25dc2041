import { ApiError, createClient, envelope } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, over, placesOf, saveOver, theirsOf } from './meanwhile.ts'

const text = fc.constantFrom('', 'a', 'b')
const thing = fc.record({
  name: fc.record({ es: text, pt: text }),
  brand: text,
  categories: fc.array(fc.nat(2), { maxLength: 2 }),
})

test('a thing is the same again when its own places are put over another one', () => {
  fc.assert(
    fc.property(thing, thing, (one, other) => {
      expect(over(other, placesOf(one))).toEqual(one)
    }),
  )
})

test('what others have put where nothing was typed stays, each language for itself', () => {
  const seen = { name: { es: 'a', pt: 'a' }, brand: 'x' }
  const now = { name: { es: 'a', pt: 'b' }, brand: 'x' }
  const typed = over(now, { 'name.es': 'c' })
  expect(typed).toEqual({ name: { es: 'c', pt: 'b' }, brand: 'x' })
  expect(theirsOf({ seen: over(now, at(placesOf(seen), { 'name.es': 'c' })), typed, now })).toEqual({})
})

test('what others have put where something else was typed is told, and the same is no matter', () => {
  const seen = { name: { es: 'a' }, zones: [1] }
  const now = { name: { es: 'b' }, zones: [1, 2] }
  expect(theirsOf({ seen, typed: { name: { es: 'c' }, zones: [1, 2] }, now })).toEqual({ 'name.es': 'b' })
  expect(theirsOf({ seen, typed: { name: { es: 'b' }, zones: [] }, now })).toEqual({ zones: [1, 2] })
})

/** A server that keeps one product, which others change as often as is said right after it was read. */
function keeping(others: number) {
  let version = 0
  let left = others
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { etag: `"${version}"` } })
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    if (init.method === 'GET') {
      const read = answer(200, { version })
      if (left > 0) version += 1
      left -= 1
      return read
    }
    const expected = (init.headers as Record<string, string>)['if-match']
    return expected === `"${version}"` ? answer(200, { saved: version }) : answer(412, envelope(412))
  }
  const client = createClient({ baseUrl: '', storeId: 1, fetch: fetch as typeof globalThis.fetch })
  const params = { id: 1 }
  return saveOver(
    () => client.products.get({ params }),
    (_, headers) => client.products.update({ params, headers, body: {} }),
  )
}

test('who was slower than others reads again and saves over what they have made', async () => {
  expect(await keeping(0)).toEqual({ saved: 0 })
  expect(await keeping(3)).toEqual({ saved: 3 })
})

test('who is always slower is told in the end', async () => {
  await expect(keeping(Number.POSITIVE_INFINITY)).rejects.toThrow(ApiError)
})
