/** What came back from a receiver, as far as the next step depends on it. */
export interface Answer {
  /** None where there was no answer. */
  status: number | null
  /** The header of that name. */
  retryAfter?: string | undefined
}

export type Verdict = { status: 'delivered' | 'failed' } | { status: 'pending'; wait: number }

/** A receiver may ask for so many seconds at most. */
const longestWait = 24 * 3600

/** D61: any 2xx, and nothing else. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/**
 * What follows from an answer: done, given up, or tried again after a wait in seconds (D61, D62). `tries` counts the
 * attempts so far; n waits mean n + 1 attempts. A receiver can ask for a longer wait, and 410 says that nobody is there
 * any more.
 */
export function verdictOf({ status, retryAfter }: Answer, tries: number, waits: readonly number[], now: Date): Verdict {
  if (isSuccess(status)) return { status: 'delivered' }
  const wait = waits[tries - 1]
  if (status === 410 || wait === undefined) return { status: 'failed' }
  return { status: 'pending', wait: Math.max(wait, Math.min(askedWait(retryAfter, now), longestWait)) }
}

/** Seconds, or the date of a later time. */
function askedWait(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, Math.ceil((date - now.getTime()) / 1000))
}
