/** docs/contract: orders 10, skip_shipping_requote: an edit asks anew what the shipments cost. */
import type { LineEdit, Order, OrderEdit, ShippingTableInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { aRate, carrierServer, rates, register } from '../testing/carrier.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'
import { aTable, cart, quoted } from '../testing/shipping.ts'

/** A kilogram for 10, two for 15, more for 30: a product weighs a quarter. */
const byWeight: Partial<ShippingTableInput> = {
  zones: [
    {
      rates: [
        {
          min_days: 2,
          max_days: 4,
          steps: [{ max_weight: '1', price: '10.00' }, { max_weight: '2', price: '15.00' }, { price: '30.00' }],
        },
      ],
    },
  ],
}

async function ordered(of: OrderShop, quantity = 1): Promise<Order> {
  const { quote_id } = await quoted(of, { products: cart(of, quantity) })
  return of.client.orders.create({ body: { products: cart(of, quantity), quote_id } })
}

const edit = (of: OrderShop, { id }: Order, products: LineEdit[], more: Partial<OrderEdit> = {}) =>
  ask(of, 'POST', `/orders/${id}/edit`, { products, ...more })
const to = (order: Order, quantity: number): LineEdit[] => [{ line_item_id: order.products[0]?.id ?? 0, quantity }]
const costs = async (of: OrderShop, order: Order) =>
  (await of.shipments(order)).map(({ shipping }) => shipping?.consumer_cost.value)

describe('by a table of the store', () => {
  test('a heavier shipment costs more, and the order with it', async () => {
    const of = await stocked([[20]])
    await of.client.shippingTables.create({ body: aTable(byWeight) })
    const order = await ordered(of)
    expect(order).toMatchObject({ shipping_cost_customer: '10.00', total: '20.50' })
    expect(await edit(of, order, to(order, 6))).toMatchObject({
      status: 200,
      body: { subtotal: '63.00', shipping_cost_customer: '15.00', shipping_cost_owner: '15.00', total: '78.00' },
    })
    expect(await of.client.orders.editions({ params: { id: order.id } })).toMatchObject([
      {
        shipping_costs: [
          {
            fulfillment_number: 1,
            previous_merchant_cost: 10,
            new_merchant_cost: 15,
            previous_consumer_cost: 10,
            new_consumer_cost: 15,
          },
        ],
      },
    ])
    expect(await edit(of, order, to(order, 1))).toMatchObject({
      body: { shipping_cost_customer: '10.00', total: '20.50' },
    })
    await orderly(of)
  })

  test('skip_shipping_requote keeps the cost', async () => {
    const of = await stocked([[20]])
    await of.client.shippingTables.create({ body: aTable(byWeight) })
    const order = await ordered(of)
    const answer = await edit(of, order, to(order, 6), { skip_shipping_requote: true })
    expect(answer).toMatchObject({ status: 200, body: { shipping_cost_customer: '10.00', total: '73.00' } })
    expect(await of.client.orders.editions({ params: { id: order.id } })).toMatchObject([{ shipping_costs: [] }])
  })

  test('all shipments are quoted, and their sum is the cost of the order', async () => {
    const of = await stocked([
      [9, 0],
      [0, 9],
    ])
    await of.client.shippingTables.create({ body: aTable(byWeight) })
    const order = await ordered(of)
    const [, second] = await of.shipments(order)
    expect(await costs(of, order)).toEqual([10, 10])
    const line = { line_item_id: order.products[1]?.id ?? 0, quantity: 9, fulfillment_order_id: second?.id ?? '' }
    expect(await edit(of, order, [line])).toMatchObject({ body: { shipping_cost_customer: '40.00' } })
    expect(await costs(of, order)).toEqual([10, 30])
    await orderly(of)
  })

  test('a table that is gone, or does not ship that much, leaves the cost as it was', async () => {
    const of = await stocked([[20]])
    const { id } = await of.client.shippingTables.create({
      body: aTable({ zones: [{ rates: [{ steps: [{ max_weight: '1', price: '10.00' }] }] }] }),
    })
    const order = await ordered(of)
    expect(await edit(of, order, to(order, 9))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '10.00' },
    })
    await of.client.shippingTables.delete({ params: { id } })
    expect(await edit(of, order, to(order, 2))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '10.00' },
    })
    await orderly(of)
  })

  test('what was deleted from the catalogue is shipped all the same', async () => {
    const of = await stocked([[20, 20]])
    await of.client.shippingTables.create({ body: aTable(byWeight) })
    const order = await ordered(of, 3)
    expect(order.shipping_cost_customer).toBe('15.00')
    const [first = 0, second = 0] = of.products
    await of.client.products.delete({ params: { id: second } })
    expect(await edit(of, order, to(order, 2))).toMatchObject({ body: { shipping_cost_customer: '15.00' } })
    await of.client.products.delete({ params: { id: first } })
    expect(await edit(of, order, to(order, 1))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '10.00', shipping_cost_owner: '10.00', total: '52.00' },
    })
    await orderly(of)
  })

  test('what needs no shipping any more costs none', async () => {
    const of = await stocked([[9]])
    const { variants } = await of.client.products.create({
      body: { name: 'Book to read on a screen', requires_shipping: false, price: 5 },
    })
    await of.client.shippingTables.create({ body: aTable(byWeight) })
    const order = await ordered(of)
    const swap = [...to(order, 0), { variant_id: variants[0]?.id ?? 0, quantity: 1 }]
    expect(await edit(of, order, swap)).toMatchObject({
      body: { shipping_cost_customer: '0.00', total: '5.00', has_shippable_products: false },
    })
    expect(await of.shipments(order)).toMatchObject([
      { shipping: { type: 'non-shippable', extras: { shippable: false } } },
    ])
    await orderly(of)
  })
})

