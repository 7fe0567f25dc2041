/** A receiver of webhooks, and a dispatcher that sends to it when a test says so. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { clientSecretOf } from '../apps/index.ts'
import { sql } from '../platform/database/sql.ts'
import { createOutbound, type Outbound } from '../platform/outbound/index.ts'
import { createDispatcher, createKeys, type Dispatcher, type DispatcherOptions } from '../webhooks/index.ts'
import { atEnd } from './ending.ts'
import { listening } from './listening.ts'
import { secretKey, type TestStore } from './store.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The bytes as they came. */
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it got
  body: any
}

export interface TestReceiver {
  url: string
  /** Everything that came, in its order. */
  received: Received[]
  /** What it does with the next requests; 200 unless said. */
  answer: (response: ServerResponse, request: Received) => unknown
}

/** A server on this machine that takes whatever is posted to it. */
export async function receiver(): Promise<TestReceiver> {
  const made: TestReceiver = { url: '', received: [], answer: response => response.end('ok') }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString()
      const received = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      made.received.push(received)
      made.answer(response, received)
    })
  })
  made.url = `${await listening(server)}/hook`
  return made
}

/** Whatever is sent through it arrives. */
export const obliging: Outbound = {
  request: async () => ({ status: 200, headers: {}, body: Buffer.from('ok'), truncated: false }),
  checkUrl: () => undefined,
  close: async () => {},
}

/** A process that sends, whose clock is the one of the test. */
export function dispatcherOf(
  { db, world }: Pick<TestStore, 'db' | 'world'>,
  options: Partial<DispatcherOptions> = {},
): Dispatcher {
  const outbound = options.outbound ?? createOutbound({ allowPrivate: true })
  atEnd(() => outbound.close())
  return createDispatcher({
    db,
    world,
    outbound,
    timeout: 3000,
    schedule: [],
    keyOf: createKeys(secretKey, id => clientSecretOf(db, secretKey, id)),
    log: { warn: console.error, error: console.error },
    time: () => sql`${world.now()}::timestamptz`,
    ...options,
  })
}
