import { expect, test } from 'vitest'
import { isFromHere, isOwnName } from './same-origin.ts'

const own = ['https://shop.example', 'https://api.example']

test.each<[string, Record<string, string>, boolean]>([
  ['no browser', {}, true],
  ['a page of ours', { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }, true],
  ['a page of our other name', { origin: 'https://api.example' }, true],
  ['an old browser', { origin: 'https://shop.example' }, true],
  ['our own form without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another site, old browser', { origin: 'https://evil.example' }, false],
  ['a subdomain', { origin: 'https://evil.shop.example', 'sec-fetch-site': 'same-site' }, false],
  ['another port', { origin: 'https://shop.example:8443', 'sec-fetch-site': 'same-site' }, false],
  ['plain http', { origin: 'http://shop.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a sandboxed frame elsewhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['a link that somebody typed', { 'sec-fetch-site': 'none' }, false],
  ['a liar about the origin', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_who, headers, expected) => {
  expect(isFromHere(headers, own)).toBe(expected)
})

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://127.1', true],
  ['http://[::1]:3000', true],
  ['http://192.0.2.7', true],
  ['http://localhost:3000', true],
  ['http://shop.localhost', true],
  ['http://bodega:3000', true],
  ['http://laptop.local:3000', true],
  ['http://shop.test', true],
  ['http://shop.internal', true],
  ['http://local.example', false],
  ['https://shop.example:8443', true],
  ['http://evil.example:3000', false],
  ['http://evil.', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://shop.example.evil.example', false],
  ['http://localhost.evil.example', false],
])('%s is a name of our own: %s', (address, expected) => {
  expect(isOwnName(address, own)).toBe(expected)
})

test('a name is our own whatever port it is asked at', () => {
  expect(isOwnName('http://shop.example:3000', ['https://shop.example:8443'])).toBe(true)
})
