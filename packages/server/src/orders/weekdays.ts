/** Delivery times are told in weekdays: Saturdays and Sundays do not count. */

const isWeekday = (date: Date): boolean => date.getUTCDay() % 6 !== 0

/** So many weekdays from now, at the same time of the day. */
export function afterWeekdays(now: Date, days: number): Date {
  const date = new Date(now)
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (isWeekday(date)) left--
  }
  return date
}

const day = 86_400_000
const dayOf = (date: Date): number => Math.floor(date.getTime() / day)

/** A promise further away than this is none. */
const longest = 1000 * day

/** The fewest weekdays from now that reach the day of a date. */
export function weekdaysUntil(now: Date, date: Date): number | null {
  if (date.getTime() - now.getTime() > longest) return null
  let days = 0
  let reached = now
  while (dayOf(reached) < dayOf(date)) {
    reached = afterWeekdays(reached, 1)
    days++
  }
  return days
}
