/** docs/contract: orders 10 and 11.2, row by row. */
import type { Edition, LineEdit, Order, OrderEdit, OrderInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { changeLevels } from '../inventory/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { type OrderShop, orderly, planOf, stocked } from '../testing/orders.ts'
import { A, ask, B, callOf, make, type Said, write } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'
import { orderChecks } from './checks.ts'
import { placeAll } from './place.ts'

type Edited = Order & { auto_partial_refund_status: string }

const edit = (
  of: OrderShop,
  { id }: { id: number },
  products: LineEdit[],
  more: Partial<OrderEdit> = {},
): Promise<Said> => ask(of, 'POST', `/orders/${id}/edit`, { products, ...more })

async function edited(...given: Parameters<typeof edit>): Promise<Edited> {
  const { status, body } = await edit(...given)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Edited
}

const buy = (of: OrderShop, quantities: number[], input: Partial<OrderInput> = {}): Promise<Order> =>
  of.place({ products: of.lines(...quantities), ...input })

const lineOf = ({ products }: Order, place = 0): number => products[place]?.id ?? 0
const editionsOf = (of: OrderShop, { id }: Order): Promise<Edition[]> => of.client.orders.editions({ params: { id } })
const movements = async (of: OrderShop, variant = 0) =>
  (await of.client.inventory.ofVariant({ params: { id: of.variants[variant] ?? 0 } })).map(
    ({ location_id, delta, cause }) => [of.locations.indexOf(location_id), delta, cause],
  )

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

describe('Effects', () => {
  test('an order that took no stock goes on without it', async () => {
    const of = await stocked([[5]])
    const order = await buy(of, [1], { inventory_behaviour: 'bypass' })
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 9, modify_stock: true }])
    expect(await of.stock()).toEqual([[5]])
    expect(await editionsOf(of, order)).toMatchObject([{ product_changes: [{ modified_stock: false }] }])
    await orderly(of)
  })

  test('the shipment adds up with its lines', async () => {
    const of = await stocked([[9, 9]])
    const order = await buy(of, [1, 1])
    of.world.advance(5000)
    await edited(of, order, [{ line_item_id: lineOf(order), quantity: 3 }])
    const [shipment] = await of.shipments(order)
    expect(shipment).toMatchObject({ total_quantity: 4, total_weight: 1, total_price: { value: 42 } })
    const [first, second] = shipment?.line_items ?? []
    expect(first?.updated_at).not.toBe(first?.created_at)
    expect(second?.updated_at).toBe(second?.created_at)
  })

  test('the discount is never more than what is left to discount, and does not grow again', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [3], { discount: 20, shipping_cost_customer: 4 })
    const to = (quantity: number) => edited(of, order, [{ line_item_id: lineOf(order), quantity }])
    expect(order).toMatchObject({ subtotal: '31.50', discount: '20.00', total: '15.50' })
    expect(await to(2)).toMatchObject({ subtotal: '21.00', discount: '20.00', total: '5.00' })
    expect(await to(1)).toMatchObject({ subtotal: '10.50', discount: '14.50', total: '0.00' })
    expect(await to(3)).toMatchObject({ subtotal: '31.50', discount: '14.50', total: '21.00' })
    await orderly(of)
  })

  test('a total that the client chose keeps its difference', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [2], { total: '20.00', discount: 3, shipping_cost_customer: 4 })
    expect(await edited(of, order, [{ line_item_id: lineOf(order), quantity: 3 }])).toMatchObject({
      subtotal: '31.50',
      total: '30.50',
    })
    await orderly(of)
  })

  test('a paid order that costs more is paid in part, until it is paid or costs less again', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [2], { payment_status: 'paid' })
    const to = (quantity: number) => edited(of, order, [{ line_item_id: lineOf(order), quantity }])
    await of.events()
    expect(await to(3)).toMatchObject({
      payment_status: 'partially_paid',
      total_paid_by_customer: '21.00',
      total: '31.50',
    })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    expect(await to(2)).toMatchObject({ payment_status: 'paid', total: '21.00' })
    expect(await of.events()).toEqual(['order/updated', 'order/edited', 'order/paid'])
    await to(4)
    const paid = await of.client.orders.update({ params: { id: order.id }, body: { status: 'paid' } })
    expect(paid).toMatchObject({ payment_status: 'paid', total_paid_by_customer: '42.00', payment_count: 2 })
    expect(await of.client.orders.values({ params: { id: order.id } })).toMatchObject([
      { status: 'PAID', total_delta: 21, total_paid_diff: 21 },
      { status: 'PAID', total_delta: 0, total_paid_diff: 0 },
      { status: 'PAID', total_delta: 21, total_paid_diff: 21 },
    ])
    await orderly(of)
  })

  test('an edit that changes nothing is 200, without a word', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [2])
    await of.events()
    const { auto_partial_refund_status, ...same } = await edited(of, order, [
      { line_item_id: lineOf(order), quantity: 2 },
    ])
    expect([same, auto_partial_refund_status]).toEqual([order, 'skipped'])
    expect(await of.events()).toEqual([])
    expect(await editionsOf(of, order)).toEqual([])
  })

  test('D59: whether it needs shipping follows from the lines', async () => {
    const of = await stocked([[9]], { requires_shipping: false })
    const { variants } = await of.client.products.create({ body: { name: 'Box', stock: 5 } })
    const order = await buy(of, [1])
    const typeOf = async () =>
      (await of.shipments(order)).map(({ shipping }) => [shipping?.type, shipping?.extras?.shippable])
    const isNot = [false, [['non-shippable', false]]]
    expect([order.has_shippable_products, await typeOf()]).toEqual(isNot)
    const after = await edited(of, order, [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }])
    expect([after.has_shippable_products, await typeOf()]).toEqual([true, [['ship', true]]])
    const back = await edited(of, order, [{ line_item_id: lineOf(after, 1), quantity: 0 }])
    expect([back.has_shippable_products, await typeOf()]).toEqual(isNot)
    await orderly(of)
  })

  test('a variant that was deleted can be removed, and its units return nowhere', async () => {
    const of = await stocked([[9, 9]])
    const order = await buy(of, [2, 1])
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    expect((await edited(of, order, [{ line_item_id: lineOf(order), quantity: 0 }])).products).toHaveLength(1)
    await orderly(of)
  })

  test('D59: what is left of a deleted variant is shipped as before', async () => {
    const of = await stocked([[9, 9]])
    const order = await buy(of, [2, 1])
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    const after = await edited(of, order, [{ line_item_id: lineOf(order, 1), quantity: 0 }])
    expect(after.has_shippable_products).toBe(true)
    expect((await of.shipments(order)).map(({ shipping }) => shipping?.type)).toEqual(['ship'])
  })

  test.each([true, false])('nothing can be added of a deleted variant (modify_stock %s)', async modify_stock => {
    const of = await stocked([[9, 9]])
    const order = await buy(of, [2, 1])
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    const to = (quantity: number) => [
      { line_item_id: lineOf(order, 1), quantity: 2 },
      { line_item_id: lineOf(order), quantity, modify_stock },
    ]
    const gone = B({ 'products.1.variant_id': ['Variant with such id does not exist'] })
    expect(await edit(of, order, to(1000))).toEqual(gone)
    expect(await of.stock()).toEqual([[null, 8]])
    expect((await edited(of, order, to(1))).products.map(({ quantity }) => quantity)).toEqual([1, 2])
    await orderly(of)
  })

  test('an Idempotency-Key holds', async () => {
    const of = await stocked([[9]])
    const order = await buy(of, [1])
    const body = { products: [{ variant_id: of.variants[0], quantity: 1 }] }
    const send = () =>
      of.request('POST', `/v1/${of.id}/orders/${order.id}/edit`, { body, headers: { 'idempotency-key': 'a' } })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(first.body.products).toHaveLength(2)
    expect(await of.stock()).toEqual([[7]])
  })
})

