/** docs/contract: orders 2.4. */
import { expect, test } from 'vitest'
import { stocked } from '../testing/orders.ts'
import { aTable } from '../testing/shipping.ts'

test.each([
  ['table', 'table', 'custom'],
  ['branch', 'branch', 'default'],
  ['not-provided', 'not-provided', 'default'],
  ['api_77', '77', 'api'],
  ['api_99999999999999999999', '99999999999999999999', 'api'],
])('shipping %s is the carrier %s of the kind %s', async (shipping, carrier_id, code) => {
  const of = await stocked([[5]])
  const order = await of.place({ shipping })
  expect(order.shipping).toBe(shipping)
  expect(await of.shipments(order)).toMatchObject([{ shipping: { carrier: { carrier_id, code } } }])
})

test('a carrier that nobody names is called what the order says, as its option is', async () => {
  const of = await stocked([[5]])
  for (const body of [{}, { shipping: 'branch', shipping_carrier_name: '' }]) {
    const order = await of.place(body)
    const { shipping: name, shipping_option } = order
    expect(order).toMatchObject({ ...body, shipping: expect.stringMatching(/./), shipping_carrier_name: name })
    const shipping = { carrier: { name }, option: { name: shipping_option } }
    expect(await of.shipments(order)).toMatchObject([{ shipping }])
  }
})

test('a carrier and its option are named by their codes', async () => {
  const of = await stocked([[5]])
  const { id } = await of.client.shippingCarriers.create({
    body: { name: 'Transporte', callback_url: 'https://example.com/rates', types: 'ship' },
  })
  await of.client.shippingOptions.create({ params: { carrier_id: id }, body: { code: 'ex', name: 'Express' } })
  const named = { shipping: `api_${id}`, shipping_option_code: 'ex' }
  const order = await of.place(named)
  expect(order).toMatchObject({ ...named, shipping_carrier_name: 'Transporte', shipping_option: 'Express' })
  expect(await of.shipments(order)).toMatchObject([
    {
      shipping: {
        carrier: { carrier_id: String(id), code: 'api', name: 'Transporte', app_id: String(of.appId) },
        option: { name: 'Express', code: 'ex', allow_free_shipping: false },
      },
    },
  ])
  expect(await of.place({ ...named, shipping_carrier_name: 'Mine', shipping_option: 'Ours' })).toMatchObject({
    shipping_carrier_name: 'Mine',
    shipping_option: 'Ours',
  })
})

test('a table of the store is named by its code, as a change of the shipment names it', async () => {
  const of = await stocked([[5]])
  const { id } = await of.client.shippingTables.create({
    body: aTable({ name: 'Envío a domicilio', allow_free_shipping: true }),
  })
  const coded = { shipping: 'table', shipping_option_code: `table_${id}` }
  const names = { shipping_carrier_name: 'Table rates', shipping_option: 'Envío a domicilio' }
  const order = await of.place(coded)
  expect(order).toMatchObject({ ...coded, ...names })
  const [shipment] = await of.shipments(order)
  expect(shipment?.shipping).toMatchObject({
    carrier: { carrier_id: 'table', code: 'custom', name: 'Table rates', app_id: null },
    option: { name: 'Envío a domicilio', code: `table_${id}`, allow_free_shipping: true },
  })
  const [plain] = await of.shipments(await of.place({ shipping: 'table', shipping_option: 'Correo' }))
  expect(plain?.shipping).toMatchObject({ carrier: { name: 'Table rates' }, option: { name: 'Correo' } })
  const other = await of.place({ shipping: 'branch' })
  const [branch] = await of.shipments(other)
  const { shipping } = await of.client.fulfillmentOrders.update({
    params: { order_id: other.id, id: branch?.id ?? '' },
    body: { shipping: { carrier: { carrier_id: 'table' }, option: { code: `table_${id}` } } },
  })
  expect(shipping).toMatchObject({ carrier: shipment?.shipping?.carrier, option: shipment?.shipping?.option })
})
