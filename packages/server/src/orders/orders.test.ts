import { expect, test } from 'vitest'
import { orderly, stocked as shop } from '../testing/orders.ts'

test('specification 1.6: one location that can fulfil the whole order ships it, even if it is the last', async () => {
  const { client, locations, variants, stock, events } = await shop([
    [1, 1, 0],
    [1, 0, 0],
    [1, 1, 1],
  ])
  const order = await client.orders.create({
    body: { products: variants.map(variant_id => ({ variant_id, quantity: 1 })) },
  })
  expect(order).toMatchObject({
    number: 100,
    status: 'open',
    payment_status: 'pending',
    subtotal: '31.50',
    total: '31.50',
    weight: '0.750',
  })
  const shipments = await client.fulfillmentOrders.list({ params: { order_id: order.id } })
  expect(shipments).toMatchObject([
    { number: '1', status: 'UNPACKED', assigned_location: { location_id: locations[2] }, total_quantity: 3 },
  ])
  expect(await stock()).toEqual([
    [1, 1, 0],
    [1, 0, 0],
    [0, 0, 0],
  ])
  expect(await events()).toEqual(['customer/created', 'order/created', 'order/pending'])
})

test('what a person reads as the number of an order is the id of none', async () => {
  const order = await (await shop([[1]])).place()
  expect(order.id).toBeGreaterThan(1_000_000_000)
})

test('typed clients keep ids of orders and of their lines in 32 bits', async () => {
  const of = await shop([[1, 1]])
  const { id, products } = await of.place({ products: of.variants.map(variant_id => ({ variant_id, quantity: 1 })) })
  const ids = [id, ...products.map(line => line.id)]
  expect(Math.max(...ids)).toBeLessThan(2 ** 31)
  expect(new Set(ids).size).toBe(3)
})

test('specification 1.6: an order that no single location can serve is split, and cancelling gives each unit back', async () => {
  const { client, locations, variants, stock, events } = await shop([
    [2, 0],
    [3, 1],
  ])
  const [a = 0, b = 0] = variants
  const order = await client.orders.create({
    body: {
      products: [
        { variant_id: a, quantity: 4 },
        { variant_id: b, quantity: 1 },
      ],
    },
  })
  const shipments = await client.fulfillmentOrders.list({ params: { order_id: order.id } })
  expect(
    shipments.map(({ assigned_location, total_quantity }) => [assigned_location.location_id, total_quantity]),
  ).toEqual([
    [locations[0], 2],
    [locations[1], 3],
  ])
  expect(order.fulfillments).toEqual(shipments.map(({ id }) => id))
  expect(await stock()).toEqual([
    [0, 0],
    [1, 0],
  ])
  await events()
  expect(await client.orders.cancel({ params: { id: order.id }, body: {} })).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'other',
  })
  expect(await stock()).toEqual([
    [2, 0],
    [3, 1],
  ])
  expect(await events()).toEqual(['order/updated', 'order/cancelled'])
  await client.orders.cancel({ params: { id: order.id }, body: {} })
  expect(await events()).toEqual([])
  expect(await stock()).toEqual([
    [2, 0],
    [3, 1],
  ])
})

test('D52: not enough stock refuses the whole order, names what is missing, and uses up no number', async () => {
  const { client, variants, stock, events } = await shop([[1], [1]])
  const [a = 0] = variants
  await expect(client.orders.create({ body: { products: [{ variant_id: a, quantity: 3 }] } })).rejects.toMatchObject({
    status: 422,
    body: { description: 'Insufficient stock', products: [`Variant ${a}: 3 wanted, 2 available`] },
  })
  expect(await stock()).toEqual([[1], [1]])
  expect(await events()).toEqual([])
  expect(await client.orders.create({ body: { products: [{ variant_id: a, quantity: 2 }] } })).toMatchObject({
    number: 100,
  })
})

test('specification 4.5: a tracking code goes to one shipment, the legacy form to the first', async () => {
  const { client, variants, events } = await shop([[1], [1]])
  const [a = 0] = variants
  const order = await client.orders.create({
    body: { products: [{ variant_id: a, quantity: 2 }], shipping_pickup_type: 'ship' },
  })
  const [first, second] = await client.fulfillmentOrders.list({ params: { order_id: order.id } })
  await events()
  const sent = await client.fulfillmentOrders.fulfill({
    params: { order_id: order.id, id: second?.id ?? '' },
    body: { shipping_tracking_number: 'T2', shipping_tracking_url: 'https://track.example/T2' },
  })
  expect(sent).toMatchObject({ status: 'DISPATCHED', tracking_info: { code: 'T2', url: 'https://track.example/T2' } })
  expect(await events()).toEqual(['order/updated', 'fulfillment_order/status_updated'])
  const legacy = await client.orders.fulfill({ params: { id: order.id }, body: { shipping_tracking_number: 'T1' } })
  expect(legacy).toMatchObject({ shipping_tracking_number: 'T1', shipping_status: 'shipped' })
  expect(await client.fulfillmentOrders.get({ params: { order_id: order.id, id: first?.id ?? '' } })).toMatchObject({
    status: 'DISPATCHED',
    tracking_info: { code: 'T1' },
    status_history: [{ from_status: 'UNPACKED', to_status: 'DISPATCHED' }],
  })
  expect(await events()).toEqual(['order/updated', 'order/fulfilled', 'fulfillment_order/status_updated'])
})

test('orders 12: 200 parallel orders for 50 units sell exactly 50', async () => {
  const of = await shop([[20], [30]])
  const { client, variants, stock } = of
  const [a = 0] = variants
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => client.orders.create({ body: { products: [{ variant_id: a, quantity: 1 }] } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(await stock()).toEqual([[0], [0]])
  expect((await client.orders.list()).total).toBe(50)
  const numbers = (await client.orders.list({ query: { per_page: 200 } })).map(({ number }) => number)
  expect(numbers.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => 100 + i))
  await orderly(of)
})
