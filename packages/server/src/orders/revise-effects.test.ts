/** docs/contract: orders 10 and 11.2: what follows from an edit, and what is kept of it. */
import { describe, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { buy, edit, edited, editionsOf, lineOf } from '../testing/edits.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { B, write } from '../testing/products.ts'
import { orderChecks } from './checks.ts'

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
