/** Edits of orders at the same time as others. */
import type { Order } from '@bodega/api'
import { expect, test } from 'vitest'
import { changeLevels } from '../inventory/index.ts'
import { sql } from '../platform/database/sql.ts'
import { buy, edit, editionsOf, lineOf } from '../testing/edits.ts'
import { meet } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask, callOf, make, type Said } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'
import { placeAll } from './place.ts'

test('an edit waits for an order that is taking the last units, and finds them gone', async () => {
  const of = await stocked([[3]])
  const order = await buy(of, [1])
  const { store, ...call } = await callOf(of)
  const wish = { call: { store, ...call }, input: { products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }] } }
  const answer = await meet(
    of.db,
    tx => placeAll(tx, store, 'http://localhost', [wish]),
    () => edit(of, order, [{ line_item_id: lineOf(order), quantity: 2 }]),
  )
  expect(answer).toMatchObject({ status: 422, body: { description: 'Insufficient stock' } })
  expect(await of.stock()).toEqual([[0]])
  await orderly(of)
})

const signal = () => {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { give, given }
}

test('an edit waits for units of a level that was opened since it began, and finds them gone', async () => {
  const of = await stocked([[9]])
  const { id: location_id } = await of.client.locations.create({ body: aLocation() })
  const { variants } = await make(of, { inventory_levels: [{ location_id, stock: 1 }] })
  const order = await of.place({ products: [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }] })
  const [[product_id = 0], [variant_id = 0]] = [of.products, of.variants]
  const call = await callOf(of)
  const [begun, opened] = [signal(), signal()]
  const answer = await meet(
    of.db,
    tx =>
      tx.run(sql`select 1 from inventory_levels where store_id = ${of.id} and variant_id = ${variant_id} for update`),
    async () => {
      const answering = edit(of, order, [{ variant_id, quantity: 5 }])
      await begun.given
      const body = { action: 'replace' as const, value: 5, id: variant_id, location_id }
      await of.client.variants.setStock({ params: { product_id }, body })
      return meet(
        of.db,
        tx => changeLevels({ ...call, tx }, 'api', [{ product_id, variant_id, location_id, stock: 0 }]),
        () => {
          opened.give()
          return answering
        },
      )
    },
    () => {
      begun.give()
      return opened.given
    },
  )
  expect(answer).toMatchObject({ status: 422, body: { description: 'Insufficient stock' } })
  await orderly(of)
})

test('parallel edits of one order are done one after the other', async () => {
  const of = await stocked([[50]])
  const order = await buy(of, [1])
  const [variant_id = 0] = of.variants
  const answers = await Promise.all(Array.from({ length: 10 }, () => edit(of, order, [{ variant_id, quantity: 1 }])))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { products } = await of.client.orders.get({ params: { id: order.id } })
  expect(new Set(products.map(({ id }) => id)).size).toBe(11)
  expect(await editionsOf(of, order)).toHaveLength(10)
  expect(await of.stock()).toEqual([[39]])
  await orderly(of)
})

/** What one writer does next to one of the orders, by chance; what it places joins them. Refusals are fine: faults are not. */
async function step(of: OrderShop, orders: Order[]): Promise<Said> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
  const { id } = pick(orders)
  const chance = Math.random()
  if (chance < 0.008) return ask(of, 'POST', `/orders/${id}/cancel`, { restock: Math.random() < 0.8 })
  const shipments = (await ask(of, 'GET', `/orders/${id}/fulfillment-orders`)).body as { id: string }[]
  const { id: shipment } = pick(shipments)
  const path = `/orders/${id}/fulfillment-orders/${shipment}`
  if (chance < 0.16) return ask(of, 'PATCH', path, { status: pick(['PACKED', 'UNPACKED', 'UNPACKED']) })
  if (chance < 0.17) return ask(of, 'POST', `${path}/fulfill`, { code: 'X' })
  if (chance < 0.3) return ask(of, 'PATCH', path, { assigned_location: { location_id: pick(of.locations) } })
  if (chance < 0.35) {
    const placed = await ask(of, 'POST', '/orders', { products: [{ variant_id: pick(of.variants), quantity: 2 }] })
    if (placed.status === 201) orders.push(placed.body as Order)
    return placed
  }
  const order = (await ask(of, 'GET', `/orders/${id}`)).body as Order
  const products = [0, 1].map(() => ({
    ...(Math.random() < 0.6 ? { line_item_id: pick(order.products).id } : { variant_id: pick(of.variants) }),
    quantity: Math.floor(Math.random() * 4),
    modify_stock: Math.random() < 0.7,
    fulfillment_order_id: pick(shipments).id,
  }))
  return edit(of, { id }, products)
}

test('edits, cancels, moves and fulfils of the same orders by 16 writers in random order break no rule', {
  timeout: 120_000,
}, async () => {
  const of = await stocked([
    [40, 10, null],
    [20, 30, 5],
    [5, 15, 9],
  ])
  const orders: Order[] = []
  for (let i = 0; i < 10; i++) orders.push(await buy(of, [i === 0 ? 45 : 2, 3, 1]))
  const statuses = new Set<number>()
  const write = async () => {
    for (let i = 0; i < 25; i++) statuses.add((await step(of, orders)).status)
  }
  // By chance most orders can stand packed, which refuses edits: it goes on until enough were made.
  let editions = 0
  while (editions <= 20) {
    await Promise.all(Array.from({ length: 16 }, write))
    editions = (await Promise.all(orders.map(order => editionsOf(of, order)))).flat().length
  }
  expect([...statuses].filter(status => status >= 500)).toEqual([])
  await orderly(of)
  for (const { id } of orders) await ask(of, 'POST', `/orders/${id}/cancel`)
  await orderly(of)
})
