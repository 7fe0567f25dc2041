import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

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
