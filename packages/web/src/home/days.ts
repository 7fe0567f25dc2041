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
