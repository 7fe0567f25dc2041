/** docs/contract: orders 2, 3 and 5.3. */
import { describe, expect, test } from 'vitest'
import { orderly, stocked } from '../testing/orders.ts'

describe('orders 2: the object', () => {
  test('a client that decodes into types finds numbers, texts and objects where it expects them', async () => {
    const of = await stocked([[5]])
    const order = await of.place()
    expect(order).toMatchObject({
      id: expect.any(Number),
      store_id: of.id,
      number: 100,
      app_id: of.appId,
      token: expect.stringMatching(/^[0-9a-f]{40}$/),
      storefront: 'api',
      subtotal: '10.50',
      discount: '0.00',
      total: '10.50',
      total_usd: '10.50',
      weight: '0.250',
      currency: 'BRL',
      language: 'pt',
      gateway: 'not-provided',
      gateway_name: '',
      extra: {},
      attributes: [],
      coupon: [],
      client_details: { browser_ip: null, user_agent: null },
      payment_details: { method: null, credit_card_company: null, installments: 1 },
      promotional_discount: { id: null, store_id: of.id, order_id: order.id, total_discount_amount: '0.00' },
      status: 'open',
      payment_status: 'pending',
      shipping_status: 'unpacked',
      next_action: 'waiting_manual_confirmation',
      cancel_reason: null,
      has_shippable_products: true,
      same_billing_and_shipping_address: true,
      location_id: null,
      paid_at: null,
      closed_at: null,
      cancelled_at: null,
      read_at: null,
      shipped_at: null,
    })
    expect(order.extra).toEqual({})
    const date = order.created_at
    expect(order.completed_at).toEqual({
      date: `${date.slice(0, 10)} ${date.slice(11, 19)}.000000`,
      timezone_type: 3,
      timezone: 'UTC',
    })
    expect(order.fulfillments).toEqual([expect.stringMatching(/^[0-9A-Z]{26}$/)])
    expect(order).not.toHaveProperty('fulfillment_orders')
    expect(order.products).toMatchObject([
      {
        product_id: of.products[0],
        variant_id: of.variants[0],
        quantity: 1,
        name: 'Produto 1',
        name_without_variants: 'Produto 1',
        price: '10.50',
        weight: '0.250',
        image: { id: 0, position: 0, src: '', created_at: order.created_at, updated_at: order.created_at },
        variant_values: [],
        properties: [],
        promotions: null,
        issues: null,
      },
    ])
    const [shipment] = await of.shipments(order)
    expect(shipment).toMatchObject({
      number: '1',
      total_quantity: 1,
      total_weight: 0.25,
      total_price: { value: 10.5, currency: 'BRL' },
      line_items: [
        {
          external_id: String(order.products[0]?.id),
          variant: { variant_id: String(of.variants[0]) },
          product: { product_id: String(of.products[0]) },
          unit_price: { value: 10.5, currency: 'BRL' },
          stock_transfer: { from_location_id: null },
        },
      ],
      shipping: { type: 'ship', merchant_cost: { value: 0 }, consumer_cost: { value: 0 } },
      status: 'UNPACKED',
      status_history: [],
      tracking_info: { url: null, code: null },
      tracking_info_history: [],
      tracking_events: [],
      fulfilled_at: null,
      created_at: expect.stringMatching(/\+00:00$/),
      allocation: { rule: 'single_location' },
    })
  })

  test.each<[string, string, string]>([
    ['BR', 'Não informado', 'email@naoinformado.com'],
    ['AR', 'No informado', 'email@noinformado.com'],
  ])('5.4: placeholders of a store in %s', async (country, text, email) => {
    const of = await stocked([[5]], {}, { country })
    expect(await of.place()).toMatchObject({
      contact_name: text,
      contact_email: email,
      contact_phone: null,
      billing_name: text,
      billing_address: text,
      billing_city: text,
      billing_zipcode: '0000',
      billing_country: country,
      shipping: text,
      shipping_option: text,
      shipping_address: { id: 0, name: text, address: text, city: text, zipcode: '0000', country, customs: null },
      customer: { id: expect.any(Number), name: text, email, phone: null, identification: null, addresses: [] },
    })
  })

  test.each<[string, string | null, string | null, string | null]>([
    ['MX', null, '601', 'G01'],
    ['AR', 'MX', '601', 'G01'],
    ['MX', 'AR', null, null],
    ['BR', null, null, null],
  ])('2.5: a store in %s, billing country %s: regime %s, use of the invoice %s', async (store, country, ...said) => {
    const of = await stocked([[5]], {}, { country: store })
    const [billing_fiscal_regime, billing_invoice_use] = said
    const order = await of.place({ billing_address: { country } })
    expect(order).toMatchObject({ billing_fiscal_regime, billing_invoice_use })
  })

  test('5.3: what a client sends of buyer, addresses and shipping is shown again, on the order and its shipment', async () => {
    const of = await stocked([[5]])
    const order = await of.place({
      customer: { name: 'Ana', email: 'Ana@example.com', phone: '+55 11 1', document: 12345 as never },
      billing_address: { first_name: 'Ana', last_name: 'Lima', address: 'Rua A', number: 7 as never, city: 'Recife' },
      shipping_address: {
        first_name: 'Bia',
        last_name: 'Lima',
        address: 'Rua B',
        number: '8',
        floor: '2',
        zipcode: '50000',
        province: 'PE',
        country: 'BR',
        phone: '99',
        customs: { reference: 'blue door', between_streets: 'C and D', other: 1 },
      },
      shipping: 'api_77',
      shipping_carrier_name: 'Carrier',
      shipping_option: 'Express',
      shipping_option_code: 'exp',
      shipping_option_reference: 'ref',
      shipping_cost_customer: 12.3,
      shipping_cost_owner: '4.5',
      shipping_min_days: 1,
      shipping_max_days: 3,
      shipping_tracking_number: 'T1',
      note: 'buyer',
      owner_note: 'owner',
      extra: { gift: 'yes' },
      gateway: 'mercadopago',
    })
    expect(order).toMatchObject({
      contact_name: 'Ana',
      contact_email: 'Ana@example.com',
      contact_identification: '12345',
      customer: { name: 'Ana', email: 'Ana@example.com', identification: '12345', created_at: order.created_at },
      billing_name: 'Ana',
      billing_number: '7',
      same_billing_and_shipping_address: false,
      shipping_address: {
        name: 'Bia Lima',
        address: 'Rua B',
        floor: '2',
        province: 'PE',
        customs: { reference: 'blue door', between_streets: 'C and D', other: 1 },
      },
      shipping: 'api_77',
      shipping_carrier_name: 'Carrier',
      shipping_option: 'Express',
      shipping_cost_customer: '12.30',
      shipping_cost_owner: '4.50',
      shipping_tracking_number: 'T1',
      total: '22.80',
      discount_coupon: '0.00',
      extra: { gift: 'yes' },
      next_action: 'waiting_ipn',
    })
    const [shipment] = await of.shipments(order)
    expect(shipment).toMatchObject({
      recipient: { name: 'Bia Lima', phone: '99', identifier: '12345' },
      destination: { street: 'Rua B', reference: 'blue door', between_streets: 'C and D', country: { code: 'BR' } },
      shipping: {
        carrier: { carrier_id: '77', code: 'api', name: 'Carrier' },
        option: { name: 'Express', code: 'exp', reference: 'ref' },
        consumer_cost: { value: 12.3 },
        merchant_cost: { value: 4.5 },
      },
      tracking_info: { code: 'T1', url: null },
    })
    await orderly(of)
  })

  test('2.4: days of delivery below zero are kept, and its shipment is promised for the day of the order', async () => {
    const of = await stocked([[5]])
    const days = { shipping_min_days: -3, shipping_max_days: -1 }
    const order = await of.place(days)
    expect(order).toMatchObject(days)
    const [shipment] = await of.shipments(order)
    const { created_at } = shipment ?? {}
    expect(shipment?.shipping).toMatchObject({ min_delivery_date: created_at, max_delivery_date: created_at })
  })

  test('a new customer lives where the first order goes, and stays there', async () => {
    const of = await stocked([[9]])
    const email = 'ana@example.com'
    const shipping_address = {
      first_name: 'Ana',
      last_name: 'Lima',
      address: 'Rua A',
      number: '7',
      zipcode: '01310-100',
    }
    const { customer } = await of.place({ customer: { name: 'Ana', email }, shipping_address })
    expect(customer?.default_address).toMatchObject({
      ...{
        name: 'Ana Lima',
        address: 'Rua A',
        number: '7',
        zipcode: '01310-100',
        city: null,
        country: 'BR',
        default: true,
      },
      created_at: customer?.created_at,
    })
    expect(customer?.addresses).toEqual([customer?.default_address])
    const again = await of.place({ customer: { email }, shipping_address: { address: 'Rua B' } })
    expect(again.customer?.addresses).toEqual(customer?.addresses)
    const without = await of.place({ customer: { email: 'bia@example.com' } })
    expect(without.customer).toMatchObject({ default_address: null, addresses: [] })
    const body = { addresses: [{ id: customer?.default_address?.id ?? 0, city: 'Olinda' }] }
    const after = await of.client.customers.update({ params: { id: customer?.id ?? 0 }, body })
    expect(after.default_address).toMatchObject({ address: 'Rua A', city: 'Olinda' })
    await orderly(of)
  })

  test('5.3: country and currency become codes, where they can be told; other texts stay', async () => {
    const of = await stocked([[9]])
    const place = (billing: string, shipping: string, currency: string) =>
      of.place({ billing_address: { country: billing }, shipping_address: { country: shipping }, currency })
    const order = await place('argentina', 'br', 'brl')
    expect(order).toMatchObject({ billing_country: 'AR', shipping_address: { country: 'BR' }, currency: 'BRL' })
    expect(await of.shipments(order)).toMatchObject([
      { destination: { country: { code: 'BR' } }, total_price: { currency: 'BRL' } },
    ])
    expect(await place('Atlantis', 'Terra ', 'R$')).toMatchObject({
      billing_country: 'Atlantis',
      shipping_address: { country: 'Terra ' },
      currency: 'R$',
    })
    expect(await place('Brasil', 'BR', '')).toMatchObject({
      same_billing_and_shipping_address: true,
      currency: 'BRL',
    })
  })

  test('3.1: the image of a line has the dates of the image of the product', async () => {
    const of = await stocked([[5]])
    const [product_id = 0] = of.products
    const { id } = await of.client.images.create({
      params: { product_id },
      body: { src: 'https://shop.example/a.png' },
    })
    of.world.advance(60_000)
    await of.client.images.update({ params: { product_id, id }, body: { alt: 'A shirt' } })
    of.world.advance(60_000)
    const order = await of.place()
    const { created_at, updated_at } = await of.client.images.get({ params: { product_id, id } })
    expect(new Set([created_at, updated_at, order.created_at]).size).toBe(3)
    expect(order.products).toMatchObject([{ image: { id, created_at, updated_at } }])
  })

  test('3.1: the image of a line has an empty list for texts that nobody wrote', async () => {
    const of = await stocked([[5]])
    const [product_id = 0] = of.products
    const alt = async () => (await of.place()).products[0]?.image.alt
    expect(await alt()).toEqual([])
    const { id } = await of.client.images.create({ params: { product_id }, body: { src: 'https://a.example/a.png' } })
    expect(await alt()).toEqual([])
    await of.client.images.update({ params: { product_id, id }, body: { alt: { pt: 'Camisa' } } })
    expect(await alt()).toMatchObject({ pt: 'Camisa' })
    expect((await of.place()).products).toMatchObject([{ image: { thumbnails_generated: 0 } }])
  })

  test('3.1: the size of an image that is not here is 0, as in the product', async () => {
    const of = await stocked([[5]])
    const [product_id = 0] = of.products
    const size = { width: 0, height: 0, thumbnails_generated: 0 }
    expect((await of.place()).products).toMatchObject([{ image: { id: 0, ...size } }])
    const body = { src: 'https://a.example/a.png' }
    const { id } = await of.client.images.create({ params: { product_id }, body })
    expect((await of.place()).products).toMatchObject([{ image: { id, ...size } }])
  })

  test('what is said of the shipping and left empty is none, so that a shipment can be sent back', async () => {
    const of = await stocked([[5]])
    const empty = {
      shipping_option_code: '',
      shipping_option_reference: '',
      shipping_store_branch_name: '',
      shipping_tracking_number: '',
      shipping_tracking_url: '',
    }
    const order = await of.place(empty)
    expect(order).toMatchObject(Object.fromEntries(Object.keys(empty).map(name => [name, null])))
    const [shipment] = await of.shipments(order)
    const params = { order_id: order.id, id: shipment?.id ?? '' }
    await of.events()
    await of.client.fulfillmentOrders.update({ params, body: { tracking_info: { code: '', url: '' } } })
    expect(await of.shipments(order)).toEqual([shipment])
    expect(await of.events()).toEqual([])
  })

  test('an empty location_id is none', async () => {
    const of = await stocked([[5]])
    expect(await of.place({ location_id: '' })).toMatchObject({ location_id: null })
  })
})
