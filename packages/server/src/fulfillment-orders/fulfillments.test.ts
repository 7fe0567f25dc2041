/** docs/contract: fulfillment-orders 7. */
import type { Fulfillment, TrackingEvent } from '@bodega/api'
import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { A, ask, C, shop } from '../testing/products.ts'
import { fulfillmentOrderChecks } from './checks.ts'

const missing = A(404, 'Fulfillment with such id does not exist')

/** An order of two shipments, the first of which has left. */
async function sent(isDispatched = true) {
  const of = await stocked([[2], [2]])
  const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 3 }] })
  if (isDispatched) await of.client.orders.fulfill({ params: { id: order.id }, body: {} })
  const [first, second] = (await of.shipments(order)).map(({ id }) => id)
  await of.events()
  const path = `/orders/${order.id}/fulfillments`
  const post = (body: unknown) => ask(of, 'POST', path, body)
  const eventsOf = async (shipment = first) =>
    (await ask(of, 'GET', `/orders/${order.id}/fulfillment-orders/${shipment}/tracking-events`)).body as TrackingEvent[]
  return {
    of,
    order,
    path,
    post,
    first,
    second,
    eventsOf,
    add: async (body: object = {}) => {
      const answer = await post({ status: 'in_transit', description: 'On its way', ...body })
      expect(answer.status).toBe(201)
      return answer.body as Fulfillment
    },
    list: async () => (await ask(of, 'GET', path)).body as Fulfillment[],
  }
}

test('a country in lower case or by its name is its code; any other text stays', async () => {
  const { add, eventsOf } = await sent()
  const minutes = (at: number) => `2026-07-11T01:${at}:00Z`
  const said = ['br', 'Brasil', 'Far away']
  const shown = []
  for (const [i, country] of said.entries())
    shown.push((await add({ country, happened_at: minutes(10 + i * 5) })).country)
  expect(shown).toEqual(['BR', 'BR', 'Far away'])
  expect((await eventsOf()).map(({ address }) => address)).toEqual(shown)
})

test('an event is made, listed, read and deleted, under a number, and is an event of the first shipment', async () => {
  const { of, order, path, add, list, eventsOf, second } = await sent()
  const made = await add({
    city: 'Santos',
    province: 'São Paulo',
    country: 'BR',
    happened_at: '2026-07-11T01:29:50-03:00',
    estimated_delivery_at: '2026-07-20',
  })
  expect(made).toEqual({
    id: expect.any(Number),
    order_id: order.id,
    status: 'in_transit',
    description: 'On its way',
    city: 'Santos',
    province: 'São Paulo',
    country: 'BR',
    happened_at: '2026-07-11T04:29:50+0000',
    estimated_delivery_at: '2026-07-20T00:00:00+0000',
    created_at: expect.stringMatching(/\+0000$/),
    updated_at: made.created_at,
  })
  expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/tracking_event_created'])
  expect(await eventsOf()).toMatchObject([
    {
      status: 'in_transit',
      description: 'On its way',
      address: 'Santos, São Paulo, BR',
      geolocation: null,
      happened_at: '2026-07-11T04:29:50+00:00',
      estimated_delivery_at: '2026-07-20T00:00:00+00:00',
    },
  ])
  expect(await eventsOf(second)).toEqual([])
  expect(await list()).toEqual([made])
  expect(await ask(of, 'GET', `${path}/${made.id}`)).toEqual({ status: 200, body: made })
  await orderly(of)
  expect(await ask(of, 'DELETE', `${path}/${made.id}`)).toEqual({ status: 200, body: {} })
  expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/tracking_event_deleted'])
  expect(await list()).toEqual([])
  expect(await eventsOf()).toEqual([])
  expect(await ask(of, 'GET', `${path}/${made.id}`)).toEqual(missing)
  expect(await ask(of, 'DELETE', `${path}/${made.id}`)).toEqual(missing)
  await orderly(of)
})

