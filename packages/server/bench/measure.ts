import autocannon from 'autocannon'
import { costing } from './cpu.ts'

/** One load on one address. */
export interface Load {
  url: string
  connections: number
  seconds: number
  requests: autocannon.Request[]
  headers?: Record<string, string>
  /** The processes that do the work. */
  pids: readonly number[]
}

export interface Figures {
  rate: number
  p50_ms: number
  p99_ms: number
  /** Processor time of a request in server and database together; 0 where the system does not tell. */
  cpu_ms: number
}

/** Runs a load to its end. An answer that is no success makes the figure worthless, so it stops the bench. */
export async function measure({ url, connections, seconds, requests, headers, pids }: Load): Promise<Figures> {
  const load = async () =>
    autocannon({
      url,
      connections,
      duration: seconds,
      requests,
      headers: { 'user-agent': 'Bench (bench@example.com)', ...headers },
    })
  const [result, cpu] = await costing(pids, load)
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refusals and ${result.errors} errors among ${result.requests.total} requests`,
    )
  }
  return {
    rate: result.requests.average,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    cpu_ms: cpu / result.requests.total,
  }
}

/** Of values in ascending order. */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
