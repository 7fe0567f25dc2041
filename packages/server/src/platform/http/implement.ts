import {
  type Input,
  notFound,
  type Operation,
  type Operations,
  type Page,
  type Paging,
  type Reply,
  type Report,
  refused,
} from '@bodega/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Db, Queries, Tx } from '../database/database.ts'
import type { Address } from './address.ts'
import { bodyLimit, fileLimit } from './body.ts'
import { reshaped, sendError } from './errors.ts'
import { etagOf, matches } from './etag.ts'
import { fieldsOf, pick } from './fields.ts'
import { type Answer, claim, fingerprintOf, type Key, keptAnswer, settle } from './idempotency.ts'
import { refuseOtherMethods } from './methods.ts'
import { linkHeader, refusePastEnd } from './paging.ts'
import { answerInLines, wantsProgress } from './progress.ts'
import { arrayOf, countOf, Extended, parsed, Rendered, Replayed, textOf } from './rendered.ts'
import { checkReply } from './reply-check.ts'
import type { Gate } from './shedding.ts'
import { fitting, holding, joined, keeping, LateRefusal, preparing } from './transactions.ts'
import { validate, validateText } from './validate.ts'

/** What the platform must know of whoever calls: the rest of the context is the application's own. */
export interface Context {
  /** Where there is none, as in the panel, there are no idempotency keys either. */
  store?: { id: number }
  /** Who calls, e.g. `app:12`: the owner of rate limit, idempotency keys and ledger entries. */
  actor: string
  now: Date
}

type Answered<E extends Operation> = E extends { list: true }
  ? Reply<E> | { items: Rendered[]; total: number }
  : Reply<E> | Rendered

/** Reads get the database, writes an open transaction: one business change is one transaction by construction. */
export type Handler<E extends Operation, C> = E['method'] extends 'GET'
  ? (call: C & { db: Queries }, input: Input<E>) => Promise<Answered<E>>
  : E['progress'] extends TSchema
    ? (call: C & { tx: Tx }, input: Input<E>, report: Report<E>) => Promise<Answered<E>>
    : (call: C & { tx: Tx }, input: Input<E>) => Promise<Answered<E>>

/** One handler for each endpoint: a missing one, or one that replies another shape, does not compile. */
export type Handlers<R extends Operations, C> = { [N in keyof R]: Handler<R[N], C> }

export interface Host<C extends Context, E extends Operation> {
  /** The database as whoever calls an endpoint may see it. */
  dbFor(context: C): Db
  /** Where the routes stand inside Fastify. */
  mount: string
  /** All checks before the body (D2); throws the refusal. Without an endpoint whoever has a right to be here is let in. */
  authorize(request: FastifyRequest, reply: FastifyReply, endpoint?: E): Promise<C>
  /** The address that the client asked, for links. */
  address(request: FastifyRequest): URL
  /** When a change is made: not when it was asked for, because bodies and carriers may take their time. */
  now(context: C): Date
  /** Hold every answer against its schema. For tests. */
  checkReplies: boolean
  /** Of bodies without files, where it is less than that of the API. */
  bodyLimit?: number
  /** Where there is none, whoever comes is served. */
  gate?: Gate
}

type AnyInput = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
type AnyReport = (progress: unknown) => void
type AnyHandler<C> = ((call: C & { db: Queries; tx?: Tx }, input: AnyInput, report: AnyReport) => Promise<unknown>) & {
  [joined]?: (call: C & { db: Db; key: Key | undefined }, input: AnyInput) => Promise<unknown>
  [fitting]?: (input: AnyInput) => boolean
  [keeping]?: boolean
  [preparing]?: (call: C & { db: Db }, input: AnyInput) => Promise<AnyInput>
  [holding]?: (call: C & { tx: Tx; db: Queries }, input: AnyInput) => Promise<unknown>
}

interface Route<C, E extends Operation = Operation> {
  endpoint: E
  handler: AnyHandler<C>
}

const silent: AnyReport = () => {}

declare module 'fastify' {
  interface FastifyRequest {
    context: Context | null
  }
}

export function implement<
  E extends Operation,
  K extends Readonly<Record<string, Readonly<Record<string, E>>>>,
  C extends Context,
