import type { KeyObject } from 'node:crypto'
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
}

/** Of an answer nothing is read beyond this, and nothing shown beyond the second. */
const maxBytes = 65_536
const shownBytes = 1024

/** Sends a notification once. Whatever the receiver does is an outcome. */
export async function attempt(
  item: Item & { url: string },
  key: KeyObject,
  { outbound, world, timeout }: AttemptOptions,
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
        ...signatures(key, { id: item.id, body, now: at }),
      },
      body,
      timeout,
      maxBytes,
    })
    const { status, headers } = answer
    return {
      attempt: made({
        status_code: status,
        error: null,
        response: storable(answer.body.subarray(0, shownBytes).toString('utf8')),
      }),
      answer: { status, retryAfter: headers['retry-after'] },
      outcome: status >= 200 && status < 300 ? 'delivered' : 'refused',
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      attempt: made({ status_code: null, error: storable(error.message), response: null }),
      answer: { status: null },
      outcome: error.reason,
    }
  }
}

const hasAgent = (headers: Item['headers']) =>
  Object.keys(headers ?? {}).some(name => name.toLowerCase() === 'user-agent')

/** What a database cannot keep, NUL and halves of letters, becomes the replacement character, as other bytes that are no text. */
const storable = (text: string): string => text.slice(0, shownBytes).replaceAll('\0', '\ufffd').toWellFormed()
