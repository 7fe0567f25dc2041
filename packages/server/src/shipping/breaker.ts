/**
 * Whether a carrier that mostly fails is still asked (contract: shipping 3.1). It is judged by the last half an hour;
 * when it failed, nobody asks for five minutes, and then ten requests decide anew.
 */
export interface Breaker {
  /** What came of the requests, minute by minute, the oldest first. */
  minutes: readonly { minute: number; requests: number; failures: number }[]
  /** Since when nobody asks; absent while all do. */
  opened?: number
  /** After the pause: how many were let through to try it, and what came of them. */
  trial?: { admitted: number; requests: number; failures: number }
}

const minute = 60_000
const window = 30
const pause = 5 * minute
const fewest = 500
const tries = 10

export const closed: Breaker = { minutes: [] }

const hasFailed = ({ requests, failures }: { requests: number; failures: number }): boolean => failures * 2 >= requests

/** Lets a request through, or not. Whoever is let through says what came of it. */
export function admit(breaker: Breaker, now: number): { breaker: Breaker; isAdmitted: boolean } {
  const { opened, trial = { admitted: 0, requests: 0, failures: 0 } } = breaker
  if (opened === undefined) return { breaker, isAdmitted: true }
  // One that asks may have begun a moment before the pause; where it begins in time to come, the clock was set back.
  const isPaused = now > opened - minute && now < opened + pause
  if (isPaused || trial.admitted === tries) return { breaker, isAdmitted: false }
  return { breaker: { ...breaker, trial: { ...trial, admitted: trial.admitted + 1 } }, isAdmitted: true }
}

/** What came of a request that was let through. */
export function record(breaker: Breaker, now: number, isFailure: boolean): Breaker {
  const { opened, trial } = breaker
  const failed = isFailure ? 1 : 0
  if (opened === undefined) return judged(counted(breaker, now, failed), now)
  // One that was let through before the pause began, and took its time.
  if (!trial) return breaker
  const tried = { ...trial, requests: trial.requests + 1, failures: trial.failures + failed }
  if (tried.requests < tries) return { ...breaker, trial: tried }
  return hasFailed(tried) ? { minutes: [], opened: now } : closed
}

function counted({ minutes }: Breaker, now: number, failed: number): Breaker {
  const current = Math.floor(now / minute)
  const recent = minutes.filter(one => one.minute > current - window && one.minute <= current)
  const last = recent.at(-1)
  const { requests, failures } = last?.minute === current ? last : { requests: 0, failures: 0 }
  const others = recent.filter(one => one.minute !== current)
  return { minutes: [...others, { minute: current, requests: requests + 1, failures: failures + failed }] }
}

function judged(breaker: Breaker, now: number): Breaker {
  const sum = (key: 'requests' | 'failures') => breaker.minutes.reduce((total, one) => total + one[key], 0)
  const all = { requests: sum('requests'), failures: sum('failures') }
  return all.requests >= fewest && hasFailed(all) ? { minutes: [], opened: now } : breaker
}
