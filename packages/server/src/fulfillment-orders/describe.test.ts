/** docs/contract: fulfillment-orders 3, `destination`, `recipient` and `shipping`. */
import { badFields, type FulfillmentOrder, type OrderInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

async function sent(input: Partial<OrderInput> = {}, levels = [[5]]) {
  const of = await stocked(levels)
  const order = await of.place({ shipping_pickup_type: 'ship', ...input })
  const [first] = await of.shipments(order)
  const path = `/orders/${order.id}/fulfillment-orders/${first?.id}`
  await of.events()
  return {
    of,
    order,
    patch: async (body: unknown) => (await ask(of, 'PATCH', path, body)) as { status: number; body: FulfillmentOrder },
    read: async () => (await ask(of, 'GET', path)).body as FulfillmentOrder,
    shown: () => of.client.orders.get({ params: { id: order.id } }),
    editions: async () => (await ask(of, 'GET', `/orders/${order.id}/history/editions`)).body,
  }
}

const refused = (messages: Record<string, string[]>) => {
  const { status, body } = badFields(messages)
  return { status, body }
}

test('a shipment that arrived is sent back as it was read, also where its location is gone', async () => {
  const { of, patch, read } = await sent({}, [[0], [1]])
  const { assigned_location } = await read()
  await patch({ status: 'DELIVERED' })
  await of.client.locations.delete({ params: { id: assigned_location.location_id } })
  await of.events()
  const was = await read()
  expect(await patch(was)).toMatchObject({ status: 200, body: { updated_at: was.updated_at } })
  expect(await of.events()).toEqual([])
  await orderly(of)
})

test('what is sent as it was read changes nothing, in every state', async () => {
  const { of, patch, read } = await sent({ shipping: 'table', shipping_suboption: { id: 'x' } })
  for (const status of ['UNPACKED', 'PACKED', 'DISPATCHED', 'DELIVERED']) {
    await patch({ status })
    const before = await read()
    await of.events()
    of.world.advance(5000)
    expect(await patch(before)).toMatchObject({ status: 200, body: { updated_at: before.updated_at } })
    expect(await of.events()).toEqual([])
  }
})

test('null or an empty object for a whole part says nothing of it', async () => {
  const { of, patch, read } = await sent({ shipping: 'table' })
  const before = await read()
  const parts = { destination: null, recipient: null, shipping: null, assigned_location: null }
  expect(await patch(parts)).toMatchObject({ status: 200, body: { updated_at: before.updated_at } })
  const costs = { merchant_cost: null, consumer_cost: null }
  expect(await patch({ ...parts, shipping: costs })).toMatchObject({ status: 200, body: { shipping: before.shipping } })
  const hollow = {
    destination: { province: {}, region: {}, country: {} },
    recipient: {},
    shipping: { merchant_cost: {}, consumer_cost: [], pickup_details: { address: { province: {} } } },
    assigned_location: {},
  }
  expect(await patch(hollow)).toMatchObject({ status: 200, body: { updated_at: before.updated_at } })
  expect(await of.events()).toEqual([])
  const unset = { min_delivery_date: '0001-01-01T00:00:00Z', max_delivery_date: '0001-01-01T00:00:00' }
  expect(await patch({ shipping: unset })).toMatchObject({ status: 200, body: { shipping: before.shipping } })
  const pickup_details = { name: 'Corner', address: { street: null, country: null, city: 'Lima' } }
  expect(await patch({ shipping: { pickup_details } })).toMatchObject({
    status: 200,
    body: { shipping: { pickup_details: { name: 'Corner', address: { city: 'Lima' } } } },
  })
})

describe('shipping', () => {
  test('each key by itself, and the others stay', async () => {
    const { patch, read } = await sent({ shipping: 'table', shipping_option: 'Old' })
    const before = (await read()).shipping
    const changes = {
      merchant_cost: { value: 7.5, currency: 'BRL' },
      min_delivery_date: '2026-12-01T00:00:00+00:00',
      max_delivery_date: '2026-12-05T12:00:00+00:00',
      estimated_delivery_time: {
        min: { days: 1, business_days: 1, date: null, aggregate_days: null },
        max: { days: 4, business_days: 2, date: null, aggregate_days: { by_carriers_additional_days: 1 } },
      },
      extras: { phone_required: true, shippable: true },
    }
    for (const [key, value] of Object.entries(changes)) {
      expect(await patch({ shipping: { [key]: value } })).toMatchObject({
        status: 200,
        body: { shipping: { [key]: value } },
      })
    }
    expect((await read()).shipping).toEqual({ ...before, ...changes })
    const none = { carrier: null, option: null, min_delivery_date: null, estimated_delivery_time: null, extras: null }
    await patch({ shipping: none })
    const extras = { shippable: true }
    expect((await read()).shipping).toEqual({ ...before, ...changes, ...none, extras })
  })

  test('names are resolved, and the order shows carrier and option', async () => {
    const { of, patch, shown } = await sent({ shipping: 'table', shipping_option: 'Old' })
    const { id } = await of.client.shippingCarriers.create({
      body: { name: 'Transporte', callback_url: 'https://example.com/rates', types: 'ship' },
    })
    await of.client.shippingOptions.create({ params: { carrier_id: id }, body: { code: 'ex', name: 'Express' } })
    const shipping = { carrier: { carrier_id: String(id) }, option: { code: 'ex', reference: 'R9' } }
    expect(await patch({ shipping })).toMatchObject({
      status: 200,
      body: {
        shipping: {
          carrier: { carrier_id: String(id), code: 'api', name: 'Transporte', app_id: String(of.appId) },
          option: { name: 'Express', code: 'ex', reference: 'R9', allow_free_shipping: false },
        },
      },
    })
    expect(await shown()).toMatchObject({
      shipping: `api_${id}`,
      shipping_carrier_name: 'Transporte',
      shipping_option: 'Express',
      shipping_option_code: 'ex',
      shipping_option_reference: 'R9',
    })
    await patch({ shipping: { carrier: null, option: null } })
    expect(await shown()).toMatchObject({ shipping: null, shipping_carrier_name: null, shipping_option: null })
  })

  test.each(['any', 'fallback'])('a carrier of the kind %s may be one that nobody knows', async code => {
    const { patch, shown } = await sent({})
    const carrier = { carrier_id: 'monthly', code, name: 'Box' }
    const option = { name: 'To the door', code: 'home', reference: '10012' }
    const { status, body } = await patch({ shipping: { type: 'ship', carrier, option } })
    expect([status, body]).toMatchObject([200, { shipping: { carrier: { ...carrier, app_id: null }, option } }])
    expect(await shown()).toMatchObject({
      shipping: 'monthly',
      shipping_carrier_name: 'Box',
      shipping_option: 'To the door',
      shipping_option_code: 'home',
    })
  })

  test('a carrier that nobody knows and that is not called anything is called what it is named by', async () => {
    const { patch, shown } = await sent({ shipping: 'table' })
    const { status, body } = await patch({ shipping: { carrier: { carrier_id: 'correios' } } })
    expect([status, body]).toMatchObject([200, { shipping: { carrier: { carrier_id: 'correios', name: 'correios' } } }])
    expect(await shown()).toMatchObject({ shipping: 'correios', shipping_carrier_name: 'correios' })
  })

  test('what it costs the buyer, the order costs; it is kept as an edition, and may no longer be paid for', async () => {
    const { of, order, patch, shown, editions } = await sent({ payment_status: 'paid', shipping_cost_customer: 10 })
    const cost = { value: 12.5, currency: 'BRL' }
    await patch({ shipping: { consumer_cost: cost } })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    const total = (Number(order.total) + 2.5).toFixed(2)
    expect(await shown()).toMatchObject({ shipping_cost_customer: '12.50', total, payment_status: 'partially_paid' })
    expect(await editions()).toMatchObject([
      {
        product_changes: [],
        shipping_costs: [{ fulfillment_number: 1, previous_consumer_cost: 10, new_consumer_cost: 12.5 }],
        transaction_information: { total_delta: 2.5 },
      },
    ])
    await patch({ shipping: { consumer_cost: { value: 10 } } })
    expect(await shown()).toMatchObject({ total: order.total, payment_status: 'paid' })
    expect(await editions()).toHaveLength(2)
    await orderly(of)
  })

  test.each([
    [1.005, 1.01, '1.01'],
    [10.075, 10.08, '10.08'],
    [8.4749, 8.47, '8.47'],
    [1e-7, 0, '0.00'],
  ])('a cost of %d is %d, rounded as decimals are', async (value, cost, text) => {
    const { of, patch, shown } = await sent()
    const costs = { merchant_cost: { value }, consumer_cost: { value } }
    expect(await patch({ shipping: costs })).toMatchObject({
      status: 200,
      body: { shipping: { merchant_cost: { value: cost }, consumer_cost: { value: cost } } },
    })
    expect(await shown()).toMatchObject({ shipping_cost_customer: text, shipping_cost_owner: text })
    await orderly(of)
  })

  test('of several shipments the order costs the sum', async () => {
    const of = await stocked([[1], [1]])
    const order = await of.place({
      products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }],
      shipping_cost_customer: 10,
    })
    const [, second] = await of.shipments(order)
    const path = `/orders/${order.id}/fulfillment-orders/${second?.id}`
    await ask(of, 'PATCH', path, { shipping: { consumer_cost: { value: 1 }, merchant_cost: { value: 2 } } })
    expect(await of.client.orders.get({ params: { id: order.id } })).toMatchObject({
      shipping_cost_customer: '11.00',
      shipping_cost_owner: '2.00',
      total: (Number(order.total) + 1).toFixed(2),
    })
    await orderly(of)
  })

  test('when it comes, and where it is picked up, the order shows in its own way', async () => {
    const { of, order, patch, shown } = await sent({ shipping_pickup_type: 'pickup' })
    const after = (days: number) => new Date(Date.parse(order.created_at) + days * 86_400_000).toISOString()
    const pickup_details = {
      location_id: 'branch 7',
      name: 'Loja',
      address: { street: 'Rua B', country: { code: 'BR' } },
      pickup_hours: [{ day: 'MONDAY', start: '0800', end: '1800' }],
    }
    const shipping = { pickup_details, min_delivery_date: after(7), max_delivery_date: '9999-12-31T00:00:00Z' }
    expect((await patch({ shipping })).status).toBe(200)
    expect(await shown()).toMatchObject({
      shipping_pickup_details: {
        name: 'Loja',
        address: { address: 'Rua B', country: 'BR' },
        hours: [{ day: 1, start: '0800', end: '1800' }],
      },
      shipping_suboption: { id: 'branch 7' },
      shipping_store_branch_name: 'Loja',
      shipping_min_days: 5,
      shipping_max_days: null,
    })
    await patch({ shipping: { pickup_details: null } })
    expect(await shown()).toMatchObject({
      shipping_pickup_details: null,
      shipping_suboption: [],
      shipping_store_branch_name: null,
    })
    await orderly(of)
  })

  test('picked up at another location of the store: it is known, and the goods are carried there', async () => {
    const { of, patch, shown } = await sent({ shipping_pickup_type: 'pickup' }, [[5], [5]])
    const [here = '', there = ''] = of.locations
    const at = (location_id: string) => ({ shipping: { pickup_details: { location_id } } })
    const place = await of.client.locations.get({ params: { id: there } })
    const carriedFrom = (from_location_id: string | null) => ({
      status: 200,
      body: { line_items: [{ stock_transfer: { from_location_id } }] },
    })
    const { city, street } = place.address
    const pickup_details = { name: Object.values(place.name)[0], address: { street, city } }
    const moved = await patch(at(there))
    expect(moved).toMatchObject(carriedFrom(here))
    expect(moved.body.shipping).toMatchObject({ pickup_details })
    expect(await shown()).toMatchObject({
      shipping_suboption: { id: there },
      shipping_pickup_details: { name: pickup_details.name, address: { address: street, city } },
    })
    expect(await patch({ assigned_location: { id: there } })).toMatchObject(carriedFrom(null))
    expect(await patch(at(here))).toMatchObject(carriedFrom(there))
    expect(await patch({ ...at(there), assigned_location: { id: here } })).toMatchObject(carriedFrom(here))
    // What was said of the place counts for more than what is known of it.
    expect(await patch({ shipping: { pickup_details: { location_id: there, name: 'Loja' } } })).toMatchObject({
      body: { shipping: { pickup_details: { name: 'Loja', address: { city } } } },
    })
    expect(await patch(at('a branch of others'))).toMatchObject(carriedFrom(null))
    await patch(at(there))
    expect(await patch({ shipping: { type: 'ship' } })).toMatchObject(carriedFrom(null))
    await orderly(of)
  })

  test.each([
    [{ carrier: { carrier_id: '1', code: 'zzz' } }, { 'shipping.carrier.code': ['is not included in the list'] }],
    [
      { consumer_cost: { value: 1, currency: 'USD' } },
      { 'shipping.consumer_cost.currency': ['must be BRL, the currency of the order'] },
    ],
    [{ merchant_cost: { value: -1 } }, { 'shipping.merchant_cost.value': [expect.any(String)] }],
    [{ min_delivery_date: 'soon' }, { 'shipping.min_delivery_date': ['is invalid'] }],
    [
      { pickup_details: { pickup_hours: [{ day: 'FUNDAY', start: '1', end: '2' }] } },
      { 'shipping.pickup_details.pickup_hours.0.day': ['is not included in the list'] },
    ],
  ])('%j is refused', async (shipping, messages) => {
    const { patch } = await sent()
    expect(await patch({ shipping })).toEqual(refused(messages))
  })
})

