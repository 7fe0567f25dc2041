/** `npm run fuzz`: the attacks of the tests, as many as you like, from and at every core. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitWith, readOptions, seed, seedOf, whole } from '../src/testing/options.ts'
import { inCheckout } from '../src/testing/process.ts'
import { nothing, type Tally, waveSize } from '../src/testing/tally.ts'

const help = `npm run fuzz -- [options]

Sends requests that are made from the contract and meant to do harm. None may fail the server or show another store.

  --requests N   how many, 100000 without it
  --seed S       repeats another run
  --isolation    nine ids of ten are those of another store
  --help         this text

The last line has the seed and counts. The exit code is 1 where an answer was wrong, a row of the other store changed, the
memory grew, or slow senders were not cut off.`

const options = {
  requests: { type: 'string', default: '100000' },
  seed,
  isolation: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

interface Run {
  requests: number
  seed: number
  isolation: boolean
}

const children = new Set<ChildProcess>()

/** One server with its attackers, in a process of its own. They take turns at the waves. */
async function attack(run: Run, turn: string, report: string): Promise<{ isWell: boolean; text: string }> {
  const child = spawn(
    process.execPath,
    [inCheckout('node_modules/vitest/vitest.mjs'), 'run', '--project', 'inside', 'src/testing/fuzz.test.ts'],
    {
      cwd: inCheckout('.'),
      env: {
        ...process.env,
        NO_COLOR: '1',
        FUZZ_REQUESTS: String(run.requests),
        FUZZ_SEED: String(run.seed),
        FUZZ_TURN: turn,
        FUZZ_REPORT: report,
        ...(run.isolation ? { FUZZ_ISOLATION: 'on' } : {}),
      },
    },
  )
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', part => {
      text += part
    })
  }
  const [code] = await once(child, 'close')
  children.delete(child)
  return { isWell: code === 0, text }
}

/** What all of them have seen so far. One that has not finished a wave has no report yet. */
function summed(reports: readonly string[]): Tally {
  const sum = nothing()
  for (const report of reports) {
    let one: Tally
    try {
      one = JSON.parse(readFileSync(report, 'utf8'))
    } catch {
      continue
    }
    sum.requests += one.requests
    sum.faults.push(...one.faults)
    for (const [status, count] of Object.entries(one.statuses))
      sum.statuses[status] = (sum.statuses[status] ?? 0) + count
  }
  return sum
}

const pace = 10_000

async function fuzz(run: Run, folder: string): Promise<number> {
  const count = Math.min(availableParallelism(), Math.ceil(run.requests / waveSize))
  const reports = Array.from({ length: count }, (_, i) => join(folder, String(i)))
  const begun = performance.now()
  const rate = (requests: number) => `${Math.round((requests / (performance.now() - begun)) * 1000)}/s`
  const timer = setInterval(() => {
    const { requests, faults } = summed(reports)
    console.log(`${requests} of ${run.requests} requests, ${faults.length} faults, ${rate(requests)}`)
  }, pace)
  const ended = await Promise.all(reports.map((report, i) => attack(run, `${i}/${count}`, report)))
  clearInterval(timer)
  for (const { isWell, text } of ended) if (!isWell) console.log(text)
  const { requests, faults, statuses } = summed(reports)
  const counts = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`)
  console.log(
    `seed ${run.seed}, ${requests} requests, ${faults.length} faults, ${rate(requests)}, ${counts.join(', ')}`,
  )
  return requests === run.requests && ended.every(({ isWell }) => isWell) ? 0 : 1
}

async function main(): Promise<number> {
  const values = readOptions('npm run fuzz', process.argv.slice(2), options)
  if (values.help) {
    console.log(help)
    return 0
  }
  const run: Run = {
    requests: whole('requests', values.requests, { min: 1, max: 999_999_999 }),
    seed: seedOf(values.seed),
    isolation: values.isolation,
  }
  console.log(`seed ${run.seed}, ${run.requests} requests${run.isolation ? ' at another store' : ''}`)
  const folder = mkdtempSync(join(tmpdir(), 'bodega-fuzz-'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => children.forEach(child => void child.kill(signal)))
  try {
    return await fuzz(run, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await exitWith(main)
