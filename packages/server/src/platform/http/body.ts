import { isUtf8 } from 'node:buffer'
import { invalid, refused, unparsable } from '@bodega/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const bodyLimit = 10 * 1024 * 1024
/** An image of 10 MB as base64, with room for the rest. */
export const fileLimit = 15 * 1024 * 1024
/** What people fill in, and the token request of an app: read before anybody knows who sends it. */
export const formLimit = 64 * 1024
const maxDepth = 32
/** Twice as many as the longest list that an endpoint takes: one that is a little too long is told how long it may be. */
const maxWidth = 10_000
/** About as many as an honest body has room for, with names around them. */
const maxValues = 500_000

const tooWide = () => refused(400, `The body has a list or an object with more than ${maxWidth} entries`)
const tooMany = () => refused(400, `The body has more than ${maxValues} values`)

/**
 * What JSON can say and PostgreSQL cannot keep: NUL in a text, half of a surrogate pair, nesting without end.
 * The first is refused, the second becomes the replacement character, as in any other decoder. So is what would keep
 * the checks busy for a minute: three million items fit into a body.
 */
function clean(value: unknown, path: string, depth: number, seen: { values: number }): unknown {
  if (++seen.values > maxValues) throw tooMany()
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid({ [path || 'body']: ['must not contain NUL characters'] })
    return value.isWellFormed() ? value : value.toWellFormed()
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) throw refused(400, `The body is nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    if (value.length > maxWidth) throw tooWide()
    for (let i = 0; i < value.length; i++) value[i] = clean(value[i], below(path, i), depth + 1, seen)
    return value
  }
  const record = value as Record<string, unknown>
  const keys = Object.keys(record)
  if (keys.length > maxWidth) throw tooWide()
  for (const key of keys) {
    const content = record[key]
    const kept = key.toWellFormed()
    if (kept !== key || key === '__proto__' || key.includes('\0')) delete record[key]
    if (key !== '__proto__' && !key.includes('\0')) record[kept] = clean(content, below(path, kept), depth + 1, seen)
  }
  return record
}

const below = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`)

/** An empty body is no body, whatever its content type (D9). */
export function parseJson(text: string): unknown {
  if (/^[ \t\r\n]*$/.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw unparsable()
  }
  return clean(value, '', 0, { values: 0 })
}

export function parseBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      // Decoded all the same, an `ñ` in Latin-1 would be stored as the replacement character, and nobody told.
      if (!isUtf8(bytes)) throw unparsable()
      return parseJson(bytes.toString())
    },
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text !== '') throw refused(415, 'Content-Type should be application/json')
    return undefined
  })
}
