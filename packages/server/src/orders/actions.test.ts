/** docs/contract: orders 7, 8 and 11; webhooks 4. */
import { describe, expect, test } from 'vitest'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { A, ask, B } from '../testing/products.ts'

const act = (of: OrderShop, id: number, action: string, body?: unknown) =>
  ask(of, 'POST', `/orders/${id}/${action}`, body)
const put = (of: OrderShop, id: number, body: unknown) => ask(of, 'PUT', `/orders/${id}`, body)
const isCancelled = A(422, 'Order is cancelled')

describe('close and open', () => {
  test('closing says when, opening forgets it, and a second time is no change', async () => {
    const of = await stocked([[5]])
    const { id } = await of.place()
    await of.events()
    expect(await act(of, id, 'close')).toMatchObject({
      status: 200,
      body: { status: 'closed', closed_at: expect.any(String), next_action: 'noop' },
    })
    expect(await of.events()).toEqual(['order/updated'])
    expect((await act(of, id, 'close', {})).status).toBe(200)
    expect(await of.events()).toEqual([])
    expect(await act(of, id, 'open', [])).toMatchObject({ status: 200, body: { status: 'open', closed_at: null } })
    expect(await of.events()).toEqual(['order/updated'])
    expect((await act(of, id, 'open')).status).toBe(200)
    expect(await of.events()).toEqual([])
  })
})

describe('cancel', () => {
  test('6.5: fills a level that cannot hold all that returns', async () => {
    const of = await stocked([[5]])
    const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 3 }] })
    const body = { action: 'replace' as const, value: 2_147_483_646 }
    await of.client.variants.setStock({ params: { product_id: of.products[0] ?? 0 }, body })
    expect((await act(of, order.id, 'cancel')).status).toBe(200)
    expect(await of.stock()).toEqual([[2_147_483_647]])
    await orderly(of)
  })

  test.each([[{}], [{ restock: true }], [{ restock: 'true' }], [{ restock: 1 }], [{ restock: null }]])(
    'with %j returns the stock, once',
    async body => {
      const of = await stocked([[1], [2]])
      const order = await of.place({
        products: [{ variant_id: of.variants[0] ?? 0, quantity: 3 }],
        payment_status: 'paid',
      })
      await of.events()
      expect(await act(of, order.id, 'cancel', { ...body, reason: 'fraud' })).toMatchObject({
        status: 200,
        body: { status: 'cancelled', cancel_reason: 'fraud', cancelled_at: expect.any(String), payment_status: 'paid' },
      })
      expect(await of.events()).toEqual(['order/updated', 'order/cancelled'])
      expect(await of.stock()).toEqual([[1], [2]])
      expect((await act(of, order.id, 'cancel', { reason: 'customer' })).body).toMatchObject({ cancel_reason: 'fraud' })
      expect(await of.events()).toEqual([])
      expect(await of.stock()).toEqual([[1], [2]])
      await orderly(of)
    },
  )

  test('6.5: what was taken at a location that is gone by now returns to the default one', async () => {
    const of = await stocked([[1], [2]])
    const [first = '', second = ''] = of.locations
    const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }] })
    const [shipment] = await of.shipments(order)
    expect(shipment?.assigned_location.location_id).toBe(second)
    const params = { order_id: order.id, id: shipment?.id ?? '' }
    await of.client.fulfillmentOrders.update({ params, body: { status: 'DELIVERED' } })
    await of.client.locations.delete({ params: { id: second } })
    expect((await act(of, order.id, 'cancel')).status).toBe(200)
    const { results } = await of.client.locations.inventoryLevels({ params: { id: first } })
    expect(results.map(({ stock }) => stock)).toEqual([3])
    await orderly(of)
  })

  test.each([[{ restock: false }], [{ restock: 'false' }], [{ restock: 0 }]])('with %j returns nothing', async body => {
    const of = await stocked([[1]])
    const order = await of.place()
    expect((await act(of, order.id, 'cancel', body)).status).toBe(200)
    expect((await act(of, order.id, 'cancel', { restock: true })).status).toBe(200)
    expect(await of.stock()).toEqual([[0]])
    await orderly(of)
  })

  test('a flag that is no boolean is refused, an unknown reason is other', async () => {
    const of = await stocked([[1]])
    const order = await of.place()
    for (const [field, value] of [
      ['restock', 'yes'],
      ['restock', 2],
      ['email', {}],
    ] as const) {
      expect(await act(of, order.id, 'cancel', { [field]: value })).toEqual(
        B({ [field]: ['must be a boolean or null'] }),
      )
    }
    expect(await act(of, order.id, 'cancel', { reason: 'boredom' })).toMatchObject({ body: { cancel_reason: 'other' } })
  })

  test('a closed order may be cancelled and keeps when it was closed; its shipments do not matter', async () => {
    const of = await stocked([[1]])
    const order = await of.place({ fulfillment: 'delivered' })
    await act(of, order.id, 'close')
    expect(await act(of, order.id, 'cancel')).toMatchObject({
      body: { status: 'cancelled', closed_at: expect.any(String), shipping_status: 'delivered' },
    })
    expect(await of.stock()).toEqual([[1]])
    await orderly(of)
  })

  test('a level that became unlimited stays so', async () => {
    const of = await stocked([[1]])
    const order = await of.place()
    const params = { product_id: of.products[0] ?? 0 }
    await of.client.variants.setStock({ params, body: { action: 'replace', value: null } })
    await act(of, order.id, 'cancel')
    expect(await of.stock()).toEqual([[null]])
    await orderly(of)
  })

  test('units of a product that is gone return to nowhere', async () => {
    const of = await stocked([[1]])
    const order = await of.place()
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    expect((await act(of, order.id, 'cancel')).status).toBe(200)
    await orderly(of)
  })

  test('8.1: a cancelled order refuses everything but a note and a second cancel', async () => {
    const of = await stocked([[1]])
    const { id } = await of.place({ status: 'cancelled' })
    for (const action of ['close', 'open', 'pack', 'fulfill']) expect(await act(of, id, action)).toEqual(isCancelled)
    for (const status of ['open', 'closed', 'paid']) expect(await put(of, id, { status })).toEqual(isCancelled)
    await of.events()
    expect((await put(of, id, { status: 'cancelled' })).status).toBe(200)
    expect(await of.events()).toEqual([])
    expect(await put(of, id, { owner_note: 'why' })).toMatchObject({ status: 200, body: { owner_note: 'why' } })
    expect(await of.events()).toEqual(['order/updated'])
  })
})

