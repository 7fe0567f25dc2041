/** The raw limit without HTTP: connections that call one prepared statement in a loop. Runs as a process of its own. */
import pg from 'pg'
import { percentile } from './measure.ts'

/** A statement that gets the number of the call as `$1`. */
export interface RawLoad {
  text: string
  connections: number
  seconds: number
}

export interface RawFigures {
  total: number
  rate: number
  p50_ms: number
  p99_ms: number
}

async function run(url: string, { text, connections, seconds }: RawLoad): Promise<RawFigures> {
  const clients = Array.from({ length: connections }, () => new pg.Client(url))
  await Promise.all(clients.map(client => client.connect()))
  let calls = 0
  const call = (client: pg.Client) => client.query({ name: 'raw', text, values: [calls++] })
  // Parsed and planned before the clock runs, as on the connections of a server that has been up for a while.
  await Promise.all(clients.map(call))
  const times: number[] = []
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    clients.map(async client => {
      for (let begun = performance.now(); begun < until; begun = performance.now()) {
        await call(client)
        times.push(performance.now() - begun)
      }
    }),
  )
  const elapsed = (performance.now() - from) / 1000
  await Promise.all(clients.map(client => client.end()))
  times.sort((a, b) => a - b)
  return {
    total: times.length,
    rate: times.length / elapsed,
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  }
}

/** Does what it is told until it is stopped. */
export function serveRaw(url: string): void {
  process.on('message', async (load: RawLoad) => {
    try {
      process.send?.(await run(url, load))
    } catch (error) {
      process.send?.({ error: String(error) })
    }
  })
}
