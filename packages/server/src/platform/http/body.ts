import { invalid, refused, unparsable } from '@bodega/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const bodyLimit = 10 * 1024 * 1024
/** An image of 10 MB as base64, with room for the rest. */
export const fileLimit = 15 * 1024 * 1024
const maxDepth = 32

/**
 * What JSON can say and PostgreSQL cannot keep: NUL in a text, half of a surrogate pair, nesting without end.
 * The first is refused, the second becomes the replacement character, as in any other decoder.
 */
function clean(value: unknown, path: string, depth: number): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid({ [path || 'body']: ['must not contain NUL characters'] })
    return value.isWellFormed() ? value : value.toWellFormed()
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) throw refused(400, `The body is nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = clean(value[i], below(path, i), depth + 1)
    return value
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const content = record[key]
    const kept = key.toWellFormed()
    if (kept !== key || key === '__proto__' || key.includes('\0')) delete record[key]
    if (key !== '__proto__' && !key.includes('\0')) record[kept] = clean(content, below(path, kept), depth + 1)
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
  return clean(value, '', 0)
}

export function parseBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJson(text),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text !== '') throw refused(415, 'Content-Type should be application/json')
    return undefined
  })
}