describe('PUT', () => {
  test('changes the note and the status, ignores other keys, and is one change', async () => {
    const of = await stocked([[5]])
    const { id } = await of.place({ note: 'buyer' })
    await of.events()
    expect(await put(of, id, { owner_note: 'call', note: 'x', total: 1 })).toMatchObject({
      status: 200,
      body: { owner_note: 'call', note: 'buyer', total: '10.50' },
    })
    expect(await of.events()).toEqual(['order/updated'])
    await put(of, id, { owner_note: 'call' })
    expect(await of.events()).toEqual([])
    expect(await put(of, id, { owner_note: null, status: 'closed' })).toMatchObject({
      body: { owner_note: null, status: 'closed' },
    })
    expect(await of.events()).toEqual(['order/updated'])
    expect(await put(of, id, { status: 'open' })).toMatchObject({ body: { status: 'open', closed_at: null } })
    expect(await put(of, id, { owner_note: 'lost', status: 'nonsense' })).toEqual(
      B({ status: ['is not included in the list'] }),
    )
    expect(await of.client.orders.get({ params: { id } })).toMatchObject({ owner_note: null })
    expect(await put(of, id, { status: 'cancelled' })).toMatchObject({ body: { cancel_reason: 'other' } })
    expect(await of.stock()).toEqual([[5]])
    await orderly(of)
  })

  test('paid pays once; paid_at is the first time', async () => {
    const of = await stocked([[5]])
    const { id } = await of.place()
    await of.events()
    const { body } = await put(of, id, { status: 'paid' })
    expect(body).toMatchObject({
      status: 'open',
      payment_status: 'paid',
      paid_at: expect.any(String),
      payment_count: 1,
      total_paid_by_customer: '10.50',
    })
    expect(await of.events()).toEqual(['order/updated', 'order/paid'])
    expect((await put(of, id, { status: 'paid' })).status).toBe(200)
    expect(await of.events()).toEqual([])
  })

  test.each(['pending', 'authorized', 'voided', 'abandoned'] as const)(
    '8.2: %s can become paid',
    async payment_status => {
      const of = await stocked([[5]])
      const { id } = await of.place({ payment_status })
      expect(await put(of, id, { status: 'paid' })).toMatchObject({ status: 200, body: { payment_status: 'paid' } })
    },
  )

  test('8.2: refunded is the end', async () => {
    const of = await stocked([[5]])
    const { id } = await of.place({ payment_status: 'refunded' })
    expect(await put(of, id, { status: 'paid' })).toMatchObject({ status: 422, body: { status: [expect.any(String)] } })
  })
})

