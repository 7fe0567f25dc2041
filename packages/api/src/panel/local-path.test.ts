import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath, withLanguage } from './local-path.ts'

test('after the sign-in one stays here, whatever the address says', () => {
  const pieces = ['/', '\\', 'evil.example', 'http:', 'https:', '@', '%2f', '\t', '?', '#', '.', '..', 'x', ':']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), parts => {
      const path = localPath(`/${parts.join('')}`) ?? '/'
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['orders', undefined],
  ['https://evil.example', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['/..//evil.example', undefined],
  ['/.//evil.example', undefined],
  ['/apps/1/authorize?state=a%20b#c', '/apps/1/authorize?state=a%20b#c'],
])('%j leads to %j', (next, path) => {
  expect(localPath(next)).toBe(path)
})

test.each([
  ['/apps/1/authorize', '/apps/1/authorize?lang=es'],
  ['/apps/1/authorize?lang=pt&state=a%26b', '/apps/1/authorize?lang=es&state=a%26b'],
  ['/apps/1/authorize?state=a?b%00#c', '/apps/1/authorize?state=a%3Fb%00&lang=es#c'],
])('%j is %j in Spanish', (path, inSpanish) => {
  expect(withLanguage(path, 'es')).toBe(inSpanish)
})
