import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAgreed, redirectTo } from './authorize.ts'
import { isVerified } from './codes.ts'

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

test('table 4.1, row 7: only the verifier of the challenge fits; without a challenge none does', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (verifier, other) => {
      expect(isVerified(s256(verifier), verifier)).toBe(true)
      expect(isVerified(s256(verifier), other)).toBe(other === verifier)
      expect(isVerified(s256(verifier), undefined)).toBe(false)
      expect(isVerified(null, verifier)).toBe(false)
      // What `plain` would take.
      expect(isVerified(verifier, verifier)).toBe(false)
    }),
  )
  expect(isVerified(null, undefined)).toBe(true)
})

test('table 4.1, row 6: whatever the state is, it comes back unchanged, and the address stays the registered one', () => {
  const state = fc.string({ unit: 'grapheme', maxLength: 2048 })
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), state, (url, text) => {
      const target = redirectTo(url, { code: 'c', state: text, iss: undefined })
      expect(target.startsWith(url)).toBe(true)
      const { searchParams } = new URL(target)
      expect(searchParams.getAll('state').at(-1)).toBe(text)
      expect(searchParams.getAll('code').at(-1)).toBe('c')
      expect(searchParams.getAll('iss')).toEqual(new URL(url).searchParams.getAll('iss'))
    }),
  )
})

test('only the very same scopes, in any order, were agreed to', () => {
  const some = fc.uniqueArray(fc.constantFrom('read_products', 'write_products', 'read_orders', 'write_orders'))
  fc.assert(
    fc.property(some, some, (one, other) => {
      const app = { scopes: one } as never
      expect(isAgreed(app, [...one].reverse())).toBe(true)
      expect(isAgreed(app, other)).toBe(one.toSorted().join() === other.toSorted().join())
      expect(isAgreed(app, null)).toBe(false)
    }),
  )
})
