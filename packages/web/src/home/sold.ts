import { type Listed, type Order, orderReach } from '@bodega/api'
import { beginOf, type Day, salesByDay, wholeDays } from './days.ts'

/** All that is read of the orders of the last days. */
export type Sold = Pick<Order, 'id' | 'created_at' | 'total' | 'status' | 'fulfillments'>

export const pageSize = 200

/** Asked for at once, and no more of them for the days before today. */
const mostPages = 25

/**
 * The orders of the last days, latest first, by day; of fewer days where there are too many of them. Today is read to its
 * beginning, or as far as a list goes.
 */
export async function readSold(
  read: (page: number) => Promise<Listed<Sold>>,
  now: Date,
  count: number,
): Promise<{ days: Day[]; orders: Sold[] }> {
  const first = await read(1)
  const pages = Math.ceil(first.total / pageSize)
  // Orders that are placed meanwhile push others onto the next page.
  const latest = new Map(first.map(order => [order.id, order]))
  const isToday = () => [...latest.values()].every(({ created_at }) => new Date(created_at) >= beginOf(now, 1))
  let done = 1
  while (done < pages && (done < mostPages || isToday())) {
    const next = Math.min(pages, mostPages * Math.ceil((done + 1) / mostPages))
    const more = await Promise.all(Array.from({ length: next - done }, (_, i) => read(done + 1 + i)))
    for (const order of more.flat()) latest.set(order.id, order)
    done = next
  }
  const orders = [...latest.values()]
  const whole = wholeDays(orders, { now, count, isAll: done >= pages && first.total < orderReach })
  const begin = beginOf(now, whole)
  return {
    days: salesByDay(orders, now, whole),
    orders: orders.filter(({ created_at }) => new Date(created_at) >= begin),
  }
}
