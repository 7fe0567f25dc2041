/** docs/contract: orders 5.7. */
import { expect, test } from 'vitest'
import { stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

test('D58: a preview says what would happen, and nothing does', async () => {
  const of = await stocked([
    [1, 0],
    [1, 5],
  ])
  const [a = 0, b = 0] = of.variants
  const body = {
    products: [
      { variant_id: a, quantity: 2 },
      { variant_id: b, quantity: 1 },
    ],
  }
  expect(await of.client.orders.preview({ body })).toMatchObject({
    shipments: [
      { number: 1, location_id: of.locations[0], items: [{ variant_id: a, quantity: 1 }] },
      { number: 2, location_id: of.locations[1] },
    ],
    missing: [],
    allocation: { rule: 'split_by_priority' },
    total: '31.50',
  })
  const short = { products: [{ variant_id: a, quantity: 3 }] }
  expect(await of.client.orders.preview({ body: short })).toMatchObject({
    missing: [{ variant_id: a, wanted: 3, available: 2 }],
  })
  expect(await of.events()).toEqual([])
  expect(await of.stock()).toEqual([
    [1, 0],
    [1, 5],
  ])
  const order = await of.client.orders.create({ body })
  expect(await of.client.orders.allocation({ params: { id: order.id } })).toMatchObject({
    rule: 'split_by_priority',
    considered: [
      { location_id: of.locations[0], can_give: 1 },
      { location_id: of.locations[1], can_give: 2 },
    ],
    shipments: [
      { number: '1', location_id: of.locations[0] },
      { number: '2', location_id: of.locations[1] },
    ],
  })
})

test.each([
  ['fulfillment', 'sent'],
  ['fulfillment_status', 'sent'],
  ['shipping_status', 'sent'],
  ['shipping_cost_owner', -1],
  ['shipping_cost_owner', 'much'],
  ['shipping_cost_customer', -1],
  ['discount', 1000],
  ['total', 0],
])('5.7: a preview refuses what an order refuses: %s %j', async (field, value) => {
  const of = await stocked([[5]])
  const body = { products: [{ variant_id: of.variants[0], quantity: 1 }], [field]: value }
  const refused = await ask(of, 'POST', '/orders', body)
  expect(refused).toMatchObject({ status: 422, body: { [field]: [expect.any(String)] } })
  expect(await ask(of, 'POST', '/orders/preview', body)).toEqual(refused)
})