describe('pack and fulfill, the legacy forms', () => {
  const two = async () => {
    const of = await stocked([[1], [1]])
    const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }] })
    await of.events()
    return { of, id: order.id, order }
  }

  test('pack packs the first shipment; the order is packed with the last', async () => {
    const { of, id, order } = await two()
    expect(await act(of, id, 'pack')).toMatchObject({ status: 200, body: { shipping_status: 'partially_packed' } })
    expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/status_updated'])
    expect((await act(of, id, 'pack')).status).toBe(200)
    expect(await of.events()).toEqual([])
    const [, second] = await of.shipments(order)
    const params = { order_id: id, id: second?.id ?? '' }
    await of.client.fulfillmentOrders.update({ params, body: { status: 'packed' } })
    expect(await of.events()).toEqual(['order/updated', 'order/packed', 'fulfillment_order/status_updated'])
    await of.client.fulfillmentOrders.update({ params, body: { status: 'UNPACKED' } })
    expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/status_updated', 'order/unpacked'])
    await orderly(of)
  })

  test('the order is packed with the last one also where another has left already', async () => {
    const { of, id, order } = await two()
    await act(of, id, 'fulfill')
    const [, second] = await of.shipments(order)
    const params = { order_id: id, id: second?.id ?? '' }
    await of.events()
    await of.client.fulfillmentOrders.update({ params, body: { status: 'PACKED' } })
    expect(await of.events()).toEqual(['order/updated', 'order/packed', 'fulfillment_order/status_updated'])
    await of.client.fulfillmentOrders.update({ params, body: { status: 'DISPATCHED' } })
    expect(await of.events()).toEqual(['order/updated', 'order/fulfilled', 'fulfillment_order/status_updated'])
  })

  test('fulfill after delivery, and pack after dispatch, are refused', async () => {
    const { of, id } = await two()
    const sent = await act(of, id, 'fulfill', { shipping_tracking_number: 'T1', notify_customer: false })
    expect(sent).toMatchObject({ body: { shipping_tracking_number: 'T1', shipped_at: expect.any(String) } })
    expect(await act(of, id, 'pack')).toEqual(A(422, 'Invalid status transition from DISPATCHED to PACKED'))
    await of.events()
    await act(of, id, 'fulfill', { shipping_tracking_number: 'T2' })
    expect(await of.events()).toEqual(['order/updated'])
    const delivered = await of.place({ inventory_behaviour: 'bypass', fulfillment: 'delivered' })
    expect(await act(of, delivered.id, 'fulfill')).toEqual(
      A(422, 'Invalid status transition from DELIVERED to DISPATCHED'),
    )
    await orderly(of)
  })
})

test('11: the values of an order, and its subscriptions', async () => {
  const of = await stocked([[5]])
  const { id, created_at } = await of.place()
  const values = () => of.client.orders.values({ params: { id } })
  const row = { gateway_method: null, gateway_name: null, happened_at: created_at, total_delta: 10.5 }
  expect(await values()).toEqual([{ ...row, status: 'PENDING', total_paid_diff: 0, closed_at: null }])
  await put(of, id, { status: 'paid' })
  expect(await values()).toEqual([{ ...row, status: 'PAID', total_paid_diff: 10.5, closed_at: expect.any(String) }])
  for (const query of [{}, { fields: 'id' }]) {
    expect(await of.client.orders.subscriptions({ params: { id }, query })).toEqual({ items: [] })
  }
  expect((await ask(of, 'GET', '/orders/999999999/history/values')).status).toBe(404)
})
