import { unsetTime } from '@bodega/api'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

/** What a schema says of the kind of value that it wants. */
export interface Wanted {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  items?: TSchema
  maxItems?: number
}

/** A number or a boolean where the schema wants one and the text is one: `1.5` is no integer, `0x10` no number. */
export function read(schema: TSchema | undefined, text: string): unknown {
  const { type, anyOf = [] } = (schema ?? {}) as Wanted
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false|1|0)$/i.test(text)) return /^(true|1)$/i.test(text)
  const branch = anyOf.find(some => read(some, text) !== text)
  return branch ? read(branch, text) : text
}

/**
 * What was meant by a value that a schema does not take. Programs say one thing in several ways: digits in quotes, a code
 * without them, `"true"` or 1 for yes, an empty text, `false` or the first moment of the calendar for nothing, an empty list for
 * an object without fields, and such an object for nothing where it must have some or where a list is wanted.
 * What the schema takes stays as it is, and so does what cannot be helped.
 */
export function meant(schema: TSchema, value: unknown): unknown {
  const { type, format, anyOf, items, maxItems = Number.POSITIVE_INFINITY } = schema as Wanted
  if (anyOf) return meantByOne(anyOf, value)
  if (Array.isArray(value)) {
    if (type === 'object' && value.length === 0) return {}
    return items && value.length <= maxItems ? value.map(item => meant(items, item)) : value
  }
  if (typeof value === 'object' && value !== null) return type === 'object' ? fieldsMeant(schema, value) : value
  if (type === 'null' && isNothing(value)) return null
  if (type === 'boolean' && (value === 1 || value === 0)) return value === 1
  if (format === 'code' && isExact(value)) return String(value)
  return typeof value === 'string' ? read(schema, value) : value
}

const isNothing = (value: unknown): boolean =>
  value === '' || value === false || (typeof value === 'string' && value.startsWith(unsetTime))

/** A number that JSON carries as it was written. */
const isExact = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER

function meantByOne(branches: readonly TSchema[], value: unknown): unknown {
  if (branches.some(branch => Check(branch, value))) return value
  const tries = branches.map(branch => ({ branch, meaning: meant(branch, value) }))
  const taken = tries.find(({ branch, meaning }) => Check(branch, meaning))
  if (!taken && branches.some(branch => isSilent(branch, value)) && branches.some(branch => Check(branch, null)))
    return null
  // Where none will do, what is wrong is looked for in what comes nearest.
  return (taken ?? tries.find(({ meaning }) => meaning !== value) ?? { meaning: value }).meaning
}

const isHollow = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/**
 * An object is wanted, and there is nothing in what was sent but parts of it that may be empty and are; or a list is,
 * and what was sent is an object without fields.
 */
function isSilent(schema: TSchema, value: unknown): boolean {
  const { type, properties = {} } = schema as Wanted
  if (type === 'array') return isHollow(value) && !Array.isArray(value)
  if (type !== 'object' || typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, part]) => {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined
    return wanted !== undefined && isHollow(part) && Check(wanted, part)
  })
}

function fieldsMeant(schema: TSchema, fields: object): object {
  const { properties = {}, patternProperties = {} } = schema as Wanted
  const [others] = Object.values(patternProperties)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const wanted = Object.hasOwn(properties, name) ? properties[name] : others
      return [name, wanted ? meant(wanted, value) : value]
    }),
  )
}
