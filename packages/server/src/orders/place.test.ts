/** docs/contract: orders 6. */
import { describe, expect, test } from 'vitest'
import { orderly, planOf, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

describe('orders 6.3: worked cases', () => {
  test.each<[string, (number | null)[][], number[], unknown, (number | null)[][]]>([
    [
      'A',
      [
        [1, 1, 0],
        [1, 0, 0],
        [1, 1, 1],
      ],
      [1, 1, 1],
      [
        [
          2,
          [
            [0, 1],
            [1, 1],
            [2, 1],
          ],
        ],
      ],
      [
        [1, 1, 0],
        [1, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'B',
      [
        [0, 1],
        [1, 0],
        [1, 0],
      ],
      [1, 1],
      [
        [0, [[1, 1]]],
        [1, [[0, 1]]],
      ],
      [
        [0, 0],
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'C',
      [[2], [3]],
      [4],
      [
        [0, [[0, 2]]],
        [1, [[0, 2]]],
      ],
      [[0], [1]],
    ],
    ['D', [[null], [5]], [9], [[0, [[0, 9]]]], [[null], [5]]],
  ])('case %s', async (_case, levels, need, plan, left) => {
    const of = await stocked(levels)
    const order = await of.place({ products: of.lines(...need) })
    expect(planOf(of, await of.shipments(order))).toEqual(plan)
    expect(await of.stock()).toEqual(left)
    await orderly(of)
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual(levels)
    await orderly(of)
  })

  test('case E: refused, levels unchanged', async () => {
    const of = await stocked([[1], [1]])
    expect(await ask(of, 'POST', '/orders', { products: of.lines(3) })).toEqual({
      status: 422,
      body: {
        code: 422,
        message: 'Unprocessable Entity',
        description: 'Insufficient stock',
        products: [`Variant ${of.variants[0]}: 3 wanted, 2 available`],
      },
    })
    expect(await of.stock()).toEqual([[1], [1]])
    expect(await of.events()).toEqual([])
  })

  test('case F: bypass ships from the default location and takes nothing, nor gives anything back', async () => {
    const of = await stocked([[0], [7]])
    const order = await of.place({ products: of.lines(3), inventory_behaviour: 'bypass' })
    expect(planOf(of, await of.shipments(order))).toEqual([[0, [[0, 3]]]])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[0], [7]])
    await orderly(of)
  })

  test('case G: location_id takes everything from there, or the order is refused', async () => {
    const of = await stocked([[5], [5]])
    const order = await of.place({ products: of.lines(5), location_id: of.locations[1] ?? '' })
    expect(planOf(of, await of.shipments(order))).toEqual([[1, [[0, 5]]]])
    expect(order.location_id).toBe(of.locations[1])
    const again = { products: of.lines(1), location_id: of.locations[1] }
    expect(await ask(of, 'POST', '/orders', again)).toMatchObject({
      status: 422,
      body: { description: 'Insufficient stock' },
    })
    expect(await of.stock()).toEqual([[5], [0]])
  })

  test('lines of one variant are one need, are filled in their order, and stay apart', async () => {
    const of = await stocked([[3], [3]])
    const [variant_id = 0] = of.variants
    const products = [
      { variant_id, quantity: 2, properties: { text: 'a' } },
      { variant_id, quantity: 2 },
    ]
    const order = await of.place({ products })
    const shipments = await of.shipments(order)
    const [first, second] = order.products.map(({ id }) => String(id))
    expect(shipments.map(({ line_items }) => line_items.map(line => [line.external_id, line.quantity]))).toEqual([
      [
        [first, 2],
        [second, 1],
      ],
      [[second, 1]],
    ])
    const more = {
      products: [
        { variant_id, quantity: 1 },
        { variant_id, quantity: 2 },
      ],
    }
    expect((await ask(of, 'POST', '/orders', more)).status).toBe(422)
    await orderly(of)
  })

  test('shipments share the data of the order, its costs stand on the first', async () => {
    const of = await stocked([[1], [1]])
    const order = await of.place({ products: of.lines(2), shipping_cost_customer: 9, shipping_cost_owner: 5 })
    expect(
      (await of.shipments(order)).map(({ number, shipping }) => [
        number,
        shipping?.consumer_cost.value,
        shipping?.merchant_cost.value,
      ]),
    ).toEqual([
      ['1', 9, 5],
      ['2', 0, 0],
    ])
    await orderly(of)
  })

  test('D59: an order of products that need no shipping is non-shippable, and obeys the same rules of stock', async () => {
    const of = await stocked([[1], [1]], { requires_shipping: false })
    const order = await of.place({ products: of.lines(2) })
    expect(order).toMatchObject({ has_shippable_products: false })
    expect(await of.shipments(order)).toMatchObject([
      { shipping: { type: 'non-shippable' } },
      { shipping: { type: 'non-shippable' } },
    ])
    expect(await of.stock()).toEqual([[0], [0]])
    expect(await of.client.orders.pack({ params: { id: order.id } })).toMatchObject({ shipping_status: 'unpacked' })
    await of.client.orders.fulfill({ params: { id: order.id }, body: {} })
    expect(await of.shipments(order)).toMatchObject([{ status: 'DELIVERED' }, { status: 'UNPACKED' }])
  })
})
