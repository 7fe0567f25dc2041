import autocannon from 'autocannon'

/** One load on one address. */
export interface Load {
  url: string
  connections: number
  seconds: number
  requests: autocannon.Request[]
  headers?: Record<string, string>
}

export interface Figures {
  rate: number
  p50_ms: number
  p99_ms: number
}

/** Runs a load to its end. An answer that is no success makes the figure worthless, so it stops the bench. */
export async function measure({ url, connections, seconds, requests, headers }: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    headers: { 'user-agent': 'Bench (bench@example.com)', ...headers },
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refusals and ${result.errors} errors among ${result.requests.total} requests`,
    )
  }
  return { rate: result.requests.average, p50_ms: result.latency.p50, p99_ms: result.latency.p99 }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
