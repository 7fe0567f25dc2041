import type { KeyObject } from 'node:crypto'
import type { Attempt } from '@bodega/api'
import { notificationOf } from '../events/index.ts'
import type { World } from '../platform/clock.ts'
import { wireTime } from '../platform/database/values.ts'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { Item } from './dispatch.ts'
import { type Answer, isSuccess } from './schedule.ts'
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
  const now = world.now()
  const at = wireTime(now)
  const body = JSON.stringify(notificationOf(item))
  const headers = [...ownHeaders(item.headers), ...signatures(key, { id: item.id, body, now })]
  const from = performance.now()
  const took = () => Math.round(performance.now() - from)
  try {
    const limits = { timeout, maxBytes, statusSuffices: true }
    const answer = await outbound.request({ url: item.url, method: 'POST', headers, body, ...limits })
    const { status } = answer
    const response = storable(answer.body.toString('utf8', 0, shownBytes))
    return {
      attempt: { at, duration_ms: took(), status_code: status, error: null, response },
      answer: { status, retryAfter: answer.headers['retry-after'] },
      outcome: isSuccess(status) ? 'delivered' : 'refused',
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      attempt: { at, duration_ms: took(), status_code: null, error: storable(error.message), response: null },
      answer: { status: null },
      outcome: error.reason,
    }
  }
}

/** Those that the webhook was registered with, and what the notification says of itself: names and values in turn. */
function ownHeaders(registered: Item['headers']): string[] {
  const entries = Object.entries(registered ?? {})
  const hasAgent = entries.some(([name]) => name.toLowerCase() === 'user-agent')
  return [...(hasAgent ? [] : ['user-agent', 'Bodega']), ...entries.flat(), 'content-type', 'application/json']
}

/** What a database cannot keep, NUL and halves of letters, becomes the replacement character, as other bytes that are no text. */
const storable = (text: string): string => text.slice(0, shownBytes).replaceAll('\0', '\ufffd').toWellFormed()
