/** The two sides of every figure: what our server does, and what nothing could do faster. */
import { costing } from './cpu.ts'
import { type Figures, measure } from './measure.ts'
import type { Served } from './processes.ts'
import { changing, inTurn, type Next, type Request } from './request.ts'
import { type Bench, levels, mirror } from './world.ts'

export interface Circumstances {
  connections: number
  seconds: number
  processes: number
  /** No more than so many a second. */
  overallRate?: number
}

/** Measures under these circumstances. */
export type Side = (circumstances: Circumstances) => Promise<Figures>

/** The same work twice. */
export interface Sides {
  own: Side
  raw: Side
}

export interface Scenario {
  name: string
  /** What the raw side is, in words. */
  limit: string
  /** The ratio that we want to reach, with so many connections in the smallest store. */
  target?: { ratio: number; connections: number }
  connections: readonly number[]
  /** Measured in the small store and in the large one; else products and orders do not matter. */
  grows?: boolean
  /** Measured with two server processes as well. */
  spreads?: boolean
  /** Too much for a quick look. */
  isDetail?: boolean
  /** In a store of so many products and orders. */
  prepare(bench: Bench, size: number): Promise<Sides>
}

const pidsOf = (served: readonly Served[]) => served.map(({ pid }) => pid)
const urlsOf = (served: readonly Served[]) => served.map(({ url }) => url)

/** Requests to one of these, or to several that serve the same. */
const toAny =
  (started: Bench['servers'], { postgres }: Bench, next: Next): Side =>
  async ({ processes, ...load }) => {
    const served = await started(processes)
    return measure({ ...load, urls: urlsOf(served), next, workers: { node: pidsOf(served), postgres } })
  }

/** Requests to our server. */
export const toServers = (bench: Bench, next: Next): Side => toAny(bench.servers, bench, next)

/** Requests to the bare server. */
export const toBare = (bench: Bench, next: Next): Side => toAny(bench.bares, bench, next)

/** What can be done only once to a thing: as many are made as will be done, before the clock runs. */
export const once =
  (bench: Bench, perSecond: number, make: (count: number) => Promise<readonly Request[]>): Side =>
  async ({ seconds, connections }) => {
    const servers = await bench.servers(1)
    const amount = Math.max(connections, Math.round(seconds * perSecond))
    const next = inTurn(await make(amount))
    const workers = { node: pidsOf(servers), postgres: bench.postgres }
    return measure({ urls: urlsOf(servers), connections, seconds, amount, next, workers })
  }

/** A prepared statement without HTTP, which gets the number of the call. */
export const calls =
  (bench: Bench, text: string): Side =>
  async ({ connections, seconds }) => {
    const workers = { node: [bench.raw.pid], postgres: bench.postgres }
    const [{ total, ...figures }, cost] = await costing(workers, () => bench.raw.run({ text, connections, seconds }))
    return { ...figures, node_ms: cost.node_ms / total, postgres_ms: cost.postgres_ms / total }
  }

interface Answer {
  path: string
  headers: Record<string, string>
}

async function answerOf(bench: Bench, { path, headers }: Answer): Promise<string> {
  const [server] = await bench.servers(1)
  const response = await fetch(`${server?.url}${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.text()
}

/** Things as our server answers them one by one, and the same bytes by the bare one. */
export async function reads(bench: Bench, name: string, answers: readonly Answer[]): Promise<Sides> {
  const bodies = await Promise.all(answers.map(answer => answerOf(bench, answer)))
  const ids = await mirror(bench, name, bodies)
  return {
    own: toServers(bench, inTurn(answers.map(answer => ({ method: 'GET', ...answer })))),
    raw: toBare(bench, inTurn(ids.map(id => ({ method: 'GET', path: `/one/${encodeURIComponent(id)}` })))),
  }
}

/** A list as our server answers it, and the same bytes by the bare one. */
export async function lists(bench: Bench, name: string, answer: Answer): Promise<Sides> {
  const items = JSON.parse(await answerOf(bench, answer)) as unknown[]
  // A list that says nothing would be fast.
  if (items.length < 15) throw new Error(`${answer.path}: only ${items.length} items`)
  await mirror(
    bench,
    name,
    items.map(item => JSON.stringify(item)),
  )
  return {
    own: toServers(bench, inTurn([{ method: 'GET', ...answer }])),
    raw: toBare(bench, inTurn([{ method: 'GET', path: `/list/${encodeURIComponent(name)}` }])),
  }
}

/** One update and one insert in a transaction, answered with as many bytes as `bodies` have. */
export async function levelWrites(bench: Bench, name: string, bodies: readonly string[]): Promise<Side> {
  const ids = await levels(bench, name, bodies)
  const headers = { 'content-type': 'application/json' }
  return toBare(
    bench,
    changing(
      ids.map(id => ({ method: 'PUT', path: `/level/${id}`, headers })),
      stock => ({ stock }),
    ),
  )
}
