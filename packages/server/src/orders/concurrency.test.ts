/** docs/contract: orders 12. Many writers at once, on several servers of one database. */
import { describe, expect, test } from 'vitest'
import { holdLevels } from '../inventory/index.ts'
import { findBroken } from '../platform/database/check.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { meet, callOf as writeOf } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask, callOf } from '../testing/products.ts'
import { app } from '../testing/store.ts'
import { signal, untilBlocked } from '../testing/waiting.ts'
import { orderChecks } from './checks.ts'
import { idsInTurn } from './ids.ts'
import { placeAll } from './place.ts'
import { createPlacer } from './placer.ts'
import { revise } from './revise.ts'

test('12.2: 1,000 parallel orders over four servers for 100 units sell exactly 100', { timeout: 120_000 }, async () => {
  const of = await stocked([[60], [40]])
  const servers = await Promise.all([app(), app(), app(), app()])
  const payload = JSON.stringify({ products: [{ variant_id: of.variants[0], quantity: 1 }] })
  const headers = { ...of.headers, 'content-type': 'application/json' }
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) =>
      servers[i % servers.length]?.inject({ method: 'POST', url: `/v1/${of.id}/orders`, headers, payload }),
    ),
  )
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer?.statusCode ?? 0] = (counts[answer?.statusCode ?? 0] ?? 0) + 1
  expect(counts).toEqual({ 201: 100, 422: 900 })
  expect(await of.stock()).toEqual([[0], [0]])
  const numbers = answers.flatMap(answer => (answer?.statusCode === 201 ? [answer.json().number as number] : []))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => 100 + i))
  await orderly(of)
})

/** What one writer does next, by chance. Refusals are fine: faults are not. */
function step(of: OrderShop, orders: number[]): Promise<{ status: number }> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
  const chance = Math.random()
  if (orders.length === 0 || chance < 0.45) {
    const products = [0, 1].map(() => ({ variant_id: pick(of.variants), quantity: 1 + Math.floor(Math.random() * 3) }))
    const email = `buyer${Math.floor(Math.random() * 5)}@example.com`
    return ask(of, 'POST', '/orders', { products, customer: { name: 'Buyer', email } }).then(answer => {
      if (answer.status === 201) orders.push((answer.body as { id: number }).id)
      return answer
    })
  }
  const id = pick(orders)
  if (chance < 0.7) return ask(of, 'POST', `/orders/${id}/cancel`, { restock: Math.random() < 0.8 })
  return ask(of, 'GET', `/orders/${id}/fulfillment-orders`).then(({ body }) => {
    const path = `/orders/${id}/fulfillment-orders/${pick(body as { id: string }[]).id}`
    const change = pick([
      { assigned_location: { location_id: pick(of.locations) } },
      { assigned_location: { location_id: pick(of.locations) } },
      { status: pick(['PACKED', 'UNPACKED', 'DISPATCHED', 'DELIVERED']) },
      { tracking_info: { code: String(Math.random()) } },
    ])
    return ask(of, 'PATCH', path, change)
  })
}

test('12.1: place, cancel, place again, move, by 20 writers in random order, break no rule', {
  timeout: 120_000,
}, async () => {
  const of = await stocked([
    [30, 5, null],
    [10, 20, 3],
    [0, 15, 9],
  ])
  const orders: number[] = []
  const statuses = new Set<number>()
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 25; i++) statuses.add((await step(of, orders)).status)
    }),
  )
  expect([...statuses].filter(status => status >= 500)).toEqual([])
  expect(orders.length).toBeGreaterThan(20)
  await orderly(of)
  for (const id of orders) await ask(of, 'POST', `/orders/${id}/cancel`)
  await orderly(of)
})

test('12.5: parallel cancels give back once', async () => {
  const of = await stocked([[3]])
  const { id } = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }] })
  await of.events()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(of, 'POST', `/orders/${id}/cancel`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await of.stock()).toEqual([[3]])
  expect(await of.events()).toEqual(['order/updated', 'order/cancelled'])
})

test('11: the history of an order that is edited meanwhile is that from before, or that from after', async () => {
  const of = await stocked([[5]])
  const { id, total, products } = await of.place({ payment_status: 'paid' })
  const lines = products.map(line => ({ line_item_id: line.id, quantity: 2 }))
  const { body } = await meet(
    of.db,
    tx => tx.script('lock table order_editions'),
    () => ask(of, 'GET', `/orders/${id}/history/values`),
    tx => revise(writeOf(of, tx), 'http://localhost', id, { products: lines, skip_shipping_requote: true }),
  )
  expect(body).toMatchObject([{ status: 'PAID', total_delta: Number(total) }])
  expect(await of.client.orders.values({ params: { id } })).toHaveLength(2)
})

