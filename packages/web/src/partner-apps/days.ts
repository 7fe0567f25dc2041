import type { AppCalls } from '@bodega/api/panel'

export type CallDay = AppCalls['days'][number]

const dayLength = 86_400_000

/** The last days, today last, also those on which nothing was asked. Days are those of UTC, as they are counted. */
export function lastDays(days: readonly CallDay[], now: number, count: number): CallDay[] {
  const byDay = new Map(days.map(day => [day.day, day]))
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(now - (count - 1 - i) * dayLength).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, calls: 0, errors: 0 }
  })
}
