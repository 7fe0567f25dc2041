/** docs/contract: orders 5 and 9. */
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { A, ask, B, shop } from '../testing/products.ts'

describe('orders 5: how an order begins', () => {
  test.each(['paid', 'pending', 'voided'] as const)('F16: one that is %s also tells so', async payment_status => {
    const of = await stocked([[5]])
    const order = await of.place({ payment_status })
    expect(await of.events()).toEqual(['customer/created', 'order/created', `order/${payment_status}`])
    expect(order.paid_at === null).toBe(payment_status !== 'paid')
  })

  test.each(['authorized', 'refunded', 'abandoned'] as const)(
    'F16: one that is %s is only created',
    async payment_status => {
      const of = await stocked([[5]])
      await of.place({ payment_status })
      expect(await of.events()).toEqual(['customer/created', 'order/created'])
    },
  )

  test.each([
    ['unpacked', 'UNPACKED', 'unpacked'],
    ['unfulfilled', 'PACKED', 'unshipped'],
    ['unshipped', 'PACKED', 'unshipped'],
    ['packed', 'PACKED', 'unshipped'],
    ['fulfilled', 'DISPATCHED', 'shipped'],
    ['shipped', 'DISPATCHED', 'shipped'],
    ['delivered', 'DELIVERED', 'delivered'],
  ])('F22: %s starts every shipment as %s', async (word, status, shipping_status) => {
    const of = await stocked([[1], [1]])
    const products = [{ variant_id: of.variants[0] ?? 0, quantity: 2 }]
    const order = await of.place({ products, fulfillment_status: word })
    const isOut = shipping_status === 'shipped' || shipping_status === 'delivered'
    expect(order).toMatchObject({ shipping_status, shipped_at: isOut ? order.created_at : null })
    const shipments = await of.shipments(order)
    expect(shipments.map(shipment => [shipment.status, shipment.fulfilled_at !== null])).toEqual(
      [0, 1].map(() => [status, status === 'DELIVERED']),
    )
    await orderly(of)
  })

  test('F22: all three names are read, others words are refused by the name that was sent', async () => {
    const of = await stocked([[9]])
    const products = [{ variant_id: of.variants[0], quantity: 1 }]
    for (const field of ['fulfillment', 'fulfillment_status', 'shipping_status']) {
      expect(await ask(of, 'POST', '/orders', { products, [field]: 'shipped' })).toMatchObject({
        body: { shipping_status: 'shipped' },
      })
      expect(await ask(of, 'POST', '/orders', { products, [field]: 'lost' })).toEqual(
        B({ [field]: ['is not included in the list'] }),
      )
    }
  })

  test('F31: one that is created as cancelled keeps no stock', async () => {
    const of = await stocked([[2]])
    const order = await of.place({ status: 'cancelled' })
    expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'other', cancelled_at: order.created_at })
    expect(await of.stock()).toEqual([[2]])
    expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending', 'order/cancelled'])
    await orderly(of)
  })

  test('one that is created as closed says when', async () => {
    const of = await stocked([[2]])
    const order = await of.place({ status: 'closed' })
    expect(order).toMatchObject({ status: 'closed', closed_at: order.created_at, next_action: 'noop' })
  })

  test('F21: a buyer is found by the e-mail in any letter case, or made', async () => {
    const of = await stocked([[9]])
    const ids = []
    for (const email of ['ana@example.com', 'ANA@example.com', 'bia@example.com']) {
      const { customer } = await of.place({ customer: { name: 'Someone', email } })
      ids.push((customer as { id: number }).id)
    }
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('F21: those without an e-mail belong to one customer, who has nothing of them', async () => {
    const of = await stocked([[9]])
    const known = { name: 'Ana', phone: '11 5555', document: '123' }
    const [first, second] = [await of.place({ customer: known }), await of.place()]
    expect(first).toMatchObject({ contact_name: 'Ana', contact_phone: '11 5555', contact_identification: '123' })
    expect(first.customer).toMatchObject({ name: second.contact_name, phone: null, identification: null })
    expect(second.customer).toEqual(first.customer)
  })

  test('F21: a buyer that another process is making at this moment is found too', async () => {
    const of = await stocked([[9]])
    const making = sql`insert into customers (store_id, name, email, created_at, updated_at) values (${of.id}, 'Ana', 'ana@example.com', now(), now())`
    const order = await meet(
      of.db,
      tx => tx.run(making),
      () => of.place({ customer: { name: 'A', email: 'Ana@example.com' } }),
    )
    expect(order.customer).toMatchObject({ name: 'Ana', email: 'ana@example.com' })
  })
})

