/** docs/contract: orders 2.4 and 6.2. */
import type { OrderInput } from '@bodega/api'
import { expect, test } from 'vitest'
import { type OrderShop, orderly, planOf, stocked } from '../testing/orders.ts'
import { ask, B } from '../testing/products.ts'

const allowPickup = (of: OrderShop, place: number) =>
  of.client.locations
    .update({ params: { id: of.locations[place] ?? '' }, body: { allows_pickup: true } })
    .then(of.events)

test('6.2 step 3: pickup at an own location is served there alone, else carried there', async () => {
  const of = await stocked([[5], [2]])
  await allowPickup(of, 1)
  const pickup = { shipping_pickup_type: 'pickup' as const, shipping_suboption: { id: of.locations[1] } }
  const near = await of.place({ products: of.lines(2), ...pickup })
  expect(planOf(of, await of.shipments(near))).toEqual([[1, [[0, 2]]]])
  const far = await of.place({ products: of.lines(1), ...pickup })
  expect(await of.shipments(far)).toMatchObject([
    { line_items: [{ stock_transfer: { from_location_id: of.locations[0] } }], shipping: { type: 'pickup' } },
  ])
  const foreign = await of.place({
    products: of.lines(1),
    ...pickup,
    shipping_suboption: { id: 'a branch of others' },
  })
  expect(await of.shipments(foreign)).toMatchObject([{ line_items: [{ stock_transfer: { from_location_id: null } }] }])
})

test('where it is picked up is told by its shipments in one form, whatever the client knew of it', async () => {
  const of = await stocked([[9], [9]])
  await allowPickup(of, 1)
  const pickedUp = async (input: Partial<OrderInput>) => {
    const [shipment] = await of.shipments(
      await of.place({ products: of.lines(1), shipping_pickup_type: 'pickup', ...input }),
    )
    return shipment?.shipping?.pickup_details
  }
  const own = await of.client.locations.get({ params: { id: of.locations[1] ?? '' } })
  expect(await pickedUp({ shipping_suboption: { id: own.id } })).toMatchObject({
    location_id: own.id,
    name: Object.values(own.name)[0],
    address: { street: own.address.street, city: own.address.city },
    pickup_hours: [],
  })
  expect(await pickedUp({ shipping_suboption: { id: 77 }, shipping_store_branch_name: 'Branch' })).toMatchObject({
    location_id: '77',
    name: 'Branch',
    address: { street: '', city: null },
  })
  const address = { address: 'Rua B', number: 9, province: 'SP', country: 'BR' }
  const hours = [{ day: 1, start: '0900', end: '1800' }, { day: 'saturday', start: '0900', end: '1200' }, { day: 9 }]
  expect(await pickedUp({ shipping_pickup_details: { name: 'Shop', address, hours } })).toEqual({
    location_id: null,
    name: 'Shop',
    address: {
      zipcode: null,
      street: 'Rua B',
      number: '9',
      floor: null,
      locality: null,
      city: null,
      reference: null,
      between_streets: null,
      province: { code: null, name: 'SP' },
      region: null,
      country: { code: 'BR', name: null },
    },
    pickup_hours: [
      { day: 'MONDAY', start: '0900', end: '1800' },
      { day: 'SATURDAY', start: '0900', end: '1200' },
    ],
  })
  expect(await pickedUp({})).toBeNull()
  expect(await pickedUp({ shipping_pickup_details: {} })).toBeNull()
  expect(await pickedUp({ shipping_pickup_type: 'ship', shipping_suboption: { id: 77 } })).toBeNull()
})

test('2.4: the order too tells where it is picked up, as its first shipment does, and what the client said stays', async () => {
  const of = await stocked([[9], [9]])
  await allowPickup(of, 1)
  const place = (input: Partial<OrderInput>) =>
    of.place({ products: of.lines(1), shipping_pickup_type: 'pickup', ...input })
  const own = await of.client.locations.get({ params: { id: of.locations[1] ?? '' } })
  const order = await place({ shipping_suboption: { id: own.id, note: 'kept' } })
  expect(order).toMatchObject({
    shipping_pickup_details: {
      name: Object.values(own.name)[0],
      address: { address: own.address.street, city: own.address.city, country: own.address.country?.code },
      hours: [],
    },
    shipping_suboption: { id: own.id, note: 'kept' },
    shipping_store_branch_name: Object.values(own.name)[0],
  })
  const packed = await of.client.orders.pack({ params: { id: order.id } })
  expect(packed.shipping_pickup_details).toEqual(order.shipping_pickup_details)
  const said = { name: 'Shop', anything: 'else' }
  expect(await place({ shipping_pickup_details: said })).toMatchObject({
    shipping_pickup_details: said,
    shipping_suboption: [],
    shipping_store_branch_name: 'Shop',
  })
  expect(await place({ shipping_pickup_details: said, shipping_store_branch_name: 'Branch' })).toMatchObject({
    shipping_store_branch_name: 'Branch',
  })
  const nowhere = { shipping_pickup_details: null, shipping_suboption: [], shipping_store_branch_name: null }
  expect(await place({})).toMatchObject(nowhere)
  expect(await place({ shipping_suboption: { id: 77 } })).toMatchObject({ shipping_store_branch_name: null })
  await orderly(of)
})

test.each([
  ['shipping_pickup_details', ['a shop', 5, true, ['a shop']]],
  ['shipping_suboption', ['a shop', 5, true]],
])('%s is what it says of a place, or nothing', async (field, wrong) => {
  const of = await stocked([[9]])
  const send = (value: unknown) => ask(of, 'POST', '/orders', { products: of.lines(1), [field]: value })
  for (const value of wrong) expect(await send(value)).toEqual(B({ [field]: [expect.any(String)] }))
  for (const value of [null, '', false, [], {}]) {
    const { status, body } = await send(value)
    const shown = (body as Record<string, object | null>)[field]
    expect([value, status, Object.keys(shown ?? {})]).toEqual([value, 201, []])
  }
})

test('6.2 step 3: a location that does not allow pickup cannot be picked up at', async () => {
  const of = await stocked([[5], [2]])
  const products = of.lines(1)
  const pickup = { shipping_pickup_type: 'pickup' as const, shipping_suboption: { id: of.locations[1] } }
  const refused = B({ 'shipping_suboption.id': ['Location does not allow pickup'] })
  for (const path of ['/orders', '/orders/preview']) {
    expect(await ask(of, 'POST', path, { products, ...pickup })).toEqual(refused)
    // Pickup is the default, and all from there changes nothing about it.
    const { shipping_suboption } = pickup
    expect(await ask(of, 'POST', path, { products, shipping_suboption })).toEqual(refused)
    expect(await ask(of, 'POST', path, { products, ...pickup, location_id: of.locations[1] })).toEqual(refused)
  }
  expect(await of.stock()).toEqual([[5], [2]])
  expect(await of.events()).toEqual([])
  // Nobody comes to it: what ships, what names a place of others, and what takes nothing is not asked for it.
  await of.place({ products, ...pickup, shipping_pickup_type: 'ship' })
  await of.place({ products, shipping_pickup_type: 'pickup', location_id: of.locations[1] ?? '' })
  await of.place({ products, ...pickup, inventory_behaviour: 'bypass' })
  await allowPickup(of, 1)
  expect(await of.shipments(await of.place({ products, ...pickup }))).toMatchObject([
    { assigned_location: { location_id: of.locations[1] }, shipping: { type: 'pickup' } },
  ])
})
