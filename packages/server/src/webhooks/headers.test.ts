import { validateHeaderName, validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerProblem } from './headers.ts'

const headers = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('X-App', 'x-app', 'Authorization', 'Cookie', 'Host', 'TE', '__proto__')),
  fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('', ' a ', 'a\tb', 'é', 'a\nb', '\0')),
  { maxKeys: 5, noNullPrototype: true },
)

test('law, D65: what is accepted can be sent, and names are told apart without their case', () => {
  fc.assert(
    fc.property(headers, given => {
      if (headerProblem(given) !== undefined) return
      for (const [name, value] of Object.entries(given)) {
        validateHeaderName(name)
        validateHeaderValue(name, value)
      }
      const names = Object.keys(given).map(name => name.toLowerCase())
      expect(new Set(names).size).toBe(names.length)
      expect(names).not.toContain('host')
    }),
  )
})

test('law: with one header less what was accepted still is', () => {
  fc.assert(
    fc.property(headers, given => {
      if (headerProblem(given) !== undefined) return
      for (const name of Object.keys(given)) {
        const { [name]: _gone, ...rest } = given
        expect(headerProblem(rest)).toBeUndefined()
      }
    }),
  )
})
