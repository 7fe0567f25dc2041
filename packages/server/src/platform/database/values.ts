import pg from 'pg'

const { builtins } = pg.types

/** `2026-07-11T01:29:50+0000`: a point in time as the contract writes it (D10). */
export function wireTime(time: Date): string {
  const second = Math.floor(time.getTime() / 1000)
  if (second !== last.second) last = { second, text: `${time.toISOString().slice(0, 19)}+0000` }
  return last.text
}

/** What is done together bears one time, and much is done within a second. */
let last = { second: Number.NaN, text: '' }

/** A timestamptz comes as `2026-07-11 01:29:50.123+00`; servers set to another zone give another offset. */
function parseTimestamp(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 19)}+0000`
  return wireTime(new Date(`${text.slice(0, 10)}T${text.slice(11)}${/[+-]\d\d$/.test(text) ? ':00' : ''}`))
}

function parseBigint(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit into a JSON number`)
  return number
}

/** An array of ids, `{1,2,3}`; none of them is null. */
const parseBigints = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseBigint))

const bigints = 1016

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: parseBigint,
  [bigints]: parseBigints,
  [builtins.TIMESTAMPTZ]: parseTimestamp,
}

/** How the text of a column becomes a value: rows carry wire values, so nothing is mapped afterwards. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}
