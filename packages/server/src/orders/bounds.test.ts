/** docs/contract: orders 5.3, fulfillment-orders 3, draft-orders 2, customers 2: what has no fixed form has an end. */
import { badFields, type FulfillmentOrder } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { ask, B } from '../testing/products.ts'

let of: OrderShop
beforeAll(async () => {
  of = await stocked([[null]])
})

const letters = (count: number) => 'x'.repeat(count)

/** An object of so many characters of JSON. */
const long = (characters: number) => ({ note: letters(characters - '{"note":""}'.length) })

const tooLong = (limit: number) => `is too long (maximum is ${limit} characters of JSON)`

const order = (fields: object) => ({ products: [{ variant_id: of.variants[0], quantity: 1 }], ...fields })

describe('the open fields of an order', () => {
  test.each([
    ['extra', 65_536, (value: object) => ({ extra: value }), 'extra'],
    [
      'shipping_pickup_details',
      16_384,
      (value: object) => ({ shipping_pickup_details: value }),
      'shipping_pickup_details',
    ],
    ['shipping_suboption', 16_384, (value: object) => ({ shipping_suboption: value }), 'shipping_suboption'],
    ['customs', 16_384, (value: object) => ({ shipping_address: { customs: value } }), 'shipping_address.customs'],
  ])('%s has at most %i characters', async (_name, limit, fields, field) => {
    expect(await ask(of, 'POST', '/orders', order(fields(long(limit))))).toMatchObject({ status: 201 })
    expect(await ask(of, 'POST', '/orders', order(fields(long(limit + 1))))).toEqual(B({ [field]: [tooLong(limit)] }))
  })

  test('what is typed for the lines is counted together, in drafts too', async () => {
    const limit = 262_144
    const line = (characters: number) => ({ variant_id: of.variants[0], quantity: 1, properties: long(characters) })
    const [enough, much] = [
      [line(limit / 2 - 2), line(limit / 2 - 1)],
      [line(limit / 2), line(limit / 2)],
    ]
    const draft = { contact_name: 'Ana', contact_lastname: 'Lima', contact_email: 'ana@example.com' }
    const expected = B({ products: [`must have properties of at most ${limit} characters of JSON together`] })
    for (const [path, others] of [
      ['/orders', {}],
      ['/draft_orders', draft],
    ] as const) {
      expect(await ask(of, 'POST', path, { ...others, products: enough })).toMatchObject({ status: 201 })
      expect(await ask(of, 'POST', path, { ...others, products: much })).toEqual(expected)
    }
  })

  test('the two lines of customs that each shipment repeats are short; what is no text is no line', async () => {
    const sent = (reference: unknown) => order({ shipping_address: { customs: { reference } } })
    expect(await ask(of, 'POST', '/orders', sent(letters(1001)))).toEqual(
      B({ 'shipping_address.customs.reference': ['is too long (maximum is 1000 characters)'] }),
    )
    expect(await ask(of, 'POST', '/orders', sent(7))).toMatchObject({ status: 201 })
    const placed = await of.place({ shipping_address: { customs: { reference: letters(1000), floor: 3 } } })
    expect(placed.shipping_address?.customs).toEqual({ reference: letters(1000), floor: 3 })
    const [shipment] = await of.shipments(placed)
    expect(shipment?.destination?.reference).toBe(letters(1000))
    // What was read can be sent back.
    const path = `/orders/${placed.id}/fulfillment-orders/${shipment?.id}`
    expect(await ask(of, 'PATCH', path, { destination: shipment?.destination })).toMatchObject({ status: 200 })
  })
})

test.each([
  ['extras', (value: object) => ({ extras: value })],
  [
    'estimated_delivery_time.min.aggregate_days',
    (value: object) => {
      const time = { days: 1, business_days: 1, date: null, aggregate_days: null }
      return { estimated_delivery_time: { min: { ...time, aggregate_days: value }, max: time } }
    },
  ],
])('%s of a shipment has at most 16384 characters', async (field, fields) => {
  const placed = await of.place()
  const [shipment] = (await of.shipments(placed)) as [FulfillmentOrder]
  const path = `/orders/${placed.id}/fulfillment-orders/${shipment.id}`
  expect(await ask(of, 'PATCH', path, { shipping: fields(long(16_384)) })).toMatchObject({ status: 200 })
  const { status, body } = badFields({ [`shipping.${field}`]: [tooLong(16_384)] })
  expect(await ask(of, 'PATCH', path, { shipping: fields(long(16_385)) })).toEqual({ status, body })
})

test('a customer keeps at most 65536 characters of its own; one that has more is read and changed elsewhere', async () => {
  const { id } = await of.client.customers.create({
    body: { name: 'Ana', email: 'ana@example.org', extra: long(65_536) },
  })
  const path = `/customers/${id}`
  expect(await ask(of, 'PUT', path, { extra: long(65_537) })).toEqual(B({ extra: [tooLong(65_536)] }))
  const extra = long(100_000)
  await of.db.run(
    sql`update customers set extra = ${JSON.stringify(extra)}::jsonb where store_id = ${of.id} and id = ${id}`,
  )
  expect(await ask(of, 'PUT', path, { note: 'new' })).toMatchObject({ status: 200, body: { note: 'new', extra } })
})
