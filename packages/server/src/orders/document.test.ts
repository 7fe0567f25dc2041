import { legacyShipping } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { join, split } from './document.ts'

const legacyNames = Object.keys(legacyShipping)
const name = fc.oneof(fc.constantFrom(...legacyNames), fc.constantFrom('token', 'total', 'products', 'extra', 'note'))
const body = fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.constant(undefined)))

test('law: an order is kept in two halves, each field in its own, and together they are what it was', () => {
  fc.assert(
    fc.property(body, order => {
      const { document, legacy } = split(order)
      expect(join({ document, legacy })).toEqual(JSON.parse(JSON.stringify(order)))
      for (const key of Object.keys(JSON.parse(document))) expect(legacyNames).not.toContain(key)
      for (const key of Object.keys(JSON.parse(legacy))) expect(legacyNames).toContain(key)
    }),
  )
})
