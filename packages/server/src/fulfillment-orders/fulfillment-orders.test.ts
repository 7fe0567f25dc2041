/** docs/contract: fulfillment-orders 1 to 5 and 8. */
import { badFields, badRequest, type FulfillmentOrder, notFoundHere, type OrderInput } from '@bodega/api'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { json, type Sql, sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { A, ask, shop } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'

const said = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

async function sent(levels: (number | null)[][], quantity = 1, input: Partial<OrderInput> = {}) {
  const of = await stocked(levels)
  const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity }], ...input })
  const shipments = await of.shipments(order)
  const [first] = shipments.map(({ id }) => id)
  await of.events()
  const path = `/orders/${order.id}/fulfillment-orders/${first}`
  return {
    of,
    order,
    shipments,
    path,
    patch: (body: unknown) => ask(of, 'PATCH', path, body),
    fulfill: (body?: unknown) => ask(of, 'POST', `${path}/fulfill`, body),
    read: async () => (await ask(of, 'GET', path)).body as FulfillmentOrder,
    shown: () => of.client.orders.get({ params: { id: order.id } }),
  }
}

describe('1: what is where', () => {
  test('a shipment of another order, of another store, and no shipment at all are 404 in shape E', async () => {
    const { of, order, path } = await sent([[5]])
    const other = await of.place()
    const [foreign] = await of.shipments(other)
    const missing = said(notFoundHere('Fulfillment order not found'))
    const at = `/orders/${order.id}/fulfillment-orders/${foreign?.id}`
    expect(await ask(of, 'GET', at)).toEqual(missing)
    expect(await ask(of, 'PATCH', at, { status: 'PACKED' })).toEqual(missing)
    expect(await ask(of, 'POST', `${at}/fulfill`)).toEqual(missing)
    expect(await ask(of, 'DELETE', at)).toEqual(missing)
    expect(await ask(of, 'GET', '/orders/999999999/fulfillment-orders')).toEqual(said(notFoundHere('Order not found')))
    expect(await ask(of, 'GET', '/orders/x/fulfillment-orders')).toEqual(said(notFoundHere('Not Found')))
    expect(await ask(await shop(), 'GET', path)).toEqual(missing)
    expect((await ask(await shop(), 'PATCH', path, { status: 'PACKED' })).status).toBe(404)
  })

  test('D8: wrong fields are 400 in shape E; the checks before the body keep shape A', async () => {
    const { of, path, patch, fulfill } = await sent([[5]])
    expect(await patch({ status: 7 })).toEqual(said(badFields({ status: ['must be a string or null'] })))
    expect(await patch({ status: 'NUL \0' })).toEqual(said(badFields({ status: ['must not contain NUL characters'] })))
    expect(await patch({ status: 'LOST' })).toEqual(said(badFields({ status: ['is not included in the list'] })))
    expect(await patch({ destination: { country: { code: 'BR' } } })).toEqual(
      said(badFields({ 'destination.street': ["can't be blank"] })),
    )
    expect(await fulfill({ notify_customer: 'perhaps' })).toMatchObject({
      status: 400,
      body: { messages: { notify_customer: [expect.any(String)] } },
    })
    expect(await fulfill({ code: true })).toMatchObject({
      status: 400,
      body: { messages: { code: [expect.any(String)] } },
    })
    const authentication = `bearer ${await of.tokenWith(['read_orders'])}`
    const { status, body } = await of.request('PATCH', `/v1/${of.id}${path}`, { headers: { authentication }, body: {} })
    expect({ status, body }).toEqual(A(403, 'Missing required scope: write_fulfillment_orders'))
    expect(await of.events()).toEqual([])
  })

  test('a list can show that lines have no custom fields', async () => {
    const { of, order } = await sent([[5]])
    const list = (query: string) => ask(of, 'GET', `/orders/${order.id}/fulfillment-orders${query}`)
    const [shipment] = (await list('?aggregates=custom_fields')).body as FulfillmentOrder[]
    expect(shipment?.line_items.map(({ custom_fields }) => custom_fields)).toEqual([{}])
    expect(JSON.stringify((await list('')).body)).not.toContain('custom_fields')
  })

  test('one with lines cannot be deleted', async () => {
    const { of, path } = await sent([[5]])
    expect(await ask(of, 'DELETE', path)).toEqual(said(badRequest('A fulfillment order with lines cannot be deleted')))
    expect(await of.events()).toEqual([])
  })

  /** No call empties a shipment: its lines are moved to another one behind the back of the server. */
  async function emptied(place: number) {
    const made = await sent([[1], [1]], 2, { shipping_cost_customer: '7.10', shipping_cost_owner: '0.20' })
    const { of, order, shipments } = made
    const [gone, kept] = place === 0 ? shipments : shipments.toReversed()
    if (!gone || !kept) throw new Error('two shipments were expected')
    const claims = sql`select claims from fulfillment_orders where store_id = ${of.id} and id = ${gone.id}`
    const write = ({ id }: FulfillmentOrder, line_items: unknown[], taken: Sql) =>
      of.db.run(sql`
        update fulfillment_orders set document = (document::jsonb || ${json({ line_items })})::text, claims = ${taken}
         where store_id = ${of.id} and id = ${id}`)
    await write(kept, [...kept.line_items, ...gone.line_items], sql`claims || (${claims})`)
    await write(gone, [], sql`'[]'`)
    await orderly(of)
    return {
      ...made,
      gone,
      kept,
      remove: (id: string) => ask(of, 'DELETE', `/orders/${order.id}/fulfillment-orders/${id}`),
    }
  }

  test.each([0, 1])('one without lines can: shipment %i of two', async place => {
    const { of, order, gone, kept, remove, shown } = await emptied(place)
    await of.client.fulfillmentOrders.update({
      params: { order_id: order.id, id: kept.id },
      body: { status: 'PACKED', tracking_info: { code: 'T' } },
    })
    await of.events()
    expect(await remove(gone.id)).toEqual({ status: 204, body: '' })
    // Those that stay are packed, all of them; a number is given once.
    expect(await of.events()).toEqual(['order/updated', 'order/packed'])
    expect(await of.shipments(order)).toMatchObject([
      {
        id: kept.id,
        number: kept.number,
        shipping: { consumer_cost: { value: 7.1 }, merchant_cost: { value: 0.2 } },
      },
    ])
    expect(await shown()).toMatchObject({
      fulfillments: [kept.id],
      shipping_status: 'unshipped',
      shipping_tracking_number: 'T',
    })
    expect(await remove(gone.id)).toEqual(said(notFoundHere('Fulfillment order not found')))
    await orderly(of)
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[1], [1]])
    await orderly(of)
  })

  test('the last one cannot, and none of a cancelled order', async () => {
    const { of, order, gone, kept, remove } = await emptied(1)
    const empty = sql`update fulfillment_orders set document = (document::jsonb || '{"line_items": []}')::text where store_id = ${of.id}`
    await of.db.run(empty)
    expect((await remove(gone.id)).status).toBe(204)
    expect(await remove(kept.id)).toEqual(said(badRequest('The last fulfillment order of an order cannot be deleted')))
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await remove(kept.id)).toEqual(said(badRequest('Order is cancelled')))
  })
})

