/** What is told beside the figures of a scenario, once for each number of connections. */
import { execFile } from 'node:child_process'
import { measure } from './measure.ts'
import { note } from './progress.ts'
import type { Next } from './request.ts'
import type { Side } from './sides.ts'
import type { Bench } from './world.ts'

/** Does it after the first figure for so many connections, where it disturbs none. */
function oncePerCrowd(side: Side, tell: (connections: number) => Promise<void>): Side {
  const told = new Set<number>()
  return async circumstances => {
    const figures = await side(circumstances)
    const { connections } = circumstances
    if (!told.has(connections)) await tell(connections)
    told.add(connections)
    return figures
  }
}

/** How many statements PostgreSQL gets for a request, with those that the server asks of its own accord. */
export const countingStatements = (bench: Bench, what: string, next: Next, side: Side): Side =>
  oncePerCrowd(side, async connections => {
    const [server] = await bench.servers(1)
    const amount = Math.max(100, 10 * connections)
    const load = { urls: [server?.url ?? ''], connections, seconds: 0, amount, next, workers: { node: [] } }
    const count = await bench.statements(() => measure(load))
    note(`${what}, ${connections} connections: ${(count / amount).toFixed(2)} statements each`)
  })

/** The same calls by `pgbench`, where it is installed. */
export const besidePgbench = (bench: Bench, what: string, text: string, side: Side): Side =>
  oncePerCrowd(side, async connections => {
    const rate = await pgbench(bench.url, text, connections)
    if (rate !== undefined) note(`${what}, ${connections} connections: ${Math.round(rate)} a second by pgbench`)
  })

function pgbench(url: string, text: string, connections: number): Promise<number | undefined> {
  const args = `--no-vacuum --protocol=prepared --client=${connections} --time=3 --file=- ${url}`.split(' ')
  return new Promise((resolve, reject) => {
    const child = execFile('pgbench', args, (error, output) => {
      if (error && 'code' in error && error.code === 'ENOENT') return resolve(undefined)
      if (error) return reject(error)
      resolve(Number(/^tps = ([\d.]+)/m.exec(output)?.[1]))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(`\\set n random(0, 1000000)\n${text.replace('$1', ':n')};\n`)
  })
}