describe('destination and recipient', () => {
  const destination = { street: 'Rua Nova', country: { code: 'BR' } }

  test('what is struck out of the destination is struck out of the address of the order', async () => {
    const customs = { reference: 'old door', between_streets: 'A and B', other: 1 }
    const { of, patch, shown } = await sent({ shipping_address: { address: 'Rua A', customs } })
    of.world.advance(5000)
    await patch({ destination: { ...destination, reference: 'gate' } })
    const { shipping_address, updated_at } = await shown()
    expect(shipping_address).toMatchObject({
      address: 'Rua Nova',
      customs: { other: 1, reference: 'gate' },
      updated_at,
    })
    expect(shipping_address?.customs).not.toHaveProperty('between_streets')
    await patch({ destination })
    expect((await shown()).shipping_address?.customs).toEqual({ other: 1 })
  })

  test('the order no longer says that it is billed where its first shipment goes, once that goes elsewhere', async () => {
    const { patch, shown } = await sent({
      shipping_address: { address: 'Rua A' },
      billing_address: { address: 'Rua A' },
    })
    await patch({ tracking_info: { code: 'T1' } })
    expect(await shown()).toMatchObject({ same_billing_and_shipping_address: true })
    await patch({ destination })
    expect(await shown()).toMatchObject({
      billing_address: 'Rua A',
      shipping_address: { address: 'Rua Nova' },
      same_billing_and_shipping_address: false,
    })
  })

  test('another destination is an edited order, for whoever has printed the label; another recipient is not', async () => {
    const { of, patch } = await sent()
    await patch({ destination })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    await patch({ destination, recipient: { name: 'Ana' } })
    expect(await of.events()).toEqual(['order/updated'])
  })

  test.each([
    [{ code: 'ar' }, { code: 'AR', name: null }],
    [{ code: 'Brasil' }, { code: 'BR', name: null }],
    [
      { code: null, name: 'Argentina' },
      { code: 'AR', name: 'Argentina' },
    ],
    [
      { code: 'uy', name: 'Uruguai' },
      { code: 'UY', name: 'Uruguai' },
    ],
    // That of the store, as in an order.
    [{}, { code: 'BR', name: null }],
    // Kept, letter by letter.
    [{ name: 'Japan' }, { code: 'Japan', name: 'Japan' }],
  ])('orders 5.3: the country %j is %j, and the order shows its code', async (country, read) => {
    const { patch, shown } = await sent({ shipping_address: { address: 'Rua A', country: 'PE' } })
    expect(await patch({ destination: { ...destination, country } })).toMatchObject({
      status: 200,
      body: { destination: { country: read } },
    })
    expect((await shown()).shipping_address).toMatchObject({ country: read.code })
  })

  test('a country that an earlier release has kept as it was sent can be sent back', async () => {
    const { of, patch, read } = await sent()
    const old = sql`jsonb_set(document::jsonb, '{destination,country}', '{"code": "ar", "name": null}')::text`
    await of.db.run(sql`update fulfillment_orders set document = ${old} where store_id = ${of.id}`)
    await patch({ status: 'DISPATCHED' })
    const before = await read()
    expect(before.destination?.country?.code).toBe('ar')
    expect(await patch({ destination: before.destination })).toEqual({ status: 200, body: before })
  })

  test('somebody is named, and stays so', async () => {
    const { patch, read } = await sent({ shipping_address: { name: 'Ana' } })
    const required = refused({ 'recipient.name': ['The recipient.name field is required.'] })
    expect(await patch({ recipient: { name: null, phone: '1' } })).toEqual(required)
    expect(await patch({ recipient: { name: ' ' } })).toEqual(required)
    expect((await patch({ recipient: { phone: '1' } })).status).toBe(200)
    expect((await read()).recipient).toMatchObject({ name: 'Ana', phone: '1' })
  })
})