describe('3: PATCH', () => {
  test('status and tracking together are one change, with a history of each', async () => {
    const { of, patch, read, shown } = await sent([[5]])
    const tracking_info = { code: 'T1', url: 'https://track.example/T1' }
    expect(await patch({ status: 'dispatched', tracking_info })).toMatchObject({
      status: 200,
      body: { status: 'DISPATCHED', tracking_info: { ...tracking_info, notify_customer: false } },
    })
    expect(await of.events()).toEqual(['order/updated', 'order/fulfilled', 'fulfillment_order/status_updated'])
    expect(await patch({ tracking_info: { code: 'T2', notify_customer: true } })).toMatchObject({
      body: { tracking_info: { code: 'T2', url: tracking_info.url, notify_customer: true } },
    })
    expect(await of.events()).toEqual(['order/updated'])
    const shipment = await read()
    const none = { code: null, url: null }
    expect(shipment.tracking_info).toEqual({ code: 'T2', url: tracking_info.url })
    expect(shipment.tracking_info_history).toMatchObject([
      { from_tracking_info: none, to_tracking_info: tracking_info, app_id: String(of.appId), user_id: '' },
      { from_tracking_info: tracking_info, to_tracking_info: { ...tracking_info, code: 'T2' } },
    ])
    expect(shipment.status_history).toMatchObject([{ from_status: 'UNPACKED', to_status: 'DISPATCHED' }])
    expect(await shown()).toMatchObject({ shipping_tracking_number: 'T2', shipping_status: 'shipped' })
    await patch({ tracking_info: { code: 'T2' } })
    expect(await of.events()).toEqual([])
    expect(await patch({ tracking_info: null })).toMatchObject({ body: { tracking_info: none } })
    expect(await shown()).toMatchObject({ shipping_tracking_number: null, shipping_tracking_url: null })
    await orderly(of)
  })

  test('D12: the tag of an answer that shows notify_customer is that of the shipment, so the next If-Match holds', async () => {
    const { of, path } = await sent([[5]])
    const at = `/v1/${of.id}${path}`
    const bodies = [{ tracking_info: { code: 'T1' } }, { status: 'PACKED', tracking_info: { notify_customer: true } }]
    let etag = (await of.request('GET', at)).headers.etag as string
    for (const body of [...bodies, { tracking_info: null }, {}]) {
      const answer = await of.request('PATCH', at, { body, headers: { 'if-match': etag } })
      expect(answer.status).toBe(200)
      etag = answer.headers.etag as string
      expect((await of.request('GET', at)).headers.etag).toBe(etag)
    }
  })

  test('null for anything but the tracking says nothing of it, as typed clients send what they do not set', async () => {
    const { of, patch, read } = await sent([[5]])
    const before = await read()
    const nothing = { status: null, destination: null, recipient: null, shipping: null, assigned_location: null }
    expect(await patch(nothing)).toEqual({ status: 200, body: before })
    expect(await patch({ shipping: { type: null, merchant_cost: null } })).toEqual({ status: 200, body: before })
    expect(await of.events()).toEqual([])
    expect(await patch({ ...nothing, tracking_info: { code: '5' } })).toMatchObject({
      status: 200,
      body: { status: 'UNPACKED', tracking_info: { code: '5' } },
    })
    expect(await of.events()).toEqual(['order/updated'])
  })

  test('4.4: a refused step changes nothing, not even the tracking beside it', async () => {
    const { of, patch, read } = await sent([[5]])
    await patch({ status: 'DISPATCHED' })
    const before = await read()
    await of.events()
    expect(await patch({ status: 'PACKED', tracking_info: { code: 'T' } })).toEqual(
      said(badRequest('Invalid status transition from DISPATCHED to PACKED')),
    )
    expect(await patch({ status: 'READY_FOR_PICKUP' })).toEqual(
      said(badRequest('Invalid status transition from DISPATCHED to READY_FOR_PICKUP')),
    )
    expect((await patch({ status: 'MARKED_AS_FULFILLED' })).status).toBe(200)
    expect(await read()).toEqual(before)
    expect(await of.events()).toEqual([])
  })

  test('4.2: a pickup becomes ready, then delivered, and says when', async () => {
    const { patch, read } = await sent([[5]], 1, { shipping_pickup_type: 'pickup' })
    await patch({ status: 'READY_TO_SHIP' })
    await patch({ status: 'READY_FOR_PICKUP' })
    await patch({ status: 'DELIVERED' })
    const { status_history, fulfilled_at } = await read()
    expect(status_history.map(({ to_status }) => to_status)).toEqual(['PACKED', 'READY_FOR_PICKUP', 'DELIVERED'])
    expect(fulfilled_at).toBe(status_history[2]?.happened_at)
  })

  const destination = {
    street: 'Rua Nova',
    number: '9',
    city: 'Olinda',
    province: { code: 'PE', name: 'Pernambuco' },
    country: { code: 'BR' },
    reference: 'gate',
  }
  const recipient = { name: 'Caio', phone: '123' }
  const shipping = {
    carrier: { id: '5', code: 'api', name: 'Fast' },
    option: { name: 'Day', code: 'd', reference: 'r' },
  }

  test('destination, recipient and shipping change until it has left, and the order shows them', async () => {
    const { of, patch, shown } = await sent([[5]])
    expect(await patch({ destination, recipient, shipping })).toMatchObject({
      status: 200,
      body: {
        destination: { ...destination, floor: null, region: null, country: { code: 'BR', name: null } },
        recipient: { ...recipient, identifier: null },
        shipping: { type: 'ship', carrier: { carrier_id: '5', name: 'Fast' }, option: { name: 'Day', code: 'd' } },
      },
    })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    expect(await shown()).toMatchObject({
      shipping_address: {
        name: 'Caio',
        phone: '123',
        address: 'Rua Nova',
        province: 'Pernambuco',
        country: 'BR',
        customs: { reference: 'gate' },
      },
      shipping_carrier_name: 'Fast',
      shipping_option: 'Day',
      shipping_option_code: 'd',
    })
    expect((await patch({ shipping: { type: 'non-shippable' } })).status).toBe(400)
    await patch({ status: 'DISPATCHED' })
    const others = [
      { destination: { ...destination, number: '10' } },
      { recipient: { phone: '124' } },
      { shipping: { ...shipping, option: { ...shipping.option, reference: 's' } } },
    ]
    for (const change of others) {
      expect(await patch(change)).toEqual(said(badRequest('The shipment has left already')))
    }
    await orderly(of)
  })

  test('only the first shipment is what the order shows', async () => {
    const { of, order, shipments, shown } = await sent([[1], [1]], 2)
    const before = await shown()
    const path = `/orders/${order.id}/fulfillment-orders/${shipments[1]?.id}`
    await ask(of, 'PATCH', path, { destination, recipient, tracking_info: { code: 'T2' } })
    expect(await shown()).toEqual(before)
  })

  test('4.4: every write on a shipment of a cancelled order is 400', async () => {
    const { of, order, path, patch, fulfill } = await sent([[5]])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    const refused = said(badRequest('Order is cancelled'))
    expect(await patch({ status: 'PACKED' })).toEqual(refused)
    expect(await patch({ tracking_info: { code: 'x' } })).toEqual(refused)
    expect(await fulfill({})).toEqual(refused)
    expect(await ask(of, 'DELETE', path)).toEqual(refused)
    expect(await ask(of, 'POST', `${path}/tracking-events`, { status: 'lost', description: 'x' })).toEqual(refused)
  })
})

