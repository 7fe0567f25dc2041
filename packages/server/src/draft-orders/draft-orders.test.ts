/** docs/contract: draft-orders, row by row. */
import type { DraftOrderInput, FulfillmentOrder, Order } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { type OrderShop, orderly, planOf, stocked } from '../testing/orders.ts'
import { A, ask, B, shop, write } from '../testing/products.ts'
import { draftOrderChecks } from './index.ts'

const inputOf = (of: OrderShop, change: Partial<DraftOrderInput> = {}): DraftOrderInput => ({
  contact_name: 'Ana',
  contact_lastname: 'Lima',
  contact_email: 'ana@example.com',
  payment_status: 'unpaid',
  products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }],
  ...change,
})

const draft = (of: OrderShop, change: Partial<DraftOrderInput> = {}) =>
  of.client.draftOrders.create({ body: inputOf(of, change) })
const confirm = ({ client }: OrderShop, { id }: { id: number }) => client.draftOrders.confirm({ params: { id } })
const orderOf = ({ client }: OrderShop, { id }: { id: number }): Promise<Order> => client.orders.get({ params: { id } })
const noDraft = (id: number) => A(404, `Invalid draft order ${id}`)

const linkOf = (of: OrderShop, { id, token }: { id: number; token: string }) => {
  const address = `http://localhost/drafts/${of.id}/${id}/${token}`
  return { abandoned_checkout_url: address, checkout_url: address }
}

const verified = async ({ db, id }: OrderShop) => expect(await findBroken(db, draftOrderChecks, id)).toEqual([])

describe('1 Endpoints', () => {
  test('GET /draft_orders: by id, without those of other stores', async () => {
    const of = await stocked([[9]])
    const [first, second] = [await draft(of), await draft(of)]
    expect((await of.client.draftOrders.list()).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await (await shop()).client.draftOrders.list()).toEqual([])
  })

  test('GET, DELETE and confirm of an id that is no draft of the store', async () => {
    const [of, other] = [await stocked([[9]]), await stocked([[9]])]
    const { id } = await draft(of)
    const { id: order } = await of.place()
    for (const [shop, wrong] of [
      [of, 999_999],
      [of, order],
      [other, id],
    ] as const) {
      expect(await ask(shop, 'GET', `/draft_orders/${wrong}`)).toEqual(noDraft(wrong))
      expect(await ask(shop, 'DELETE', `/draft_orders/${wrong}`)).toEqual(noDraft(wrong))
      expect(await ask(shop, 'POST', `/draft_orders/${wrong}/confirm`)).toEqual(noDraft(wrong))
    }
  })

  test.each([
    ['deleted', (of: OrderShop, id: number) => ask(of, 'DELETE', `/draft_orders/${id}`)],
    ['confirmed', (of: OrderShop, id: number) => ask(of, 'POST', `/draft_orders/${id}/confirm`)],
  ])('one that was %s is gone', async (_what, end) => {
    const of = await stocked([[9]])
    const { id } = await draft(of)
    expect((await end(of, id)).status).toBe(200)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/confirm'],
    ] as const) {
      expect(await ask(of, method, `/draft_orders/${id}${path}`)).toEqual(noDraft(id))
    }
    expect(await of.client.draftOrders.list()).toEqual([])
  })

  test('DELETE is 200 {}', async () => {
    const of = await stocked([[9]])
    const { id } = await draft(of)
    expect(await ask(of, 'DELETE', `/draft_orders/${id}`)).toEqual({ status: 200, body: {} })
  })

  test('there is no PUT, and there are no events of drafts', async () => {
    const of = await stocked([[9]])
    const { id } = await draft(of)
    expect((await ask(of, 'PUT', `/draft_orders/${id}`, {})).status).toBe(405)
    await of.client.draftOrders.delete({ params: { id } })
    expect(await of.events()).toEqual([])
  })

  test('confirm takes no body, {} and []', async () => {
    const of = await stocked([[9]])
    for (const body of [undefined, {}, []]) {
      const { id } = await draft(of)
      expect((await ask(of, 'POST', `/draft_orders/${id}/confirm`, body)).status).toBe(200)
    }
  })
})

