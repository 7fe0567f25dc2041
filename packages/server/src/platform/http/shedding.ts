/** Refuses at the door what could only wait without end: before it is parsed, and so at hardly any cost. */
import { type Operation, refused, versions } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Admission, createAdmission, type Kind, type Room } from './admission.ts'
import { createLargeTurns } from './large.ts'
import { standBefore } from './listener.ts'
import { takesRequestId } from './request-id.ts'
import { behindTheBody } from './unread.ts'

export interface Gate {
  /** Runs the body when there is room for it, or throws the refusal. */
  work<T>(operation: Operation, body: () => Promise<T>): Promise<T>
  /** Runs the body when others that take as much memory are done, those of the same store first, or throws the refusal. */
  takeTurn<T>(owner: number | string, body: () => Promise<T>): Promise<T>
  /** Runs what tells who asks. It counts as one that will come, so that not everybody is let in while it takes long. */
  expect<T>(body: () => Promise<T>): Promise<T>
}

const overloaded = () => refused(503, 'The service is overloaded, try again', { 'retry-after': '1' })

const kindOf = ({ isPreferred }: Operation): Kind => (isPreferred ? 'preferred' : 'ordinary')

const api = `/(?:${versions.join('|')})(?:/\\d+)?`

/** Tells an address of the API before it is routed: `undefined` for pages, health and whatever else is let through. */
export function kinds(operations: readonly Operation[]): (method: string, url: string) => Kind | undefined {
  const paths = operations
    .filter(({ isPreferred }) => isPreferred)
    .map(({ method, path }) => `${method} ${api}${path.replaceAll(/:\w+/g, '[^/?]+')}`)
  const preferred = new RegExp(`^(?:${paths.join('|')})/?(?:\\?|$)`)
  const any = new RegExp(`^${api}/`)
  return (method, url) => {
    if (!any.test(url)) return undefined
    return preferred.test(`${method} ${url}`) ? 'preferred' : 'ordinary'
  }
}

/** Whoever buys would rather wait than be sent away, and orders are placed many at a time: a sale comes in a burst. */
const roomOf = (working: number): Room => ({
  working,
  waiting: { preferred: 16 * working, ordinary: 4 * working },
  patience: { preferred: 2000, ordinary: 250 },
  limit: { preferred: 20_000, ordinary: 2000 },
})

interface Sheltered {
  operations: readonly Operation[]
  /** How many requests are worked on at the same time. */
  atOnce: number
  /** The time in milliseconds. */
  now(): number
}

export function shedLoad(app: FastifyInstance, registry: Registry, { operations, atOnce, now }: Sheltered): Gate {
  const admission = createAdmission(roomOf(atOnce))
  const shed = countShed(registry, admission)
  const kindAt = kinds(operations)
  refuseAtTheDoor(app, (method, url) => {
    const kind = kindAt(method, url)
    if (kind === undefined || !admission.isFull(kind, now())) return false
    shed(kind)
    return true
  })
  /** One that fails before its first `await` gives its place back as well. */
  async function letIn<T>(body: () => Promise<T>): Promise<T> {
    try {
      return await body()
    } finally {
      admission.leave(now())
    }
  }
  const takeTurn = createLargeTurns(now, () => {
    shed('ordinary')
    return overloaded()
  })
  return {
    takeTurn,
    expect: body => body().finally(admission.expect()),
    work: (operation, body) =>
      new Promise((resolve, reject) => {
        const kind = kindOf(operation)
        admission.enter(kind, now(), isLetIn => {
          if (isLetIn) resolve(letIn(body))
          else {
            shed(kind)
            reject(overloaded())
          }
        })
      }),
  }
}

function countShed(registry: Registry, admission: Admission): (kind: Kind) => void {
  const registers = [registry]
  const labelNames = ['kind'] as const
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused because there was too much to do',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'http_requests_working',
    help: 'Requests that are worked on',
    registers,
    collect() {
      this.set(admission.working())
    },
  })
  new Gauge({
    name: 'http_requests_waiting',
    help: 'Requests that wait for their turn',
    labelNames,
    registers,
    collect() {
      for (const kind of ['preferred', 'ordinary'] as const) this.set({ kind }, admission.waiting(kind))
    },
  })
  return kind => shed.inc({ kind })
}

/** An answer through routes and hooks costs as much as some requests that are served. */
function refuseAtTheDoor(app: FastifyInstance, isShed: (method: string, url: string) => boolean): void {
  const { body, headers } = overloaded()
  const text = JSON.stringify(body)
  // Names and values in turn, as they are written: that is cheaper than to look them up.
  const fixed = [
    ...Object.entries(headers ?? {}).flat(),
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(text)),
    'x-content-type-options',
    'nosniff',
  ]
  const begun = Date.now().toString(36)
  let count = 0
  standBefore(app, serve => (request, response) => {
    if (!isShed(request.method ?? '', request.url ?? '')) return serve(request, response)
    const id = takesRequestId(request.headers) ? ['x-request-id', `shed-${begun}-${(count++).toString(36)}`] : []
    behindTheBody(request, response.shouldKeepAlive, () => response.writeHead(503, [...fixed, ...id]).end(text))
  })
}