>(app: FastifyInstance, host: Host<C, E>, contract: K, handlers: { [R in keyof K]: Handlers<K[R], C> }): void {
  const routes: Route<C, E>[] = Object.entries(contract).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      endpoint,
      // The signature above pairs each handler with its endpoint; a loop cannot show it.
      handler: (handlers[resource] as Record<string, unknown>)[name] as AnyHandler<C>,
    })),
  )
  for (const route of routes) addRoute(app, host, route, resourceOf(route.endpoint, routes))
  const endpoints = routes.map(({ endpoint }) => endpoint)
  refuseOtherMethods(app, host, endpoints)
}

/** The reading twin of a write: `PUT /locations/:id` and its actions change what `GET /locations/:id` shows. */
function resourceOf<C>(endpoint: Operation, routes: readonly Route<C>[]): Route<C> | undefined {
  return routes
    .filter(({ endpoint: { method, list, path } }) => method === 'GET' && !list && isPrefix(path, endpoint.path))
    .sort((a, b) => b.endpoint.path.length - a.endpoint.path.length)[0]
}

const isPrefix = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

function addRoute<C extends Context, E extends Operation>(
  app: FastifyInstance,
  host: Host<C, E>,
  route: Route<C, E>,
  resource?: Route<C>,
): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: host.mount + endpoint.path,
    bodyLimit: endpoint.carriesFiles ? fileLimit : (host.bodyLimit ?? bodyLimit),
    onRequest: async (request, reply) => {
      const asked = () => host.authorize(request, reply, endpoint)
      request.context = await (host.gate ? host.gate.expect(asked) : asked())
    },
    errorHandler: (error, request, reply) =>
      sendError(request.context ? reshaped(error, endpoint.errorShape) : error, request, reply),
    handler: async (request, reply) => {
      const input = inputOf(endpoint, request)
      // `onRequest` above has put it there.
      const context = request.context as C
      reply.header('content-type', 'application/json; charset=utf-8')
      return endpoint.method === 'GET'
        ? read(host, route, context, input, request, reply)
        : write(host, route, resource, context, input, request, reply)
    },
  })
}

function inputOf(endpoint: Operation, request: FastifyRequest): AnyInput {
  return {
    params: endpoint.params ? paramsOf(endpoint.params, request.params as Record<string, string>) : {},
    query: endpoint.query ? validateText(endpoint.query, request.query as Record<string, string>) : {},
    body: endpoint.body ? validate(endpoint.body, bodyOf(endpoint.body, request.body)) : undefined,
  }
}

/** An id that no row can have is a row that does not exist. */
function paramsOf(schema: TObject, params: Record<string, string>): Record<string, unknown> {
  try {
    if (Object.values(params).some(text => text.includes('\0'))) throw notFound()
    return validateText(schema, params)
  } catch {
    throw notFound()
  }
}

/** No body is an object without fields. */
function bodyOf(schema: TSchema, body: unknown): unknown {
  const wantsObject = (schema as { type?: string }).type === 'object'
  return wantsObject && body === undefined ? {} : body
}

/** What keeps others busy, such as a quote of a carrier or a slow client, is not work of ours: it takes nobody's place. */
const work = <C extends Context, E extends Operation, T>(
  { gate }: Host<C, E>,
  endpoint: Operation,
  body: () => Promise<T>,
): Promise<T> => (gate ? gate.work(endpoint, body) : body())

async function read<C extends Context, E extends Operation>(
  host: Host<C, E>,
  { endpoint, handler }: Route<C, E>,
  context: C,
  input: AnyInput,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const result = await work(host, endpoint, () => handler({ db: host.dbFor(context), ...context }, input, silent))
  const fields = fieldsOf(input.query.fields)
  if (endpoint.list) {
    const { items, total, reachable = total } = result as Page<unknown>
    if (host.checkReplies) checkReply(endpoint, items.map(parsed))
    reply.header('x-total-count', total)
    const query = input.query as Paging
    refusePastEnd(query.page, query.per_page, reachable)
    linkPages(reply, host.address(request), query, reachable)
    const array = await arrayOf(items, fields)
    return isWrapped(endpoint, request) ? `{"${endpoint.envelope}":${array},"total":${total}}` : array
  }
  if (host.checkReplies) checkReply(endpoint, parsed(result))
  const body = textOf(result)
  const etag = result instanceof Rendered ? result.etag : etagOf(body)
  reply.header('etag', etag)
  const count = countOf(endpoint, result)
  if (count !== undefined) reply.header('x-total-count', count)
  if (count !== undefined && endpoint.query?.properties.page)
    linkPages(reply, host.address(request), input.query as Paging, count)
  const seen = request.headers['if-none-match']
  if (seen && matches(seen, etag)) return reply.code(304).send()
  return fields ? JSON.stringify(pick(parsed(result), fields, endpoint.envelope)) : body
}

