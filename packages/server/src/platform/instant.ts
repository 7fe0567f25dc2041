const zone = /([Zz]|[+\- ]\d{2}(?::?\d{2})?)/.source
const fraction = /(?:[.,](\d{1,9}))?/.source

const extended = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[Tt ](\\d{2}):(\\d{2})(?::(\\d{2})${fraction})?${zone}?)?$`)
/** With time and offset only: mere digits may be anything. */
const basic = new RegExp(`^(\\d{4})(\\d{2})(\\d{2})[Tt](\\d{2})(\\d{2})(?:(\\d{2})${fraction})?${zone}$`)

const first = Date.parse('0000-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** An offset may lead beyond the years that have four digits: the nearest that can be written is meant. */
const written = (time: number): Date => new Date(Math.min(Math.max(time, first), last))

/** `Date` turns 30 February into 2 March. */
const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** A leap second, of which `Date` knows nothing, counts as the one after it. There is one at the end of a day of UTC only. */
function afterLeap(second59: number): number {
  const time = second59 + 1000
  return time % 86_400_000 < 1000 ? time : Number.NaN
}

/** As `Date` reads it: `-03`, `-0300` and `-03:00` are the same. */
function offsetOf(text: string): string {
  if (text.toUpperCase() === 'Z') return 'Z'
  return `${text[0] === '-' ? '-' : '+'}${text.slice(1, 3)}:${text.length > 3 ? text.slice(-2) : '00'}`
}

/**
 * A point in time as clients write it: ISO 8601, extended with or without time and offset (then UTC), basic with both.
 * A `+` that was not encoded in a query arrives as a space.
 */
export function parseInstant(text: string): Date | undefined {
  const found = extended.exec(text) ?? basic.exec(text)
  if (!found) return undefined
  const [, year, month, date, hour = '00', minute = '00', second = '00', part = '0', offset = 'Z'] = found
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return undefined
  const at = (seconds: string) => Date.parse(`${day}T${hour}:${minute}:${seconds}.${part}${offsetOf(offset)}`)
  const time = second === '60' ? afterLeap(at('59')) : at(second)
  return Number.isNaN(time) ? undefined : written(time)
}
