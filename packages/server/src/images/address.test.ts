import { expect, test } from 'vitest'
import { createOutbound } from '../platform/outbound/index.ts'
import { fetchedFrom } from './address.ts'

test.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['http://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['HTTP://cdn.example/a.png', 'https://cdn.example/a.png'],
])('D34: %s is fetched from %s', (src, from) => {
  expect(fetchedFrom(src, createOutbound({ allowPrivate: false }))).toBe(from)
})

test('D34: as it is, where plain http is allowed', () => {
  expect(fetchedFrom('http://127.0.0.1/a.png', createOutbound({ allowPrivate: true }))).toBe('http://127.0.0.1/a.png')
})

test.each([
  'http://127.0.0.1/a.png',
  'http://10.0.0.1/a.png',
  'http://user:word@cdn.example/a.png',
  'ftp://cdn.example/a.png',
])('D34, D64: nothing makes %s an address to fetch from', src => {
  const outbound = createOutbound({ allowPrivate: false })
  expect(outbound.checkUrl(fetchedFrom(src, outbound))).toEqual(expect.any(String))
})
