import { ApiError } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './body.ts'

const refusal = (text: string): ApiError => {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`was taken: ${text.slice(0, 100)}`)
}

const wellFormed = fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }).filter(value => {
  const text = JSON.stringify(value)
  return !text.includes('\\u0000') && !text.includes('__proto__')
})

test('JSON that can be stored comes through as it is', () => {
  fc.assert(
    fc.property(wellFormed, value => {
      expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('whatever is sent, the result is a value that can be stored, or a refusal', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json({ stringUnit: fc.constantFrom('\0', '\ud83d', '\udce6', 'a', '"') }),
  )
  fc.assert(
    fc.property(anything, text => {
      let value: unknown
      try {
        value = parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
        return
      }
      const stored = JSON.stringify(value) ?? ''
      expect(stored.isWellFormed()).toBe(true)
      expect(stored).not.toMatch(/\\u0000|\\ud[89ab][0-9a-f]{2}/)
    }),
  )
})

test('an empty body is no body', () => {
  for (const text of ['', ' ', '\r\n\t ']) expect(parseJson(text)).toBeUndefined()
})

test('a byte order mark is not a part of the text', () => {
  expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 })
})

test('NUL is refused where it stands, also inside lists', () => {
  expect(refusal('{"a":{"b":["x","\\u0000"]}}').body).toEqual({ 'a.b.1': ['must not contain NUL characters'] })
  expect(refusal('[{"id":"a\\u0000"}]').body).toEqual({ '0.id': ['must not contain NUL characters'] })
  expect(refusal('"\\u0000"').body).toEqual({ body: ['must not contain NUL characters'] })
})

test('half of a surrogate pair becomes the replacement character, in names too', () => {
  expect(parseJson('{"a\\ud83d":"\\udce6"}')).toEqual({ 'a\ufffd': '\ufffd' })
  expect(parseJson('["\\ud83d\\udce6"]')).toEqual(['\u{1f4e6}'])
})

test('names that are no data are dropped', () => {
  const value = parseJson('{"__proto__":{"polluted":true},"a\\u0000":1,"b":{"__proto__":1,"c":2}}') as object
  expect(value).toEqual({ b: { c: 2 } })
  expect(Object.hasOwn(value, '__proto__')).toBe(false)
  expect('polluted' in value).toBe(false)
})

test('32 levels are taken, 33 refused, and a million do not hurt', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(parseJson(nested(32))).toHaveLength(1)
  expect(refusal(nested(33)).status).toBe(400)
  expect(refusal(nested(1_000_000)).status).toBe(400)
})

test('ten thousand entries in a list or an object are taken, one more is refused', () => {
  const list = (size: number) => JSON.stringify({ items: Array(size).fill(0) })
  const object = (size: number) => JSON.stringify([Object.fromEntries(Array.from({ length: size }, (_, i) => [i, 0]))])
  for (const sized of [list, object]) {
    expect(parseJson(sized(10_000))).toBeDefined()
    expect(refusal(sized(10_001)).status).toBe(400)
  }
})

test('many lists, none of them long, have half a million values at most', () => {
  const lists = (count: number) => `[${Array(count).fill(`[${Array(99).fill(0)}]`)}]`
  expect(parseJson(lists(4999))).toHaveLength(4999)
  expect(refusal(lists(5000)).status).toBe(400)
})
