import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serveBare } from './bare.ts'
import { type Figures, measure, median } from './measure.ts'
import { servePosts } from './poster.ts'
import { serveRaw } from './raw.ts'
import { type Prepared, type Run, type Scenario, scenarios } from './scenarios.ts'
import { type Bench, open } from './world.ts'

interface Row extends Figures {
  scenario: string
  connections: number
  /** Products in the store; 0 where they do not matter. */
  rows: number
  /** Server processes. */
  processes: number
  /** Requests per second of the bare side in the same run. */
  limit: number
  ratio: number
  /** Lowest and highest ratio of the rounds. */
  spread: [number, number]
  /** Processor time of a request on the bare side. */
  limit_cpu_ms: number
  /** What a request costs here as a multiple of what it costs in the smallest store of the scenario. */
  growth: number
}

const help = `npm run bench -- [--only TEXT] [--quick] [--connections N]

Every figure is a ratio against a raw limit taken right before and after it, in the same run. "growth" is what a
request costs as a multiple of its cost in the small store; "cpu" is the processor time of a request in milliseconds,
server and database together, beside that of the raw limit.
  --only TEXT       scenarios whose name contains it
  --quick           one short round, in the smallest store
  --connections N   instead of those that a scenario names`

interface Round extends Figures {
  limit: number
  ratio: number
  limit_cpu_ms: number
}

const prepared = new Map<string, Promise<Prepared>>()

/** Prepared once, however many connections it is then measured with. */
function preparedFor(bench: Bench, scenario: Scenario, size: number): Promise<Prepared> {
  const key = `${scenario.name} ${size}`
  const known =
    prepared.get(key) ?? scenario.prepare?.(bench, size) ?? Promise.reject(new Error(`${key}: nothing to do`))
  prepared.set(key, known)
  return known
}

/** A scenario of requests: the same load on our server and on the bare one. */
async function loadsOf(bench: Bench, scenario: Scenario, size: number, connections: number) {
  const { ours, bare } = await preparedFor(bench, scenario, size)
  const { database } = bench
  const origin = new URL(bench.server.url).origin
  const raw: Run = seconds =>
    typeof bare === 'string'
      ? bench.raw.measure({ text: bare, connections, seconds })
      : measure({ url: bench.bare.url, connections, seconds, requests: bare, pids: [database.pid, bench.bare.pid] })
  const own: Run = seconds =>
    measure({ url: origin, connections, seconds, requests: ours, pids: [database.pid, bench.server.pid] })
  return { raw, own }
}

/** All sizes take turns in every round, so that whatever else the machine does meets them alike. */
async function compare(bench: Bench, scenario: Scenario, connections: number, options: Options): Promise<Row[]> {
  const { rounds, seconds } = options
  const sides: { size: number; raw: Run; own: Run; rounds: Round[] }[] = []
  for (const size of (scenario.sizes ?? [0]).slice(0, options.sizes)) {
    const { raw, own } = (await scenario.runs?.(bench)) ?? (await loadsOf(bench, scenario, size, connections))
    // Until the code that is run has been compiled for good.
    await raw(warmUp)
    await own(warmUp)
    sides.push({ size, raw, own, rounds: [] })
  }
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const before = await side.raw(seconds)
      const figures = await side.own(seconds)
      const after = await side.raw(seconds)
      const limit = (before.rate + after.rate) / 2
      const limitCpu = (before.cpu_ms + after.cpu_ms) / 2
      side.rounds.push({ ...figures, limit, ratio: figures.rate / limit, limit_cpu_ms: limitCpu })
    }
  }
  const [smallest] = sides
  return sides.map(({ size, rounds: all }) => {
    const ratios = all.map(({ ratio }) => ratio)
    const pick = (key: keyof Round) => median(all.map(one => one[key]))
    return {
      scenario: scenario.name,
      connections,
      rows: size,
      processes: 1,
      rate: pick('rate'),
      limit: pick('limit'),
      ratio: pick('ratio'),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      growth: median(all.map(({ rate }, i) => (smallest?.rounds[i]?.rate ?? rate) / rate)),
      p50_ms: pick('p50_ms'),
      p99_ms: pick('p99_ms'),
      cpu_ms: pick('cpu_ms'),
      limit_cpu_ms: pick('limit_cpu_ms'),
    }
  })
}

const warmUp = 4

interface Options {
  /** How many of a scenario's sizes are measured. */
  sizes: number
  rounds: number
  seconds: number
}

const columns = ['rows', 'conn', 'rate', 'limit', 'ratio', 'spread', 'growth', 'p50', 'p99', 'cpu', 'limit']
const widths = [7, 4, 8, 8, 6, 11, 6, 7, 7, 6, 6]
const line = (name: string, cells: readonly string[]) =>
  console.log(`${name.padEnd(36)} ${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join(' ')}`)

const print = ({ scenario, rows, connections, rate, limit, ratio, spread, growth, ...row }: Row) =>
  line(scenario, [
    rows === 0 ? '' : String(rows),
    String(connections),
    rate.toFixed(0),
    limit.toFixed(0),
    ratio.toFixed(2),
    `${spread[0].toFixed(2)}-${spread[1].toFixed(2)}`,
    growth.toFixed(2),
    row.p50_ms.toFixed(1),
    row.p99_ms.toFixed(1),
    row.cpu_ms.toFixed(2),
    row.limit_cpu_ms.toFixed(2),
  ])

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      connections: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return
  }
  const chosen = scenarios.filter(({ name }) => name.toLowerCase().includes((values.only ?? '').toLowerCase()))
  if (chosen.length === 0)
    throw new Error(`no scenario contains "${values.only}": ${scenarios.map(({ name }) => name).join('; ')}`)
  const bench = await open()
  try {
    console.log(`load ${loadavg()[0]?.toFixed(1)}`)
    line('scenario', columns)
    const options = {
      rounds: values.quick ? 1 : 3,
      seconds: values.quick ? 2 : 5,
      sizes: values.quick ? 1 : Number.POSITIVE_INFINITY,
    }
    const rows: Row[] = []
    for (const scenario of chosen) {
      for (const connections of values.connections ? [Number(values.connections)] : (scenario.connections ?? [16])) {
        const measured = await compare(bench, scenario, connections, options)
        for (const row of measured) print(row)
        rows.push(...measured)
      }
    }
    const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'bench', 'results')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'latest.json'), `${JSON.stringify(rows, null, 1)}\n`)
  } finally {
    await bench.close()
  }
}

if (process.argv[2] === 'bare') await serveBare(process.argv[3] ?? '')
else if (process.argv[2] === 'raw') serveRaw(process.argv[3] ?? '')
else if (process.argv[2] === 'poster') servePosts()
else await main()
