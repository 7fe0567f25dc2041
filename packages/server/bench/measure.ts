import autocannon from 'autocannon'
import { costing, type Workers } from './cpu.ts'

/** One load on one server, or on several that serve the same. */
export interface Load {
  urls: readonly string[]
  connections: number
  seconds: number
  /** So many requests and no more, instead of so many seconds: for what can be done only once. */
  amount?: number
  /** No more than so many a second. */
  overallRate?: number
  requests: autocannon.Request[]
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

const agent = { 'user-agent': 'Bench (bench@example.com)' }

/** An answer that is no success makes the figure worthless, so it stops the bench. */
async function loadOne(load: Omit<Load, 'urls' | 'workers'> & { url: string }): Promise<autocannon.Result> {
  const { url, connections, seconds, amount, overallRate, requests } = load
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(overallRate === undefined ? {} : { overallRate }),
    requests,
    headers: agent,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refusals and ${result.errors} errors among ${result.requests.total} requests`,
    )
  }
  return result
}

/** Runs a load to its end. Several servers share its connections, each with a part of its own. */
export async function measure({ urls, connections, amount, workers, ...load }: Load): Promise<Figures> {
  const share = (whole: number) => Math.max(1, Math.round(whole / urls.length))
  const [{ results, elapsed }, cost] = await costing(workers, async () => {
    const from = performance.now()
    const results = await Promise.all(
      urls.map(url =>
        loadOne({
          ...load,
          url,
          connections: share(connections),
          ...(amount === undefined ? {} : { amount: share(amount) }),
        }),
      ),
    )
    return { results, elapsed: (performance.now() - from) / 1000 }
  })
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0)
  return {
    rate: total / elapsed,
    p50_ms: median(results.map(({ latency }) => latency.p50)),
    p99_ms: Math.max(...results.map(({ latency }) => latency.p99)),
    node_ms: cost.node_ms / total,
    postgres_ms: cost.postgres_ms / total,
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
