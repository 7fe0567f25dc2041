import {
  ApiError,
  Instant,
  LocalizedInput,
  LocationInput,
  Nullable,
  Paging,
  Several,
  Sought,
  Within,
} from '@bodega/api'
import fc from 'fast-check'
import Type, { type TObject, type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { validate, validateText } from './validate.ts'

function refusal(check: () => unknown): unknown {
  try {
    check()
  } catch (error) {
    if (error instanceof ApiError) return error.status === 422 ? error.body : error.status
    throw error
  }
  throw new Error('was taken')
}

const problems = (schema: TSchema, value: unknown) => refusal(() => validate(schema, value))

describe('D8: what is wrong is said field by field', () => {
  const Thing = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    parts: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: 2 })),
    text: Type.Optional(Nullable(LocalizedInput(3))),
    open: Type.Optional(Nullable(Within(9, Type.Record(Type.String(), Type.Unknown())))),
  })

  test.each([
    [{}, { name: ["can't be blank"] }],
    [{ name: '' }, { name: ["can't be blank"] }],
    [{ name: 'toolong' }, { name: ['is too long (maximum is 5 characters)'] }],
    [{ name: 7 }, { name: ['must be a string'] }],
    [{ name: null }, { name: ["can't be blank"] }],
    [{ name: 'x', count: null }, { count: ["can't be blank"] }],
    [{ name: 'x', kind: null }, { kind: ["can't be blank"] }],
    [{ name: 'x', parts: [{ id: null }] }, { 'parts.0.id': ["can't be blank"] }],
    [{ name: 'x', parts: [null] }, { 'parts.0': ['must be an object'] }],
    [{ name: 'x', count: -1 }, { count: ['must be at least 0'] }],
    [{ name: 'x', count: 10 }, { count: ['must be at most 9'] }],
    [{ name: 'x', count: 1.5 }, { count: ['must be an integer'] }],
    [{ name: 'x', count: '1.5' }, { count: ['must be an integer'] }],
    [{ name: 'x', count: '10' }, { count: ['must be at most 9'] }],
    [{ name: 'x', kind: 'c' }, { kind: ['is not included in the list'] }],
    [{ name: 'x', parts: [{ id: 1 }, {}] }, { 'parts.1.id': ["can't be blank"] }],
    [{ name: 'x', parts: [{ id: 1 }, { id: 2 }, { id: 3 }] }, { parts: ['must have at most 2 items'] }],
    [{ name: 'x', text: 7 }, { text: ['must be a string or an object or null'] }],
    [{ name: 'x', text: { pt: 7 } }, { 'text.pt': ['must be a string or null'] }],
    [{ name: 'x', text: { pt: 'long' } }, { 'text.pt': ['is too long (maximum is 3 characters)'] }],
    [{ name: 'x', text: 'long' }, { text: ['is too long (maximum is 3 characters)'] }],
    [{ name: 'x', text: { portuguese: 'a' } }, { 'text.portuguese': ['is not a known name'] }],
    [{ name: 'x', open: { a: 'bcd' } }, { open: ['is too long (maximum is 9 characters of JSON)'] }],
    [{ name: 'x', open: 7 }, { open: ['must be an object or null'] }],
    [
      { name: 7, count: 'x' },
      { name: ['must be a string'], count: ['must be an integer'] },
    ],
    ['text', { body: ['must be an object'] }],
    [null, { body: ['must be an object'] }],
  ])('%j gives %j', (value, expected) => {
    expect(problems(Thing, value)).toEqual(expected)
  })

  test('a name of nothing but spaces is blank; what has another form than it should is invalid', () => {
    const Named = Type.Object({
      name: Type.String({ minLength: 1, pattern: '\\S' }),
      address: Type.Optional(Type.String({ pattern: '^https?://' })),
    })
    expect(problems(Named, { name: ' ', address: 'x' })).toEqual({ name: ["can't be blank"], address: ['is invalid'] })
    expect(problems(Named, { name: '' })).toEqual({ name: ["can't be blank"] })
  })

  test('null for a field that takes several forms, but not null, leaves it blank', () => {
    const Named = Type.Object({ name: LocalizedInput(3), 'a/b~c': Type.Union([Type.Integer(), Type.String()]) })
    expect(problems(Named, { name: null, 'a/b~c': null })).toEqual({
      name: ["can't be blank"],
      'a/b~c': ["can't be blank"],
    })
  })

  test('unknown keys are no fault', () => {
    expect(validate(Thing, { name: 'x', unknown: { deep: [1] } })).toMatchObject({ name: 'x' })
  })

  test('a text is as long as its characters, not as its bytes', () => {
    expect(validate(Thing, { name: '\u{1f4e6}'.repeat(5) })).toBeDefined()
    expect(problems(Thing, { name: '\u{1f4e6}'.repeat(6) })).toEqual({
      name: ['is too long (maximum is 5 characters)'],
    })
  })

  test('every refusal names at least one field, each with a sentence', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        let body: unknown
        try {
          validate(LocationInput, value)
          return
        } catch (error) {
          body = (error as ApiError).body
        }
        const texts = Object.values(body as Record<string, string[]>)
        expect(texts.length).toBeGreaterThan(0)
        for (const list of texts) for (const text of list) expect(text).toMatch(/^\S.*\S$/)
      }),
    )
  })
})

