/** Values for the fields of a schema by chance: most fit, many at the very limit, some are what an attacker would send. */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { between, chance, pick, type Random } from '../seeding/index.ts'
import { formOf } from './values.ts'

/** Texts that have broken programs before. */
export const hostileTexts = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'half \udc00',
    '\u202egnp.exe',
    '\u200f\u2066x\u2069',
    '\ufeff',
    '\u2028',
  ],
  ...["' or '1'='1", "'; drop table stores; --", '$1', '$$', '\\', '%', '_', '%%%', "E'\\x00'", '"}', '{"$ne":null}'],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    '#{7*7}',
    '../../etc/passwd',
    '\r\nx: y',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '-0',
    '1e400',
    '0x10',
    '__proto__',
    'constructor',
    'toString',
    '[object Object]',
  ],
  ...[
    '\u{1f4e6}'.repeat(50),
    'e\u0301'.repeat(300),
    'x'.repeat(256),
    'x'.repeat(5_000),
    '(a+)+$',
    `${'a'.repeat(40)}!`,
  ],
  ...[
    '9223372036854775808',
    '2026-02-30T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '١٢٣',
    'ß'.repeat(300),
  ],
  ...[
    'http://127.0.0.1:22/',
    'https://[::1]/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://a@b:c/',
    'https://x/\u0000',
  ],
]

const hostileNumbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-7,
  1e21,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
]

const hostileValues = [null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }, { __proto__: null }, { 0: 1 }]

function hostile(random: Random): unknown {
  const kind = random()
  if (kind < 0.5) return pick(random, hostileTexts)
  return kind < 0.8 ? pick(random, hostileNumbers) : pick(random, hostileValues)
}

const matching = new Map<string, readonly string[]>()

/** A few texts for each pattern, made once. */
function textLike(random: Random, pattern: string): string {
  const known = matching.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 30 })
  matching.set(pattern, known)
  return pick(random, known)
}

const isId = /(^|_)ids?$|^parent$|^(variant|location|product|customer|category|quote)$/

const instants = [
  '2026-07-11T01:29:50Z',
  '1970-01-01T00:00:00+00:00',
  '9999-12-31T23:59:59Z',
  '2026-02-28T23:59:59-0300',
]

function aText(random: Random, { pattern, format, minLength = 0, maxLength = 300 }: ReturnType<typeof formOf>): string {
  if (format === 'instant') return pick(random, instants)
  if (pattern) return textLike(random, pattern)
  if (chance(random, 0.4)) return pick(random, hostileTexts)
  // At the limit and one beyond it, both ways.
  const limit = Math.min(maxLength, 20_000)
  return 'xy\u00e9 '
    .repeat(limit)
    .slice(0, Math.max(0, pick(random, [minLength, minLength - 1, limit, limit + 1, 5, 12])))
}

const limits = (random: Random, minimum: number, maximum: number) =>
  pick(random, [minimum, minimum - 1, maximum, maximum + 1, 0, 1, 2, 3, between(random, 0, 1000)])

/** Numbers come as texts too: clients write ids both ways. */
const ofEitherType = (random: Random, id: unknown) => (chance(random, 0.5) ? id : String(id))

/** The client's own text, shown again as it was sent: a foreign id in it would look like a leak for ever. */
const isCode = (schema: TSchema): boolean => {
  const { format, anyOf } = formOf(schema)
  return format === 'code' || (anyOf?.some(isCode) ?? false)
}

/** Something for a field. `ids` are of things that exist, or exist elsewhere. */
export function someValue(schema: TSchema, random: Random, ids: readonly unknown[], name = '', depth = 0): unknown {
  const form = formOf(schema)
  if (depth > 0 && chance(random, 0.04)) return hostile(random)
  const namesOne = isId.test(name) && !form.properties && !form.items && !isCode(schema)
  if (ids.length > 0 && namesOne && chance(random, 0.7)) return ofEitherType(random, pick(random, ids))
  if (form.const !== undefined) return form.const
  if (form.enum) return pick(random, form.enum)
  // A code that may be null is a code in both branches.
  if (form.anyOf) return someValue(pick(random, form.anyOf), random, ids, isCode(schema) ? '' : name, depth)
  switch (form.type) {
    case 'object':
      return someObject(form, random, ids, depth)
    case 'array': {
      const count = pick(random, [form.minItems ?? 0, 1, 1, 1, 2, 3])
      return Array.from({ length: count }, () => form.items && someValue(form.items, random, ids, name, depth + 1))
    }
    case 'string':
      return aText(random, form)
    case 'integer':
      return limits(random, form.minimum ?? -1, form.maximum ?? 1000)
    case 'number':
      return limits(random, form.minimum ?? -1, form.maximum ?? 1e6) + pick(random, [0, 0, 0.5, 0.01, 1e-9])
    case 'boolean':
      return chance(random, 0.5)
    case 'null':
      return null
    default:
      return hostile(random)
  }
}

function someObject(form: ReturnType<typeof formOf>, random: Random, ids: readonly unknown[], depth: number): unknown {
  const { properties = {}, required = [], patternProperties = {} } = form
  // Of bodies with a hundred fields, few at a time: what is tried together is seldom refused for the same reason.
  const often = Math.min(0.5, 5 / Math.max(1, Object.keys(properties).length))
  const fields = Object.entries(properties)
    .filter(([key]) => (required.includes(key) ? chance(random, 0.98) : chance(random, often)))
    .map(([key, inner]) => [key, someValue(inner, random, ids, key, depth + 1)])
  const patterned = Object.entries(patternProperties).map(([pattern, inner]) => [
    chance(random, 0.9) ? textLike(random, pattern) : pick(random, hostileTexts),
    someValue(inner, random, ids, '', depth + 1),
  ])
  const unknown = chance(random, 0.1) ? [[pick(random, hostileTexts), hostile(random)]] : []
  return Object.fromEntries([...fields, ...patterned, ...unknown])
}
