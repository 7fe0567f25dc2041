import { setTimeout as pause } from 'node:timers/promises'
import { costing, type Workers } from './cpu.ts'
import { Line } from './line.ts'
import type { Next } from './request.ts'

/** One load on one server, or on several that serve the same. */
export interface Load {
  urls: readonly string[]
  connections: number
  seconds: number
  /** So many requests and no more, instead of so many seconds: for what can be done only once. */
  amount?: number
  /** No more than so many a second. */
  overallRate?: number
  next: Next
  /** The processes that do the work. */
  workers: Workers
}

/** Times in milliseconds; those of the processor are per request, and 0 where the system does not tell. */
export interface Figures {
  rate: number
  p50_ms: number
  p99_ms: number
  node_ms: number
  postgres_ms: number
}

/**
 * Each connection sends the next request when it has its answer. One that is no success makes the figure worthless, so it
 * stops the bench. The milliseconds of each.
 */
async function send({ urls, connections, seconds, amount = Infinity, overallRate, next }: Omit<Load, 'workers'>) {
  const times: number[] = []
  const from = performance.now()
  const until = amount === Infinity ? from + seconds * 1000 : Infinity
  let begun = 0

  async function begin(line: Line): Promise<void> {
    const number = begun++
    if (overallRate) await pause(Math.max(0, from + (number * 1000) / overallRate - performance.now()))
    const sentAt = performance.now()
    if (sentAt > until) return
    const { status, opening } = await line.send(next())
    if (!(status >= 200 && status < 300)) throw new Error(`request ${number}: ${status} ${opening}`)
    times.push(performance.now() - sentAt)
  }

  const lane = async (line: Line) => {
    while (begun < amount && performance.now() < until) await begin(line)
  }
  const lines = Array.from(
    { length: connections },
    (_, i) => new Line(Number(new URL(urls[i % urls.length] ?? '').port)),
  )
  await Promise.all(lines.map(lane)).finally(() => lines.forEach(line => void line.close()))
  return times
}

/** Runs a load to its end. Several servers share its connections. */
export async function measure({ workers, ...load }: Load): Promise<Figures> {
  const [{ times, elapsed }, cost] = await costing(workers, async () => {
    const from = performance.now()
    const times = await send(load)
    return { times, elapsed: (performance.now() - from) / 1000 }
  })
  times.sort((a, b) => a - b)
  return {
    rate: times.length / elapsed,
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
    node_ms: cost.node_ms / times.length,
    postgres_ms: cost.postgres_ms / times.length,
  }
}

/** Of values in ascending order. */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
