import type { Static, TSchema } from 'typebox'
import { contract, type Version } from './contract.ts'
import type { Contract, Endpoint, Input } from './endpoint.ts'
import { ApiError, envelope } from './errors.ts'

export interface ClientOptions {
  /** Where the service answers, without version or store, e.g. `https://api.example.com`. */
  baseUrl: string
  storeId: number
  token: string
  /** `App name (contact)`; browsers send their own. */
  userAgent?: string
  version?: Version
  fetch?: typeof fetch
}

/** A page of a list; `total` counts the items of all pages. */
export interface Listed<T> extends Array<T> {
  total: number
}

type Item<E extends Endpoint> = E['reply'] extends TSchema ? Static<E['reply']> : null
type Answer<E extends Endpoint> = E extends { list: true } ? Listed<Item<E>> : Item<E>

type Given<E extends Endpoint> = (E extends { params: TSchema } ? Pick<Input<E>, 'params'> : unknown) &
  (E extends { body: TSchema } ? { body?: Input<E>['body'] } : unknown) & {
    query?: Partial<Input<E>['query']>
    headers?: Record<string, string>
  }

type Call<E extends Endpoint> = E extends { params: TSchema }
  ? (given: Given<E>) => Promise<Answer<E>>
  : (given?: Given<E>) => Promise<Answer<E>>

export type Client<C extends Contract = typeof contract> = { [R in keyof C]: { [N in keyof C[R]]: Call<C[R][N]> } }

interface AnyGiven {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

function address(options: ClientOptions, endpoint: Endpoint, given: AnyGiven): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(given.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {})) if (value != null) query.set(name, String(value))
  const text = query.size > 0 ? `?${query}` : ''
  return `${options.baseUrl.replace(/\/$/, '')}/${options.version ?? 'v1'}/${options.storeId}${path}${text}`
}

async function send(options: ClientOptions, endpoint: Endpoint, given: AnyGiven): Promise<unknown> {
  const headers: Record<string, string> = { authentication: `bearer ${options.token}`, ...given.headers }
  if (options.userAgent) headers['user-agent'] = options.userAgent
  const init: RequestInit = { method: endpoint.method, headers }
  if (given.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(given.body)
  }
  const response = await (options.fetch ?? fetch)(address(options, endpoint, given), init)
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
  if (!endpoint.list) return reply
  // Not enumerable, so that a list still equals the plain array.
  return Object.defineProperty(reply, 'total', { value: Number(response.headers.get('x-total-count')) })
}

/** Every endpoint of the contract as a typed call: `client.locations.update({ params: { id }, body })`. */
export function createClient(options: ClientOptions): Client {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [resource, endpoints] of Object.entries(contract as Contract)) {
    client[resource] = Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (given: AnyGiven = {}) => send(options, endpoint, given),
      ]),
    )
  }
  // The loop above mirrors the type: resource by resource, name by name.
  return client as Client
}
