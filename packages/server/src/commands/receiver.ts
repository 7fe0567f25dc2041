import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookVerificationError } from '@bodega/api'
import { createOutbound, type Outbound } from '../platform/outbound/index.ts'

/** A notification that came, and what was made of it. */
export interface Arrival {
  /** Of the delivery. */
  id: string | null
  /** Why the signature does not count, or nothing. */
  problem: string | null
  notification: Record<string, unknown> | null
  /** What the address that it was passed on to has answered; the reason where it has not. */
  forwarded: { status_code: number | null; error: string | null; duration_ms: number } | null
}

export interface ReceiverOptions {
  path: string
  /** What signs. It is known a moment after the first notifications may come: they wait for it. */
  secret(): Promise<string>
  forwardTo?: string | undefined
  /** Milliseconds for whoever it is passed on to. */
  timeout: number
  onArrival(arrival: Arrival): void
}

export interface Receiver {
  url: string
  close(): Promise<void>
}

const maxBytes = 1_048_576

/** Receives notifications on this machine. It answers as the address that it passes them on to does. */
export async function createReceiver(options: ReceiverOptions): Promise<Receiver> {
  const outbound = createOutbound({ allowPrivate: true })
  const server = createServer((request, response) => {
    const answer = (status: number) => response.writeHead(status).end()
    if (request.method !== 'POST' || request.url !== options.path) return answer(404)
    take(request, outbound, options).then(answer, () => answer(400))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${options.path}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await outbound.close()
    },
  }
}

/** Takes one in, and says how to answer. */
async function take(request: IncomingMessage, outbound: Outbound, options: ReceiverOptions): Promise<number> {
  const { secret, forwardTo, timeout, onArrival } = options
  const body = await read(request)
  const { notification, problem } = await verify(request, body, await secret())
  const pass = () => forward(request, body, { url: forwardTo ?? '', timeout }, outbound)
  const forwarded = notification && forwardTo ? await pass() : null
  const id = request.headers['webhook-id']
  onArrival({ id: typeof id === 'string' ? id : null, problem, notification, forwarded })
  if (problem !== null) return 401
  return forwarded ? (forwarded.status_code ?? 502) : 200
}

/** The same bytes under the same headers, so that the signature still holds. */
async function forward(
  request: IncomingMessage,
  body: Buffer,
  to: { url: string; timeout: number },
  outbound: Outbound,
): Promise<Arrival['forwarded']> {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = request.headers
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const from = performance.now()
  const answer = await outbound.request({ ...to, method: 'POST', headers, body, maxBytes }).then(
    ({ status }) => ({ status_code: status, error: null }),
    (error: Error) => ({ status_code: null, error: error.message }),
  )
  return { ...answer, duration_ms: Math.round(performance.now() - from) }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) throw new Error('no notification is that long')
  }
  return Buffer.concat(parts)
}

async function verify(
  { headers }: IncomingMessage,
  body: Buffer,
  secret: string,
): Promise<Pick<Arrival, 'notification' | 'problem'>> {
  try {
    return { notification: await verifyWebhook({ body, headers, secret }), problem: null }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { notification: null, problem: error.message }
  }
}
