import { smallest } from './catalogue.ts'
import type { Row } from './rounds.ts'

/** What a process costs that does nothing, or all it can, and how soon it is there. */
export interface Footing {
  idle_mb: number
  load_mb: number
  ready_ms: number
}

export interface Verdict {
  what: string
  is: string
  wanted: string
  isMet: boolean
}

const largestGrowth = 1.3
const limits = { idle_mb: 120, load_mb: 350, ready_ms: 2000 }

const atLeast = (what: string, value: number, wanted: number): Verdict => ({
  what,
  is: value.toFixed(2),
  wanted: `at least ${wanted}`,
  isMet: value >= wanted,
})
const below = (what: string, value: number, wanted: number, unit: string): Verdict => ({
  what,
  is: `${value.toFixed(0)} ${unit}`,
  wanted: `under ${wanted} ${unit}`,
  isMet: value < wanted,
})

/** What is wanted of a run, as far as the run has measured it. */
export function verdictsOf(rows: readonly Row[], { idle_mb, load_mb, ready_ms }: Footing): Verdict[] {
  const wanted = rows.filter(({ target, processes }) => target !== null && processes === 1)
  const isSmall = (row: Row) => row.rows <= smallest
  return [
    ...wanted
      .filter(isSmall)
      .map(row => atLeast(`${row.scenario}, ${row.connections} connections`, row.ratio, row.target ?? 0)),
    ...wanted
      .filter(row => !isSmall(row))
      .map(row => ({
        what: `${row.scenario}, cost in a store of ${row.rows}`,
        is: `${row.growth.toFixed(2)} times`,
        wanted: `at most ${largestGrowth} times`,
        isMet: row.growth <= largestGrowth,
      })),
    ...rows
      .filter(row => row.processes > 1)
      .map(row => atLeast(`${row.scenario}, ${row.connections} connections, two processes`, row.speedup, 1)),
    below('memory of an idle server', idle_mb, limits.idle_mb, 'MB'),
    below('memory under load', load_mb, limits.load_mb, 'MB'),
    below('start to ready, database exists', ready_ms, limits.ready_ms, 'ms'),
  ]
}
