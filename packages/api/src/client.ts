import type { Static, TSchema } from 'typebox'
import { contract, type Version } from './contract.ts'
import type { Input, Operation, Operations, Report } from './endpoint.ts'
import { ApiError, type Envelope, envelope } from './errors.ts'

export interface ClientOptions extends Transport {
  /** Where the service answers, without version or store, e.g. `https://api.example.com`. */
  baseUrl: string
  storeId: number
  /** What an app holds. Pages of the service itself leave it out, and say `csrfToken`. */
  token?: string
  /**
   * In a page of the service the session in its cookie stands in place of a token. This belongs to it, as it is at the
   * moment of a call.
   */
  csrfToken?: () => string | null
  version?: Version
}

/** How requests are sent. */
export interface Transport {
  /** `App name (contact)`; browsers send their own. */
  userAgent?: string
  fetch?: typeof fetch
}

/** A page of a list; `total` counts the items of all pages. */
export interface Listed<T> extends Array<T> {
  total: number
}

const ndjson = 'application/x-ndjson'

/** What a line of an answer says that tells how far the work is. */
export type ProgressLine = { progress: unknown } | { result: unknown } | { error: Envelope }

type Item<E extends Operation> = E['reply'] extends TSchema ? Static<E['reply']> : null
type Answer<E extends Operation> = E extends { list: true } ? Listed<Item<E>> : Item<E>

/** Whether nothing at all will do. */
type MayBeLeftOut<T> = Record<never, never> extends T ? true : false

type Given<E extends Operation> = (E extends { params: TSchema } ? Pick<Input<E>, 'params'> : unknown) &
  (E extends { body: TSchema }
    ? MayBeLeftOut<Input<E>['body']> extends true
      ? { body?: Input<E>['body'] }
      : Pick<Input<E>, 'body'>
    : unknown) &
  (E extends { progress: TSchema } ? { onProgress?: Report<E> } : unknown) & {
    query?: Partial<Input<E>['query']>
    headers?: Record<string, string>
  }

type Call<E extends Operation> =
  MayBeLeftOut<Given<E>> extends true
    ? (given?: Given<E>) => Promise<Answer<E>>
    : (given: Given<E>) => Promise<Answer<E>>

export type Client<C extends Readonly<Record<string, Operations>> = typeof contract> = {
  [R in keyof C]: { [N in keyof C[R]]: Call<C[R][N]> }
}

interface AnyGiven {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  onProgress?: (progress: unknown) => void
  headers?: Record<string, string>
}

/** What is nothing, or a dot or two, names nothing, and would make the path that of something else. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new ApiError(404, envelope(404))
  return encodeURIComponent(value)
}

function address(base: string, operation: Operation, given: AnyGiven): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name) => segment(String(given.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {})) if (value != null) query.set(name, String(value))
  const text = query.size > 0 ? `?${query}` : ''
  return base + path + text
}

/** Where the operations stand, what every request carries, and how it is sent. */
export interface Place extends Transport {
  base: string
  headers: () => Record<string, string>
}

/** The result in the last line of a stream; the lines before it tell how far the work is. */
async function lastOf(response: Response, onProgress: (progress: unknown) => void): Promise<unknown> {
  for await (const line of linesOf(response)) {
    const told: ProgressLine = JSON.parse(line)
    if ('progress' in told) onProgress(told.progress)
    else if ('result' in told) return told.result
    else throw new ApiError(told.error.code, told.error)
  }
  throw new ApiError(503, envelope(503, 'The answer ended before its result'))
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Not enumerable, so that a list still equals the plain array. */
const withTotal = (list: unknown[], value: number) => Object.defineProperty(list, 'total', { value })

const etags = new WeakMap<object, string>()

/** The `ETag` that an answer came with, for `If-Match`: a change with it is refused (412) where the thing has changed since. */
export const etagOf = (answer: object): string | undefined => etags.get(answer)

async function send(place: Place, operation: Operation, given: AnyGiven): Promise<unknown> {
  // None of no ids is nothing; sent, an empty list is as if left out, and everything would come.
  if (operation.list && Object.values(given.query ?? {}).some(isEmptyList)) return withTotal([], 0)
  const headers: Record<string, string> = { ...place.headers(), ...given.headers }
  if (place.userAgent) headers['user-agent'] = place.userAgent
  const init: RequestInit = { method: operation.method, headers }
  if (given.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(given.body)
  }
  if (given.onProgress) headers.accept = ndjson
  const response = await (place.fetch ?? fetch)(address(place.base, operation, given), init)
  if (given.onProgress && response.headers.get('content-type')?.startsWith(ndjson)) {
    return lastOf(response, given.onProgress)
  }
  const text = await response.text()
  if (!response.ok) {
    let body: Record<string, unknown>
    try {
      body = JSON.parse(text)
    } catch {
      body = envelope(response.status, text.slice(0, 200))
    }
    throw new ApiError(response.status, body, Object.fromEntries(response.headers))
  }
  const reply = text === '' ? null : JSON.parse(text)
  const etag = response.headers.get('etag')
  if (etag !== null && typeof reply === 'object' && reply !== null) etags.set(reply, etag)
  if (!operation.list) return reply
  return withTotal(Array.isArray(reply) ? reply : reply.result, Number(response.headers.get('x-total-count')))
}

/** Every operation of a contract as a typed call. */
export function callsOf<C extends Readonly<Record<string, Operations>>>(operations: C, place: Place): Client<C> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [resource, named] of Object.entries(operations)) {
    client[resource] = Object.fromEntries(
      Object.entries(named).map(([name, operation]) => [name, (given: AnyGiven = {}) => send(place, operation, given)]),
    )
  }
  // The loop above mirrors the type: resource by resource, name by name.
  return client as Client<C>
}

/** Every endpoint of the contract as a typed call: `client.locations.update({ params: { id }, body })`. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, storeId, token, csrfToken, version = 'v1' } = options
  return callsOf(contract, {
    ...options,
    base: `${baseUrl.replace(/\/$/, '')}/${version}/${storeId}`,
    headers: () => {
      const csrf = csrfToken?.()
      return {
        ...(token === undefined ? {} : { authentication: `bearer ${token}` }),
        ...(csrf == null ? {} : { 'x-csrf-token': csrf }),
      }
    },
  })
}
