import type { Attempt } from '@bodega/api'
import { notificationOf } from '../events/index.ts'
import type { World } from '../platform/clock.ts'
import { wireTime } from '../platform/database/values.ts'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { Item } from './dispatch.ts'
import type { Answer } from './schedule.ts'
import { signatures } from './sign.ts'

export interface Attempted {
  /** What is kept of it. */
  attempt: Attempt
  answer: Answer
  /** For the metrics: `delivered`, `refused`, or why no answer came. */
  outcome: string
}

export interface AttemptOptions {
  outbound: Outbound
  world: World
  /** Milliseconds for everything. */
  timeout: number
  signal: AbortSignal
}

/** Of an answer nothing is read beyond this, and nothing shown beyond the second. */
const maxBytes = 65_536
const shownBytes = 1024

/** Sends a notification once. Whatever the receiver does, something is returned; only an end by `signal` is thrown. */
export async function attempt(
  item: Item & { url: string },
  secret: string,
  { outbound, world, timeout, signal }: AttemptOptions,
): Promise<Attempted> {
  const at = world.now()
  const body = JSON.stringify(notificationOf(item))
  const from = performance.now()
  const made = (rest: Omit<Attempt, 'at' | 'duration_ms'>): Attempt => ({
    at: wireTime(at),
    duration_ms: Math.round(performance.now() - from),
    ...rest,
  })
  try {
    const answer = await outbound.request({
      url: item.url,
      method: 'POST',
      headers: {
        ...(hasAgent(item.headers) ? {} : { 'user-agent': 'Bodega' }),
        ...item.headers,
        'content-type': 'application/json',
        ...signatures(secret, { id: item.id, body, now: at }),
      },
      body,
      timeout,
      maxBytes,
      signal,
    })
    const { status, headers } = answer
    return {
      attempt: made({ status_code: status, error: null, response: textOf(answer.body) }),
      answer: { status, retryAfter: headers['retry-after'] },
      outcome: status >= 200 && status < 300 ? 'delivered' : 'refused',
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      attempt: made({ status_code: null, error: error.message, response: null }),
      answer: { status: null },
      outcome: error.reason,
    }
  }
}

const hasAgent = (headers: Item['headers']) =>
  Object.keys(headers ?? {}).some(name => name.toLowerCase() === 'user-agent')

/** Bytes that are no text become the replacement character, and so does NUL, which a database cannot keep. */
const textOf = (body: Buffer): string => body.subarray(0, shownBytes).toString('utf8').replaceAll('\0', '\ufffd')
