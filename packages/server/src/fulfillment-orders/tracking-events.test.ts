/** docs/contract: fulfillment-orders 6. */
import { badFields, badRequest, type FulfillmentOrder, notFoundHere, type TrackingEvent } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { orderly, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

const said = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const repeated = said(badRequest('The tracking event must not be identical to an existing tracking event'))

async function sent(isDispatched = true) {
  const of = await stocked([[5]])
  const order = await of.place()
  const [shipment] = await of.shipments(order)
  const path = `/orders/${order.id}/fulfillment-orders/${shipment?.id}`
  if (isDispatched) await ask(of, 'POST', `${path}/fulfill`)
  await of.events()
  const post = (body: unknown) => ask(of, 'POST', `${path}/tracking-events`, body)
  return {
    of,
    order,
    path,
    post,
    add: async (body: unknown) => {
      const answer = await post(body)
      expect(answer.status).toBe(201)
      return answer.body as TrackingEvent
    },
    put: (id: string, body: unknown) => ask(of, 'PUT', `${path}/tracking-events/${id}`, body),
    remove: (id: string) => ask(of, 'DELETE', `${path}/tracking-events/${id}`),
    read: async () => (await ask(of, 'GET', path)).body as FulfillmentOrder,
  }
}

test('an event is made, read, changed and deleted, and each is told once', async () => {
  const { of, path, add, put, remove, read } = await sent()
  // An empty place and the first moment of the calendar are none, as typed clients write it.
  const unset = { geolocation: {}, happened_at: '0001-01-01T00:00:00Z' }
  const event = await add({ status: 'in_transit', description: 'On its way', ...unset })
  expect(event).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    status: 'in_transit',
    description: 'On its way',
    address: null,
    geolocation: null,
    happened_at: event.created_at,
    estimated_delivery_at: null,
    created_at: expect.stringMatching(/\+00:00$/),
    updated_at: event.created_at,
  })
  expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/tracking_event_created'])
  expect(await ask(of, 'GET', `${path}/tracking-events`)).toEqual({ status: 200, body: [event] })
  expect(await ask(of, 'GET', `${path}/tracking-events/${event.id}`)).toEqual({ status: 200, body: event })
  expect((await read()).tracking_events).toEqual([event])
  const change = {
    status: 'custom_customs',
    description: 'At customs',
    address: 'Santos',
    geolocation: { latitude: -23.9, longitude: -46.3, extra: 1 },
    happened_at: '2026-07-11T01:29:50-03:00',
    estimated_delivery_at: '2026-07-20T00:00:00Z',
  }
  expect(await put(event.id, change)).toMatchObject({
    status: 200,
    body: {
      id: event.id,
      status: 'custom_customs',
      geolocation: { longitude: -46.3, latitude: -23.9 },
      happened_at: '2026-07-11T04:29:50+00:00',
      estimated_delivery_at: '2026-07-20T00:00:00+00:00',
    },
  })
  expect(JSON.stringify(await read())).not.toContain('extra":1')
  expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/tracking_event_updated'])
  expect(await remove(event.id)).toMatchObject({ status: 204 })
  expect(await of.events()).toEqual(['order/updated', 'fulfillment_order/tracking_event_deleted'])
  const missing = said(notFoundHere('Tracking event not found'))
  expect(await remove(event.id)).toEqual(missing)
  expect(await put(event.id, change)).toEqual(missing)
  expect(await ask(of, 'GET', `${path}/tracking-events/${event.id}`)).toEqual(missing)
  await orderly(of)
})

test('an event of another shipment does not exist', async () => {
  const one = await sent()
  const event = await one.add({ status: 'lost', description: 'Gone' })
  const order = await one.of.place()
  const [other] = await one.of.shipments(order)
  const path = `/orders/${order.id}/fulfillment-orders/${other?.id}/tracking-events/${event.id}`
  expect(await ask(one.of, 'GET', path)).toEqual(said(notFoundHere('Tracking event not found')))
  expect((await ask(one.of, 'DELETE', path)).status).toBe(404)
})

describe('6.1: states', () => {
  test('before it is dispatched there is nothing to track', async () => {
    const { of, post } = await sent(false)
    const refused = said(badRequest('The shipment has not been dispatched'))
    expect(await post({ status: 'in_transit', description: 'x' })).toEqual(refused)
    expect(await of.events()).toEqual([])
  })

  test('6.4: delivered delivers, at the time of the event; after that events are added only', async () => {
    const { of, add, put, remove, read, order } = await sent()
    const event = await add({ status: 'in_transit', description: 'x' })
    await of.events()
    await add({ status: 'delivered', description: 'At the door', happened_at: '2026-07-11T10:00:00Z' })
    expect(await of.events()).toEqual([
      'order/updated',
      'fulfillment_order/status_updated',
      'fulfillment_order/tracking_event_created',
    ])
    expect(await read()).toMatchObject({
      status: 'DELIVERED',
      fulfilled_at: '2026-07-11T10:00:00+00:00',
      status_history: [
        {},
        { from_status: 'DISPATCHED', to_status: 'DELIVERED', happened_at: '2026-07-11T10:00:00+00:00' },
      ],
    })
    expect(await of.client.orders.get({ params: { id: order.id } })).toMatchObject({ shipping_status: 'delivered' })
    const over = said(badRequest('The shipment is delivered'))
    expect(await put(event.id, { status: 'lost', description: 'x' })).toEqual(over)
    expect(await remove(event.id)).toEqual(over)
    await add({ status: 'failure', description: 'Complaint' })
    await orderly(of)
  })

  test('6.4: a change to delivered delivers too', async () => {
    const { add, put, read } = await sent()
    const event = await add({ status: 'in_transit', description: 'x' })
    await put(event.id, { status: 'delivered', description: 'x', happened_at: '2026-07-11T10:00:00Z' })
    expect(await read()).toMatchObject({ status: 'DELIVERED', fulfilled_at: '2026-07-11T10:00:00+00:00' })
  })
})

