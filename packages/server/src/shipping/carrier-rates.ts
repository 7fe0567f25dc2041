import type { Rate, RateRequest } from '@bodega/api'
import { LRUCache } from 'lru-cache'
import { eachOf } from '../platform/each.ts'
import type { Logger } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound/error.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { createPace } from '../platform/pace.ts'
import { admit, type Breaker, closed, record } from './breaker.ts'
import { readRates } from './rate-reply.ts'
import { cacheKey } from './rate-request.ts'

export interface Question {
  url: string
  request: RateRequest
}

/** The rates of a carrier, or why there are none. */
export type Answered = readonly Rate[] | string

export interface CarrierRates {
  /**
   * Asks all at once, each made when its turn comes, and answers in the order of the questions. Never fails, and waits for no
   * answer longer than the timeout.
   */
  ask(questions: Iterable<Question>, now: Date): Promise<Answered[]>
}

interface Outcome {
  answer: Answered
  /** 0 where no answer came. */
  status: number
  size: number
}

interface Options {
  outbound: Outbound
  /** Milliseconds for all questions of a quote together. */
  timeout?: number | undefined
  log?: Pick<Logger, 'info'> | undefined
}

const maxBytes = 256 * 1024
/** Questions of one quote that are under way together. */
const atOnce = 32
const minute = 60_000
const keptFor: Readonly<Record<number, number>> = { 200: 15 * minute, 422: minute }
const cacheBytes = 32 * 1024 * 1024

/**
 * Asks carriers. What they answered and how they fare is known to this process alone, and safe to lose: a second
 * process asks for itself, and a quote, once made, stands in the database (docs/decisions/0012).
 */
export function createCarrierRates({ outbound, timeout = 5000, log }: Options): CarrierRates {
  const cache = new LRUCache<string, { answer: Answered; from: number; until: number }>({ maxSize: cacheBytes })
  const breakers = new LRUCache<string, Breaker>({ max: 10_000 })
  /** The same question is asked once at a time. */
  const underWay = new Map<string, Promise<Answered>>()

  function isOpen(carrier: string, now: number): boolean {
    const { breaker, isAdmitted } = admit(breakers.get(carrier) ?? closed, now)
    breakers.set(carrier, breaker)
    return !isAdmitted
  }

  async function fetchRates({ url, request }: Question, limit: number): Promise<Outcome> {
    try {
      const { status, body, truncated } = await outbound.request({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Bodega' },
        body: JSON.stringify(request),
        timeout: limit,
        maxBytes,
      })
      return { answer: truncated ? 'too_large' : answerOf(status, body), status, size: body.length }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { answer: reasonOf(error), status: 0, size: 0 }
    }
  }

  async function send(question: Question, key: string, now: number, limit: number): Promise<Answered> {
    const carrier = question.request.carrier.id
    if (isOpen(carrier, now)) return 'breaker_open'
    const { answer, status, size } = await fetchRates(question, limit)
    breakers.set(carrier, record(breakers.get(carrier) ?? closed, now, status === 0 || status >= 500))
    if (typeof answer === 'string') log?.info({ carrier, reason: answer }, 'a carrier gave no rates')
    const isUsable = typeof answer !== 'string' || status === 422
    if (isUsable) cache.set(key, { answer, from: now, until: now + (keptFor[status] ?? 0) }, { size: 1000 + size })
    return answer
  }

  function one(question: Question, now: number, limit: number): Promise<Answered> {
    const key = cacheKey(question.request, question.url)
    const kept = cache.get(key)
    // One that asks may have begun a moment before the answer came; where it came in time to come, the clock was set back.
    if (kept && now > kept.from - minute && now < kept.until) return Promise.resolve(kept.answer)
    const known = underWay.get(key)
    if (known) return known
    if (limit <= 0) return Promise.resolve('timeout')
    const asked = send(question, key, now, limit).finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked
  }

  return {
    async ask(questions, now) {
      const end = performance.now() + timeout
      const answers: Answered[] = []
      const pace = createPace()
      let count = 0
      await eachOf(questions, atOnce, async question => {
        const place = count++
        // Thousands may be answered without a wait: from what is known, or because the time is over.
        await pace()
        answers[place] = await one(question, now.getTime(), end - performance.now())
      })
      return answers
    },
  }
}

/** What an answer says; a reason where it says nothing that can be used. */
function answerOf(status: number, body: Buffer): Answered {
  if (status !== 200) return `status_${status}`
  return readRates(body.toString('utf8')) ?? 'invalid_answer'
}

const ownReasons: readonly string[] = ['timeout', 'refused_address', 'too_large']
const reasonOf = ({ reason }: OutboundError): string => (ownReasons.includes(reason) ? reason : 'unreachable')
