/** What a route is while the server runs: one endpoint of a contract with its handler, inside of a host. */
import type { Operation } from '@bodega/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Queries, Tx } from '../database/database.ts'
import type { Key } from './idempotency.ts'
import type { Gate } from './shedding.ts'
import type { fitting, holding, joined, keeping, preparing } from './transactions.ts'

/** What the platform must know of whoever calls: the rest of the context is the application's own. */
export interface Context {
  /** Where there is none, as in the panel, there are no idempotency keys either. */
  store?: { id: number }
  /** Who calls, e.g. `app:12`: the owner of rate limit, idempotency keys and ledger entries. */
  actor: string
  now: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    context: Context | null
  }
}

export interface Host<C extends Context, E extends Operation> {
  /** The database as whoever calls an endpoint may see it, with answers of at most so many bytes. */
  dbFor(context: C, largest: number): Db
  /** Where the routes stand inside Fastify. */
  mount: string
  /** All checks before the body (D2); throws the refusal. Without an endpoint whoever has a right to be here is let in. */
  authorize(request: FastifyRequest, reply: FastifyReply, endpoint?: E): Promise<C>
  /** Whether whoever was let in a while ago still would be; throws the refusal. Nothing where there is no doubt. */
  confirm(request: FastifyRequest, reply: FastifyReply, endpoint: E): Promise<unknown> | undefined
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

export type AnyInput = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
export type AnyReport = (progress: unknown) => void
export type AnyHandler<C> = ((
  call: C & { db: Queries; tx?: Tx },
  input: AnyInput,
  report: AnyReport,
) => Promise<unknown>) & {
  [joined]?: (call: C & { db: Db; key: Key | undefined }, input: AnyInput) => Promise<unknown>
  [fitting]?: (input: AnyInput) => boolean
  [keeping]?: boolean
  [preparing]?: (call: C & { db: Db }, input: AnyInput) => Promise<AnyInput>
  [holding]?: (call: C & { tx: Tx; db: Queries }, input: AnyInput) => Promise<unknown>
}

export interface Route<C, E extends Operation = Operation> {
  endpoint: E
  handler: AnyHandler<C>
}

/** A request that was let in, with its input validated. */
export interface Asked<C extends Context, E extends Operation> {
  host: Host<C, E>
  route: Route<C, E>
  context: C
  input: AnyInput
  request: FastifyRequest
  reply: FastifyReply
}

/** For whoever does not want to be told how far the work is. */
export const silent: AnyReport = () => {}

/** Who was let in before what took its time, as the quote of a carrier or a slow client, may have no right to be here any more. */
export function confirmed<C extends Context, E extends Operation, T>(
  { host, route, request, reply }: Asked<C, E>,
  body: () => Promise<T>,
): Promise<T> {
  return host.confirm(request, reply, route.endpoint)?.then(body) ?? body()
}

/** What keeps others busy is not work of ours: it takes nobody's place. */
export function work<C extends Context, E extends Operation, T>(
  asked: Asked<C, E>,
  body: () => Promise<T>,
): Promise<T> {
  const { gate } = asked.host
  const begin = () => confirmed(asked, body)
  return gate ? gate.work(asked.route.endpoint, begin) : begin()
}
