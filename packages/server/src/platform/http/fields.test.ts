import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf, pick } from './fields.ts'

const name = fc.oneof(
  fc.constantFrom('id', 'name', 'constructor', '__proto__', 'toString'),
  fc.string({ maxLength: 3 }),
)
const record = fc.dictionary(name, fc.jsonValue(), { maxKeys: 6, noNullPrototype: true })
const names = fc.array(name, { maxLength: 6 })

test('law: of an answer there is left what is asked for and was there, and no more the second time', () => {
  fc.assert(
    fc.property(record, names, (item, wanted) => {
      const left = pick(item, wanted) as Record<string, unknown>
      const own = Object.keys(item).filter(key => wanted.includes(key))
      expect(Object.keys(left).toSorted()).toEqual(own.toSorted())
      for (const key of own) expect(left[key]).toBe(item[key])
      expect(pick(left, wanted)).toEqual(left)
      expect(pick([item, item], wanted)).toEqual([left, left])
      expect(pick({ total: 1, results: [item] }, wanted, 'results')).toEqual({ total: 1, results: [left] })
    }),
  )
})

test('law: names stand with commas between them, with or without blanks', () => {
  const plain = fc.array(fc.stringMatching(/^[a-z_]{1,9}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(plain, wanted => {
      expect(fieldsOf(wanted.join(','))).toEqual(wanted)
      expect(fieldsOf(` ${wanted.join(' , ')} `)).toEqual(wanted)
    }),
  )
})
