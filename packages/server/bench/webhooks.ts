/** Notifications: how many per second reach a receiver on this machine, and how long one takes from commit to receipt. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../src/platform/database/sql.ts'
import { costing } from './cpu.ts'
import { type Figures, median } from './measure.ts'
import { startPoster } from './processes.ts'
import type { Scenario } from './scenarios.ts'
import type { Bench } from './world.ts'

/** A receiver in this process: tells when each notification came, by the id in it. */
interface Receiver {
  url: string
  /** Resolves when so many have come since the last call, with the time of each. */
  expect(count: number): Promise<Map<number, number>>
}

async function receive(): Promise<Receiver> {
  let seen = new Map<number, number>()
  let check = () => {}
  const server: Server = createServer((request, response) => {
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Nobody closes it: the bench ends with its last scenario.
  server.unref()
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
async function happen({ db, store }: Bench, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, () => nextId++)
  await db.run(sql`
    insert into events (store_id, event, payload, created_at)
    select ${store}, 'order/created', jsonb_build_object('id', id), now() from unnest(${ids}::bigint[]) as id`)
  return ids
}

async function listening(bench: Bench): Promise<Receiver> {
  const receiver = await receive()
  for (const { id } of await bench.client.webhooks.list()) await bench.client.webhooks.delete({ params: { id } })
  await bench.client.webhooks.create({ body: { event: 'order/created', url: receiver.url } })
  return receiver
}

const eventsPerSecond = 2000

export const webhookScenarios: Scenario[] = [
  {
    name: 'webhook deliveries',
    limit: 'the same POSTs by a bare undici loop',
    async runs(bench) {
      const receiver = await listening(bench)
      const poster = await startPoster()
      const timed = async (pids: number[], count: number, send: () => Promise<unknown>): Promise<Figures> => {
        const arrived = receiver.expect(count)
        const [seconds, cpu] = await costing(pids, async () => {
          const from = performance.now()
          await send()
          await arrived
          return (performance.now() - from) / 1000
        })
        return { rate: count / seconds, p50_ms: 0, p99_ms: 0, cpu_ms: cpu / count }
      }
      return {
        own: seconds => {
          const count = Math.round(seconds * eventsPerSecond)
          return timed([bench.database.pid, bench.server.pid], count, () => happen(bench, count))
        },
        raw: seconds => {
          const count = Math.round(seconds * eventsPerSecond)
          return timed([poster.pid], count, () => poster.post(receiver.url, count))
        },
      }
    },
  },
  {
    name: 'webhook delay at 100 events/s',
    limit: 'the POST itself, by a bare undici loop',
    async runs(bench) {
      const receiver = await listening(bench)
      const poster = await startPoster()
      const figures = (delays: number[], seconds: number): Figures => {
        const sorted = delays.toSorted((a, b) => a - b)
        return {
          rate: delays.length / seconds,
          p50_ms: median(delays),
          p99_ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
          cpu_ms: 0,
        }
      }
      return {
        async own(seconds) {
          const count = Math.round(seconds * 100)
          const arrived = receiver.expect(count)
          const committed = new Map<number, number>()
          const from = performance.now()
          for (let i = 0; i < count; i++) {
            await pause(Math.max(0, from + i * 10 - performance.now()))
            void happen(bench, 1).then(([id]) => committed.set(id ?? 0, performance.now()))
          }
          const seen = await arrived
          return figures(
            [...seen].map(([id, at]) => at - (committed.get(id) ?? at)),
            seconds,
          )
        },
        raw: async seconds => figures(await poster.time(receiver.url, Math.round(seconds * 100)), seconds),
      }
    },
  },
]
