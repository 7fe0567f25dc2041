/** docs/contract: locations 4.3. */
import type { BacktestInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask, B } from '../testing/products.ts'

/** The locations in the order of these places. */
const inOrder = (of: OrderShop, ...places: number[]): BacktestInput['priorities'] =>
  places.map((place, priority) => ({ id: of.locations[place] ?? '', priority }))

const tried = (of: OrderShop, places: number[], body: Partial<BacktestInput> = {}) =>
  of.client.locations.backtest({ body: { priorities: inOrder(of, ...places), ...body } })

async function buy(of: OrderShop, ...quantities: number[]) {
  // Orders of their own seconds.
  of.world.advance(1000)
  return of.place({ products: of.lines(...quantities) })
}

describe('what would change', () => {
  test('orders that leave from elsewhere, and how many shipments that makes', async () => {
    const of = await stocked([
      [1, 9],
      [1, 9],
      [2, 9],
    ])
    const split = await buy(of, 3)
    const whole = await buy(of, 0, 1)
    await of.events()
    const [a, b, c] = of.locations
    expect(await tried(of, [2, 0, 1])).toEqual({
      orders: 2,
      undecided: 0,
      different: 2,
      shipments: { before: 4, after: 3 },
      locations: [
        { location_id: c, before: 1, after: 2 },
        { location_id: a, before: 2, after: 1 },
        { location_id: b, before: 1, after: 0 },
      ],
      examples: [
        { id: whole.id, number: whole.number, before: [a], after: [c] },
        { id: split.id, number: split.number, before: [a, b, c], after: [c, a] },
      ],
    })
    expect(await tried(of, [0, 1, 2])).toMatchObject({ orders: 2, different: 0, shipments: { before: 4, after: 4 } })
    // It is a question: nothing happens.
    expect(await of.events()).toEqual([])
    expect((await of.client.locations.list()).map(({ id }) => id)).toEqual(of.locations)
    await orderly(of)
  })

  test('a subset takes its places, the others fill the gaps', async () => {
    const of = await stocked([[9], [9], [9]])
    await buy(of, 1)
    const result = await of.client.locations.backtest({
      body: { priorities: [{ id: of.locations[2] ?? '', priority: 0 }] },
    })
    expect(result.locations.map(({ location_id }) => of.locations.indexOf(location_id))).toEqual([2, 0, 1])
    expect(result).toMatchObject({ different: 1 })
  })

  test('the strategy can be tried too, with the priorities as they are', async () => {
    const of = await stocked([
      [1, 0],
      [0, 1],
      [2, 1],
    ])
    await buy(of, 3, 1)
    expect(await tried(of, [0, 1, 2], { fulfillment_strategy: 'fewest_shipments' })).toMatchObject({
      different: 1,
      shipments: { before: 3, after: 2 },
    })
  })

  test('a place that was asked for is not left, a pickup is served where the buyer comes', async () => {
    const of = await stocked([[9], [9]])
    const [, near = ''] = of.locations
    await of.client.locations.update({ params: { id: near }, body: { allows_pickup: true } })
    const products = [{ variant_id: of.variants[0] ?? 0, quantity: 1 }]
    await of.place({ products, location_id: of.locations[0] ?? '' })
    await of.place({ products, shipping_pickup_type: 'pickup', shipping_suboption: { id: near } })
    expect(await tried(of, [1, 0])).toMatchObject({ orders: 2, different: 0 })
  })
})

