/** What the outside knows: every answer that was given, kept apart from the servers and their database. */
import { ApiError } from '@bodega/api'

/** What became of a request. Without an answer, or with a 5xx, it may have taken effect or not. */
export type Answer<T> = { kind: 'done'; value: T } | { kind: 'refused'; status: number } | { kind: 'unknown' }

export interface OrderRecord {
  variant: number
  quantity: number
  /** When it was sent first. */
  sentAt: number
  answer: Answer<number>
  cancel: { kind: 'never' | Answer<unknown>['kind']; sentAt: number }
}

/** A value that one client writes again and again: at the end it is the last that was acknowledged, or one without an answer. */
export interface Register<T> {
  acknowledged: T | undefined
  unknown: T[]
}

export interface WebhookRecord {
  event: string
  /** From when on it was surely there, and was surely gone. */
  there: number
  gone: number
  isLeaving: boolean
}

export interface AppRecord {
  /** The token that must work; none while the app is not installed. */
  token: string | undefined
  /** Tokens that must not work any more. */
  ended: string[]
  /** Whether the last change of it was answered. */
  isKnown: boolean
}

export function createMemory() {
  const counts = { acknowledged: 0, refused: 0, unknown: 0, failed: 0 }

  async function ask<T>(call: () => Promise<T>): Promise<Answer<T>> {
    try {
      const value = await call()
      counts.acknowledged++
      return { kind: 'done', value }
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 599
      if (status === 500) counts.failed++
      if (status >= 500) counts.unknown++
      else counts.refused++
      return status >= 500 ? { kind: 'unknown' } : { kind: 'refused', status }
    }
  }

  return {
    counts,
    /** What was seen to be wrong while it ran. */
    seen: { lost: 0, wrong: 0 },
    /** By the mark that an order carries in its note. */
    orders: new Map<string, OrderRecord>(),
    /** Units that were given to a variant, in all. */
    supplied: new Map<number, number>(),
    levels: new Map<number, Register<number>>(),
    /** By the id of the shipment. */
    places: new Map<string, Register<string>>(),
    priorities: { acknowledged: undefined, unknown: [] } as Register<string>,
    /** By the path that it calls. */
    webhooks: new Map<string, WebhookRecord>(),
    apps: new Map<number, AppRecord>(),
    /** A write, and what became of it. */
    ask,
    async write<T>(register: Register<T>, value: T, call: () => Promise<unknown>): Promise<void> {
      const { kind } = await ask(call)
      if (kind === 'done') register.acknowledged = value
      if (kind === 'unknown') register.unknown.push(value)
    },
  }
}
export type Memory = ReturnType<typeof createMemory>