test('2.4: what a body means is taken, and what is wrong with it told', () => {
  const Thing = Type.Object({ name: Type.String(), count: Type.Integer({ minimum: 1 }), extra: Type.Object({}) })
  expect(validate(Thing, { name: 'x', count: '7', extra: [] })).toEqual({ name: 'x', count: 7, extra: {} })
  expect(problems(Thing, { name: 7, count: '0', extra: [1] })).toEqual({
    name: ['must be a string'],
    count: ['must be at least 1'],
    extra: ['must be an object'],
  })
  expect(problems(Thing, [])).toEqual(problems(Thing, {}))
  expect(problems(Thing, [1])).toEqual({ body: ['must be an object'] })
})

describe('texts of a query or a path', () => {
  const read = (schema: TObject, texts: Record<string, string>) => {
    try {
      return validateText(schema, texts)
    } catch (error) {
      return Object.keys((error as ApiError).body)
    }
  }
  const Query = Type.Object({
    n: Type.Optional(Type.Integer()),
    d: Type.Optional(Type.Number()),
    b: Type.Optional(Type.Boolean()),
    s: Type.Optional(Type.String()),
    m: Type.Optional(Nullable(Type.Integer())),
  })

  test('D5: integers are digits, and nothing that only looks like a number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), n => {
        expect(read(Query, { n: String(n), m: String(n) })).toEqual({ n: n === 0 ? 0 : n, m: n === 0 ? 0 : n })
      }),
    )
    for (const text of ['1.5', '1.0', '1e2', '0x10', 'true', ' 1', '1 ', '1n', '+1', 'Infinity', 'NaN', '١']) {
      expect({ text, read: read(Query, { n: text }) }).toEqual({ text, read: ['n'] })
    }
  })

  test('booleans are true and false, as programs of other languages write them too', () => {
    for (const text of ['true', 'True', 'TRUE', '1']) expect(read(Query, { b: text })).toEqual({ b: true })
    for (const text of ['false', 'False', '0']) expect(read(Query, { b: text })).toEqual({ b: false })
    for (const text of ['2', 'yes', ' true', 'null']) expect(read(Query, { b: text })).toEqual(['b'])
  })

  test('what is left empty is left out, but for a text', () => {
    const Form = Type.Object({ ...Query.properties, e: Type.Optional(Type.Enum(['x'])), t: Type.Optional(Instant) })
    expect(read(Form, { n: '', d: '', b: '', m: '', e: '', t: '' })).toEqual({})
    expect(read(Form, { s: '' })).toEqual({ s: '' })
    expect(read(Type.Object({ s: Sought() }), { s: '' })).toEqual({})
    expect(read(Paging, { page: '', per_page: '' })).toEqual({ page: 1, per_page: 30 })
    expect(read(Type.Object({ n: Type.Integer() }), { n: '' })).toEqual(['n'])
  })

  test('numbers may have decimals', () => {
    expect(read(Query, { d: '-1.25' })).toEqual({ d: -1.25 })
    for (const text of ['1e2', '.5', '5.', 'Infinity']) expect(read(Query, { d: text })).toEqual(['d'])
  })

  test('several stand with commas between them; what is wrong with one is wrong with the field', () => {
    const Lists = Type.Object({ n: Several(Type.Integer()), e: Several(Type.Enum(['x', 'y']), 2) })
    const blank = fc.constantFrom('', ' ', ',', ' , ,')
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 100 }), blank, blank, (n, before, after) => {
        expect(read(Lists, { n: before + n.join(` ,${before}`) + after })).toEqual({ n })
      }),
    )
    for (const text of ['', ' ', ',', ' ,,']) expect(read(Lists, { n: text, e: text })).toEqual({})
    expect(refusal(() => validateText(Lists, { n: '1,x', e: 'y,z' }))).toEqual({
      n: ['must be an integer'],
      e: ['is not included in the list'],
    })
    expect(refusal(() => validateText(Lists, { e: 'x,y,x' }))).toEqual({ e: ['must have at most 2 items'] })
  })

  test('texts stay texts', () => {
    fc.assert(
      fc.property(fc.string(), s => {
        expect(read(Query, { s })).toEqual({ s })
      }),
    )
    for (const s of ['7', 'true', 'null', '']) expect(read(Query, { s })).toEqual({ s })
  })

  test('law: a name that nobody knows is as if it were not there', () => {
    const names = Object.keys(Query.properties)
    const unknown = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('constructor', 'access_token', 'params[page]', '_')),
      fc.string(),
    )
    fc.assert(
      fc.property(unknown, texts => {
        const others = Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)))
        expect(read(Query, { ...others, n: '7' })).toEqual({ n: 7 })
      }),
    )
  })

  test('D5: what is left out takes its standard', () => {
    expect(read(Paging, {})).toEqual({ page: 1, per_page: 30 })
    expect(read(Paging, { page: '3' })).toEqual({ page: 3, per_page: 30 })
    expect(read(Paging, { page: '0' })).toEqual(['page'])
    expect(read(Paging, { per_page: '-1' })).toEqual(['per_page'])
  })
})
