import { type Input, notFound, type Operation, type Operations, type Reply, type Report } from '@bodega/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Queries, Tx } from '../database/database.ts'
import { bodyLimit, fileLimit } from './body.ts'
import { reshaped, sendError } from './errors.ts'
import { refuseOtherMethods } from './methods.ts'
import { read } from './read.ts'
import type { Rendered } from './rendered.ts'
import type { AnyHandler, AnyInput, Context, Host, Route } from './route.ts'
import { validate, validateText } from './validate.ts'
import { write } from './write.ts'

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

/**
 * The reading twin of a write: `PUT /locations/:id` and its actions change what `GET /locations/:id` shows, and
 * `POST /locations` makes one that it will show.
 */
function resourceOf<C>(endpoint: Operation, routes: readonly Route<C>[]): Route<C> | undefined {
  const single = routes.filter(({ endpoint: { method, list } }) => method === 'GET' && !list)
  const made = single.find(
    ({ endpoint: { path, reply } }) => isMemberOf(path, endpoint.path) && reply === endpoint.reply,
  )
  return (
    made ??
    single
      .filter(({ endpoint: { path } }) => isPrefix(path, endpoint.path))
      .sort((a, b) => b.endpoint.path.length - a.endpoint.path.length)[0]
  )
}

const isPrefix = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

const isMemberOf = (path: string, collection: string) =>
  path.startsWith(`${collection}/:`) && !path.includes('/', collection.length + 1)

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
      const asked = { host, route, context, input, request, reply }
      return endpoint.method === 'GET' ? read(asked) : write(asked, resource)
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

/** No body is an object without fields; `null` is how Go, .NET and axios write that they send none. */
function bodyOf(schema: TSchema, body: unknown): unknown {
  const wantsObject = (schema as { type?: string }).type === 'object'
  return wantsObject ? (body ?? {}) : body
}
