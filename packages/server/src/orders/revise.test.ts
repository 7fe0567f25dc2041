/** docs/contract: orders 10, row by row. */
import type { LineEdit } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { buy, edit, edited, editionsOf, lineOf, movements } from '../testing/edits.ts'
import { orderly, planOf, stocked } from '../testing/orders.ts'
import { A, ask, B } from '../testing/products.ts'

describe('products', () => {
  test('line_item_id: more of a line takes stock where its shipment leaves from', async () => {
    const of = await stocked([[5], [9]])
    const order = await buy(of, [2])
    await of.events()
    const after = await edited(of, order, [{ line_item_id: lineOf(order), quantity: 4 }])
    expect(after).toMatchObject({
      products: [{ id: lineOf(order), quantity: 4, price: '10.50' }],
      subtotal: '42.00',
      total: '42.00',
      total_usd: '42.00',
      weight: '1.000',
    })
    expect(planOf(of, await of.shipments(order))).toEqual([[0, [[0, 4]]]])
    expect(await of.stock()).toEqual([[1], [9]])
    expect(await movements(of)).toEqual([
      [0, 5, 'api'],
      [1, 9, 'api'],
      [0, -2, 'order'],
      [0, -2, 'order'],
    ])
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    await orderly(of)
  })

  test('line_item_id: less of a line gives back to where it came from', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [3])
    expect(await edited(of, order, [{ line_item_id: String(lineOf(order)) as never, quantity: 1 }])).toMatchObject({
      total: '10.50',
    })
    expect(await of.stock()).toEqual([[4]])
    expect(await movements(of)).toEqual([
      [0, 5, 'api'],
      [0, -3, 'order'],
      [0, 2, 'cancel'],
    ])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[5]])
    await orderly(of)
  })

  test('product_id and variant_id: a new line at the price of now, with a number that no line had', async () => {
    const of = await stocked([[5, 5]])
    const order = await buy(of, [1])
    const [, product_id = 0] = of.products
    const [, variant_id = 0] = of.variants
    const after = await edited(of, order, [{ product_id, variant_id, quantity: 2 }])
    expect(after.products).toMatchObject([
      { variant_id: of.variants[0] },
      { product_id, variant_id, quantity: 2, price: '10.50' },
    ])
    const removed = await edited(of, order, [{ line_item_id: lineOf(after, 1), quantity: 0 }])
    expect(removed.products).toHaveLength(1)
    const again = await edited(of, order, [{ variant_id, quantity: 1 }])
    expect(again.products.map(({ id }) => id)).toEqual([lineOf(order), lineOf(after, 1) + 1])
    expect(await of.stock()).toEqual([[4, 4]])
    await orderly(of)
  })

  test('quantity 0 removes the line, and a swap of variants is one edit', async () => {
    const of = await stocked([[5, 5]])
    const order = await buy(of, [2])
    const [shipment] = await of.shipments(order)
    const fulfillment_order_id = shipment?.id ?? ''
    const after = await edited(of, order, [
      { line_item_id: lineOf(order), quantity: 0, modify_stock: true, fulfillment_order_id },
      {
        product_id: of.products[1] ?? 0,
        variant_id: of.variants[1] ?? 0,
        quantity: 2,
        modify_stock: true,
        fulfillment_order_id,
      },
    ])
    expect(after.products).toMatchObject([{ variant_id: of.variants[1], quantity: 2 }])
    expect(await of.stock()).toEqual([[5, 3]])
    await orderly(of)
  })

  test('the same units can be given back and taken again by one edit', async () => {
    const of = await stocked([[2]])
    const order = await buy(of, [2])
    const [variant_id = 0] = of.variants
    await edited(of, order, [
      { line_item_id: lineOf(order), quantity: 0 },
      { variant_id, quantity: 2 },
    ])
    expect(await of.stock()).toEqual([[0]])
    await orderly(of)
  })

  test('modify_stock false leaves stock alone: what is added is not taken, what is removed does not return', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [3])
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 4, modify_stock: false }])
    expect(await of.stock()).toEqual([[2]])
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 1, modify_stock: false }])
    expect(await of.stock()).toEqual([[2]])
    await orderly(of)
    // One unit is still held for the order; the two others were let go.
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[3]])
    await orderly(of)
  })

  test('fulfillment_order_id: a line that is split needs it, and each part can change', async () => {
    const of = await stocked([[2], [3]])
    const order = await buy(of, [4])
    const [first, second] = await of.shipments(order)
    expect(await edit(of, order, [{ line_item_id: lineOf(order), quantity: 3 }])).toEqual(
      B({ 'products.0.fulfillment_order_id': ["can't be blank"] }),
    )
    const after = await edited(of, order, [
      { line_item_id: lineOf(order), quantity: 1, fulfillment_order_id: first?.id ?? '' },
      { line_item_id: lineOf(order), quantity: 3, fulfillment_order_id: second?.id ?? '' },
    ])
    expect(after.products).toMatchObject([{ quantity: 4 }])
    expect(planOf(of, await of.shipments(order))).toEqual([
      [0, [[0, 1]]],
      [1, [[0, 3]]],
    ])
    expect(await of.stock()).toEqual([[1], [0]])
    await orderly(of)
  })

  test('fulfillment_order_id: a new line of an order with several shipments needs it too', async () => {
    const of = await stocked([
      [1, 0, 5],
      [0, 1, 5],
    ])
    const order = await buy(of, [1, 1])
    const [, second] = await of.shipments(order)
    const [, , variant_id = 0] = of.variants
    expect(await edit(of, order, [{ variant_id, quantity: 1 }])).toEqual(
      B({ 'products.0.fulfillment_order_id': ["can't be blank"] }),
    )
    await edited(of, order, [{ variant_id, quantity: 1, fulfillment_order_id: second?.id ?? '' }])
    expect(planOf(of, await of.shipments(order))[1]).toEqual([
      1,
      [
        [1, 1],
        [2, 1],
      ],
    ])
    expect(await of.stock()).toEqual([
      [0, 0, 5],
      [0, 0, 4],
    ])
    await orderly(of)
  })

  test('fulfillment_order_id: part of a line can go into another shipment', async () => {
    const of = await stocked([
      [2, 0],
      [1, 1],
    ])
    const order = await buy(of, [2, 1])
    const [first, second] = await of.shipments(order)
    const line_item_id = lineOf(order)
    await of.events()
    const after = await edited(of, order, [
      { line_item_id, quantity: 1, fulfillment_order_id: first?.id ?? '' },
      { line_item_id, quantity: 1, fulfillment_order_id: second?.id ?? '' },
    ])
    expect(after.products).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
    expect(await of.stock()).toEqual([
      [1, 0],
      [0, 0],
    ])
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    expect(await editionsOf(of, order)).toMatchObject([{ product_changes: [] }])
    await orderly(of)
  })

  test('each wrong entry is 422 B and named', async () => {
    const of = await stocked([[5, 5]])
    const order = await buy(of, [1])
    const line_item_id = lineOf(order)
    const [variant_id = 0] = of.variants
    const cases: [LineEdit, string, string][] = [
      [{ line_item_id: 999, quantity: 1 }, 'line_item_id', 'Line item with such id does not exist'],
      [{ quantity: 1 }, 'line_item_id', "can't be blank"],
      [{ variant_id: 999_999_999, quantity: 1 }, 'variant_id', 'Variant with such id does not exist'],
      [
        { variant_id, product_id: of.products[1] ?? 0, quantity: 1 },
        'variant_id',
        'Variant with such id does not exist',
      ],
      [{ variant_id, quantity: 0 }, 'quantity', 'must be at least 1'],
      [
        { line_item_id, quantity: 1, fulfillment_order_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
        'fulfillment_order_id',
        'Fulfillment order with such id does not exist',
      ],
    ]
    for (const [entry, field, text] of cases) {
      expect(await edit(of, order, [entry])).toEqual(B({ [`products.0.${field}`]: [text] }))
    }
    const twice = [
      { line_item_id, quantity: 1 },
      { line_item_id, quantity: 2 },
    ]
    expect(await edit(of, order, twice)).toEqual(B({ 'products.1.line_item_id': ['cannot be repeated'] }))
    expect(await edit(of, order, [])).toMatchObject({ status: 422, body: { products: [expect.any(String)] } })
    expect(await ask(of, 'POST', `/orders/${order.id}/edit`, {})).toEqual(B({ products: ["can't be blank"] }))
    expect(await of.client.orders.get({ params: { id: order.id } })).toEqual(order)
  })
})

