/** docs/contract: orders 2, 3, 5, 6 and 9. */
import { type OrderInput, units } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepLocations } from '../locations/index.ts'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { orderly, planOf, stocked } from '../testing/orders.ts'
import { A, ask, B, shop } from '../testing/products.ts'
import { aTable } from '../testing/shipping.ts'
import { aLocation } from '../testing/store.ts'

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

describe('orders 2.2: money', () => {
  test('totals are exact where binary fractions are not', async () => {
    const of = await stocked([[1000]])
    const [variant_id = 0] = of.variants
    const products = [
      { variant_id, quantity: 3, price: 0.1 },
      { variant_id, quantity: 1, price: '0.20' },
      { variant_id, quantity: 7, price: 1.005 },
    ]
    const order = await of.place({ products, discount: 0.3, shipping_cost_customer: '0.07' })
    const cents = (text: string) => units(text, 2) ?? 0n
    expect(order.products.map(({ price }) => price).slice(0, 2)).toEqual(['0.10', '0.20'])
    const subtotal = order.products.reduce((sum, { price, quantity }) => sum + cents(price) * BigInt(quantity), 0n)
    expect(cents(order.subtotal)).toBe(subtotal)
    expect(cents(order.total)).toBe(subtotal - 30n + 7n)
  })

  test('law: total = subtotal - discount + shipping, whatever they are', async () => {
    const of = await stocked([[null]])
    const [variant_id = 0] = of.variants
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents => (cents / 100).toFixed(2))
    const line = fc.record({ price: amount, quantity: fc.integer({ min: 1, max: 999 }) })
    const law = fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      amount,
      amount,
      async (lines, off, cost) => {
        const body: OrderInput = {
          products: lines.map(some => ({ variant_id, ...some })),
          discount: off,
          shipping_cost_customer: cost,
        }
        const cents = (text: string) => units(text, 2) ?? 0n
        const sum = lines.reduce((before, { price, quantity }) => before + cents(price) * BigInt(quantity), 0n)
        const wanted = sum - cents(off) + cents(cost)
        const { status, body: said } = await ask(of, 'POST', '/orders/preview', body)
        const { subtotal, total, discount } = said as Record<'subtotal' | 'total' | 'discount', string>
        if (wanted < 0n) expect({ status, discount }).toEqual({ status: 422, discount: [expect.any(String)] })
        else expect([status, cents(subtotal), cents(total), cents(discount)]).toEqual([200, sum, wanted, cents(off)])
      },
    )
    await fc.assert(law, { numRuns: 50 })
  })

  test('a discount takes off what there is, and no more, unless the client says the total', async () => {
    const of = await stocked([[9]])
    const post = (input: object) =>
      ask(of, 'POST', '/orders', {
        products: [{ variant_id: of.variants[0], quantity: 2 }],
        shipping_cost_customer: 4,
        ...input,
      })
    const refusal = B({ discount: ['must be at most 25.00, what products and shipping cost'] })
    expect(await post({ discount: '25.01' })).toEqual(refusal)
    expect(await post({ discount: 1000 })).toEqual(refusal)
    expect(await post({ discount: 25 })).toMatchObject({ status: 201, body: { discount: '25.00', total: '0.00' } })
    expect(await post({ discount: 30, total: 5 })).toMatchObject({
      status: 201,
      body: { discount: '30.00', total: '5.00' },
    })
    expect(await of.stock()).toEqual([[5]])
  })

  test.each(['total', 'discount', 'shipping_cost_customer', 'shipping_cost_owner'])(
    '%s has a bound, which is said',
    async field => {
      const of = await stocked([[9]])
      const post = (amount: string) =>
        ask(of, 'POST', '/orders', {
          products: [{ variant_id: of.variants[0], quantity: 1 }],
          total: 1,
          [field]: amount,
        })
      expect(await post('100000000000000.00')).toMatchObject({ status: 201 })
      expect(await post('100000000000000.01')).toEqual(B({ [field]: ['must be at most 100000000000000.00'] }))
      expect(await post('-0.01')).toEqual(B({ [field]: ['must be a number of at least 0'] }))
    },
  )

  test('F33: a line costs what is said, else the promotional price, else the price', async () => {
    const of = await stocked([[9]], { price: '20', promotional_price: '15' })
    const [variant_id = 0] = of.variants
    const order = await of.place({
      products: [
        { variant_id, quantity: 1 },
        { variant_id, quantity: 1, price: 3 },
      ],
    })
    expect(order.products).toMatchObject([
      { price: '15.00', compare_at_price: '20.00', has_promotional_price: true },
      { price: '3.00' },
    ])
  })
})

