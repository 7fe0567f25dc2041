import { expect, test } from 'vitest'
import { pictureOf } from './picture.ts'
import { rowsOf } from './rounds.ts'
import { heading, lineOf, markdownOf } from './table.ts'
import { verdictsOf } from './targets.ts'

const machine = { commit: 'abc', node: 'v20', system: 'linux', processors: '2 × x', memory_gb: 4, load: [0.1, 0.2] }
const figures = { p50_ms: 1, p99_ms: 2, node_ms: 0.3, postgres_ms: 0.1, limit_cpu_ms: 0.2 }
const rounds = [{ rate: 1500, limit_before: 2000, limit_after: 2000, ...figures }]
const places = [{ place: { rows: 1000, processes: 1 }, rounds, memory_mb: 100 }]
const rows = rowsOf({ name: 'GET /a?b<c', target: { ratio: 0.8, connections: 16 } }, 16, places)
const footing = { idle_mb: 90, load_mb: 100, ready_ms: 900 }

test('columns stand under their names', () => {
  const [row] = rows
  expect(row && lineOf(row).length).toBe(heading().length)
  expect(row && lineOf(row)).toContain('0.75')
})

test('the table for the docs says where it was measured, and what is not met', () => {
  const text = markdownOf(rows, machine, footing, verdictsOf(rows, footing))
  expect(text).toContain('Commit abc')
  expect(text).toContain('| GET /a?b<c | 1,000 | 16 | 1 | 1,500 | 2,000 | 0.75 |')
  expect(text).toContain('| GET /a?b<c, 16 connections | at least 0.8 | 0.75 | **not met** |')
  const table = text.split('\n').filter(line => line.startsWith('| ') && line.includes('1,500'))
  expect(table[0]?.split('|')).toHaveLength(17)
})

test('the picture shows a bar for every row with its target, for light and for dark pages', () => {
  const svg = pictureOf(rows, machine)
  expect(svg).toContain('class="missed"')
  expect(svg).toContain('class="target"')
  expect(svg).toContain('prefers-color-scheme: dark')
  expect(svg).toContain('GET /a?b&lt;c')
})