describe('2 Create', () => {
  test.each(['contact_name', 'contact_lastname', 'contact_email', 'products'] as const)(
    '%s is required',
    async field => {
      const of = await stocked([[9]])
      const { [field]: _, ...rest } = inputOf(of)
      expect(await ask(of, 'POST', '/draft_orders', rest)).toEqual(B({ [field]: ["can't be blank"] }))
    },
  )

  test('contact_phone and cpf_cnpj, as text or number', async () => {
    const of = await stocked([[9]])
    expect(await draft(of, { contact_phone: 1199 as never, cpf_cnpj: '378.943' })).toMatchObject({
      contact_name: 'Ana Lima',
      contact_email: 'ana@example.com',
      contact_phone: '1199',
      contact_identification: '378.943',
    })
  })

  test.each([
    ['unpaid', 'pending', 'pending'],
    ['pending_confirmation', 'pending_confirmation', 'pending'],
    ['paid', 'paid', 'paid'],
  ] as const)('payment_status %s reads %s, and %s once confirmed', async (payment_status, shown, placed) => {
    const of = await stocked([[9]])
    const made = await draft(of, { payment_status })
    expect(made.payment_status).toBe(shown)
    expect((await confirm(of, made)).payment_status).toBe(placed)
    expect(await of.events()).toEqual(['customer/created', 'order/created', `order/${placed}`])
  })

  test.each([undefined, null, ''])('payment_status %j is unpaid', async payment_status => {
    const of = await stocked([[9]])
    const made = await ask(of, 'POST', '/draft_orders', { ...inputOf(of), payment_status })
    expect(made).toMatchObject({ status: 201, body: { payment_status: 'pending' } })
    expect((await confirm(of, made.body as Order)).payment_status).toBe('pending')
  })

  test('another payment_status is refused', async () => {
    const of = await stocked([[9]])
    const body = { ...inputOf(of), payment_status: 'refunded' }
    expect(await ask(of, 'POST', '/draft_orders', body)).toEqual(B({ payment_status: ['is not included in the list'] }))
  })

  test('note is the note of the owner; sale_channel is kept in extra', async () => {
    const of = await stocked([[9]])
    const made = await draft(of, { note: 'call first', sale_channel: 'whatsapp' })
    const kept = { owner_note: 'call first', note: null, extra: { sale_channel: 'whatsapp' } }
    expect(made).toMatchObject(kept)
    expect(await confirm(of, made)).toMatchObject(kept)
  })

  test('products: the variant counts, with its promotional price, and properties are kept', async () => {
    const of = await stocked([[9, 9]], { promotional_price: '8.00' })
    const [a = 0, b = 0] = of.variants
    const products = [
      { variant_id: String(a) as never, quantity: 2, properties: { Text: 'Ana' } },
      { variant_id: b, quantity: 1 },
    ]
    const made = await draft(of, { products })
    expect(made.products).toMatchObject([
      { variant_id: a, quantity: 2, price: '8.00', properties: { Text: 'Ana' } },
      { variant_id: b, quantity: 1, price: '8.00', properties: [] },
    ])
    expect(made).toMatchObject({ subtotal: '24.00', total: '24.00', weight: '0.750' })
    expect((await confirm(of, made)).products).toMatchObject(
      made.products.map(({ variant_id, properties }) => ({ variant_id, properties })),
    )
  })

  test('products: an unknown variant, none, or no quantity is refused and named', async () => {
    const of = await stocked([[9]])
    const [variant_id = 0] = of.variants
    const post = (products: unknown) => ask(of, 'POST', '/draft_orders', { ...inputOf(of), products })
    expect(await post([{ variant_id: 1e12, quantity: 1 }])).toEqual(
      B({ 'products.0.variant_id': ['Variant with such id does not exist'] }),
    )
    expect(await post([])).toMatchObject({ status: 422, body: { products: [expect.any(String)] } })
    expect(await post([{ variant_id, quantity: 0 }])).toMatchObject({
      status: 422,
      body: { 'products.0.quantity': [expect.any(String)] },
    })
  })

  test.each<[string, Partial<DraftOrderInput>, string]>([
    ['a percentage where nothing is said', { discount: '10' }, '2.10'],
    ['a percentage', { discount: 33.33, discount_type: 'percentage' }, '7.00'],
    ['an amount', { discount: '5.5', discount_type: 'absolute' }, '5.50'],
  ])('discount: %s', async (_what, input, discount) => {
    const of = await stocked([[9]])
    const total = (21 - Number(discount)).toFixed(2)
    const made = await draft(of, input)
    expect(made).toMatchObject({ subtotal: '21.00', discount, total })
    expect(await confirm(of, made)).toMatchObject({ subtotal: '21.00', discount, total })
    await verified(of)
  })

  test('discount: an amount takes off all that there is, shipping too, and no more', async () => {
    const of = await stocked([[9]])
    const off = (discount: string) => ({ discount, discount_type: 'absolute' as const, shipping: { cost: 4 } })
    expect(await ask(of, 'POST', '/draft_orders', inputOf(of, off('25.01')))).toEqual(
      B({ discount: ['must be at most 25.00, what products and shipping cost'] }),
    )
    const made = await draft(of, off('25.00'))
    expect(made).toMatchObject({ subtotal: '21.00', discount: '25.00', total: '0.00' })
    expect(await confirm(of, made)).toMatchObject({ discount: '25.00', total: '0.00' })
    await verified(of)
  })

  const address = {
    address: 'Rua A',
    number: 12 as never,
    floor: '3',
    locality: 'Centro',
    city: 'Recife',
    province: 'PE',
    zipcode: 50030 as never,
  }

  test.each<[string, NonNullable<DraftOrderInput['shipping']>]>([
    ['an object', { cost: '9.90', shipping_address: address }],
    ['a list that holds it', [{ cost: 9.9, shipping_address: [address] }]],
  ])('shipping as %s: the cost, and the address line by line in the answer', async (_what, shipping) => {
    const of = await stocked([[9]])
    const made = await draft(of, { shipping, contact_phone: '11' })
    const flat = {
      shipping_name: 'Ana Lima',
      shipping_phone: '11',
      shipping_address: 'Rua A',
      shipping_number: '12',
      shipping_floor: '3',
      shipping_locality: 'Centro',
      shipping_zipcode: '50030',
      shipping_city: 'Recife',
      shipping_province: 'PE',
      shipping_country: 'BR',
    }
    expect(made).toMatchObject({ ...flat, shipping_cost_customer: '9.90', total: '30.90' })
    expect((await of.client.draftOrders.get({ params: made })).shipping_address).toBeNull()
    expect((await of.client.draftOrders.list())[0]?.shipping_address).toBeNull()
    expect(await confirm(of, made)).toMatchObject({ ...flat, shipping_cost_customer: '9.90', total: '30.90' })
    const order = await orderOf(of, made)
    expect(order.shipping_address).toMatchObject({ name: 'Ana Lima', address: 'Rua A', city: 'Recife', country: 'BR' })
    expect((await of.shipments(order))[0]?.destination).toMatchObject({ street: 'Rua A', zipcode: '50030' })
    await verified(of)
    await orderly(of)
  })

  test.each([
    ['shipping.cost', { shipping: { cost: 'free' } }],
    ['shipping.cost', { shipping: { cost: -1 } }],
    ['shipping.cost', { shipping: { cost: '1e30' } }],
    ['shipping.cost', { shipping: { cost: {} } }],
    ['shipping.0.cost', { shipping: [{ cost: 'free' }] }],
    ['shipping.shipping_address.city', { shipping: { shipping_address: { city: 7 } } }],
    ['contact_phone', { contact_phone: 'x'.repeat(256) }],
    ['cpf_cnpj', { cpf_cnpj: true }],
    ['note', { note: 'x'.repeat(5001) }],
    ['sale_channel', { sale_channel: 7 }],
    ['discount', { discount: 'x', discount_type: 'absolute' }],
    ['discount', { discount: '1e30', discount_type: 'absolute' }],
  ])('what is wrong is named as it was sent: %s of %j', async (field, wrong) => {
    const of = await stocked([[9]])
    const { status, body } = await ask(of, 'POST', '/draft_orders', { ...inputOf(of), ...wrong })
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 422, fields: [field] })
  })

  test('two names as long as they may be make one that an order and a customer can have', async () => {
    const of = await stocked([[9]])
    const [contact_name, contact_lastname] = ['A'.repeat(255), 'B'.repeat(255)]
    const name = `${contact_name} ${contact_lastname}`
    const shipping = { shipping_address: { address: 'Rua A' } }
    const made = await draft(of, { contact_name, contact_lastname, shipping })
    const { customer } = await confirm(of, made)
    expect(customer).toMatchObject({ name, default_address: { name } })
    expect(await ask(of, 'PUT', `/customers/${customer?.id}`, customer)).toMatchObject({ status: 200, body: { name } })
  })

  test('a part of it that needs shipping is enough to be shipped', async () => {
    const of = await stocked([[9, 9]])
    await of.client.products.update({ params: { id: of.products[0] ?? 0 }, body: { requires_shipping: false } })
    const products = of.variants.map(variant_id => ({ variant_id, quantity: 1 }))
    expect(await draft(of, { products })).toMatchObject({ has_shippable_products: true })
    expect(await draft(of)).toMatchObject({ has_shippable_products: false })
  })

  test('shipping: what nobody said is empty', async () => {
    const of = await stocked([[9]])
    expect(await draft(of)).toMatchObject({ shipping_address: null, shipping_city: '', shipping_cost_customer: '0.00' })
  })

  test('unknown keys are ignored', async () => {
    const of = await stocked([[9]])
    const body = { ...inputOf(of), send_confirmation_email: 'maybe', total: -1, status: 'closed' }
    expect(await ask(of, 'POST', '/draft_orders', body)).toMatchObject({ status: 201, body: { status: 'open' } })
  })
})