describe('orders 9: refusals', () => {
  test('each names its field', async () => {
    const of = await stocked([[5]])
    const [variant_id = 0] = of.variants
    const products = [{ variant_id, quantity: 1 }]
    const post = (body: unknown) => ask(of, 'POST', '/orders', body)
    expect(await post({})).toEqual(B({ products: ["can't be blank"] }))
    expect(await post({ products: [] })).toMatchObject({ status: 422, body: { products: [expect.any(String)] } })
    expect(await post({ products: [{ variant_id: 1e12, quantity: 1 }] })).toEqual(
      B({ 'products.0.variant_id': ['Variant with such id does not exist'] }),
    )
    for (const [name, value] of [
      ['quantity', 0],
      ['quantity', 1.5],
      ['price', -1],
      ['price', 'x'],
      ['price', '1e99'],
    ] as const) {
      const answer = await post({ products: [{ variant_id, quantity: 1, [name]: value }] })
      expect({ value, status: answer.status, fields: Object.keys(answer.body as object) }).toEqual({
        value,
        status: 422,
        fields: [`products.0.${name}`],
      })
    }
    expect(await post({ products, location_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual(
      B({ location_id: ['Location with such id does not exist'] }),
    )
    expect(await post({ products, payment_status: 'partially_paid' })).toMatchObject({
      status: 422,
      body: { payment_status: [expect.any(String)] },
    })
    expect(await post({ products, total: 0 })).toMatchObject({ status: 422, body: { total: [expect.any(String)] } })
    for (const field of ['discount', 'shipping_cost_customer', 'shipping_cost_owner', 'total']) {
      expect(await post({ products, [field]: -1 }), field).toMatchObject({
        status: 422,
        body: { [field]: [expect.any(String)] },
      })
      expect(await post({ products, [field]: '1e30' }), field).toMatchObject({
        status: 422,
        body: { [field]: [expect.any(String)] },
      })
    }
    expect(await of.events()).toEqual([])
    expect(await of.stock()).toEqual([[5]])
  })

  test('a sum larger than any order is refused, not a fault', async () => {
    const of = await stocked([[null]])
    const products = Array.from({ length: 500 }, () => ({
      variant_id: of.variants[0],
      quantity: 1_000_000,
      price: '9999999999',
    }))
    expect(await ask(of, 'POST', '/orders', { products })).toMatchObject({
      status: 422,
      body: { products: [expect.any(String)] },
    })
  })

  test('an order of another store does not exist', async () => {
    const of = await stocked([[5]])
    const other = await shop()
    const { id } = await of.place()
    const missing = A(404, 'Order with such id does not exist')
    expect(await ask(other, 'GET', `/orders/${id}`)).toEqual(missing)
    for (const action of ['close', 'open', 'cancel', 'pack', 'fulfill']) {
      expect(await ask(other, 'POST', `/orders/${id}/${action}`)).toEqual(missing)
    }
    expect(await ask(other, 'PUT', `/orders/${id}`, { owner_note: 'x' })).toEqual(missing)
  })

  test('a store without a location refuses, also in a preview', async () => {
    const of = await shop()
    const [product] = [await of.client.products.create({ body: { name: 'X' } })]
    const products = [{ variant_id: product.variants[0]?.id, quantity: 1 }]
    await of.db.run(sql`delete from inventory_levels where store_id = ${of.id}`)
    await of.db.run(sql`delete from locations where store_id = ${of.id}`)
    for (const path of ['/orders', '/orders/preview']) {
      for (const inventory_behaviour of ['claim', 'bypass']) {
        expect(await ask(of, 'POST', path, { products, inventory_behaviour })).toEqual(
          B({ location_id: ['The store has no location to ship from'] }),
        )
      }
    }
  })
})
