import { versions } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, versionLike } from './address.ts'

const segment = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map(segments => `/${segments.join('/')}`)
const version = fc.constantFrom(...versions)
const store = fc.nat()
const search = fc.constantFrom('', '?', '?&', '?page=2', '?a=/v1/2/b', '?a=b?c')

test('D3, D14: version, store and route are read off whatever is served', () => {
  fc.assert(
    fc.property(version, store, path, search, (version, store, path, search) => {
      const expected = { version, store: String(store), path, search }
      expect(parseAddress(`/${version}/${store}${path}${search}`)).toEqual(expected)
      expect(parseAddress(`/${version}${path}${search}`)).toEqual({ ...expected, store: undefined })
    }),
  )
})

test('D9: any number of trailing slashes is none', () => {
  fc.assert(
    fc.property(version, store, path, search, fc.nat(3), (version, store, path, search, count) => {
      const plain = parseAddress(`/${version}/${store}${path}${search}`)
      expect(parseAddress(`/${version}/${store}${path}${'/'.repeat(count)}${search}`)).toEqual(plain)
    }),
  )
})

test('slashes between the parts count once', () => {
  expect(parseAddress('/v1/12//orders///7//')).toEqual({ version: 'v1', store: '12', path: '/orders/7', search: '' })
  expect(parseAddress('/v1//12/orders?a=//b')).toMatchObject({ store: '12', path: '/orders', search: '?a=//b' })
  expect(parseAddress('//v1/12/orders')).toEqual({ version: 'v1', store: '12', path: '/orders', search: '' })
  expect(parseAddress('//v2/12/orders')).toBe('unknownVersion')
})

test.each(['/v2/1/locations', '/v0', '/2024-01/1/locations', '/v10/1/x?y=/v1/1'])(
  'D14: %s is of an API that is not served',
  url => {
    expect(parseAddress(url)).toBe('unknownVersion')
  },
)

test.each([
  '/',
  '',
  '/docs',
  '/v1x/1',
  '/version/1',
  '/health/live',
  '/a/v1/1/locations',
  '//docs',
  '/docs?//v1/1',
  '/?/v1/1',
])('%s is none of the API', url => {
  expect(parseAddress(url)).toBeUndefined()
})

test.each([
  ['/V1/1/products', 'V1'],
  ['/v1.1/1/store', 'v1.1'],
  ['/latest/1/', 'latest'],
  ['/latest/1', undefined],
  ['/latest/1?a=/', undefined],
  ['/latest/products', undefined],
  ['/latest/1a/products', undefined],
  ['//1/products', undefined],
  ['/?/1/products', undefined],
  ['/', undefined],
])('D14: in %s the version would be %s', (url, version) => {
  expect(versionLike(url)).toBe(version)
})

test('the version alone, and with a store, is the root', () => {
  expect(parseAddress('/v1')).toMatchObject({ path: '/', store: undefined })
  expect(parseAddress('/v1/12/')).toMatchObject({ path: '/', store: '12' })
  expect(parseAddress('/v1/12a/b')).toMatchObject({ path: '/12a/b', store: undefined })
})

test('no text makes it fail, and it never takes long', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), text => {
      parseAddress(text)
      parseAddress(`/v1/1${text}`)
    }),
  )
  expect(parseAddress(`/v1/1/${'/'.repeat(100_000)}x`)).toMatchObject({ store: '1' })
})
