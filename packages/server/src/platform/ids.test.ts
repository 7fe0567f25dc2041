import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newUlid } from './ids.ts'

const form = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const time = fc.nat(2 ** 47)

test('ids are well formed whatever chance gives, and sort by the time of their making', () => {
  fc.assert(
    fc.property(time, time, fc.nat(255), fc.nat(255), (one, other, byte, another) => {
      const first = newUlid({ now: () => new Date(one), random: size => Buffer.alloc(size, byte) })
      const second = newUlid({ now: () => new Date(other), random: size => Buffer.alloc(size, another) })
      expect(first).toMatch(form)
      if (one < other) expect(first < second).toBe(true)
    }),
  )
})
