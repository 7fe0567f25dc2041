/** Notifications: how many per second reach a receiver on this machine, and how long one takes from commit to receipt. */
import { once as heard } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../src/platform/database/sql.ts'
import { uuidAt } from '../src/platform/ids.ts'
import { limits } from '../src/webhooks/courier.ts'
import { type Catalogue, smallest } from './catalogue.ts'
import { costing, type Workers } from './cpu.ts'
import { historyOf } from './history.ts'
import { type Copies, columnsOf, load, marked } from './load.ts'
import { type Figures, median, percentile } from './measure.ts'
import { say } from './progress.ts'
import type { Scenario, Sides } from './sides.ts'
import { type Bench, settle } from './world.ts'

/** A receiver in this process: tells when each notification came, by the id in it. */
interface Receiver {
  url: string
  /** Resolves when so many have come since the last call, with the time of each. */
  expect(count: number): Promise<Map<number, number>>
}

async function receive(bench: Bench): Promise<Receiver> {
  let seen = new Map<number, number>()
  let check = () => {}
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', part => {
      text += part
    })
    request.on('end', () => {
      seen.set(JSON.parse(text).id, performance.now())
      response.end('ok')
      check()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await heard(server, 'listening')
  bench.atEnd(async () => void server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    expect: count =>
      new Promise(resolve => {
        seen = new Map()
        check = () => {
          if (seen.size >= count) resolve(seen)
        }
      }),
  }
}

let nextId = 1

/** Events as if so many orders had just been placed; their ids, in one transaction. */
async function happen({ db }: Bench, store: number, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, () => nextId++)
  await db.run(sql`
    insert into events (store_id, event, payload, created_at)
    select ${store}, 'order/created', jsonb_build_object('id', id), now() from unnest(${ids}::bigint[]) as id`)
  return ids
}

/** What was told and delivered before: as much as there are orders. */
async function tellBefore(bench: Bench, { store, size }: Catalogue, webhook: number): Promise<void> {
  const { db, url } = bench
  await db.run(sql`
    insert into deliveries (store_id, webhook_id, actor, entry_id, event, payload, status, attempts, created_at)
    select ${store}, ${webhook}, 'token:1', 1, 'order/created', '{"id": 1}', 'delivered', ${attempts}::jsonb, now()`)
  await db.run(sql`
    insert into journal (store_id, id, event, payload, created_at, deliveries)
    select ${store}, 0, 'order/created', '{"id": 1}', now(), 1`)
  const valueIn: Copies['valueIn'] = (name, copy) => (name === 'id' ? copy + 1_000_000_000 : idOf(copy))
  const of = (table: string) => `from ${table} t where t.store_id = ${store}`
  const journal = await columnsOf(url, 'journal', { id: marked('id') })
  const deliveries = await columnsOf(url, 'deliveries', { id: marked('uuid'), entry_id: marked('id') })
  const all: Copies[] = [
    { table: 'journal', columns: journal, rest: `${of('journal')} and t.id = 0`, count: size, valueIn },
    {
      table: 'deliveries',
      columns: deliveries,
      rest: `${of('deliveries')} and t.webhook_id = ${webhook}`,
      count: size,
      valueIn,
    },
  ]
  await load(bench, all, table => say(`loading ${size} deliveries: ${table}`))
  await db.run(sql`
    insert into dispatch (store_id, last_entry) values (${store}, ${1_000_000_000 + size})
    on conflict (store_id) do update set last_entry = excluded.last_entry`)
}

const attempts = JSON.stringify([{ at: new Date().toISOString(), status_code: 200, error: null, duration_ms: 3 }])

/** They begin with the time, as those of the server do: the last days. */
const idOf = (copy: number): string => uuidAt(Date.now() - 5 * 86_400_000 + copy, copy.toString(16).padStart(18, '0'))

interface Listening {
  receiver: Receiver
  store: number
}

const listenings = new Map<number, Promise<Listening>>()

export function listeningIn(bench: Bench, size: number): Promise<Listening> {
  const known = listenings.get(size) ?? listen(bench, size)
  listenings.set(size, known)
  return known
}

async function listen(bench: Bench, size: number): Promise<Listening> {
  const history = await historyOf(bench, size)
  await settle(bench)
  const receiver = await receive(bench)
  const { id } = await history.client.webhooks.create({ body: { event: 'order/created', url: receiver.url } })
  await tellBefore(bench, history, id)
  return { receiver, store: history.store }
}

const eventsPerSecond = 4000

export async function delivering(bench: Bench, size: number): Promise<Sides> {
  const { receiver, store } = await listeningIn(bench, size)
  const timed = async (workers: Workers, count: number, send: () => Promise<unknown>): Promise<Figures> => {
    const arrived = receiver.expect(count)
    const [seen, cost] = await costing(workers, async () => {
      await send()
      return arrived
    })
    // From the first to the last: how long the first takes is a figure of its own, and to make the events is no part of it.
    const times = [...seen.values()]
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
    return {
      rate: (count - 1) / seconds,
      p50_ms: 0,
      p99_ms: 0,
      node_ms: cost.node_ms / count,
      postgres_ms: cost.postgres_ms / count,
    }
  }
  const count = (seconds: number) => Math.round(seconds * eventsPerSecond)
  return {
    async own({ seconds }) {
      const { pid } = await bench.alone()
      const workers = { node: [pid], postgres: bench.postgres }
      return timed(workers, count(seconds), () => happen(bench, store, count(seconds)))
    },
    raw: ({ seconds }) =>
      timed({ node: [bench.poster.pid] }, count(seconds), () => bench.poster.post(receiver.url, count(seconds))),
  }
}

/** A hundred a second: what a receiver waits for, where nothing queues. */
async function delaying(bench: Bench): Promise<Sides> {
  const { receiver, store } = await listeningIn(bench, smallest)
  const figures = (delays: number[], seconds: number): Figures => ({
    rate: delays.length / seconds,
    p50_ms: median(delays),
    p99_ms: percentile(
      delays.toSorted((a, b) => a - b),
      0.99,
    ),
    node_ms: 0,
    postgres_ms: 0,
  })
  return {
    async own({ seconds }) {
      const count = Math.round(seconds * 100)
      const arrived = receiver.expect(count)
      const committed = new Map<number, number>()
      const from = performance.now()
      for (let i = 0; i < count; i++) {
        await pause(Math.max(0, from + i * 10 - performance.now()))
        void happen(bench, store, 1).then(([id]) => committed.set(id ?? 0, performance.now()))
      }
      const seen = await arrived
      return figures(
        [...seen].map(([id, at]) => at - (committed.get(id) ?? at)),
        seconds,
      )
    },
    raw: async ({ seconds }) => figures(await bench.poster.time(receiver.url, Math.round(seconds * 100)), seconds),
  }
}

export const webhookScenarios: Scenario[] = [
  {
    name: 'webhook deliveries',
    limit: 'bare undici POST loop, as many at a time',
    target: { ratio: 0.6, connections: limits.each },
    connections: [limits.each],
    grows: true,
    prepare: delivering,
  },
  {
    name: 'webhook delay at 100 events/s',
    limit: 'the POST itself, by a bare undici loop',
    connections: [16],
    isDetail: true,
    prepare: delaying,
  },
]
