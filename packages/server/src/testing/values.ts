/** Values made from schemas: one that fits, and many that do not. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { meant } from '../platform/http/meaning.ts'

/** The part of JSON Schema that the contract uses, as it can be read off any schema. */
interface Form {
  type?: string
  anyOf?: TSchema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, TSchema>
  required?: string[]
  patternProperties?: Record<string, TSchema>
  items?: TSchema
  minItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

export const formOf = (schema: TSchema): Form => schema as Form

/** To make a text for a pattern takes longer than to send it, and patterns come back. */
const texts = new Map<string, string>()

function textLike(pattern: string): string {
  const text = texts.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0] ?? ''
  texts.set(pattern, text)
  return text
}

/** The smallest value that fits: required fields only, the first branch of a union. */
export function aValue(schema: TSchema): unknown {
  const form = formOf(schema)
  if (form.const !== undefined) return form.const
  if (form.enum) return form.enum[0]
  if (form.anyOf?.[0]) return aValue(form.anyOf[0])
  switch (form.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(form.properties ?? {})
          .filter(([name]) => form.required?.includes(name))
          .map(([name, property]) => [name, aValue(property)]),
      )
    case 'array':
      return Array.from({ length: form.minItems ?? 0 }, () => (form.items ? aValue(form.items) : null))
    case 'string':
      if (form.format === 'instant') return '2026-07-11T01:29:50Z'
      return form.pattern ? textLike(form.pattern) : 'x'.repeat(form.minLength ?? 1)
    case 'integer':
    case 'number':
      return Math.max(1, form.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

/** The branches of a union, also of one inside another. */
const branchesOf = (schema: TSchema): TSchema[] => formOf(schema).anyOf?.flatMap(branchesOf) ?? [schema]

export interface Field {
  /** Where, as a refusal names it: `address.city`; empty for the body itself. */
  name: string
  schema: TSchema
  /** A whole body with this value here, and otherwise right. */
  put(value: unknown): unknown
}

/** Every place in a body that has a schema, the body itself first. */
export function* fieldsOf(
  schema: TSchema,
  sample: unknown = aValue(schema),
  name = '',
  put: Field['put'] = value => value,
): Generator<Field> {
  yield { name, schema, put }
  const below = (inner: string | number) => (name === '' ? String(inner) : `${name}.${inner}`)
  for (const branch of branchesOf(schema)) {
    const { properties = {}, patternProperties = {}, items } = formOf(branch)
    const whole = (Compile(branch).Check(sample) ? sample : aValue(branch)) as Record<string, unknown>
    for (const [key, property] of Object.entries(properties)) {
      yield* fieldsOf(property, whole[key], below(key), value => put({ ...whole, [key]: value }))
    }
    for (const [pattern, property] of Object.entries(patternProperties)) {
      const key = textLike(pattern)
      yield* fieldsOf(property, undefined, below(key), value => put({ [key]: value }))
    }
    if (items) yield* fieldsOf(items, undefined, below(0), value => put([value]))
  }
}

const ofEveryType = [null, true, 0.5, 7, 'text', [], [[]], {}, { 'no field': 1 }, { '*': 'no language' }]

/** Longer texts are not worth their megabytes. */
const longest = 100_000

function beyond({ type, ...form }: Form): unknown[] {
  if (type === 'string') {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = form
    return [
      ...(maxLength <= longest ? ['x'.repeat(maxLength + 1)] : []),
      ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
      '\u{1f4e6}',
    ]
  }
  if (type === 'integer' || type === 'number') {
    return [(form.minimum ?? 0) - 1, (form.maximum ?? 0) + 1, 1e308, -1e308]
  }
  return []
}

/** What must be refused here: each JSON type that it is not, unless something else is meant by it, texts too long, numbers out of range, NUL in a text. */
function* wrongFor(schema: TSchema): Generator<unknown> {
  const forms = branchesOf(schema).map(formOf)
  const validator = Compile(schema)
  for (const value of [...ofEveryType, ...forms.flatMap(beyond)]) {
    if (!validator.Check(value) && isDeepStrictEqual(meant(schema, value), value)) yield value
  }
  if (forms.some(({ type }) => type === 'string')) yield 'NUL \0 inside'
}

/** Bodies in which one field is wrong, for every field and every way to be wrong. */
export function* spoiled(schema: TSchema, sample: unknown) {
  for (const { name: field, schema: inner, put } of fieldsOf(schema, sample)) {
    for (const value of wrongFor(inner)) yield { field, value, body: put(value) }
  }
}

/** Texts in a query or a path that are none of what the schema asks for. */
export function wrongTexts(schema: TSchema): string[] {
  const form = formOf(schema)
  const ofBranches = form.anyOf?.map(wrongTexts)
  if (ofBranches) return ofBranches.reduce((some, others) => some.filter(text => others.includes(text)))
  switch (form.type) {
    case 'integer':
    case 'number':
      return [
        ...['abc', ' 2', '0x10', '1n', 'true', 'null', 'Infinity', '1e400', '--1', '1,2'],
        ...(form.type === 'integer' ? ['1.5', '1.0', '1e2'] : []),
        ...(form.minimum === undefined ? [] : [String(form.minimum - 1)]),
      ]
    case 'boolean':
      return ['yes', '2', 'TRUEE']
    case 'string':
      return [
        ...(form.maxLength !== undefined && form.maxLength <= longest ? ['x'.repeat(form.maxLength + 1)] : []),
        ...(form.format === 'instant' ? ['yesterday', '2026-02-30', '2026-07-11T25:00:00Z'] : []),
        ...(form.enum ? ['nonsense'] : []),
      ]
    default:
      return form.enum ? ['nonsense'] : []
  }
}