test('those that are placed together carry one time, in columns and documents', async () => {
  const of = await stocked([[100]])
  const call = await callOf(of)
  const input = { products: [{ variant_id: of.variants[0] ?? 0, quantity: 1 }] }
  const later = { ...call, now: new Date(call.now.getTime() + 5000) }
  const wishes = [call, later, call].map(one => ({ call: one, input }))
  const { all } = await of.db.tx(tx => placeAll(tx, call.store, 'http://localhost', wishes))
  expect(all).toHaveLength(3)
  const times = (await of.client.orders.list()).map(({ created_at }) => Date.parse(created_at))
  expect(times).toEqual([later.now, later.now, later.now].map(Number))
  await orderly(of)
})

test('F21: of those that are placed together the first makes the customer, whatever letters have two cases', async () => {
  const of = await stocked([[100]])
  const call = await callOf(of)
  const products = [{ variant_id: of.variants[0] ?? 0, quantity: 1 }]
  const buyers = [
    ['Ana', 'ana@example.com'],
    ['Ana Maria', 'ANA@example.com'],
    ['Nikos', 'ΝΙΚΟΣ@example.com'],
    ['Nikos P.', 'νικοσ@example.com'],
    ['Ipek', 'İPEK@example.com'],
    ['Ipek K.', 'i\u0307pek@example.com'],
  ] as const
  const wishes = buyers.map(([name, email]) => ({ call, input: { products, customer: { name, email } } }))
  await of.db.tx(tx => placeAll(tx, call.store, 'http://localhost', wishes))
  const orders = (await of.client.orders.list()).toReversed()
  const names = orders.map(({ customer }) => (customer as { name?: string } | null)?.name)
  expect(names).toEqual(['Ana', 'Ana', 'Nikos', 'Nikos', 'Ipek', expect.stringContaining('Ipek')])
  await orderly(of)
})

describe('4: ids ascend with the commits, as if each order were placed by a server of its own', () => {
  async function twoProducts() {
    const of = await stocked([[5, 5]])
    const call = await callOf(of)
    const place = async (variant_id = 0): Promise<number> => {
      const wish = { call, input: { products: [{ variant_id, quantity: 1 }] } }
      const {
        all: [placed],
      } = await of.db.tx(tx => placeAll(tx, call.store, 'http://localhost', [wish]))
      return placed && 'id' in placed ? placed.id : 0
    }
    return { of, place, held: of.variants[0] ?? 0, free: of.variants[1] ?? 0 }
  }

  test('since_id finds an order that waited for stock while a later one was placed', async () => {
    const { of, place, held, free } = await twoProducts()
    let isWaiting = () => {}
    const waiting = new Promise<void>(resolve => {
      isWaiting = resolve
    })
    const early = waiting.then(() => place(free))
    const late = await meet(
      of.db,
      tx => holdLevels(tx, of.id, [held]),
      () => place(held),
      () => {
        isWaiting()
        return early
      },
    )
    const found = await of.client.orders.list({ query: { since_id: await early } })
    expect(found.map(({ id }) => id)).toEqual([late])
    await orderly(of)
  })

  test('who has an id is waited for, by the first order of a store and by later ones', async () => {
    const { of, place, free } = await twoProducts()
    for (const _ of [1, 2]) {
      let first = 0
      const second = await meet(
        of.db,
        async tx => {
          first = (await idsInTurn(tx, of.id, 1))[0] ?? 0
        },
        () => place(free),
      )
      expect(second).toBeGreaterThan(first)
    }
    await orderly(of)
  })
})

test('12.6: a commit whose answer is lost is not tried again: nothing is sold twice', async () => {
  const of = await stocked([[100]])
  const call = await callOf(of)
  const input = { products: [{ variant_id: of.variants[0] ?? 0, quantity: 1 }] }
  const tx: Db['tx'] = async (body, isolation) => {
    await of.db.tx(body, isolation)
    throw new Error('Connection terminated unexpectedly')
  }
  const placer = createPlacer('http://localhost')
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => placer.place({ ...call, db: { ...of.db, tx } }, input)),
  )
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  expect((await of.client.orders.list()).total).toBe(8)
  expect(await of.stock()).toEqual([[92]])
  await orderly(of)
})

test('one order at fault does not take along those that are placed with it', async () => {
  const of = await stocked([[3]])
  const call = await callOf(of)
  const wish = (variant_id: number, quantity = 1) => ({ call, input: { products: [{ variant_id, quantity }] } })
  const [variant = 0] = of.variants
  const wishes = [wish(variant), wish(1e12), wish(variant, 3), wish(variant, 2), wish(variant)]
  const { all } = await of.db.tx(tx => placeAll(tx, call.store, 'http://localhost', wishes))
  expect(all.map(one => 'id' in one)).toEqual([true, false, false, true, false])
  expect(await of.stock()).toEqual([[0]])
  await orderly(of)
})

