import { expect, test } from 'vitest'
import { type Round, rowsOf } from './rounds.ts'
import { verdictsOf } from './targets.ts'

const round = (rate: number, before: number, after: number): Round => ({
  rate,
  limit_before: before,
  limit_after: after,
  ...{ p50_ms: 1, p99_ms: 2, node_ms: 0.3, postgres_ms: 0.1, limit_cpu_ms: 0.2 },
})

const scenario = { name: 'GET /things', target: { ratio: 0.75, connections: 16 } }
const place = (rows: number, rounds: Round[], processes = 1) => ({ place: { rows, processes }, rounds, memory_mb: 100 })

test('a ratio is taken within its round, and the median of them counts', () => {
  // The machine was twice as fast in the second round: the ratio does not see it.
  const rounds = [round(80, 100, 100), round(160, 190, 210), round(50, 100, 100)]
  const [row] = rowsOf(scenario, 16, [place(1000, rounds)])
  expect(row).toMatchObject({ rate: 80, limit: 100, ratio: 0.8, spread: [0.5, 0.8], growth: 1, target: 0.75 })
})

test('growth is what a request costs as a multiple of its cost in the small store', () => {
  const small = place(1000, [round(100, 100, 100), round(200, 200, 200)])
  const large = place(1_000_000, [round(80, 100, 100), round(160, 200, 200)])
  const spread = place(1000, [round(150, 100, 100), round(300, 200, 200)], 2)
  const rows = rowsOf(scenario, 16, [small, large, spread])
  expect(rows.map(({ growth, speedup }) => [growth, speedup])).toEqual([
    [1, 1],
    [1.25, 1],
    [1, 1.5],
  ])
})

test('what is wanted is judged where it was measured', () => {
  const rows = rowsOf(scenario, 16, [
    place(1000, [round(70, 100, 100)]),
    place(1_000_000, [round(50, 100, 100)]),
    place(1000, [round(63, 100, 100)], 2),
  ])
  const others = rowsOf(scenario, 64, [place(1000, [round(10, 100, 100)])])
  const verdicts = verdictsOf([...rows, ...others], { idle_mb: 119, load_mb: 350, ready_ms: 1999 })
  expect(verdicts.map(({ what, is, isMet }) => [what, is, isMet])).toEqual([
    ['GET /things, 16 connections', '0.70', false],
    ['GET /things, cost in a store of 1000000', '1.40 times', false],
    ['GET /things, 16 connections, two processes', '0.90', false],
    ['memory of an idle server', '119 MB', true],
    ['memory under load', '350 MB', false],
    ['start to ready, database exists', '1999 ms', true],
  ])
})