describe('11.2 history/editions', () => {
  test('each edit is one entry, the oldest first', async () => {
    const of = await stocked([[9, 9]])
    const order = await buy(of, [2])
    of.world.advance(5000)
    const first = await edited(of, order, [
      { line_item_id: lineOf(order), quantity: 1 },
      { variant_id: of.variants[1] ?? 0, quantity: 3, modify_stock: false },
    ])
    of.world.advance(5000)
    const second = await edited(of, order, [{ line_item_id: lineOf(first, 1), quantity: 4 }], { reason: 'one more' })
    const pending = {
      status: 'PENDING',
      total_delta: Number(second.total),
      total_paid_diff: 0,
      gateway_method: null,
      gateway_name: null,
      closed_at: null,
      happened_at: order.created_at,
    }
    expect(await editionsOf(of, order)).toEqual([
      {
        product_changes: [
          { type: 'REMOVED', modified_stock: true, previous_quantity: 2, new_quantity: 1, product_name: 'Produto 1' },
          { type: 'ADD', modified_stock: false, previous_quantity: 0, new_quantity: 3, product_name: 'Produto 2' },
        ],
        shipping_costs: [],
        transaction_information: pending,
        reason: null,
        happened_at: first.updated_at,
      },
      {
        product_changes: [
          { type: 'ADD', modified_stock: true, previous_quantity: 3, new_quantity: 4, product_name: 'Produto 2' },
        ],
        shipping_costs: [],
        transaction_information: pending,
        reason: 'one more',
        happened_at: second.updated_at,
      },
    ])
    expect(await of.client.orders.values({ params: { id: order.id } })).toEqual([pending])
  })

  test('an order that was never edited has none', async () => {
    const of = await stocked([[9]])
    expect(await editionsOf(of, await buy(of, [1]))).toEqual([])
  })
})