const isWrapped = (endpoint: Operation, { address }: FastifyRequest): boolean =>
  endpoint.envelope !== undefined && typeof address === 'object' && address.version !== 'v1'

async function write<C extends Context, E extends Operation>(
  host: Host<C, E>,
  { endpoint, handler }: Route<C, E>,
  resource: Route<C> | undefined,
  context: C,
  input: AnyInput,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const key = endpoint.method === 'POST' ? keyOf(request, context) : undefined
  const expected = endpoint.method === 'POST' ? undefined : request.headers['if-match']
  let replayed = false
  const isFree = expected === undefined && (key === undefined || handler[keeping])
  const shared = isFree && handler[fitting]?.(input) ? handler[joined] : undefined
  const prepare = handler[preparing]
  const answered = (result: unknown): Answer => {
    replayed = result instanceof Replayed
    if (result instanceof Replayed) return { status: result.status, body: result.json }
    if (host.checkReplies) checkReply(endpoint, parsed(result))
    const tag = result instanceof Extended ? { etag: result.etag } : {}
    return { status: endpoint.status ?? 200, body: result === null ? '' : textOf(result), ...tag }
  }
  // What is added behind a spread gives V8 a new shape for each object: it stands before.
  const outside = { db: host.dbFor(context), ...context }
  async function alone(report: AnyReport): Promise<Answer> {
    // What was answered before needs no preparation, which could come to another end by now.
    const known = prepare && key ? await keptAnswer(outside.db, key, context.now) : undefined
    replayed = known !== undefined
    if (known) return known
    const ready = prepare ? await prepare(outside, input) : input
    const inside = (run: (tx: Tx) => Promise<Answer>, isolation?: 'repeatable read') =>
      work(host, endpoint, () => outside.db.tx(run, { isolation }))
    return inside(
      async (tx): Promise<Answer> => {
        const call = { tx, db: tx, ...context, now: host.now(context) }
        if (key) {
          const kept = await claim(tx, key, call.now)
          replayed = kept !== undefined
          if (kept) return kept
        }
        if (expected) {
          await handler[holding]?.(call, input)
          const etag = resource && etagOf(textOf(await resource.handler(call, { ...input, query: {} }, silent)))
          if (!matches(expected, etag)) throw refused(412, 'The resource has changed since it was read')
        }
        const made = answered(await handler(call, ready, report))
        if (key) settle(tx, key, made)
        return made
      },
      // Two writers that hold the same tag: one of them fails to serialize, tries again, and sees the other's work.
      expected && !handler[holding] ? 'repeatable read' : undefined,
    )
  }
  if (wantsProgress(endpoint, request)) return answerInLines(request, reply, alone)
  const together = shared && (() => shared({ key, ...outside, now: host.now(context) }, input).then(answered))
  const answer = await (together ? work(host, endpoint, together) : alone(silent)).catch(async error => {
    throw error instanceof LateRefusal ? await error.complete() : error
  })
  if (replayed) reply.header('idempotency-replayed', 'true')
  reply.code(answer.status)
  if (answer.body === '') return reply.removeHeader('content-type').send()
  if (resource?.endpoint.reply === endpoint.reply) reply.header('etag', answer.etag ?? etagOf(answer.body))
  return answer.body
}

function keyOf(request: FastifyRequest, context: Context): Key | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !context.store) return undefined
  if (key.length > 255) throw refused(400, 'Idempotency-Key is longer than 255 characters')
  const { path } = request.address as Address
  const fingerprint = fingerprintOf(request.method, path, request.body ?? null)
  return { store: context.store.id, actor: context.actor, key, fingerprint }
}

function linkPages(reply: FastifyReply, address: URL, { page, per_page }: Paging, total: number): void {
  const link = linkHeader(address, page, per_page, total)
  if (link) reply.header('link', link)
}