describe('3, orders 6.5: a shipment that leaves from elsewhere', () => {
  const to = (of: OrderShop, place: number) => ({ assigned_location: { location_id: of.locations[place] } })

  test('takes its stock along, and gives it back from there', async () => {
    const { of, order, patch } = await sent([[3], [3]], 2)
    expect(await patch(to(of, 1))).toMatchObject({
      status: 200,
      body: { assigned_location: { location_id: of.locations[1] } },
    })
    expect(await of.stock()).toEqual([[3], [1]])
    await orderly(of)
    expect((await patch({ assigned_location: { id: of.locations[1] } })).status).toBe(200)
    expect(await of.stock()).toEqual([[3], [1]])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[3], [3]])
    await orderly(of)
  })

  test('is refused without enough stock there, at an unknown place, and once it is packed', async () => {
    const { of, patch, read } = await sent([[3], [1]], 2)
    const before = await read()
    await of.events()
    expect(await patch({ ...to(of, 1), tracking_info: { code: 'x' } })).toEqual(
      said(badRequest(`Variant ${of.variants[0]}: 2 wanted, 1 available there`)),
    )
    expect(await patch({ assigned_location: { location_id: 'nowhere' } })).toEqual(
      said(badRequest('Location with such id does not exist')),
    )
    expect((await patch({ assigned_location: { id: '' } })).status).toBe(400)
    expect(await read()).toEqual(before)
    expect(await of.stock()).toEqual([[1], [1]])
    expect(await of.events()).toEqual([])
    await patch({ status: 'PACKED' })
    expect((await patch(to(of, 1))).status).toBe(400)
    await orderly(of)
  })

  test('from and to unlimited stock', async () => {
    const { of, patch } = await sent([[3], [null]], 2)
    await patch(to(of, 1))
    expect(await of.stock()).toEqual([[3], [null]])
    await patch(to(of, 0))
    expect(await of.stock()).toEqual([[1], [null]])
    await orderly(of)
  })

  test('to where the level has no room for what comes back: it is full', async () => {
    const { of, patch } = await sent([[3], [3]], 2)
    const body = { action: 'replace' as const, value: 2_147_483_646 }
    await of.client.variants.setStock({ params: { product_id: of.products[0] ?? 0 }, body })
    expect((await patch(to(of, 1))).status).toBe(200)
    expect(await of.stock()).toEqual([[2_147_483_647], [1]])
    await orderly(of)
  })

  test('2.2: says where its goods come from, unless the buyer comes there', async () => {
    const of = await stocked([[5], [5], [5]])
    const [here = '', there = '', elsewhere = ''] = of.locations
    const input = {
      inventory_behaviour: 'bypass' as const,
      location_id: there,
      shipping_pickup_type: 'pickup' as const,
    }
    const carried = async (order: { id: number }, place: number) => {
      const [shipment] = await of.shipments(order)
      await ask(of, 'PATCH', `/orders/${order.id}/fulfillment-orders/${shipment?.id}`, to(of, place))
      const [moved] = await of.shipments(order)
      return moved?.line_items.map(({ stock_transfer }) => stock_transfer.from_location_id)
    }
    const own = await of.place({ ...input, shipping_suboption: { id: here } })
    expect(await carried(own, 1)).toEqual([there])
    expect(await carried(own, 2)).toEqual([elsewhere])
    expect(await carried(own, 0)).toEqual([null])
    expect(await carried(own, 1)).toEqual([there])
    const foreign = await of.place({ ...input, shipping_suboption: { id: 'a branch of others' } })
    expect(await carried(foreign, 2)).toEqual([null])
    await orderly(of)
  })

  test('waits for whoever deletes that location, and stays where it is', async () => {
    const { of, patch, read } = await sent([[0]], 2, { inventory_behaviour: 'bypass' })
    const { id } = await of.client.locations.create({ body: aLocation() })
    const before = await read()
    const answer = await meet(
      of.db,
      tx => tx.run(sql`delete from locations where store_id = ${of.id} and id = ${id}`),
      () => patch({ assigned_location: { location_id: id } }),
    )
    expect(answer).toEqual(said(badRequest('Location with such id does not exist')))
    expect(await read()).toEqual(before)
  })

  test('without stock of its own just changes its place', async () => {
    const { of, patch } = await sent([[0], [0]], 2, { inventory_behaviour: 'bypass' })
    expect((await patch(to(of, 1))).status).toBe(200)
    expect(await of.stock()).toEqual([[0], [0]])
    await orderly(of)
  })

  test('also when its product is gone', async () => {
    const { of, patch } = await sent([[3], [3]], 2)
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    expect((await patch(to(of, 1))).status).toBe(200)
    await orderly(of)
  })
})

