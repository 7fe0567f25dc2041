import { memoryOf } from './cpu.ts'
import { type Figures, median } from './measure.ts'
import type { Options } from './options.ts'
import type { Case, Place } from './plan.ts'
import type { Scenario, Sides } from './sides.ts'
import { type Bench, settle } from './world.ts'

/** One measurement between two of its limit. */
export interface Round extends Figures {
  limit_before: number
  limit_after: number
  limit_cpu_ms: number
}

export interface Row {
  scenario: string
  connections: number
  /** Products and orders of the store; 0 where they do not matter. */
  rows: number
  /** Server processes. */
  processes: number
  /** Requests per second. */
  rate: number
  /** Those of the raw limit. */
  limit: number
  ratio: number
  p50_ms: number
  p99_ms: number
  /** Lowest and highest ratio of the rounds. */
  spread: [number, number]
  limit_before: number
  limit_after: number
  /** Processor time of a request: server and database, and both together on the raw side. */
  node_ms: number
  postgres_ms: number
  limit_cpu_ms: number
  /** Of the server, right after the load. */
  memory_mb: number
  /** What a request costs as a multiple of what it costs in the small store. */
  growth: number
  /** The rate as a multiple of that of one process. */
  speedup: number
  target: number | null
}

interface Measured {
  place: Place
  sides: Sides
  rounds: Round[]
  memory_mb: number
}

const limitOf = ({ limit_before, limit_after }: Round) => (limit_before + limit_after) / 2

async function roundOf(bench: Bench, { sides, place }: Measured, connections: number, seconds: number): Promise<Round> {
  const circumstances = { connections, seconds, processes: place.processes }
  await settle(bench)
  const before = await sides.raw(circumstances)
  await settle(bench)
  const own = await sides.own(circumstances)
  await settle(bench)
  const after = await sides.raw(circumstances)
  const cpu = (figures: Figures) => figures.node_ms + figures.postgres_ms
  return {
    ...own,
    limit_before: before.rate,
    limit_after: after.rate,
    limit_cpu_ms: (cpu(before) + cpu(after)) / 2,
  }
}

const prepared = new Map<string, Promise<Sides>>()

/** Prepared once, however many connections and processes it is then measured with. */
export function sidesOf(bench: Bench, scenario: Scenario, rows: number): Promise<Sides> {
  const key = `${scenario.name} ${rows}`
  const known = prepared.get(key) ?? scenario.prepare(bench, rows)
  prepared.set(key, known)
  return known
}

/** All places take turns in every round, so that whatever else the machine does meets them alike. */
export async function measureCase(
  bench: Bench,
  { scenario, connections, places }: Case,
  options: Options,
): Promise<Row[]> {
  const { rounds, seconds, warmUp } = options
  const all: Measured[] = []
  for (const place of places) {
    const sides = await sidesOf(bench, scenario, place.rows)
    await settle(bench)
    for (const side of [sides.raw, sides.own]) await side({ connections, seconds: warmUp, processes: place.processes })
    all.push({ place, sides, rounds: [], memory_mb: 0 })
  }
  for (let i = 0; i < rounds; i++) {
    for (const measured of all) {
      measured.rounds.push(await roundOf(bench, measured, connections, seconds))
      const servers = await bench.servers(measured.place.processes)
      const held = await Promise.all(servers.map(({ pid }) => memoryOf(pid)))
      measured.memory_mb = Math.max(measured.memory_mb, ...held)
    }
  }
  return rowsOf(scenario, connections, all)
}

type Counted = Pick<Measured, 'place' | 'rounds' | 'memory_mb'>

/** Medians of the rounds. What is compared is compared within a round. */
export function rowsOf(
  { name, target }: Pick<Scenario, 'name' | 'target'>,
  connections: number,
  all: readonly Counted[],
): Row[] {
  const [first] = all
  return all.map(({ place, rounds, memory_mb }) => {
    const pick = (key: keyof Round) => median(rounds.map(round => round[key]))
    const ratios = rounds.map(round => round.rate / limitOf(round))
    /** Its rate as a multiple of that of the first place in the same round. */
    const relative = median(rounds.map(({ rate }, i) => rate / (first?.rounds[i]?.rate ?? rate)))
    return {
      scenario: name,
      connections,
      ...place,
      rate: pick('rate'),
      limit: median(rounds.map(limitOf)),
      ratio: median(ratios),
      p50_ms: pick('p50_ms'),
      p99_ms: pick('p99_ms'),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      limit_before: pick('limit_before'),
      limit_after: pick('limit_after'),
      node_ms: pick('node_ms'),
      postgres_ms: pick('postgres_ms'),
      limit_cpu_ms: pick('limit_cpu_ms'),
      memory_mb,
      growth: place.processes === 1 ? 1 / relative : 1,
      speedup: place.processes === 1 ? 1 : relative,
      target: target?.connections === connections ? target.ratio : null,
    }
  })
}
