import { OptionError } from '../src/testing/options.ts'
import type { Row } from './rounds.ts'

/** What of a row of another run is looked at. */
export type Before = Pick<Row, 'scenario' | 'connections' | 'rows' | 'processes' | 'ratio'> &
  Partial<Pick<Row, 'spread'>>

export interface Change {
  what: string
  before: number
  after: number
  /** The new ratio as a multiple of the old one. */
  factor: number
}

/** So much slower is too much. */
const tolerated = 0.85

export const isTooSlow = ({ factor }: Change): boolean => factor < tolerated

const keyOf = ({ scenario, connections, rows, processes }: Before): string =>
  `${scenario}, ${connections} connections${rows === 0 ? '' : `, ${rows} rows`}${processes === 1 ? '' : `, ${processes} processes`}`

const spreadOf = ({ ratio, spread }: Before): [number, number] => spread ?? [ratio, ratio]

/** What has changed by more than chance: where the rounds of the two runs do not overlap. The slowest first. */
export function changesOf(before: readonly Before[], after: readonly Before[]): Change[] {
  const known = new Map(before.map(row => [keyOf(row), row]))
  const changes: Change[] = []
  for (const row of after) {
    const old = known.get(keyOf(row))
    if (!old) continue
    const [low, high] = spreadOf(row)
    const [oldLow, oldHigh] = spreadOf(old)
    if (low > oldHigh || high < oldLow)
      changes.push({ what: keyOf(row), before: old.ratio, after: row.ratio, factor: row.ratio / old.ratio })
  }
  return changes.sort((a, b) => a.factor - b.factor)
}

export function sayChange({ what, before, after, factor }: Change): string {
  const percent = Math.abs(Math.round((factor - 1) * 100))
  return `${factor < 1 ? 'slower' : 'faster'} by ${String(percent).padStart(3)} %  ${before.toFixed(2)} → ${after.toFixed(2)}  ${what}`
}

const isRow = (value: unknown): value is Before =>
  typeof value === 'object' && value !== null && 'scenario' in value && 'ratio' in value && 'connections' in value

/** The rows of another run, from its `latest.json`. */
export function rowsFrom(file: string, content: string): Before[] {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new OptionError(`--compare ${file} is not JSON: ${(error as Error).message}`)
  }
  const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRow))
    throw new OptionError(`--compare ${file} does not hold the results of a bench`)
  return rows
}