describe('orders 6.3: worked cases', () => {
  const allowPickup = (of: Awaited<ReturnType<typeof stocked>>, place: number) =>
    of.client.locations
      .update({ params: { id: of.locations[place] ?? '' }, body: { allows_pickup: true } })
      .then(of.events)

  const buy = (of: Awaited<ReturnType<typeof stocked>>, ...quantities: number[]) =>
    quantities.map((quantity, p) => ({ variant_id: of.variants[p] ?? 0, quantity }))

  test.each<[string, (number | null)[][], number[], unknown, (number | null)[][]]>([
    [
      'A',
      [
        [1, 1, 0],
        [1, 0, 0],
        [1, 1, 1],
      ],
      [1, 1, 1],
      [
        [
          2,
          [
            [0, 1],
            [1, 1],
            [2, 1],
          ],
        ],
      ],
      [
        [1, 1, 0],
        [1, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'B',
      [
        [0, 1],
        [1, 0],
        [1, 0],
      ],
      [1, 1],
      [
        [0, [[1, 1]]],
        [1, [[0, 1]]],
      ],
      [
        [0, 0],
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'C',
      [[2], [3]],
      [4],
      [
        [0, [[0, 2]]],
        [1, [[0, 2]]],
      ],
      [[0], [1]],
    ],
    ['D', [[null], [5]], [9], [[0, [[0, 9]]]], [[null], [5]]],
  ])('case %s', async (_case, levels, need, plan, left) => {
    const of = await stocked(levels)
    const order = await of.place({ products: buy(of, ...need) })
    expect(planOf(of, await of.shipments(order))).toEqual(plan)
    expect(await of.stock()).toEqual(left)
    await orderly(of)
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual(levels)
    await orderly(of)
  })

  test('case E: refused, levels unchanged', async () => {
    const of = await stocked([[1], [1]])
    expect(await ask(of, 'POST', '/orders', { products: buy(of, 3) })).toEqual({
      status: 422,
      body: {
        code: 422,
        message: 'Unprocessable Entity',
        description: 'Insufficient stock',
        products: [`Variant ${of.variants[0]}: 3 wanted, 2 available`],
      },
    })
    expect(await of.stock()).toEqual([[1], [1]])
    expect(await of.events()).toEqual([])
  })

  test('case F: bypass ships from the default location and takes nothing, nor gives anything back', async () => {
    const of = await stocked([[0], [7]])
    const order = await of.place({ products: buy(of, 3), inventory_behaviour: 'bypass' })
    expect(planOf(of, await of.shipments(order))).toEqual([[0, [[0, 3]]]])
    await of.client.orders.cancel({ params: { id: order.id }, body: {} })
    expect(await of.stock()).toEqual([[0], [7]])
    await orderly(of)
  })

  test('case G: location_id takes everything from there, or the order is refused', async () => {
    const of = await stocked([[5], [5]])
    const order = await of.place({ products: buy(of, 5), location_id: of.locations[1] ?? '' })
    expect(planOf(of, await of.shipments(order))).toEqual([[1, [[0, 5]]]])
    expect(order.location_id).toBe(of.locations[1])
    const again = { products: buy(of, 1), location_id: of.locations[1] }
    expect(await ask(of, 'POST', '/orders', again)).toMatchObject({
      status: 422,
      body: { description: 'Insufficient stock' },
    })
    expect(await of.stock()).toEqual([[5], [0]])
  })

  test('lines of one variant are one need, are filled in their order, and stay apart', async () => {
    const of = await stocked([[3], [3]])
    const [variant_id = 0] = of.variants
    const products = [
      { variant_id, quantity: 2, properties: { text: 'a' } },
      { variant_id, quantity: 2 },
    ]
    const order = await of.place({ products })
    const shipments = await of.shipments(order)
    const [first, second] = order.products.map(({ id }) => String(id))
    expect(shipments.map(({ line_items }) => line_items.map(line => [line.external_id, line.quantity]))).toEqual([
      [
        [first, 2],
        [second, 1],
      ],
      [[second, 1]],
    ])
    const more = {
      products: [
        { variant_id, quantity: 1 },
        { variant_id, quantity: 2 },
      ],
    }
    expect((await ask(of, 'POST', '/orders', more)).status).toBe(422)
    await orderly(of)
  })

  test('shipments share the data of the order, its costs stand on the first', async () => {
    const of = await stocked([[1], [1]])
    const order = await of.place({ products: buy(of, 2), shipping_cost_customer: 9, shipping_cost_owner: 5 })
    expect(
      (await of.shipments(order)).map(({ number, shipping }) => [
        number,
        shipping?.consumer_cost.value,
        shipping?.merchant_cost.value,
      ]),
    ).toEqual([
      ['1', 9, 5],
      ['2', 0, 0],
    ])
    await orderly(of)
  })

  test('6.2 step 3: pickup at an own location is served there alone, else carried there', async () => {
    const of = await stocked([[5], [2]])
    await allowPickup(of, 1)
    const pickup = { shipping_pickup_type: 'pickup' as const, shipping_suboption: { id: of.locations[1] } }
    const near = await of.place({ products: buy(of, 2), ...pickup })
    expect(planOf(of, await of.shipments(near))).toEqual([[1, [[0, 2]]]])
    const far = await of.place({ products: buy(of, 1), ...pickup })
    expect(await of.shipments(far)).toMatchObject([
      { line_items: [{ stock_transfer: { from_location_id: of.locations[0] } }], shipping: { type: 'pickup' } },
    ])
    const foreign = await of.place({
      products: buy(of, 1),
      ...pickup,
      shipping_suboption: { id: 'a branch of others' },
    })
    expect(await of.shipments(foreign)).toMatchObject([
      { line_items: [{ stock_transfer: { from_location_id: null } }] },
    ])
  })

  test('where it is picked up is told by its shipments in one form, whatever the client knew of it', async () => {
    const of = await stocked([[9], [9]])
    await allowPickup(of, 1)
    const pickedUp = async (input: Partial<OrderInput>) => {
      const [shipment] = await of.shipments(
        await of.place({ products: buy(of, 1), shipping_pickup_type: 'pickup', ...input }),
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
      of.place({ products: buy(of, 1), shipping_pickup_type: 'pickup', ...input })
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
    const send = (value: unknown) => ask(of, 'POST', '/orders', { products: buy(of, 1), [field]: value })
    for (const value of wrong) expect(await send(value)).toEqual(B({ [field]: [expect.any(String)] }))
    for (const value of [null, '', false, [], {}]) {
      const { status, body } = await send(value)
      const shown = (body as Record<string, object | null>)[field]
      expect([value, status, Object.keys(shown ?? {})]).toEqual([value, 201, []])
    }
  })

  test.each([
    ['table', 'table', 'custom'],
    ['branch', 'branch', 'default'],
    ['not-provided', 'not-provided', 'default'],
    ['api_77', '77', 'api'],
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

  test('6.2 step 3: a location that does not allow pickup cannot be picked up at', async () => {
    const of = await stocked([[5], [2]])
    const products = buy(of, 1)
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

  test('D59: an order of products that need no shipping is non-shippable, and obeys the same rules of stock', async () => {
    const of = await stocked([[1], [1]], { requires_shipping: false })
    const order = await of.place({ products: buy(of, 2) })
    expect(order).toMatchObject({ has_shippable_products: false })
    expect(await of.shipments(order)).toMatchObject([
      { shipping: { type: 'non-shippable' } },
      { shipping: { type: 'non-shippable' } },
    ])
    expect(await of.stock()).toEqual([[0], [0]])
    expect(await of.client.orders.pack({ params: { id: order.id } })).toMatchObject({ shipping_status: 'unpacked' })
    await of.client.orders.fulfill({ params: { id: order.id }, body: {} })
    expect(await of.shipments(order)).toMatchObject([{ status: 'DELIVERED' }, { status: 'UNPACKED' }])
  })
})

describe('orders 5: how an order begins', () => {
  test.each(['paid', 'pending', 'voided'] as const)('F16: one that is %s also tells so', async payment_status => {
    const of = await stocked([[5]])
    const order = await of.place({ payment_status })
    expect(await of.events()).toEqual(['customer/created', 'order/created', `order/${payment_status}`])
    expect(order.paid_at === null).toBe(payment_status !== 'paid')
  })

  test.each(['authorized', 'refunded', 'abandoned'] as const)(
    'F16: one that is %s is only created',
    async payment_status => {
      const of = await stocked([[5]])
      await of.place({ payment_status })
      expect(await of.events()).toEqual(['customer/created', 'order/created'])
    },
  )

  test.each([
    ['unpacked', 'UNPACKED', 'unpacked'],
    ['unfulfilled', 'PACKED', 'unshipped'],
    ['unshipped', 'PACKED', 'unshipped'],
    ['packed', 'PACKED', 'unshipped'],
    ['fulfilled', 'DISPATCHED', 'shipped'],
    ['shipped', 'DISPATCHED', 'shipped'],
    ['delivered', 'DELIVERED', 'delivered'],
  ])('F22: %s starts every shipment as %s', async (word, status, shipping_status) => {
    const of = await stocked([[1], [1]])
    const products = [{ variant_id: of.variants[0] ?? 0, quantity: 2 }]
    const order = await of.place({ products, fulfillment_status: word })
    const isOut = shipping_status === 'shipped' || shipping_status === 'delivered'
    expect(order).toMatchObject({ shipping_status, shipped_at: isOut ? order.created_at : null })
    const shipments = await of.shipments(order)
    expect(shipments.map(shipment => [shipment.status, shipment.fulfilled_at !== null])).toEqual(
      [0, 1].map(() => [status, status === 'DELIVERED']),
    )
    await orderly(of)
  })

  test('F22: all three names are read, others words are refused by the name that was sent', async () => {
    const of = await stocked([[9]])
    const products = [{ variant_id: of.variants[0], quantity: 1 }]
    for (const field of ['fulfillment', 'fulfillment_status', 'shipping_status']) {
      expect(await ask(of, 'POST', '/orders', { products, [field]: 'shipped' })).toMatchObject({
        body: { shipping_status: 'shipped' },
      })
      expect(await ask(of, 'POST', '/orders', { products, [field]: 'lost' })).toEqual(
        B({ [field]: ['is not included in the list'] }),
      )
    }
  })

  test('F31: one that is created as cancelled keeps no stock', async () => {
    const of = await stocked([[2]])
    const order = await of.place({ status: 'cancelled' })
    expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'other', cancelled_at: order.created_at })
    expect(await of.stock()).toEqual([[2]])
    expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending', 'order/cancelled'])
    await orderly(of)
  })

  test('one that is created as closed says when', async () => {
    const of = await stocked([[2]])
    const order = await of.place({ status: 'closed' })
    expect(order).toMatchObject({ status: 'closed', closed_at: order.created_at, next_action: 'noop' })
  })

  test('F21: a buyer is found by the e-mail in any letter case, or made', async () => {
    const of = await stocked([[9]])
    const ids = []
    for (const email of ['ana@example.com', 'ANA@example.com', 'bia@example.com']) {
      const { customer } = await of.place({ customer: { name: 'Someone', email } })
      ids.push((customer as { id: number }).id)
    }
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('F21: those without an e-mail belong to one customer, who has nothing of them', async () => {
    const of = await stocked([[9]])
    const known = { name: 'Ana', phone: '11 5555', document: '123' }
    const [first, second] = [await of.place({ customer: known }), await of.place()]
    expect(first).toMatchObject({ contact_name: 'Ana', contact_phone: '11 5555', contact_identification: '123' })
    expect(first.customer).toMatchObject({ name: second.contact_name, phone: null, identification: null })
    expect(second.customer).toEqual(first.customer)
  })

  test('F21: a buyer that another process is making at this moment is found too', async () => {
    const of = await stocked([[9]])
    const making = sql`insert into customers (store_id, name, email, created_at, updated_at) values (${of.id}, 'Ana', 'ana@example.com', now(), now())`
    const order = await meet(
      of.db,
      tx => tx.run(making),
      () => of.place({ customer: { name: 'A', email: 'Ana@example.com' } }),
    )
    expect(order.customer).toMatchObject({ name: 'Ana', email: 'ana@example.com' })
  })
})

describe('orders 9: refusals', () => {
  test('each names its field', async () => {
    const of = await stocked([[5]])
    const [variant_id = 0] = of.variants
    const products = [{ variant_id, quantity: 1 }]
    const post = (body: unknown) => ask(of, 'POST', '/orders', body)
    expect(await post({})).toEqual(B({ products: ["can't be blank"] }))
    expect(await post({ products: [] })).toMatchObject({ status: 422, body: { products: [expect.any(String)] } })
    expect(await post({ products: [{ variant_id: 1e12, quantity: 1 }] })).toEqual(
      B({ 'products.0.variant_id': ['Variant with such id does not exist'] }),
    )
    for (const [name, value] of [
      ['quantity', 0],
      ['quantity', 1.5],
      ['price', -1],
      ['price', 'x'],
      ['price', '1e99'],
    ] as const) {
      const answer = await post({ products: [{ variant_id, quantity: 1, [name]: value }] })
      expect({ value, status: answer.status, fields: Object.keys(answer.body as object) }).toEqual({
        value,
        status: 422,
        fields: [`products.0.${name}`],
      })
    }
    expect(await post({ products, location_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual(
      B({ location_id: ['Location with such id does not exist'] }),
    )
    expect(await post({ products, payment_status: 'partially_paid' })).toMatchObject({
      status: 422,
      body: { payment_status: [expect.any(String)] },
    })
    expect(await post({ products, total: 0 })).toMatchObject({ status: 422, body: { total: [expect.any(String)] } })
    for (const field of ['discount', 'shipping_cost_customer', 'shipping_cost_owner', 'total']) {
      expect(await post({ products, [field]: -1 }), field).toMatchObject({
        status: 422,
        body: { [field]: [expect.any(String)] },
      })
      expect(await post({ products, [field]: '1e30' }), field).toMatchObject({
        status: 422,
        body: { [field]: [expect.any(String)] },
      })
    }
    expect(await of.events()).toEqual([])
    expect(await of.stock()).toEqual([[5]])
  })

  test('a sum larger than any order is refused, not a fault', async () => {
    const of = await stocked([[null]])
    const products = Array.from({ length: 500 }, () => ({
      variant_id: of.variants[0],
      quantity: 1_000_000,
      price: '9999999999',
    }))
    expect(await ask(of, 'POST', '/orders', { products })).toMatchObject({
      status: 422,
      body: { products: [expect.any(String)] },
    })
  })

  test('an order of another store does not exist', async () => {
    const of = await stocked([[5]])
    const other = await shop()
    const { id } = await of.place()
    const missing = A(404, 'Order with such id does not exist')
    expect(await ask(other, 'GET', `/orders/${id}`)).toEqual(missing)
    for (const action of ['close', 'open', 'cancel', 'pack', 'fulfill']) {
      expect(await ask(other, 'POST', `/orders/${id}/${action}`)).toEqual(missing)
    }
    expect(await ask(other, 'PUT', `/orders/${id}`, { owner_note: 'x' })).toEqual(missing)
  })

  test('a store without a location refuses, also in a preview', async () => {
    const of = await shop()
    const [product] = [await of.client.products.create({ body: { name: 'X' } })]
    const products = [{ variant_id: product.variants[0]?.id, quantity: 1 }]
    await of.db.run(sql`delete from inventory_levels where store_id = ${of.id}`)
    await of.db.run(sql`delete from locations where store_id = ${of.id}`)
    for (const path of ['/orders', '/orders/preview']) {
      for (const inventory_behaviour of ['claim', 'bypass']) {
        expect(await ask(of, 'POST', path, { products, inventory_behaviour })).toEqual(
          B({ location_id: ['The store has no location to ship from'] }),
        )
      }
    }
  })
})

test('D58: a preview says what would happen, and nothing does', async () => {
  const of = await stocked([
    [1, 0],
    [1, 5],
  ])
  const [a = 0, b = 0] = of.variants
  const body = {
    products: [
      { variant_id: a, quantity: 2 },
      { variant_id: b, quantity: 1 },
    ],
  }
  expect(await of.client.orders.preview({ body })).toMatchObject({
    shipments: [
      { number: 1, location_id: of.locations[0], items: [{ variant_id: a, quantity: 1 }] },
      { number: 2, location_id: of.locations[1] },
    ],
    missing: [],
    allocation: { rule: 'split_by_priority' },
    total: '31.50',
  })
  const short = { products: [{ variant_id: a, quantity: 3 }] }
  expect(await of.client.orders.preview({ body: short })).toMatchObject({
    missing: [{ variant_id: a, wanted: 3, available: 2 }],
  })
  expect(await of.events()).toEqual([])
  expect(await of.stock()).toEqual([
    [1, 0],
    [1, 5],
  ])
  const order = await of.client.orders.create({ body })
  expect(await of.client.orders.allocation({ params: { id: order.id } })).toMatchObject({
    rule: 'split_by_priority',
    considered: [
      { location_id: of.locations[0], can_give: 1 },
      { location_id: of.locations[1], can_give: 2 },
    ],
    shipments: [
      { number: '1', location_id: of.locations[0] },
      { number: '2', location_id: of.locations[1] },
    ],
  })
})

test.each([
  ['fulfillment', 'sent'],
  ['fulfillment_status', 'sent'],
  ['shipping_status', 'sent'],
  ['shipping_cost_owner', -1],
  ['shipping_cost_owner', 'much'],
  ['shipping_cost_customer', -1],
  ['discount', 1000],
  ['total', 0],
])('5.7: a preview refuses what an order refuses: %s %j', async (field, value) => {
  const of = await stocked([[5]])
  const body = { products: [{ variant_id: of.variants[0], quantity: 1 }], [field]: value }
  const refused = await ask(of, 'POST', '/orders', body)
  expect(refused).toMatchObject({ status: 422, body: { [field]: [expect.any(String)] } })
  expect(await ask(of, 'POST', '/orders/preview', body)).toEqual(refused)
})

test('D43: a location stays while an open shipment leaves from it', async () => {
  const of = await stocked([[0], [1]])
  const id = of.locations[1] ?? ''
  const order = await of.place()
  const remove = () => ask(of, 'DELETE', `/locations/${id}`)
  expect(await remove()).toEqual(A(422, 'A location with open fulfillment orders cannot be deleted'))
  const [shipment] = await of.shipments(order)
  const params = { order_id: order.id, id: shipment?.id ?? '' }
  await of.client.fulfillmentOrders.update({ params, body: { status: 'DELIVERED' } })
  expect((await remove()).status).toBe(204)
  await orderly(of)
  // D53: what came from a location that is gone returns to the default one.
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  const { results } = await of.client.locations.inventoryLevels({ params: { id: of.locations[0] ?? '' } })
  expect(results).toMatchObject([{ stock: 1 }])
  await orderly(of)
})

test('D43: a cancelled order does not keep a location', async () => {
  const of = await stocked([[0], [null]])
  const order = await of.place({ location_id: of.locations[1] ?? '' })
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  const params = { product_id: of.products[0] ?? 0 }
  const level = { action: 'replace' as const, value: 0, location_id: of.locations[1] ?? '' }
  await of.client.variants.setStock({ params, body: level })
  expect((await ask(of, 'DELETE', `/locations/${of.locations[1]}`)).status).toBe(204)
  await orderly(of)
})

test('orders 12: deleting a location waits for orders that are being placed', async () => {
  const of = await stocked([[5]])
  const spare = await of.client.locations.create({ body: aLocation() })
  const answer = await meet(
    of.db,
    tx => keepLocations(tx, of.id, [spare.id]),
    () => ask(of, 'DELETE', `/locations/${spare.id}`),
  )
  expect(answer.status).toBe(204)
})
