import type { Order } from '@bodega/api'

export interface Day {
  /** `2026-11-15`, where the viewer is. */
  date: string
  orders: number
  total: number
}

const dateOf = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(part => String(part).padStart(2, '0')).join('-')

/** When the first of the last days began, today being the last. */
export const beginOf = (now: Date, count: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1))

/**
 * How many of the last days are wholly told by the latest orders: where there are more of them than were read, the oldest
 * day that was reached lacks some. Today is always read whole.
 */
export function wholeDays(
  orders: readonly Pick<Order, 'created_at'>[],
  { now, count, isAll }: { now: Date; count: number; isAll: boolean },
): number {
  const oldest = orders.at(-1)
  if (isAll || !oldest) return count
  const reached = dateOf(new Date(oldest.created_at))
  const whole = Array.from({ length: count }, (_, i) => i + 1).filter(days => dateOf(beginOf(now, days)) > reached)
  return Math.max(1, whole.length)
}

/** What was sold on each of the last days, today last. Cancelled orders do not count. */
export function salesByDay(
  orders: readonly Pick<Order, 'created_at' | 'total' | 'status'>[],
  now: Date,
  count: number,
): Day[] {
  const days = Array.from(
    { length: count },
    (_, i): Day => ({ date: dateOf(beginOf(now, count - i)), orders: 0, total: 0 }),
  )
  const byDate = new Map(days.map(day => [day.date, day]))
  for (const { created_at, total, status } of orders) {
    const day = byDate.get(dateOf(new Date(created_at)))
    if (!day || status === 'cancelled') continue
    day.orders += 1
    day.total += Number(total)
  }
  return days
}
