import { readFile } from 'node:fs/promises'
import { OptionError } from '../src/testing/options.ts'
import { serveBare } from './bare.ts'
import { type Before, changesOf, isTooSlow, rowsFrom, sayChange } from './compare.ts'
import { hottest } from './flame.ts'
import { load, machineOf } from './machine.ts'
import { median } from './measure.ts'
import { help, type Options, optionsOf } from './options.ts'
import { overload } from './overload.ts'
import { type Case, planOf, secondsOf } from './plan.ts'
import { servePosts } from './poster.ts'
import { profiling } from './profile.ts'
import { clear, duration, say, timeLeft } from './progress.ts'
import { serveRaw } from './raw.ts'
import { root, writeProfile, writeResults } from './results.ts'
import { measureCase, type Row, sidesOf } from './rounds.ts'
import { scenarios } from './scenarios.ts'
import { heading, lineOf, verdictLine } from './table.ts'
import { verdictsOf } from './targets.ts'
import { type Bench, endAll, open } from './world.ts'

function print(text: string): void {
  clear()
  console.log(text)
}

async function rowsOf(file: string): Promise<Before[]> {
  const content = await readFile(file, 'utf8').catch(error => {
    throw new OptionError(`--compare ${file} cannot be read: ${error.message}`)
  })
  return rowsFrom(file, content)
}

function casesOf(options: Options): Case[] {
  const cases = planOf(scenarios, options)
  if (cases.length > 0) return cases
  throw new OptionError(`--only "${options.only}" is in the name of no scenario (npm run bench -- --list)`)
}

/** Long enough for what is rare to be seen. */
const profiledSeconds = 3

/** One more time, for the flame graph alone: whoever is watched is slower. */
async function profileCase(bench: Bench, { scenario, connections, places }: Case, seconds: number): Promise<void> {
  const [server] = await bench.servers(1)
  if (!server?.inspector) throw new Error('the server cannot be inspected')
  const sides = await sidesOf(bench, scenario, places[0]?.rows ?? 0)
  const frame = await profiling(server.inspector, () => sides.own({ connections, seconds, processes: 1 }))
  const path = await writeProfile(`${scenario.name} ${connections}`, frame)
  const most = hottest(frame, 3).map(({ name, share }) => `${name} ${(share * 100).toFixed(0)} %`)
  print(`  ${path}\n  own time: ${most.join(', ')}`)
}

async function measureAll(bench: Bench, cases: readonly Case[], options: Options): Promise<Row[]> {
  const rows: Row[] = []
  const planned = cases.map(one => secondsOf(one, options))
  const from = performance.now()
  print(heading())
  for (const [i, one] of cases.entries()) {
    const left = duration(timeLeft(planned, i, (performance.now() - from) / 1000))
    say(`${i + 1} of ${cases.length}: ${one.scenario.name}, ${one.connections} connections; about ${left} left`)
    const measured = await measureCase(bench, one, options)
    for (const row of measured) print(lineOf(row))
    rows.push(...measured)
    if (options.isProfiled) await profileCase(bench, one, profiledSeconds)
  }
  return rows
}

async function run(bench: Bench, cases: readonly Case[], options: Options): Promise<Row[]> {
  const machine = machineOf(root)
  print(`commit ${machine.commit}, Node.js ${machine.node}, ${machine.processors}, load ${machine.load}`)
  const starts: number[] = []
  for (let i = 0; i < options.rounds; i++) starts.push(await bench.timeToReady())
  const rows = await measureAll(bench, cases, options)
  const footing = {
    idle_mb: bench.idle_mb,
    load_mb: Math.max(...rows.map(({ memory_mb }) => memory_mb)),
    ready_ms: median(starts),
  }
  machine.load.push(load())
  const folder = await writeResults(rows, machine, footing)
  print('')
  for (const verdict of verdictsOf(rows, footing)) print(verdictLine(verdict))
  print(`\nload ${machine.load.join(' to ')}; all of it is in ${folder}`)
  return rows
}

/** What has changed since the other run; whether that is good enough. */
function compare(before: readonly Before[], rows: readonly Row[]): boolean {
  const changes = changesOf(before, rows)
  print(changes.length === 0 ? '\nNothing has changed by more than the spread.' : '')
  for (const change of changes) print(sayChange(change))
  return !changes.some(isTooSlow)
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2))
  if (options === 'help') return console.log(help)
  if (options === 'list')
    return console.log(scenarios.map(({ name, limit }) => `${name.padEnd(48)} ${limit}`).join('\n'))
  const cases = casesOf(options)
  const before = options.compare === undefined ? undefined : await rowsOf(options.compare)

  const endings: Parameters<typeof open>[0] = []
  const opening = open(endings, options.isProfiled)
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => reject(new InterruptError('interrupted')))
  })
  const work = async () => {
    const rows = await run(await opening, cases, options)
    if (before && !compare(before, rows)) process.exitCode = 1
  }
  try {
    await Promise.race([work(), interrupted])
  } finally {
    // What is half open cannot be ended.
    await opening.catch(() => {})
    await endAll(endings)
  }
}

class InterruptError extends Error {}

function explain(error: unknown): number {
  clear()
  if (error instanceof InterruptError) return 130
  console.error(error instanceof OptionError ? `bench: ${error.message}` : error)
  return error instanceof OptionError ? 2 : 1
}

const [role] = process.argv.slice(2)
const url = process.env.DATABASE_URL ?? ''
if (role === 'bare') await serveBare(url)
else if (role === 'raw') serveRaw(url)
else if (role === 'poster') servePosts()
else if (role === 'overload') await overload(process.argv.slice(3))
else {
  const code = await main().then(
    () => process.exitCode,
    error => explain(error),
  )
  // After an interruption something may still be under way, to servers that are gone.
  process.exit(code)
}
