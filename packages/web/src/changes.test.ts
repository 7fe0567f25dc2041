import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const value = fc.oneof(
  fc.string({ maxLength: 2 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.nat(3), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('es', 'en'), fc.constantFrom('', 'a'), { maxKeys: 2 }),
)
const record = fc.record({ name: value, tags: value, visibility: value })

test('what is sent makes of what was read what was wanted', () => {
  fc.assert(
    fc.property(record, record, (before, after) => {
      expect({ ...before, ...changesOf(before, after) }).toEqual(after)
    }),
  )
})

test('what was not touched is not sent: what others have made of it meanwhile stays', () => {
  fc.assert(
    fc.property(
      record,
      fc.constantFrom('name', 'tags', 'visibility'),
      value,
      record,
      (read, touched, typed, theirs) => {
        const sent = changesOf(read, { ...read, [touched]: typed })
        expect(Object.keys(sent).filter(name => name !== touched)).toEqual([])
        expect({ ...theirs, ...sent }).toEqual(touched in sent ? { ...theirs, [touched]: typed } : theirs)
      },
    ),
  )
})

test('the same is the same in whatever order it was written', () => {
  expect(changesOf({ name: { es: 'a', en: 'b' } }, { name: { en: 'b', es: 'a' } })).toEqual({})
})
