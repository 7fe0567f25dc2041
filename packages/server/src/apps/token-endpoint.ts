import { ApiError } from '@bodega/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { formLimit } from '../platform/http/body.ts'
import { refusalOf, sendError } from '../platform/http/errors.ts'
import { reasonOf } from '../platform/http/reason.ts'
import { exchange, type TokenFields, tokenError } from './exchange.ts'

const unreadable = () => tokenError(400, 'invalid_request', 'The body cannot be read: send a form or JSON')

/** What is refused before the body is looked at says so itself; what else is wrong with a request is its body. */
function told(error: unknown): unknown {
  const refusal = refusalOf(error)
  if (refusal === undefined || refusal.status >= 500 || 'error' in refusal.body) return error
  if (!(error instanceof ApiError)) return unreadable()
  return tokenError(refusal.status, 'invalid_request', reasonOf(refusal), refusal.headers)
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Numbers are taken for text: clients send ids as both. */
const texts = (pairs: Iterable<[string, unknown]>): TokenFields =>
  Object.fromEntries([...pairs].flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])))

/**
 * A few short fields, whole in memory. The parser that Node brings refuses boundaries of less than 27 characters, and
 * those that stream answer a cut-off body with an error of their own.
 */
function* partsOf(type: string, text: string): Generator<[string, string]> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  for (const part of text.split(`--${quoted ?? plain ?? '\0'}`).slice(1, -1)) {
    const blank = /\r?\n\r?\n/.exec(part)
    if (!blank) continue
    const head = part.slice(0, blank.index)
    const value = part.slice(blank.index + blank[0].length).replace(/\r?\n$/, '')
    const [, name] = /^content-disposition:.*?\bname="?([^";\r\n]*)/im.exec(head) ?? []
    if (name !== undefined) yield [name, value]
  }
}

/**
 * Form, JSON or multipart (D20). JSON is read under any name: old instructions had people send it as a form (F32).
 * What .NET writes as UTF-8 begins with a byte order mark, which counts as a blank.
 */
export function fieldsOf(type: string, text: string): TokenFields {
  if (/^multipart\/form-data/i.test(type)) return texts(partsOf(type, text))
  const plain = text.trimStart()
  if (!plain.startsWith('{')) return texts(new URLSearchParams(plain))
  try {
    return texts(Object.entries(JSON.parse(plain)))
  } catch {
    throw unreadable()
  }
}

/** Who calls, where libraries for OAuth say it unless told otherwise (RFC 6749, 2.3.1). */
export function credentialsOf(header = ''): TokenFields {
  const [, encoded = ''] = /^basic +(.*)$/i.exec(header) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return texts(secret === undefined ? [] : new URLSearchParams(`client_id=${id}&client_secret=${secret}`))
}

/** What is sent without a value is not sent (RFC 6749, 3.2). */
const said = (fields: TokenFields): TokenFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** That of the ecosystem, and the one that apps write who send their merchants to `/apps/authorize`. */
const addresses = ['/apps/authorize/token', '/apps/token']

/**
 * Where codes become tokens. It shares its host with pages, but nothing of theirs touches it: no content negotiation, no
 * session, no check of the origin. Parameters in the address are not read.
 */
export function serveTokenEndpoint(app: FastifyInstance, options: { db: Db; world: World; key: Buffer }): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_request: FastifyRequest, text: string) => text,
    )
    scope.setErrorHandler((error, request, reply) => sendError(told(error), request, reply))
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      const { authorization, 'content-type': type = '' } = request.headers
      const body = fieldsOf(type, String(request.body ?? ''))
      const fields = { ...said(credentialsOf(authorization)), ...said(body) }
      const token = await exchange(options.db, options.world, options.key, fields)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(token))
    }
    for (const address of addresses) scope.post(address, answer)
  })
}
