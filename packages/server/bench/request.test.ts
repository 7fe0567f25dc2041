import { expect, test } from 'vitest'
import { bytesOf, changing, inTurn } from './request.ts'

test('a request without a body, and one with it, as they cross the wire', () => {
  expect(String(bytesOf({ method: 'GET', path: '/one', headers: { authentication: 'bearer x' } }))).toBe(
    'GET /one HTTP/1.1\r\nhost: bench\r\nuser-agent: Bench (bench@example.com)\r\nauthentication: bearer x\r\n\r\n',
  )
  expect(String(bytesOf({ method: 'PUT', path: '/one', body: '"é"' }))).toMatch(/content-length: 4\r\n\r\n"é"$/)
})

test('requests take turns, whoever sends them', () => {
  const next = inTurn([
    { method: 'GET', path: '/one' },
    { method: 'GET', path: '/two' },
  ])
  expect([next(), next(), next()].map(bytes => String(bytes).split(' ')[1])).toEqual(['/one', '/two', '/one'])
})

test('no two of those that change something are the same', () => {
  const next = changing([{ method: 'PUT', path: '/one' }], stock => ({ stock }))
  expect([next(), next()].map(bytes => String(bytes).split('\r\n\r\n')[1])).toEqual(['{"stock":1}', '{"stock":2}'])
})
