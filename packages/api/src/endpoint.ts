import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What every operation says of itself, whoever may call it. */
export interface Operation {
  method: Method
  /** With `:name` for parameters. */
  path: string
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body may hold files as base64, and so be larger than others. */
  carriesFiles?: true
  /** Status of success; 200 unless said. */
  status?: number
  /** What is answered; `null` for an empty answer. */
  reply: TSchema | null
  /**
   * It may take a while: who accepts `application/x-ndjson` is told how far it is, a line `{progress}` for each of
   * these, and the answer in the last line, as `{result}`.
   */
  progress?: TSchema
  /** A list is answered as an array with `Link` and `x-total-count`; `reply` describes one item. */
  list?: true
  /**
   * The list is this field of an object, and the query `fields` cuts its items. Where `reply` describes one item it is so
   * in versions after v1, beside the `total`.
   */
  envelope?: string
  /**
   * The paths of shipments tell wrong fields and unknown ids in a shape of their own: 400 and 404 in shape E (D8).
   * `hybrid` tells wrong fields in shape C.
   */
  errorShape?: 'shipment' | 'hybrid'
  /** When there is more to do than can be done, it is done before others. */
  isPreferred?: true
  /** Refusals of this operation beyond the ones that every operation has: status and when. */
  errors?: Readonly<Record<number, string>>
}

/**
 * One operation of the contract, as data. Routes, OpenAPI, the typed client and the sweeps of the tests are
 * derived from it, so there is no second place that could disagree. Its path is relative to `/{version}/{store_id}`.
 */
export interface Endpoint extends Operation {
  /** What a token must carry. `none` is a decision too: any valid token of the store will do. */
  scope: Scope | 'none'
  /** A second scope that opens it as well as the first. */
  otherScope?: Scope
}

/** Keeps the literal types of an endpoint, so that handlers and client are typed by it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

export type Operations = Readonly<Record<string, Operation>>
export type Contract = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

type Part<S> = S extends TSchema ? Static<S> : Record<never, never>

/** What a handler receives: every part validated. */
export interface Input<E extends Operation> {
  params: Part<E['params']>
  query: Part<E['query']>
  body: E['body'] extends TSchema ? Static<E['body']> : undefined
}

/** One page of a list, and how many items there are on all pages. */
export interface Page<T> {
  items: T[]
  total: number
  /** How many of them pages lead to, where that is fewer. */
  reachable?: number
}

type ReplyOf<E extends Operation> = E['reply'] extends TSchema ? Static<E['reply']> : null

/** What a handler returns. */
export type Reply<E extends Operation> = E extends { list: true } ? Page<ReplyOf<E>> : ReplyOf<E>

/** Tells how far an operation is. */
export type Report<E extends Operation> = E['progress'] extends TSchema
  ? (progress: Static<E['progress']>) => void
  : (progress: never) => void
