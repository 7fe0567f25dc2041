import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { OutboundError, outboundError } from './error.ts'

export interface OutboundRequest {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string> | string[]
  body?: string | Buffer
  /** Milliseconds for everything, from the lookup of the name to the last byte. */
  timeout: number
  /** Of the answer's body; the rest is not read. */
  maxBytes: number
  /** A body that comes to no end in time is cut off where it is, once there is a status. */
  statusSuffices?: boolean
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  truncated: boolean
}

type Limits = Pick<OutboundRequest, 'timeout' | 'maxBytes' | 'statusSuffices' | 'signal'>

/**
 * One request and its answer, within its limits of time and size. Spoken in the handlers of undici, one level below its
 * streams and signals: those cost as much again as the request itself.
 */
export function exchange(
  agent: Promise<Agent>,
  options: Dispatcher.DispatchOptions,
  { timeout, maxBytes, statusSuffices = false, signal }: Limits,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    let status = 0
    let headers: OutboundAnswer['headers'] = {}
    const chunks: Buffer[] = []
    let size = 0
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false

    const end = (): boolean => {
      const isFirst = !isOver
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      return isFirst
    }
    const fail = (error: Error) => {
      if (!end()) return
      reject(error)
      // While it waits for a connection there is nothing to end yet.
      controller?.abort(error)
    }
    const succeed = (truncated: boolean) => {
      if (end()) resolve({ status, headers, body: Buffer.concat(chunks, Math.min(size, maxBytes)), truncated })
    }
    const breakOff = (error: Error) => {
      if (!statusSuffices || status === 0) return fail(error)
      succeed(true)
      controller?.abort(error)
    }
    const stop = () => fail(signal?.reason)
    const timer = setTimeout(
      () => breakOff(new OutboundError('timeout', `no complete answer within ${timeout} ms`)),
      timeout,
    )
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) return stop()
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given
        if (isOver) given.abort(new OutboundError('timeout', 'nobody waits for it any more'))
      },
      onResponseStart(_controller, code, fields) {
        // 1xx only says that the answer is to come.
        if (code < 200) return
        status = code
        headers = fields
      },
      onResponseData(given, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (size <= maxBytes) return
        succeed(true)
        given.abort(new OutboundError('too_large', 'nobody waits for the rest'))
      },
      onResponseEnd: () => succeed(false),
      onResponseError: (_controller, error) => breakOff(outboundError(error, 'connect')),
    }
    agent.then(client => client.dispatch(options, handler)).catch(fail)
  })
}