describe('3 Read form', () => {
  const expected = {
    number: 0,
    storefront: 'form',
    gateway: 'not-provided',
    shipping: 'draft',
    shipping_option_code: 'draft_99999',
    next_action: 'noop',
    shipping_status: 'unpacked',
    status: 'open',
    customer: null,
    completed_at: null,
    app_id: null,
    fulfillments: [],
  }

  test.each(Object.entries(expected))('%s is %j in create, list and single GET', async (field, value) => {
    const of = await stocked([[9]])
    const made = await draft(of)
    const read = await of.client.draftOrders.get({ params: made })
    const [listed] = await of.client.draftOrders.list()
    for (const shown of [made, read, listed]) expect(shown).toHaveProperty(field, value)
  })

  test('abandoned_checkout_url and checkout_url are the address of the page for the buyer', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    const address = linkOf(of, made)
    const read = await of.client.draftOrders.get({ params: made })
    const [listed] = await of.client.draftOrders.list()
    const cut = await of.request('GET', `/2025-03/${of.id}/draft_orders/${made.id}?fields=checkout_url`)
    for (const shown of [made, read, listed]) expect(shown).toMatchObject(address)
    expect(cut.body).toEqual({ checkout_url: address.checkout_url })
  })

  test('a draft that was kept without them has them too', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    await of.db.run(sql`
      update draft_orders
         set document = left(document, -1) || ',"abandoned_checkout_url":null,"checkout_url":null}'
       where store_id = ${of.id} and id = ${made.id}`)
    expect(await of.client.draftOrders.get({ params: made })).toMatchObject(linkOf(of, made))
    expect((await of.client.draftOrders.list())[0]).toMatchObject(linkOf(of, made))
  })

  test('it has every field of an order, and the two addresses of a checkout', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    const order = Object.keys(await of.place())
    const { id } = made
    const shown = Object.keys(await of.client.draftOrders.get({ params: { id } }))
    expect(shown.toSorted()).toEqual([...order, 'abandoned_checkout_url', 'checkout_url'].toSorted())
  })

  test('2025-03 leaves out the legacy fields', async () => {
    const of = await stocked([[9]])
    const { id } = await draft(of)
    const { body } = await of.request('GET', `/2025-03/${of.id}/draft_orders/${id}`)
    expect(body).toHaveProperty('shipping_address', null)
    for (const field of ['shipping', 'next_action', 'shipping_option_code']) expect(body).not.toHaveProperty(field)
  })
})

