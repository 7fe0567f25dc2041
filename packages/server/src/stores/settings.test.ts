/** docs/contract: stores 3, orders 6.4. */
import { expect, test } from 'vitest'
import { orderly, planOf, stocked } from '../testing/orders.ts'
import { ask, B, shop } from '../testing/products.ts'

test('a setting is read and changed; what is left out stays, and another store has its own', async () => {
  const of = await shop()
  const other = await shop()
  expect(await of.client.stores.settings()).toEqual({ fulfillment_strategy: 'priority' })
  const changed = { fulfillment_strategy: 'fewest_shipments' as const }
  expect(await of.client.stores.changeSettings({ body: changed })).toEqual(changed)
  expect(await of.client.stores.changeSettings({ body: {} })).toEqual(changed)
  expect(await of.client.stores.settings()).toEqual(changed)
  expect(await other.client.stores.settings()).toEqual({ fulfillment_strategy: 'priority' })
  expect(await of.events()).toEqual([])
})

test('an unknown strategy is refused', async () => {
  const of = await shop()
  expect(await ask(of, 'PATCH', '/store/settings', { fulfillment_strategy: 'cheapest' })).toEqual(
    B({ fulfillment_strategy: ['is not included in the list'] }),
  )
})

test('D51: the strategy decides how the next order is split, and how a preview says so', async () => {
  const of = await stocked([
    [1, 0],
    [0, 1],
    [2, 1],
  ])
  const [a = 0, b = 0] = of.variants
  const products = [
    { variant_id: a, quantity: 3 },
    { variant_id: b, quantity: 1 },
  ]
  const shipped = async () => planOf(of, await of.shipments(await of.place({ products })))
  const preview = () => of.client.orders.preview({ body: { products } })
  const byPriority = [
    [0, [[0, 1]]],
    [1, [[1, 1]]],
    [2, [[0, 2]]],
  ]
  const fewest = [
    [0, [[0, 1]]],
    [
      2,
      [
        [0, 2],
        [1, 1],
      ],
    ],
  ]
  expect((await preview()).shipments).toHaveLength(3)
  await of.client.stores.changeSettings({ body: { fulfillment_strategy: 'fewest_shipments' } })
  expect(await preview()).toMatchObject({
    shipments: [{ location_id: of.locations[0] }, { location_id: of.locations[2] }],
    allocation: { rule: 'fewest_shipments', minimum_proved: true },
    minimum_proved: true,
  })
  const order = await of.place({ products })
  expect(planOf(of, await of.shipments(order))).toEqual(fewest)
  expect(await of.client.orders.allocation({ params: { id: order.id } })).toMatchObject({
    rule: 'fewest_shipments',
    considered: of.locations.map(location_id => ({ location_id })),
    minimum_proved: true,
  })
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  await of.client.stores.changeSettings({ body: { fulfillment_strategy: 'priority' } })
  expect(await shipped()).toEqual(byPriority)
  await orderly(of)
})