describe('5, D55: fulfill', () => {
  test.each([
    [{ shipping_tracking_number: 'C', shipping_tracking_url: 'https://t.example' }],
    [{ tracking_code: 'C', tracking_url: 'https://t.example' }],
    [{ code: 'C', url: 'https://t.example', notify_customer: false }],
    [{ tracking_info: { code: 'C', url: 'https://t.example', notify_customer: true } }],
  ])('reads %j', async body => {
    const { fulfill } = await sent([[5]])
    expect(await fulfill(body)).toMatchObject({
      status: 200,
      body: { status: 'DISPATCHED', tracking_info: { code: 'C', url: 'https://t.example' } },
    })
  })

  test('the documented name wins, an empty body sends it without tracking, and delivered stays delivered', async () => {
    const { fulfill, patch, read } = await sent([[5]])
    expect(await fulfill()).toMatchObject({ body: { status: 'DISPATCHED', tracking_info: { code: null, url: null } } })
    expect(await fulfill({ code: 'other', shipping_tracking_number: 'mine' })).toMatchObject({
      body: { tracking_info: { code: 'mine' } },
    })
    expect((await read()).status_history).toHaveLength(1)
    await patch({ status: 'DELIVERED' })
    expect(await fulfill({})).toEqual(said(badRequest('Invalid status transition from DELIVERED to DISPATCHED')))
  })

  test('what needs no shipping is delivered by it', async () => {
    const of = await stocked([[5]], { requires_shipping: false })
    const order = await of.place()
    const [shipment] = await of.shipments(order)
    const path = `/orders/${order.id}/fulfillment-orders/${shipment?.id}/fulfill`
    expect(await ask(of, 'POST', path, { code: 'C' })).toMatchObject({
      status: 200,
      body: { status: 'DELIVERED', tracking_info: { code: 'C' } },
    })
  })
})

test('D68: the events of a shipment carry both shapes', async () => {
  const { of, order, shipments, fulfill } = await sent([[5]])
  await fulfill({})

  const [row] = await of.db.many(
    Type.Object({ payload: Type.Unknown() }),
    sql`select payload from events where store_id = ${of.id} and event = 'fulfillment_order/status_updated'`,
  )
  expect(row?.payload).toEqual({
    id: order.id,
    order_id: String(order.id),
    fulfillment_id: shipments[0]?.id,
    status: 'DISPATCHED',
  })
})