describe('the other fields', () => {
  test('reason is kept in the history, and notify_customer is accepted', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [1])
    const change = [{ line_item_id: lineOf(order), quantity: 2 }]
    await edited(of, order, change, { reason: 'one more', notify_customer: true })
    expect(await editionsOf(of, order)).toMatchObject([{ reason: 'one more' }])
    expect((await edit(of, order, change, { notify_customer: 'yes' as never })).status).toBe(422)
  })

  test('auto_partial_refund: skipped where nothing is to be given back, failed where it cannot be', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [2], { payment_status: 'paid' })
    const to = (quantity: number) => [{ line_item_id: lineOf(order), quantity }]
    const status = async (quantity: number, auto_partial_refund: boolean) =>
      (await edited(of, order, to(quantity), { auto_partial_refund })).auto_partial_refund_status
    expect(await status(3, true)).toBe('skipped')
    expect(await status(1, false)).toBe('skipped')
    expect(await status(1, true)).toBe('failed')
  })
})

describe('Needs: an open order of which nothing is packed', () => {
  test('a cancelled order', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [1])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await edit(of, order, [{ line_item_id: lineOf(order), quantity: 2 }])).toEqual(A(422, 'Order is cancelled'))
  })

  test('a closed order', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [1], { status: 'closed' })
    expect(await edit(of, order, [{ line_item_id: lineOf(order), quantity: 2 }])).toEqual(A(422, 'Order is closed'))
  })

  test.each(['PACKED', 'DISPATCHED', 'DELIVERED'] as const)(
    'one shipment that is %s is enough, and is named',
    async status => {
      const of = await stocked([[1], [1]])
      const order = await buy(of, [2])
      const [first, second] = await of.shipments(order)
      await of.client.fulfillmentOrders.update({
        params: { order_id: order.id, id: second?.id ?? '' },
        body: { status },
      })
      const entry = { line_item_id: lineOf(order), quantity: 2, fulfillment_order_id: first?.id ?? '' }
      expect(await edit(of, order, [entry])).toEqual(A(422, `Fulfillment order 2 (${second?.id}) is ${status}`))
    },
  )

  test('one that went back to UNPACKED can be edited again', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [1])
    const params = { order_id: order.id, id: String(order.fulfillments[0]) }
    await of.client.fulfillmentOrders.update({ params, body: { status: 'PACKED' } })
    await of.client.fulfillmentOrders.update({ params, body: { status: 'UNPACKED' } })
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 2 }])
  })

  test('an order of another store, or none', async () => {
    const [of, other] = [await stocked([[5]]), await stocked([[5]])]
    const order = await buy(of, [1])
    const entry = [{ line_item_id: lineOf(order), quantity: 2 }]
    expect(await edit(other, order, entry)).toEqual(A(404, 'Order with such id does not exist'))
    expect(await ask(other, 'GET', `/orders/${order.id}/history/editions`)).toEqual(
      A(404, 'Order with such id does not exist'),
    )
  })
})

