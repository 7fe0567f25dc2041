import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { connect } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { atEnd } from './cleanup.ts'
import { faults, mortalDatabase, mortalReceiver, mortalServer, waits } from './faults.ts'
import { bodega, clientOf, type DemoStore, demoOf, headersOf, newFolder } from './process.ts'

// `npm run faults` sets both; within all the other tests it is a short one.
const { FAULT_MINUTES = '0.4', FAULT_SEED = String(Date.now() % 1_000_000) } = process.env
const duration = Number(FAULT_MINUTES) * 60_000
const seed = Number(FAULT_SEED)

/** What became of the orders, by a mark that each carries. */
interface Outcomes {
  acknowledged: Map<string, number>
  refused: Set<string>
  /** No answer, or one that says neither: it may have been placed or not. */
  unknown: Set<string>
}

/** Places orders from several clients at once, each at any of the servers, some for what is not there. */
function customers(urls: readonly string[], demo: DemoStore, variants: { plenty: number; gone: number }) {
  const outcomes: Outcomes = { acknowledged: new Map(), refused: new Set(), unknown: new Set() }
  const headers = { ...headersOf(demo), 'content-type': 'application/json' }
  let isOver = false
  const place = async (lane: number, i: number) => {
    const mark = `${lane}.${i}`
    const variant_id = i % 5 === 0 ? variants.gone : variants.plenty
    const body = JSON.stringify({ products: [{ variant_id, quantity: 1 }], note: mark })
    const url = `${urls[(lane + i) % urls.length]}/v1/${demo.store_id}/orders`
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
      const answer = (await response.json()) as { id: number }
      if (response.status === 201) outcomes.acknowledged.set(mark, answer.id)
      else if (response.status === 422) outcomes.refused.add(mark)
      else outcomes.unknown.add(mark)
      return response.status
    } catch {
      outcomes.unknown.add(mark)
      return undefined
    }
  }
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    // Whoever gets no answer does not ask again in a tight loop.
    for (let i = 0; !isOver; i++) if (((await place(lane, i)) ?? 500) >= 500) await pause(50)
  })
  return {
    outcomes,
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

const Placed = Type.Object({ id: Type.Integer(), note: Type.String() })

test(
  `D60: whatever is killed, every order that was acknowledged is told of (seed ${seed})`,
  async () => {
    const database = await mortalDatabase()
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: newFolder(),
      LOG_LEVEL: 'fatal',
      // Receivers come back within seconds.
      WEBHOOK_RETRY_SCHEDULE: Array(300).fill(1).join(),
    }
    const servers = [await mortalServer('server 1', env), await mortalServer('server 2', env)]
    const receivers = [
      await mortalReceiver('receiver 1', waits(seed + 2, 0, 2000)),
      await mortalReceiver('receiver 2', waits(seed + 3, 0, 2000)),
    ]
    const demo = demoOf(env.DATA_DIR)
    const client = clientOf(servers[0]?.url ?? '', demo)
    for (const { url } of receivers) await client.webhooks.create({ body: { event: 'order/created', url } })
    const variant = async (stock: number | null) =>
      (await client.products.create({ body: { name: 'Shirt', price: '10.00', stock } })).variants[0]?.id ?? 0
    const variants = { plenty: await variant(null), gone: await variant(0) }

    const buying = customers(
      servers.map(({ url }) => url),
      demo,
      variants,
    )
    const killing = faults(seed, [database, ...servers, ...receivers])
    await pause(duration)
    await killing.stop()
    await buying.stop()

    const { acknowledged, refused, unknown } = buying.outcomes
    const orders = [...acknowledged.values()]
    const missing = () =>
      receivers.map(({ told }) => {
        const ids = new Set(told().map(({ id }) => id))
        return orders.filter(id => !ids.has(id)).length
      })
    await vi.waitUntil(() => missing().every(count => count === 0), { timeout: 60_000, interval: 100 }).catch(() => {})
    const told = receivers.map(receiver => receiver.told())
    const distinct = told.map(list => new Set(list.map(({ id }) => id)).size)
    const duplicates = told.map((list, i) => list.length - (distinct[i] ?? 0))
    const sum = {
      seed,
      seconds: duration / 1000,
      acknowledged: orders.length,
      refused: refused.size,
      unknown: unknown.size,
    }
    console.log(JSON.stringify({ ...sum, received: distinct, duplicates, kills: killing.kills }))
    expect(missing()).toEqual([0, 0])

    const db = connect({ url: database.url, size: 1 })
    atEnd(() => db.close())
    const placed = await db.many(
      Placed,
      sql`select id, document::jsonb ->> 'note' as note from orders where store_id = ${demo.store_id} and document::jsonb ->> 'note' like '%.%'`,
    )
    const known = new Set(placed.map(({ id }) => id))
    // Nobody was told of an order that is not there, and none that was refused is there.
    expect(told.flat().filter(({ id }) => !known.has(id))).toEqual([])
    expect(placed.filter(({ note }) => refused.has(note))).toEqual([])
    expect(await bodega(['verify'], env)).toMatchObject({ code: 0 })
    expect(orders.length).toBeGreaterThan(20)
    expect(refused.size).toBeGreaterThan(0)
  },
  duration + 240_000,
)