describe('4 Confirm', () => {
  test('of a draft that was kept when numbers were not yet made texts', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    await of.db.run(sql`
      update draft_orders set input = jsonb_set(input, '{customer,phone}', '1199') where store_id = ${of.id} and id = ${made.id}`)
    expect(await confirm(of, made)).toMatchObject({ contact_phone: '1199' })
    expect(await orderOf(of, made)).toMatchObject({ contact_phone: '1199', customer: { phone: '1199' } })
    await orderly(of)
  })

  test('the draft takes no stock; the order has its id, its token and its lines, and is told of', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    expect(await of.stock()).toEqual([[9]])
    expect(await of.events()).toEqual([])
    of.world.advance(60_000)
    const order = await confirm(of, made)
    expect(order).toMatchObject({
      id: made.id,
      token: made.token,
      number: 100,
      storefront: 'form',
      app_id: null,
      next_action: 'waiting_manual_confirmation',
      customer: { name: 'Ana Lima', email: 'ana@example.com' },
      completed_at: { timezone: 'UTC' },
      total_usd: order.total,
      ...linkOf(of, made),
    })
    expect(order.products.map(({ id }) => id)).toEqual(made.products.map(({ id }) => id))
    expect(order.created_at).not.toBe(made.created_at)
    expect(await of.stock()).toEqual([[7]])
    expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending'])
    const { shipping_address: _, ...rest } = await orderOf(of, made)
    expect(order).toMatchObject(rest)
    await orderly(of)
  })

  test('a paid draft waits for packing', async () => {
    const of = await stocked([[9]])
    const order = await confirm(of, await draft(of, { payment_status: 'paid' }))
    expect(order).toMatchObject({ next_action: 'waiting_packing', total_paid_by_customer: order.total })
    expect(order.paid_at).toBe(order.created_at)
  })

  test('stock is taken by the allocation of orders: split over locations by priority, with carrier code draft', async () => {
    const of = await stocked([
      [1, 5],
      [9, 0],
    ])
    const products = of.variants.map(variant_id => ({ variant_id, quantity: 3 }))
    const input = { products: [...products], shipping_pickup_type: 'ship' as const }
    const foreseen = await of.client.orders.preview({ body: input })
    const order = await confirm(of, await draft(of, { products }))
    const shipments = await of.shipments(order)
    expect(planOf(of, shipments)).toEqual([
      [
        0,
        [
          [0, 1],
          [1, 3],
        ],
      ],
      [1, [[0, 2]]],
    ])
    expect(shipments.map(({ assigned_location }) => assigned_location.location_id)).toEqual(
      foreseen.shipments.map(({ location_id }) => location_id),
    )
    const carriers = shipments.map(({ shipping }: FulfillmentOrder) => shipping?.carrier?.code)
    expect(carriers).toEqual(['draft', 'draft'])
    expect(await of.stock()).toEqual([
      [0, 2],
      [7, 0],
    ])
    await orderly(of)
  })

  test('the customer is found by e-mail', async () => {
    const of = await stocked([[9]])
    const { id } = await of.client.customers.create({ body: { name: 'Ana', email: 'ANA@example.com' } })
    expect((await confirm(of, await draft(of))).customer).toMatchObject({ id, name: 'Ana' })
  })

  test('too little stock is 422 as for orders: the draft stays, no number is used up, nobody is told', async () => {
    const of = await stocked([[1]])
    const made = await draft(of)
    const before = await of.client.draftOrders.get({ params: made })
    const [variant = 0] = of.variants
    expect(await ask(of, 'POST', `/draft_orders/${made.id}/confirm`)).toEqual({
      status: 422,
      body: {
        ...(A(422, 'Insufficient stock').body as object),
        products: [`Variant ${variant}: 2 wanted, 1 available`],
      },
    })
    expect(await of.client.draftOrders.get({ params: made })).toEqual(before)
    expect(await of.stock()).toEqual([[1]])
    expect(await of.events()).toEqual([])
    expect((await of.place()).number).toBe(100)
    await verified(of)
    await orderly(of)
  })

  test('a variant that is gone is 422 and named, and the draft stays', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    await of.client.products.delete({ params: { id: of.products[0] ?? 0 } })
    expect(await ask(of, 'POST', `/draft_orders/${made.id}/confirm`)).toEqual(
      B({ 'products.0.variant_id': ['Variant with such id does not exist'] }),
    )
    expect(await of.client.draftOrders.list()).toHaveLength(1)
  })

  test('the order costs what the draft said, whatever the price is by now', async () => {
    const of = await stocked([[9]])
    const made = await draft(of, { discount: 10 })
    const params = { product_id: of.products[0] ?? 0, id: of.variants[0] ?? 0 }
    await of.client.variants.update({ params, body: { price: '99.00' } })
    expect(await confirm(of, made)).toMatchObject({ subtotal: made.subtotal, total: made.total })
  })

  test('of ten parallel confirms one makes the order, and the others find no draft', async () => {
    const of = await stocked([[9]])
    const made = await draft(of)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(of, 'POST', `/draft_orders/${made.id}/confirm`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
    expect(await of.stock()).toEqual([[7]])
    await orderly(of)
  })

  test('drafts and orders for the last units at the same time: as many are sold as there are', async () => {
    const of = await stocked([[6], [4]])
    const drafts = []
    for (let i = 0; i < 8; i++) drafts.push(await draft(of, { contact_email: `b${i % 3}@example.com` }))
    const answers = await Promise.all([
      ...drafts.map(({ id }) => ask(of, 'POST', `/draft_orders/${id}/confirm`)),
      ...Array.from({ length: 8 }, () =>
        ask(of, 'POST', '/orders', { products: [{ variant_id: of.variants[0], quantity: 2 }] }),
      ),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(11)
    expect(await of.stock()).toEqual([[0], [0]])
    await verified(of)
    await orderly(of)
  })
})

test.each<[string, (store: number) => ReturnType<typeof sql>, string]>([
  [
    'a draft that is an order too',
    store =>
      sql`update draft_orders set id = (select min(id) from orders where store_id = ${store}) where store_id = ${store}`,
    'draft-orders/not-orders',
  ],
  [
    'another total than will be placed',
    store =>
      sql`update draft_orders set document = replace(document, '"total":"21.00"', '"total":"20.00"') where store_id = ${store}`,
    'draft-orders/add-up',
  ],
  [
    'other lines than are shown',
    store =>
      sql`update draft_orders set input = jsonb_set(input, '{products,0,quantity}', '3') where store_id = ${store}`,
    'draft-orders/add-up',
  ],
])('verify finds %s', async (_what, damage, name) => {
  const of = await stocked([[9]])
  await of.place()
  await draft(of)
  await verified(of)
  const done = write(of, async ({ tx }) => {
    expect(await tx.run(damage(of.id))).toBe(1)
    expect((await findBroken(tx, draftOrderChecks, of.id)).map(broken => broken.name)).toEqual([name])
    throw new Error('undo')
  })
  await expect(done).rejects.toThrow('undo')
})
