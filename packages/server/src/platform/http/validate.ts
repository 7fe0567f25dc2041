import { type FieldMap, invalid, notBlank } from '@bodega/api'
import type { Static, TObject, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { Set as setFormat } from 'typebox/format'
import { parseInstant } from '../instant.ts'
import { remembered } from '../remembered.ts'
import { validatorOf } from '../validator.ts'
import { meant, read, type Wanted } from './meaning.ts'

setFormat('instant', text => parseInstant(text) !== undefined)
// Any text: the name only tells that digits are meant by a number.
setFormat('code', () => true)

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`)

interface Problem {
  keyword: string
  instancePath: string
  params: object
}

function sentence({ keyword, params }: Problem): string {
  const {
    limit,
    type,
    pattern,
    message = 'is invalid',
  } = params as {
    limit?: number | string
    type?: string | string[]
    pattern?: string | RegExp
    message?: string
  }
  const items = limit === 1 ? 'item' : 'items'
  switch (keyword) {
    case 'type':
      return `must be ${[type ?? 'something else'].flat().map(article).join(' or ')}`
    case 'maxLength':
      return `is too long (maximum is ${limit} characters)`
    case 'minLength':
      return limit === 1 ? "can't be blank" : `is too short (minimum is ${limit} characters)`
    case 'minimum':
    case 'exclusiveMinimum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'greater than'} ${limit}`
    case 'maximum':
    case 'exclusiveMaximum':
      return `must be ${keyword === 'maximum' ? 'at most' : 'less than'} ${limit}`
    case 'minItems':
      return `must have at least ${limit} ${items}`
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${limit} ${items}`
    case 'boolean':
      return 'is not a known name'
    case 'enum':
    case 'const':
      return 'is not included in the list'
    case 'pattern':
      return pattern === notBlank ? "can't be blank" : message
    case '~refine':
      return message
    default:
      return 'is invalid'
  }
}

/** These only say again what others say further inside. */
const summaries = ['anyOf', 'additionalProperties']

/** RFC 6901 writes `/` and `~` inside a name as `~1` and `~0`. */
const namesIn = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `/address/city` is `address.city`. */
const fieldOf = (path: string): string => namesIn(path).join('.') || 'body'

/** Who sends null for a field that takes none leaves it blank, as who does not send it; in a list null is a wrong item. */
function isLeftBlank(body: unknown, path: string): boolean {
  const names = namesIn(path)
  const name = names.pop()
  if (name === undefined) return false
  // Whoever names a path has been there.
  const holder = names.reduce((at, part) => at[part] as Record<string, unknown>, body as Record<string, unknown>)
  return holder[name] === null && !Array.isArray(holder)
}

/** What is wrong, field by field, in words for people. */
function problemsOf(validator: Validator, value: unknown): FieldMap {
  const problems: Record<string, Set<string>> = {}
  const add = (field: string, text: string) => {
    problems[field] = (problems[field] ?? new Set()).add(text)
  }
  for (const error of validator.Errors(value) as Problem[]) {
    if (error.keyword === 'required') {
      const { requiredProperties } = error.params as { requiredProperties: string[] }
      for (const name of requiredProperties) add(fieldOf(`${error.instancePath}/${name}`), "can't be blank")
    } else if (!summaries.includes(error.keyword)) {
      const isBlank = isLeftBlank(value, error.instancePath)
      add(fieldOf(error.instancePath), isBlank ? "can't be blank" : sentence(error))
    }
  }
  const fields = Object.keys(problems)
  if (fields.length === 0) return { body: ['is invalid'] }
  // Where one branch of a union found its fault further inside, the others only say that they are not meant.
  const told = fields.filter(field => !fields.some(other => other.startsWith(`${field}.`)))
  return Object.fromEntries(told.map(field => [field, merged([...(problems[field] ?? [])])]))
}

const isType = (text: string) => /^must be (an? [a-z]+|null)$/.test(text)

/** Each branch of a union complains of the type: one sentence says it all, and none where one branch was meant. */
function merged(texts: string[]): string[] {
  const others = texts.filter(text => !isType(text))
  if (others.length > 0) return others
  return [`must be ${texts.map(text => text.slice('must be '.length)).join(' or ')}`]
}

/** The value, as it was meant. What is wrong with it is refused in the shape that `refuse` gives it. */
export function validate<S extends TSchema>(
  schema: S,
  value: unknown,
  refuse: (problems: FieldMap) => Error = invalid,
): Static<S> {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return value as Static<S>
  const meaning = meant(schema, value)
  if (validator.Check(meaning)) return meaning as Static<S>
  throw refuse(problemsOf(validator, meaning))
}

/** Whether an empty text says something: a name may be empty, a number, a date or what is looked for cannot. */
function mayBeEmpty(schema: TSchema | undefined): boolean {
  const { type, format, pattern, minLength, anyOf = [] } = (schema ?? {}) as Wanted
  return (type === 'string' && !format && !pattern && !minLength) || anyOf.some(mayBeEmpty)
}

/** What the fields are that are not given. */
const defaultsOf = remembered(({ properties }: TObject): Record<string, unknown> => {
  const fields = Object.entries(properties as Record<string, { default?: unknown }>)
  return Object.fromEntries(
    fields.filter(([, field]) => 'default' in field).map(([name, field]) => [name, field.default]),
  )
})

/** Several stand with commas between them. */
const itemsIn = (text: string, items: TSchema | undefined): unknown[] =>
  text.split(',').flatMap(part => (part.trim() === '' ? [] : read(items, part.trim())))

/**
 * Text from a path or a query: numbers, booleans and lists are read out of it first. Clients that send every field of a
 * form leave empty what they do not ask for.
 */
export function validateText<S extends TObject>(schema: S, texts: Record<string, string>): Static<S> {
  const values = { ...defaultsOf(schema) }
  for (const name in texts) {
    // What nobody knows says nothing (contract 2.4): who asks with it asks the same question as without.
    if (!Object.hasOwn(schema.properties, name)) continue
    const text = texts[name] ?? ''
    const { type, items } = (schema.properties[name] ?? {}) as Wanted
    if (type === 'array') {
      const several = itemsIn(text, items)
      if (several.length > 0) values[name] = several
    } else if (text !== '' || mayBeEmpty(schema.properties[name])) values[name] = read(schema.properties[name], text)
  }
  return validate(schema, values, invalidParameters)
}

/** What is wrong with one of several is wrong with the parameter. */
const invalidParameters = (problems: FieldMap): Error =>
  invalid(Object.fromEntries(Object.entries(problems).map(([field, texts]) => [field.replace(/\.\d+$/, ''), texts])))
