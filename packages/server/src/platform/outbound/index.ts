/**
 * The one way in which the server calls others: images, webhooks, carriers. Their addresses come from strangers, so
 * the address that is really connected to is checked, redirects are not followed, and time and size have limits.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { createConnector, type Dial, dial } from './connect.ts'
import { OutboundError, outboundError } from './error.ts'
import { type Lookup, publicLookup, systemLookup } from './lookup.ts'
import { refusalOf } from './url.ts'

export interface OutboundOptions {
  /** Plain HTTP, loopback and private addresses too. */
  allowPrivate: boolean
  lookup?: Lookup
  dial?: Dial
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

export interface OutboundRequest {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for everything, from the lookup of the name to the last byte. */
  timeout: number
  /** Of the answer's body; the rest is not read. */
  maxBytes: number
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  truncated: boolean
}

export interface Outbound {
  /** Rejects with an `OutboundError`, or with the reason of `signal`. Any status is an answer. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /** Why an address may not be registered, e.g. `must begin with https://`. */
  checkUrl(url: string): string | undefined
  close(): Promise<void>
}

export function createOutbound({ allowPrivate, ca, ...network }: OutboundOptions): Outbound {
  let agent: Promise<Agent> | undefined

  /** Loaded when it is needed: undici costs a fifth of a second and some 20 MB. */
  async function makeAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await import('undici')
    const connect = createConnector({
      allowPrivate,
      lookup: network.lookup ?? (allowPrivate ? systemLookup : publicLookup()),
      dial: network.dial ?? dial,
      secure: buildConnector(ca === undefined ? {} : { ca }),
    })
    // The time limit of the request is the only one.
    return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
  }

  const checkUrl = (url: string) => refusalOf(url, allowPrivate)

  return {
    checkUrl,
    async request({ url, method = 'GET', headers = {}, body = null, timeout, maxBytes, signal }) {
      const refusal = checkUrl(url)
      if (refusal !== undefined) throw new OutboundError('refused_address', `the address ${refusal}`)
      agent ??= makeAgent()
      const client = await agent
      const { origin, pathname, search } = new URL(url)
      const limit = limited(timeout, signal)
      try {
        const path = pathname + search
        const asked = client.request({ origin, path, method, headers, body, signal: limit.signal })
        // While it waits for a connection, undici does not hear the signal.
        const answer = await Promise.race([asked, limit.reached])
        return { status: answer.statusCode, headers: answer.headers, ...(await read(answer.body, maxBytes)) }
      } catch (error) {
        throw limit.signal.aborted ? limit.signal.reason : outboundError(error, 'connect')
      } finally {
        limit.end()
      }
    },
    close: async () => (await agent)?.destroy(),
  }
}

interface Limit {
  signal: AbortSignal
  /** Rejects with the signal. */
  reached: Promise<never>
  end(): void
}

/** Ends after the time, or with the signal of the caller. By hand: `AbortSignal.any` would hold on to that one. */
function limited(timeout: number, signal: AbortSignal | undefined): Limit {
  const controller = new AbortController()
  const reached = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  reached.catch(() => {})
  const timer = setTimeout(
    () => controller.abort(new OutboundError('timeout', `no complete answer within ${timeout} ms`)),
    timeout,
  )
  const stop = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return {
    signal: controller.signal,
    reached,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}

/** Leaving the loop early closes the connection: nobody waits for the rest. */
async function read(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true }
  }
  return { body: Buffer.concat(chunks), truncated: false }
}
