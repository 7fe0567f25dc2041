import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extensions, nameOf, originalsOf, parseName, renditionsOf } from './names.ts'

const hash = fc.stringMatching(/^[0-9a-f]{40}$/)
const original = fc.record({ hash, extension: fc.constantFrom(...extensions), size: fc.constant(undefined) })

test('law: every name that is given is read back, and of a rendition its original is found', () => {
  fc.assert(
    fc.property(original, image => {
      expect(parseName(nameOf(image))).toEqual(image)
      for (const rendition of renditionsOf(image)) {
        expect(parseName(nameOf(rendition))).toEqual(rendition)
        expect(originalsOf(rendition)).toContainEqual(image)
      }
    }),
  )
})

test('law: of one original no two renditions have one name', () => {
  fc.assert(
    fc.property(original, image => {
      const names = renditionsOf(image).map(nameOf)
      expect(new Set([...names, nameOf(image)]).size).toBe(names.length + 1)
    }),
  )
})

test('law: what is read is a name in the folder, and is written as it was; no text makes it fail', () => {
  const likely = fc
    .tuple(hash, fc.constantFrom('', '-240-0', '-240-240', '-240-100', '-01-0', '-5000-0', '/..'), fc.string())
    .map(([hash, size, end]) => `${hash}${size}.${end}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), likely), text => {
      const found = parseName(text)
      if (found === undefined) return
      expect(nameOf(found)).toBe(text)
      expect(text).toMatch(/^[0-9a-z.-]+$/)
    }),
  )
})