test('both forms show the same events; what one changes, the other shows', async () => {
  const { of, order, first, add, list } = await sent()
  const old = await add({ city: 'Santos', country: 'BR', happened_at: '2026-07-11T01:00:00Z' })
  const params = { order_id: order.id, fulfillment_order_id: first ?? '' }
  const body = {
    status: 'custom_customs',
    description: 'At customs',
    address: 'Port',
    geolocation: { longitude: 1, latitude: 2 },
  }
  const event = await of.client.trackingEvents.create({ params, body })
  expect(await list()).toMatchObject([
    old,
    { status: 'custom_customs', description: 'At customs', city: 'Port', province: null, country: null },
  ])
  const [{ id } = event] = await of.client.trackingEvents.list({ params })
  const moved = { status: 'delayed', description: 'Rain', address: 'Cubatão' }
  await of.client.trackingEvents.update({ params: { ...params, id }, body: moved })
  expect((await list())[0]).toMatchObject({
    id: old.id,
    status: 'delayed',
    city: 'Cubatão',
    province: null,
    country: null,
  })
  await of.client.trackingEvents.delete({ params: { ...params, id } })
  expect(await list()).toHaveLength(1)
  await orderly(of)
})

test('F20: shipping apps may write with their own scope, and need read_orders to read', async () => {
  const { of, path } = await sent()
  const as = async (scope: 'write_shipping' | 'read_orders', method: string, at = path) => {
    const headers = { authentication: `bearer ${await of.tokenWith([scope])}` }
    const body = method === 'POST' ? { body: { status: 'lost', description: 'Gone' } } : {}
    return of.request(method, `/v1/${of.id}${at}`, { headers, ...body })
  }
  const made = await as('write_shipping', 'POST')
  expect(made.status).toBe(201)
  expect((await as('write_shipping', 'GET')).status).toBe(403)
  expect((await as('read_orders', 'GET')).body).toEqual([made.body])
  const refused = await as('read_orders', 'POST')
  expect({ status: refused.status, body: refused.body }).toEqual(A(403, 'Missing required scope: write_orders'))
  expect((await as('write_shipping', 'DELETE', `${path}/${made.body.id}`)).status).toBe(200)
})

test('delivered delivers the first shipment, at the time of the event; then nothing can be deleted', async () => {
  const { of, order, path, add } = await sent()
  const { id } = await add()
  await add({ status: 'delivered', happened_at: '2026-07-11 10:00' })
  expect(await of.shipments(order)).toMatchObject([
    { status: 'DELIVERED', fulfilled_at: '2026-07-11T10:00:00+00:00' },
    { status: 'UNPACKED' },
  ])
  expect(await ask(of, 'DELETE', `${path}/${id}`)).toEqual(A(422, 'The shipment is delivered'))
  await orderly(of)
})

test('what cannot be in the state of the shipment is 422 in shape A', async () => {
  const { of, order, post, path } = await sent(false)
  const event = { status: 'in_transit', description: 'x' }
  expect(await post(event)).toEqual(A(422, 'The shipment has not been dispatched'))
  await of.client.orders.fulfill({ params: { id: order.id }, body: {} })
  const { id } = (await post(event)).body as Fulfillment
  expect(await post(event)).toEqual(A(422, 'The tracking event must not be identical to an existing tracking event'))
  for (let i = 1; i < 100; i++) await post({ ...event, description: `${i}` })
  expect(await post({ ...event, description: 'more' })).toEqual(A(422, 'Tracking events reached the limit'))
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  await of.events()
  expect(await post({ ...event, description: 'late' })).toEqual(A(422, 'Order is cancelled'))
  expect(await ask(of, 'DELETE', `${path}/${id}`)).toEqual(A(422, 'Order is cancelled'))
  expect(await of.events()).toEqual([])
})

