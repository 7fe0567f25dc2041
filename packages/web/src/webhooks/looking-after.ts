import type { Delivery } from '@bodega/api'

type Awaited = Pick<Delivery, 'status' | 'next_attempt_at'>

const soonest = 2_000
const latest = 60_000

/**
 * For `refetchInterval`: deliveries of which one is on its way are looked after, every so many milliseconds. One that waits
 * for its next attempt is looked for then, or by and by where the clocks differ.
 */
export function lookingAfter(deliveries: readonly Awaited[] | undefined, now = Date.now()): number | false {
  const pending = deliveries?.filter(({ status }) => status === 'pending') ?? []
  if (pending.length === 0) return false
  const waits = pending.map(({ next_attempt_at }) => (next_attempt_at === null ? 0 : Date.parse(next_attempt_at) - now))
  return Math.min(Math.max(Math.min(...waits), soonest), latest)
}