describe('each order meets the stock that it met', () => {
  test('whatever was sold, written, moved or given back since', async () => {
    const of = await stocked([[1], [2]])
    const [first, second, third] = [await buy(of, 1), await buy(of, 1), await buy(of, 1)]
    of.world.advance(5000)
    const params = { product_id: of.products[0] ?? 0 }
    await of.client.variants.setStock({
      params,
      body: { action: 'replace', value: 50, location_id: of.locations[0] ?? '' },
    })
    await of.client.orders.cancel({ params: { id: second.id }, body: {} })
    const [shipment] = await of.shipments(third)
    const at = { order_id: third.id, id: shipment?.id ?? '' }
    await of.client.fulfillmentOrders.update({
      params: at,
      body: { assigned_location: { location_id: of.locations[0] ?? '' } },
    })
    // Only the first one had a choice.
    const result = await tried(of, [1, 0])
    expect(result).toMatchObject({ orders: 3, undecided: 0, different: 1, shipments: { before: 3, after: 3 } })
    expect(result.examples).toMatchObject([{ id: first.id }])
    await orderly(of)
  })

  test('those of one second meet what the ones before them left', async () => {
    const of = await stocked([[2], [9]])
    of.world.advance(1000)
    for (let i = 0; i < 4; i++) await of.place()
    of.world.advance(1000)
    // Two took what the first location had, and would leave from the second; the others left from there.
    expect(await tried(of, [1, 0])).toMatchObject({ orders: 4, different: 2, locations: [{ before: 2, after: 4 }, {}] })
  })

  test('what cannot be told is said to be undecided', async () => {
    const of = await stocked([[0], [9]])
    const [, gone = ''] = of.locations
    const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 9 }], location_id: gone })
    const [shipment] = await of.shipments(order)
    const params = { order_id: order.id, id: shipment?.id ?? '' }
    await of.client.fulfillmentOrders.update({ params, body: { status: 'DELIVERED' } })
    await of.client.locations.delete({ params: { id: gone } })
    expect(await tried(of, [0])).toMatchObject({ orders: 1, undecided: 1, different: 0 })
  })

  test('orders that took no stock are left out', async () => {
    const of = await stocked([[9], [9]])
    await of.place({ inventory_behaviour: 'bypass' })
    expect(await tried(of, [1, 0])).toMatchObject({ orders: 0, different: 0, examples: [] })
  })
})

test('only the last orders are tried, as many as are asked for', async () => {
  const of = await stocked([[99], [99]])
  for (let i = 0; i < 5; i++) await buy(of, 1)
  expect(await tried(of, [1, 0], { orders: 3 })).toMatchObject({ orders: 3, different: 3 })
  expect(await tried(of, [1, 0], { orders: 10_000 })).toMatchObject({ orders: 5, different: 5 })
})

test('wrong priorities are named, and refused also where progress is asked for', async () => {
  const of = await stocked([[9], [9]])
  const [id] = of.locations
  const post = (priorities: unknown) => ask(of, 'POST', '/locations/priorities/backtest', { priorities })
  expect(await post([{ id: 'x', priority: 0 }])).toEqual(
    B({ 'priorities.0.id': ['Location with such id does not exist'] }),
  )
  const twice = [
    { id, priority: 0 },
    { id, priority: 1 },
  ]
  expect(await post(twice)).toEqual(B({ 'priorities.1.id': ['cannot be repeated'] }))
  const body = { priorities: [{ id: 'x', priority: 0 }] }
  await expect(of.client.locations.backtest({ body, onProgress: () => {} })).rejects.toMatchObject({ status: 422 })
})

test('who accepts lines is told how far it is; the last line is the answer', { timeout: 60_000 }, async () => {
  const of = await stocked([[null], [null]])
  of.world.advance(1000)
  await Promise.all(Array.from({ length: 300 }, () => of.place()))
  of.world.advance(1000)
  for (let i = 0; i < 3; i++) await buy(of, 1)
  const body = { priorities: inOrder(of, 1, 0), orders: 302 }
  const told: unknown[] = []
  const result = await of.client.locations.backtest({ body, onProgress: progress => told.push(progress) })
  expect(result).toMatchObject({ orders: 302, different: 302 })
  expect(told).toEqual([
    { done: 0, total: 302 },
    // The second with 300 orders is tried as a whole, as far as one portion goes.
    { done: 3, total: 302 },
    { done: 253, total: 302 },
  ])
  const { headers, body: text } = await of.request('POST', `/v1/${of.id}/locations/priorities/backtest`, {
    headers: { accept: 'application/x-ndjson' },
    body,
  })
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const lines = String(text)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toEqual([...told.map(progress => ({ progress })), { result }])
})
