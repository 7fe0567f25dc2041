import type { Machine } from './machine.ts'
import type { Row } from './rounds.ts'

const left = 400
const width = 420
const right = 130
const step = 22
const top = 78
/** Ratios beyond are cut off, and told by their number. */
const largest = 2

const style = `
  .page { fill: #ffffff } text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 } .faint { fill: #59636e }
  .bar { fill: #4a7fd0 } .missed { fill: #d0704a } .grid { stroke: #8b949e; stroke-opacity: .35 }
  .limit { stroke: #59636e } .target { stroke: #1f2328; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 } .bar { fill: #6ea0ee } .missed { fill: #ec9168 }
    .limit { stroke: #9198a1 } .target { stroke: #e6edf3 }
  }`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const place = (ratio: number) => left + (Math.min(ratio, largest) / largest) * width

const labelOf = ({ scenario, connections, rows, processes }: Row) =>
  `${scenario} · ${connections}${rows > 1000 ? ` · ${rows.toLocaleString('en-US')} rows` : ''}${processes > 1 ? ` · ${processes} processes` : ''}`

function barOf(row: Row, index: number): string {
  const y = top + index * step
  const isMissed = row.target !== null && row.ratio < row.target
  const target = row.target === null ? '' : mark(place(row.target), y)
  const [low, high] = row.spread
  return `<g><title>${escaped(row.scenario)}: ${low.toFixed(2)} to ${high.toFixed(2)}</title>
    <text x="${left - 10}" y="${y + 12}" text-anchor="end">${escaped(labelOf(row))}</text>
    <rect class="${isMissed ? 'missed' : 'bar'}" x="${left}" y="${y + 2}" width="${(place(row.ratio) - left).toFixed(1)}" height="13" rx="2"/>
    ${target}<text x="${Math.max(place(row.ratio), place(row.target ?? 0)) + 8}" y="${y + 12}">${row.ratio.toFixed(2)}${row.ratio > largest ? ' →' : ''}</text></g>`
}

const mark = (x: number, y: number) => `<line class="target" x1="${x}" y1="${y - 1}" x2="${x}" y2="${y + 18}"/>`

/** Bars of the ratios to the raw limit, the targets as marks on them; for light and for dark pages. */
export function pictureOf(rows: readonly Row[], { commit, load }: Machine): string {
  const bottom = top + rows.length * step + 4
  const lines = [0, 0.5, 1, 1.5, 2].map(
    ratio =>
      `<line class="${ratio === 1 ? 'limit' : 'grid'}" x1="${place(ratio)}" y1="${top - 6}" x2="${place(ratio)}" y2="${bottom}"/>
    <text class="faint" x="${place(ratio)}" y="${top - 12}" text-anchor="middle">${ratio}${ratio === 1 ? ' raw limit' : ''}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + right} ${bottom + 14}" role="img" aria-label="Rates as a share of the raw limit">
  <style>${style}</style>
  <rect class="page" width="100%" height="100%"/>
  <text class="title" x="16" y="22">Rate as a share of the raw limit</text>
  <text class="faint" x="16" y="40">scenario · connections; marks are what is wanted; commit ${escaped(commit)}, load ${load.join(' to ')}</text>
  ${lines.join('\n  ')}
  ${rows.map(barOf).join('\n  ')}
</svg>
`
}