/** Each rule notices when it is broken: the damage is undone with its transaction. */
test.each<[string, string[], string[]]>([
  [
    'a line that lost a unit',
    [
      `update fulfillment_orders set document = replace(document, '"quantity":2', '"quantity":1') where store_id = $store and number = 1`,
    ],
    ['orders/shipments-add-up', 'orders/no-claim-without-unit'],
  ],
  [
    'a shipment that is missing',
    [`delete from fulfillment_orders where store_id = $store and number = 1`],
    ['orders/shipments-add-up', 'orders/claims-and-ledger'],
  ],
  [
    'an order without a shipment',
    [`delete from fulfillment_orders where store_id = $store`],
    ['orders/shipments-add-up', 'orders/claims-and-ledger', 'orders/first-shipment-shown'],
  ],
  [
    'a claim that was forgotten',
    [`update fulfillment_orders set claims = '[]' where store_id = $store`],
    ['orders/claims-and-ledger'],
  ],
  [
    'a number that was skipped',
    [`update orders set number = number + 1 where store_id = $store`],
    ['orders/dense-numbers', 'orders/sales-written-down'],
  ],
  [
    'a number given to nobody',
    [`update order_numbers set last = last + 1 where store_id = $store`],
    ['orders/dense-numbers'],
  ],
  [
    'a status that only a column has',
    [`update orders set status = 'closed' where store_id = $store`],
    ['orders/columns-agree'],
  ],
  ['a total that only a column has', [`update orders set total = 1 where store_id = $store`], ['orders/columns-agree']],
  [
    'a shipment that is delivered in its column only',
    [`update fulfillment_orders set status = 'DELIVERED' where store_id = $store and number = 2`],
    ['orders/shipments-agree'],
  ],
  [
    'tracking that only the order shows',
    [
      `update orders set legacy = replace(legacy, '"shipping_tracking_number":null', '"shipping_tracking_number":"x"') where store_id = $store`,
    ],
    ['orders/first-shipment-shown'],
  ],
  [
    'a place that is gone',
    [
      `delete from inventory_levels where store_id = $store`,
      `delete from locations where store_id = $store and not is_default`,
    ],
    ['orders/open-shipments-have-places'],
  ],
])('verify finds %s', async (_what, damage, expected) => {
  const of = await stocked([[2], [2]])
  await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 4 }] })
  await orderly(of)
  const broken = async (tx: Tx) => {
    for (const text of damage) await tx.run(raw(text.replaceAll('$store', String(of.id))))
    throw new Found((await findBroken(tx, orderChecks, of.id)).map(({ name }) => name))
  }
  const found = await of.db.tx(broken).catch(error => error)
  expect(found.names).toEqual(expected)
  await orderly(of)
})

class Found extends Error {
  readonly names: string[]
  constructor(names: string[]) {
    super('undone')
    this.names = names
  }
}

test('no two shipments of a new order share a location', async () => {
  const of = await stocked([[2], [2], [2]])
  await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 6 }] })
  const shared = sql`select 1 from fulfillment_orders where store_id = ${of.id} group by order_id, location_id having count(*) > 1`
  expect(await of.db.run(shared)).toBe(0)
})

test('D11: an edit that is sent twice at once is answered twice, also where the second finds the line gone', async () => {
  const of = await stocked([[5, 5]])
  const order = await of.place()
  const body = { products: [{ line_item_id: order.products[1]?.id, quantity: 0 }] }
  const edit = () =>
    of.request('POST', `/v1/${of.id}/orders/${order.id}/edit`, { body, headers: { 'idempotency-key': 'k' } })
  const [held, released] = [signal(), signal()]
  const holder = of.db.tx(async tx => {
    await tx.run(sql`select 1 from inventory_levels where store_id = ${of.id} for update`)
    held.give()
    await released.promise
  })
  await held.promise
  const first = edit()
  await untilBlocked(of.db)
  // Whoever reads orders from here on does so when the first is done.
  const door = of.db.tx(tx => tx.run(sql`lock table orders in access exclusive mode`))
  await untilBlocked(of.db, 2)
  const second = edit()
  await untilBlocked(of.db, 3)
  released.give()
  const [one, two] = await Promise.all([first, second, holder, door])
  expect(one).toMatchObject({ status: 200, body: { products: [{ id: order.products[0]?.id }] } })
  expect(two).toMatchObject({ status: 200, body: one.body, headers: { 'idempotency-replayed': 'true' } })
  await orderly(of)
})
