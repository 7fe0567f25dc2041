const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|z|[+\- ]\d{2}:?\d{2})?)?$/

/** `Date` turns 30 February into 2 March. */
const isDay = (day = ''): boolean => {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/**
 * A point in time as clients write it: ISO 8601, with or without time and offset (then UTC). A `+` that was not
 * encoded in a query arrives as a space.
 */
export function parseInstant(text: string): Date | undefined {
  const found = iso.exec(text)
  if (!found) return undefined
  const [, day, time = '00:00', offset = 'Z'] = found
  const zone =
    offset.toUpperCase() === 'Z' ? 'Z' : `${offset[0] === '-' ? '-' : '+'}${offset.slice(1, 3)}:${offset.slice(-2)}`
  const instant = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(instant.getTime()) || !isDay(day) ? undefined : instant
}