test.each([
  ['null', { happened_at: null }],
  ['missing', {}],
])('6.2: a time that is %s is now, in a change too', async (_what, without) => {
  const { of, add, put, read } = await sent()
  const event = await add({ status: 'in_transit', description: 'x', happened_at: '2026-01-01T00:00:00Z' })
  of.world.advance(5000)
  const { body } = await put(event.id, { status: 'delivered', description: 'x', ...without })
  const { happened_at, updated_at } = body as TrackingEvent
  expect(happened_at).toBe(updated_at)
  expect(happened_at > event.created_at).toBe(true)
  expect(await read()).toMatchObject({ status: 'DELIVERED', fulfilled_at: happened_at })
})

test.each(['in-customs', 'en_camino_2', 'coração', 'corac\u0327a\u0303o', 'таможня', 'x'.repeat(50)])(
  '6.3: custom_%s is a status of a carrier',
  async word => {
    const { add } = await sent()
    expect(await add({ status: `custom_${word}`, description: 'x' })).toMatchObject({ status: `custom_${word}` })
  },
)

test('6.2, 6.3: wrong fields are named in shape E', async () => {
  const { of, post } = await sent()
  const body = { status: 'lost', description: 'x' }
  expect(await post({})).toEqual(said(badFields({ status: ["can't be blank"], description: ["can't be blank"] })))
  const wrong = ['DELIVERED', 'custom_', 'custom_a b', 'custom_a\n', 'custom_a\u0007', `custom_${'x'.repeat(51)}`, '']
  for (const status of wrong) {
    expect(await post({ ...body, status })).toEqual(said(badFields({ status: ['The selected status is invalid.'] })))
  }
  expect(await post({ ...body, description: ' ' })).toMatchObject({
    status: 400,
    body: { messages: { description: [expect.any(String)] } },
  })
  for (const [field, change] of [
    ['geolocation.latitude', { geolocation: { longitude: 1 } }],
    ['geolocation.latitude', { geolocation: { longitude: 1, latitude: 91 } }],
    ['happened_at', { happened_at: 'yesterday' }],
    ['estimated_delivery_at', { estimated_delivery_at: '2026-02-30' }],
  ] as const) {
    expect(await post({ ...body, ...change })).toMatchObject({
      status: 400,
      body: { messages: { [field]: [expect.any(String)] } },
    })
  }
  expect(await of.events()).toEqual([])
})

describe('6.4: the same news twice', () => {
  const body = {
    status: 'in_transit',
    description: 'x',
    address: 'A',
    geolocation: { longitude: 1, latitude: 2 },
    happened_at: '2026-07-11T10:00:00Z',
  }

  test('is refused within a minute, and without a time always', async () => {
    const { add, post } = await sent()
    await add(body)
    for (const happened_at of [
      '2026-07-11T10:01:00Z',
      '2026-07-11T09:59:00Z',
      '2026-07-11T07:00:30-03:00',
      undefined,
      null,
    ]) {
      expect(await post({ ...body, happened_at })).toEqual(repeated)
    }
    expect(await post({ ...body, geolocation: { latitude: 2, longitude: 1 } })).toEqual(repeated)
    await add({ ...body, happened_at: '2026-07-11T10:01:01Z' })
  })

  test.each([
    ['status', { status: 'delayed' }],
    ['description', { description: 'y' }],
    ['address', { address: null }],
    ['geolocation', { geolocation: { longitude: 1, latitude: 3 } }],
    ['estimated delivery', { estimated_delivery_at: '2026-08-01T00:00:00Z' }],
  ])('is other news with another %s', async (_what, change) => {
    const { add } = await sent()
    await add(body)
    await add({ ...body, ...change })
  })

  test('a change may not repeat another event, but may repeat itself', async () => {
    const { add, put } = await sent()
    await add(body)
    const other = await add({ ...body, description: 'y' })
    expect(await put(other.id, body)).toEqual(repeated)
    expect((await put(other.id, { ...body, description: 'y' })).status).toBe(200)
  })

  test('an event that is put as it was read stays as it is, and nobody is told', async () => {
    const { of, add, put } = await sent()
    const event = await add(body)
    await of.events()
    of.world.advance(5000)
    expect(await put(event.id, event)).toEqual({ status: 200, body: event })
    expect(await of.events()).toEqual([])
  })
})

test('6.4: 100 events, and one more that delivers', async () => {
  const { of, add, post, read } = await sent()
  for (let i = 0; i < 100; i++) await add({ status: 'in_transit', description: `${i}` })
  const full = said(badRequest('Tracking events reached the limit'))
  expect(await post({ status: 'in_transit', description: 'more' })).toEqual(full)
  await add({ status: 'delivered', description: 'done' })
  expect(await post({ status: 'delivered', description: 'again' })).toEqual(full)
  expect((await read()).tracking_events).toHaveLength(101)
  await orderly(of)
})