describe('Limits', () => {
  test('no shipment ends up without lines', async () => {
    const of = await stocked([[1], [1]])
    const order = await buy(of, [2])
    const [, second] = await of.shipments(order)
    const entry = { line_item_id: lineOf(order), quantity: 0, fulfillment_order_id: second?.id ?? '' }
    expect(await edit(of, order, [entry])).toEqual(A(422, 'Fulfillment order 2 would be left without products'))
    await orderly(of)
  })

  test('not more than 500 lines', async () => {
    const of = await stocked([[null]])
    const order = await of.place({
      products: Array.from({ length: 499 }, () => ({ variant_id: of.variants[0] ?? 0, quantity: 1 })),
    })
    const [variant_id = 0] = of.variants
    await edited(of, order, [{ variant_id, quantity: 1 }])
    expect(await edit(of, order, [{ variant_id, quantity: 1 }])).toMatchObject({
      status: 422,
      body: { products: [expect.any(String)] },
    })
  })

  test('not more than 999 in the life of the order: the next ids are those of another', async () => {
    const of = await stocked([[null]])
    const order = await buy(of, [1])
    const more = [{ variant_id: of.variants[0] ?? 0, quantity: 1 }]
    await edited(of, order, more)
    // As if so many had come and gone.
    await of.db.run(sql`update order_editions set last_line = 998 where store_id = ${of.id} and order_id = ${order.id}`)
    expect((await edited(of, order, more)).products.at(-1)?.id).toBe((order.id % 1_000_000_000) * 1000 + 999)
    expect(await edit(of, order, more)).toEqual(B({ products: ['An order has at most 999 lines in its life'] }))
  })
})

describe('Too little stock for an added unit', () => {
  test('422 as for orders, and nothing changes, what would have returned included', async () => {
    const of = await stocked([
      [2, 1],
      [9, 0],
    ])
    const order = await buy(of, [1, 1])
    await of.events()
    const before = await of.stock()
    const [variant = 0] = of.variants
    const entries = [
      { line_item_id: lineOf(order, 1), quantity: 0 },
      { line_item_id: lineOf(order), quantity: 4 },
    ]
    expect(await edit(of, order, entries)).toEqual({
      status: 422,
      body: {
        ...(A(422, 'Insufficient stock').body as object),
        products: [`Variant ${variant}: 3 wanted, 1 available`],
      },
    })
    expect(await of.stock()).toEqual(before)
    expect(await of.client.orders.get({ params: { id: order.id } })).toEqual(order)
    expect(await of.events()).toEqual([])
    expect(await editionsOf(of, order)).toEqual([])
    await orderly(of)
  })

  test('unlimited stock gives without being counted', async () => {
    const of = await stocked([[null]])
    const order = await buy(of, [1])
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 100 }])
    expect(await of.stock()).toEqual([[null]])
    await orderly(of)
  })
})
