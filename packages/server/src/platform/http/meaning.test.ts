import { LocalizedInput, Nullable, OrderInput, ProductInput } from '@bodega/api'
import fc from 'fast-check'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { meant } from './meaning.ts'

const Code = Type.String({ format: 'code' })
const Thing = Type.Object({
  text: Type.String(),
  maybe: Nullable(Type.String()),
  count: Type.Integer(),
  parent: Nullable(Type.Integer()),
  price: Type.Number(),
  isOpen: Type.Boolean(),
  mayBeOpen: Nullable(Type.Boolean()),
  code: Nullable(Code),
  name: LocalizedInput(9),
  place: Nullable(Type.Object({ x: Type.Number(), near: Type.Optional(Type.Object({})) })),
  extra: Nullable(Type.Record(Type.String(), Nullable(Type.String()))),
  list: Nullable(Type.Array(Nullable(Type.Integer()), { maxItems: 3 })),
  at: Nullable(Type.String({ pattern: '^[12]' })),
  many: Type.Array(Type.Object({ id: Type.Integer() })),
})

test.each([
  [{ count: '12' }, { count: 12 }],
  [
    { count: '-3', price: '1.50' },
    { count: -3, price: 1.5 },
  ],
  [{ isOpen: 'true' }, { isOpen: true }],
  [
    { isOpen: 'False', mayBeOpen: '1' },
    { isOpen: false, mayBeOpen: true },
  ],
  [
    { isOpen: 0, mayBeOpen: 1 },
    { isOpen: false, mayBeOpen: true },
  ],
  [{ mayBeOpen: '' }, { mayBeOpen: null }],
  [
    { maybe: false, parent: false },
    { maybe: null, parent: null },
  ],
  [{ parent: '' }, { parent: null }],
  [{ code: 123 }, { code: '123' }],
  [{ code: 1.5 }, { code: '1.5' }],
  [{ extra: [] }, { extra: {} }],
  [{ place: {} }, { place: null }],
  [{ place: [] }, { place: null }],
  [{ place: { near: {} } }, { place: null }],
  [{ list: {} }, { list: null }],
  [
    { parent: '0001-01-01T00:00:00Z', at: '0001-01-01T00:00:00.0000000' },
    { parent: null, at: null },
  ],
  [{ extra: { 'a/b~c': false } }, { extra: { 'a/b~c': null } }],
  [{ list: ['1', false, ''] }, { list: [1, null, null] }],
  [{ many: [{ id: '1' }, { id: 2, more: '3' }] }, { many: [{ id: 1 }, { id: 2, more: '3' }] }],
])('%j means %j', (sent, meaning) => {
  expect(meant(Type.Partial(Thing), sent)).toEqual(meaning)
})

test.each([
  { text: 7 },
  { text: false },
  { text: '' },
  { maybe: '' },
  { maybe: true },
  { count: '1.5' },
  { count: '' },
  { count: true },
  { price: '1,5' },
  { isOpen: 2 },
  { isOpen: 'yes' },
  { mayBeOpen: false },
  { code: 1e21 },
  { name: 7 },
  { name: { pt: 7 } },
  { extra: {} },
  { extra: [1] },
  { place: { y: 1 } },
  { place: { near: {}, x: {} } },
  { place: { far: {} } },
  { at: '0001-01-02T00:00:00Z' },
  { list: { 0: 1 } },
  { many: {} },
  { list: ['1', '2', '3', '4'] },
  { many: [] },
  { unknown: '1' },
])('%j stays as it is', sent => {
  expect(meant(Type.Partial(Thing), sent)).toEqual(sent)
})

test('laws: what is taken stays, nothing is meant twice, and whatever is sent, what was sent is not changed', () => {
  for (const schema of [Thing, ProductInput, OrderInput]) {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record(forms, { requiredKeys: [] })), sent => {
        const before = structuredClone(sent)
        const meaning = meant(schema, sent)
        expect(sent).toEqual(before)
        if (Check(schema, sent)) expect(meaning).toEqual(sent)
        expect(meant(schema, meaning)).toEqual(meaning)
      }),
    )
  }
})

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '1', '0', 'true', false, 0, 1, [], {}, null))
const forms = Object.fromEntries(
  [...Object.keys(Thing.properties), 'variants', 'images', 'categories', 'published', 'products', 'customer'].map(
    name => [name, odd],
  ),
)