describe('by a carrier', () => {
  test('the carrier of the shipment is asked once, for what shall be in it', async () => {
    const of = await stocked([[20]])
    let price = 12.5
    const mine = await carrierServer((_request, response) => rates([aRate({ price })])(_request, response))
    const other = await carrierServer(rates([aRate()]))
    await register(of, { callback_url: mine.url })
    const { quote_id, options } = await quoted(of)
    await register(of, { callback_url: other.url, name: 'Other' })
    const order = await of.client.orders.create({
      body: { products: cart(of), quote_id, shipping_option_code: options[0]?.code ?? '' },
    })
    expect(order.shipping_cost_customer).toBe('12.50')
    const [before, others] = [mine.asked.length, other.asked.length]
    price = 20
    expect(await edit(of, order, to(order, 3))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '20.00', total: '51.50' },
    })
    expect(mine.asked.slice(before).map(({ body }) => body.items)).toMatchObject([
      [{ id: of.variants[0], quantity: 3 }],
    ])
    expect(other.asked.length).toBe(others)
    await orderly(of)
  })

  test('what is shipped stays so, although it were cheaper to fetch it by the same option', async () => {
    const of = await stocked([[20]])
    const place = { address: 'Rua B', number: '9', city: 'Santos', province: 'SP', country: 'BR', zipcode: '11000' }
    const hours = [{ day: 1, start: '0900', end: '1800' }]
    const fetched = aRate({ type: 'pickup', price: 2, reference: 'p1', address: place, hours } as never)
    const carrier = await carrierServer(rates([fetched, aRate({ price: 12.5 })]))
    await register(of, { callback_url: carrier.url })
    const { quote_id } = await quoted(of)
    const body = { products: cart(of), quote_id, shipping_option_reference: 'r1' }
    const order = await of.client.orders.create({ body })
    expect(await edit(of, order, to(order, 3))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '12.50', total: '44.00' },
    })
    expect(await of.shipments(order)).toMatchObject([{ shipping: { type: 'ship' } }])
  })

  test('one that does not answer leaves the cost as it was', async () => {
    const of = await stocked([[20]])
    let isUp = true
    const carrier = await carrierServer((request, response) => {
      if (isUp) rates([aRate({ price: 12.5 })])(request, response)
      else response.writeHead(500).end()
    })
    await register(of, { callback_url: carrier.url })
    const order = await ordered(of)
    isUp = false
    expect(await edit(of, order, to(order, 3))).toMatchObject({
      status: 200,
      body: { shipping_cost_customer: '12.50', total: '44.00' },
    })
  })

  test('409 where the order changed while the carrier was asked', async () => {
    const of = await stocked([[20]])
    let meanwhile: (() => Promise<unknown>) | undefined
    const carrier = await carrierServer(async (request, response) => {
      await meanwhile?.()
      rates([aRate({ price: 12.5 })])(request, response)
    })
    await register(of, { callback_url: carrier.url })
    const order = await ordered(of)
    const [variant_id = 0] = of.variants
    meanwhile = async () => {
      meanwhile = undefined
      const more = [{ variant_id, quantity: 1 }]
      expect(await edit(of, order, more, { skip_shipping_requote: true })).toMatchObject({ status: 200 })
    }
    expect(await edit(of, order, to(order, 3))).toMatchObject({ status: 409 })
    expect(await of.client.orders.editions({ params: { id: order.id } })).toHaveLength(1)
    expect(await of.stock()).toEqual([[18]])
    await orderly(of)
  })
})

test('a cost that the client said is no quote: it stays', async () => {
  const of = await stocked([[20]])
  await of.client.shippingTables.create({ body: aTable(byWeight) })
  const order = await of.place({ shipping_cost_customer: 7, shipping: 'branch', shipping_option_code: 'b' })
  expect(await edit(of, order, to(order, 9))).toMatchObject({ status: 200, body: { shipping_cost_customer: '7.00' } })
  await orderly(of)
})
