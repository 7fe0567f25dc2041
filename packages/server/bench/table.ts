import type { Machine } from './machine.ts'
import type { Row } from './rounds.ts'
import type { Footing, Verdict } from './targets.ts'

const number = (value: number) => Math.round(value).toLocaleString('en-US')
const cpu = (value: number) => value.toFixed(2)

/** The columns of the table, each with what it says of a row. */
const columns: [name: string, width: number, cell: (row: Row) => string][] = [
  ['rows', 9, ({ rows }) => (rows === 0 ? '' : number(rows))],
  ['conn', 4, ({ connections }) => String(connections)],
  ['proc', 4, ({ processes }) => String(processes)],
  ['rate', 6, ({ rate }) => number(rate)],
  ['limit', 6, ({ limit }) => number(limit)],
  ['ratio', 5, ({ ratio }) => ratio.toFixed(2)],
  ['spread', 9, ({ spread: [low, high] }) => `${low.toFixed(2)}-${high.toFixed(2)}`],
  ['growth', 6, ({ growth }) => growth.toFixed(2)],
  ['p50', 6, ({ p50_ms }) => p50_ms.toFixed(1)],
  ['p99', 6, ({ p99_ms }) => p99_ms.toFixed(1)],
  ['node', 5, ({ node_ms }) => cpu(node_ms)],
  ['pg', 5, ({ postgres_ms }) => cpu(postgres_ms)],
  ['limit', 5, ({ limit_cpu_ms }) => cpu(limit_cpu_ms)],
  ['MB', 4, ({ memory_mb }) => number(memory_mb)],
]

const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(48)} ${cells.map((cell, i) => cell.padStart(columns[i]?.[1] ?? 0)).join(' ')}`

export const heading = (): string =>
  line(
    'scenario',
    columns.map(([name]) => name),
  )

export const lineOf = (row: Row): string =>
  line(
    row.scenario,
    columns.map(([, , cell]) => cell(row)),
  )

export const verdictLine = ({ what, is, wanted, isMet }: Verdict): string =>
  `${isMet ? ' met ' : ' not '} ${what}: ${is} (${wanted})`

/** The whole run, to be pasted into docs/performance.md. */
export function markdownOf(
  rows: readonly Row[],
  machine: Machine,
  footing: Footing,
  verdicts: readonly Verdict[],
): string {
  const cells = (all: readonly string[]) => `| ${all.join(' | ')} |`
  const names = ['Scenario', 'Rows', 'Conn.', 'Proc.', 'Rate', 'Limit', 'Ratio', 'Spread', 'Growth', 'p50', 'p99']
  const rest = ['CPU node', 'CPU pg', 'CPU limit', 'MB']
  return [
    `Commit ${machine.commit}, Node.js ${machine.node}, ${machine.processors}, ${machine.memory_gb} GB, load ${machine.load.join(' to ')}. An idle server holds ${footing.idle_mb.toFixed(0)} MB, under load at most ${footing.load_mb.toFixed(0)} MB, and is ready ${footing.ready_ms.toFixed(0)} ms after its start.`,
    '',
    cells([...names, ...rest]),
    cells(['---', ...Array.from({ length: names.length + rest.length - 1 }, () => '--:')]),
    ...rows.map(row => cells([row.scenario, ...columns.map(([, , cell]) => cell(row))])),
    '',
    cells(['Wanted', '', 'Measured', '']),
    cells(['---', '---', '---', '---']),
    ...verdicts.map(({ what, wanted, is, isMet }) => cells([what, wanted, is, isMet ? 'met' : '**not met**'])),
    '',
  ].join('\n')
}