test('wrong fields are named in shape C', async () => {
  const { of, post, list } = await sent()
  const body = { status: 'lost', description: 'x' }
  const blank = ["can't be blank"]
  expect(await post({})).toEqual(C({ status: blank, 'body.description': blank }))
  const selected = ['The selected status is invalid.']
  for (const status of ['DELIVERED', 'custom_word', ''])
    expect(await post({ ...body, status })).toEqual(C({ status: selected }))
  expect(await post({ ...body, description: ' ' })).toEqual(
    C({ 'body.description': ['The description field is required.'] }),
  )
  expect(await post({ ...body, city: 7 })).toMatchObject({
    status: 422,
    body: { code: 422, city: [expect.any(String)] },
  })
  expect(await post({ ...body, happened_at: 'x', estimated_delivery_at: 'y' })).toEqual(
    C({
      happened_at: ['The happened at must be a valid ISO 8601 datetime.'],
      estimated_delivery_at: ['The estimated delivery at must be a valid ISO 8601 datetime.'],
    }),
  )
  expect(await list()).toEqual([])
  expect(await of.events()).toEqual([])
})

test('dates: every form that is documented is read, every other refused', async () => {
  const { add, post } = await sent()
  const day = '2026-07-11'
  for (const [i, [text, wire]] of [
    [day, '00:00:00'],
    [`${day}T10:20`, '10:20:00'],
    [`${day} 10:20`, '10:20:00'],
    [`${day}T10:20:30`, '10:20:30'],
    [`${day} 10:20:30Z`, '10:20:30'],
    [`${day}T10:20:30+0300`, '07:20:30'],
    [`${day}T10:20+03:00`, '07:20:00'],
    [`${day}T10:20:30-03:00`, '13:20:30'],
  ].entries()) {
    expect(await add({ description: `${i}`, happened_at: text }), text).toMatchObject({
      happened_at: `${day}T${wire}+0000`,
    })
  }
  for (const happened_at of [
    '20260711',
    '20260711T102030Z',
    '2026-07-11T1020Z',
    `${day}T1020`,
    '2026-02-30',
    `${day}T10:20:30Z+03:00`,
    `${day}T10:20:3`,
    '11-07-2026',
  ]) {
    expect(await post({ status: 'lost', description: 'x', happened_at }), happened_at).toEqual(
      C({ happened_at: ['The happened at must be a valid ISO 8601 datetime.'] }),
    )
  }
})

test('a time that nobody set, as typed clients write it, is none', async () => {
  const { add } = await sent()
  const unset = '0001-01-01T00:00:00Z'
  const event = await add({ happened_at: unset, estimated_delivery_at: unset })
  expect(event).toMatchObject({ happened_at: event.created_at, estimated_delivery_at: null })
})

test('an order that does not exist, or is of another store, is 404 in shape A; so is an event of another order', async () => {
  const { of, path, add } = await sent()
  const { id } = await add()
  const gone = A(404, 'Order with such id does not exist')
  const event = { status: 'lost', description: 'x' }
  for (const [store, at] of [
    [of, '/orders/999999999/fulfillments'],
    [await shop(), path],
  ] as const) {
    expect(await ask(store, 'GET', at)).toEqual(gone)
    expect(await ask(store, 'GET', `${at}/${id}`)).toEqual(gone)
    expect(await ask(store, 'POST', at, event)).toEqual(gone)
    expect(await ask(store, 'DELETE', `${at}/${id}`)).toEqual(gone)
  }
  const other = await of.place()
  expect(await ask(of, 'GET', `/orders/${other.id}/fulfillments/${id}`)).toEqual(missing)
  expect(await ask(of, 'DELETE', `/orders/${other.id}/fulfillments/${id}`)).toEqual(missing)
})

test.each([
  ['an event without a number', sql`delete from fulfillments`],
  ['a number without an event', sql`update fulfillments set tracking_event_id = 'x'`],
])('verify finds %s', async (_what, damage) => {
  const { of, add } = await sent()
  await add()
  await orderly(of)
  await of.db.run(sql`${damage} where store_id = ${of.id}`)
  expect(await findBroken(of.db, fulfillmentOrderChecks, of.id)).toMatchObject([
    { name: 'fulfillment-orders/numbered-events' },
  ])
})