test('what customers have spent follows', async () => {
  const of = await stocked([[9]])
  const order = await buy(of, [1], { customer: { email: 'ana@example.com' } })
  const { total } = await edited(of, order, [{ line_item_id: lineOf(order), quantity: 3 }])
  expect((await of.client.customers.list())[0]).toMatchObject({ total_spent: total })
})

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

test.each<[string, (store: number) => ReturnType<typeof sql>, string[]]>([
  [
    'units that were let go, and are forgotten',
    store => sql`update order_editions set forgone = '[]' where store_id = ${store} and number = 2`,
    ['orders/claims-and-ledger'],
  ],
  [
    'a claim for nothing',
    store => sql`
      update fulfillment_orders set claims = jsonb_set(claims, '{0,3}', '99') where store_id = ${store}`,
    ['orders/claims-and-ledger', 'orders/no-claim-without-unit'],
  ],
  [
    'an edition that is missing',
    store => sql`delete from order_editions where store_id = ${store} and number = 1`,
    ['orders/editions-follow'],
  ],
  [
    'a total that no edition left',
    store => sql`update order_editions set total_after = 1 where store_id = ${store} and number = 2`,
    ['orders/editions-follow'],
  ],
])('verify finds %s', async (_what, damage, expected) => {
  const of = await stocked([[9]])
  const order = await buy(of, [3])
  await edited(of, order, [{ line_item_id: lineOf(order), quantity: 4 }])
  await edited(of, order, [{ line_item_id: lineOf(order), quantity: 1, modify_stock: false }])
  await orderly(of)
  const done = write(of, async ({ tx }) => {
    expect(await tx.run(damage(of.id))).toBe(1)
    expect((await findBroken(tx, orderChecks, of.id)).map(({ name }) => name)).toEqual(expected)
    throw new Error('undo')
  })
  await expect(done).rejects.toThrow('undo')
})
