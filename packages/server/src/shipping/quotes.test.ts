/** Contract: shipping 5. */
import type { OrderInput } from '@bodega/api'
import { describe, expect, test, vi } from 'vitest'
import { placeAll } from '../orders/place.ts'
import { sql } from '../platform/database/sql.ts'
import { type OrderShop, orderly, planOf, stocked } from '../testing/orders.ts'
import { ask, B, write } from '../testing/products.ts'
import { aTable, byLocation, cart, originsOf, quoted, saoPaulo, shippable } from '../testing/shipping.ts'
import { aLocation } from '../testing/store.ts'
import { namedCarriers } from './named-carriers.ts'
import { forgetQuotes, quotesForOrders } from './quotes.ts'

/** Puts the locations into this order of priority. */
const prioritize = ({ client, locations }: OrderShop, order: readonly number[]) =>
  client.locations.prioritize({ body: order.map((place, priority) => ({ id: locations[place] ?? '', priority })) })

const orderWith = (of: OrderShop, quote_id: string, change: Partial<OrderInput> = {}) =>
  of.place({ products: cart(of), quote_id, ...change })

describe('specification 1.5: the priority of locations decides the shipping origin, and with it cost and delivery time', () => {
  test('same cart, same destination: from A in 5 days, after a change of priorities from B in 2; the order ships so', async () => {
    const of = await stocked([[5], [5]])
    await byLocation(of, [
      ['9.00', 5],
      ['15.00', 2],
    ])
    const before = await quoted(of)
    expect(originsOf(of, before)).toEqual([0])
    expect(before.options).toMatchObject([{ price: '9.00', min_days: 5, max_days: 5 }])
    expect(before.allocation).toMatchObject({ rule: 'single_location', considered: [{ can_give: 1 }, { can_give: 1 }] })

    await prioritize(of, [1, 0])
    const after = await quoted(of)
    expect(originsOf(of, after)).toEqual([1])
    expect(after.options).toMatchObject([{ price: '15.00', min_days: 2, max_days: 2 }])
    await of.events()

    const order = await orderWith(of, after.quote_id)
    expect(order).toMatchObject({
      subtotal: '10.50',
      total: '25.50',
      shipping: 'table',
      shipping_option: 'Correio',
      shipping_option_code: after.options[0]?.code,
      shipping_cost_customer: '15.00',
      shipping_min_days: 2,
      shipping_max_days: 2,
    })
    const shipments = await of.shipments(order)
    expect(planOf(of, shipments)).toEqual([[1, [[0, 1]]]])
    expect(shipments).toMatchObject([
      { shipping: { type: 'ship', consumer_cost: { value: 15, currency: 'BRL' }, merchant_cost: { value: 15 } } },
    ])
    expect(await of.stock()).toEqual([[5], [4]])
    expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending'])
    await orderly(of)
    await shippable(of)
  })

  test('orders 6.2: where the quote leaves the shipping to the order, nobody comes to a location that does not allow it', async () => {
    const of = await stocked([[5], [5]])
    const { quote_id, options } = await quoted(of)
    expect(options).toEqual([])
    const id = of.locations[1] ?? ''
    const pickup = { shipping_pickup_type: 'pickup' as const, shipping_suboption: { id } }
    const refused = B({ 'shipping_suboption.id': ['Location does not allow pickup'] })
    expect(await ask(of, 'POST', '/orders', { products: cart(of), quote_id, ...pickup })).toEqual(refused)
    expect(await of.stock()).toEqual([[5], [5]])
    await orderWith(of, quote_id, { ...pickup, shipping_pickup_type: 'ship' })
    await of.client.locations.update({ params: { id }, body: { allows_pickup: true } })
    const order = await orderWith(of, quote_id, pickup)
    expect(planOf(of, await of.shipments(order))).toEqual([[0, [[0, 1]]]])
  })

  test('the quote made before keeps its plan and its price, although the priorities changed', async () => {
    const of = await stocked([[5], [5]])
    await byLocation(of, [
      ['9.00', 5],
      ['15.00', 2],
    ])
    const { quote_id } = await quoted(of)
    await prioritize(of, [1, 0])
    const order = await orderWith(of, quote_id)
    expect(order).toMatchObject({ shipping_cost_customer: '9.00', shipping_max_days: 5 })
    expect(planOf(of, await of.shipments(order))).toEqual([[0, [[0, 1]]]])
  })
})

describe('shipping 5.2: packages and sums', () => {
  test('a cart that no location has alone is one package per origin, and an option costs the sum over them', async () => {
    const of = await stocked([
      [1, 0],
      [0, 1],
    ])
    await byLocation(of, [
      ['9.05', 5],
      ['15.10', 2],
    ])
    const quote = await quoted(of)
    expect(quote.packages).toMatchObject([
      { location_id: of.locations[0], items: [{ variant_id: of.variants[0], quantity: 1 }], weight: '0.250' },
      { location_id: of.locations[1], items: [{ variant_id: of.variants[1], quantity: 1 }], weight: '0.250' },
    ])
    expect(quote.packages.map(({ options }) => options)).toMatchObject([[{ price: '9.05' }], [{ price: '15.10' }]])
    expect(quote.options).toMatchObject([{ price: '24.15', currency: 'BRL', min_days: 5, max_days: 5 }])
    const order = await orderWith(of, quote.quote_id)
    const shipments = await of.shipments(order)
    expect(shipments.map(({ shipping }) => shipping?.consumer_cost.value)).toEqual([9.05, 15.1])
    expect(order.shipping_cost_customer).toBe('24.15')
    for (const end of ['min_delivery_date', 'max_delivery_date'] as const)
      expect(new Set(shipments.map(({ shipping }) => shipping?.[end])).size).toBe(2)
    await shippable(of)
    await orderly(of)
  })

  test('an option is offered only if every package got it, and the answer says why it is not', async () => {
    const of = await stocked([
      [1, 0],
      [0, 1],
    ])
    const everywhere = await of.client.shippingTables.create({ body: aTable({ name: 'Correio' }) })
    const [location = ''] = of.locations
    await of.client.shippingTables.create({
      body: aTable({ name: 'Moto', zones: [{ rates: [{ location_id: location, steps: [{ price: 3 }] }] }] }),
    })
    await of.client.shippingTables.create({
      body: aTable({ name: 'Navio', zones: [{ ...aTable().zones[0], country: 'AR' } as never] }),
    })
    await of.client.shippingTables.create({
      body: aTable({ name: 'Pluma', zones: [{ rates: [{ steps: [{ price: 1, max_weight: 0.1 }] }] }] }),
    })
    await of.client.shippingTables.create({ body: aTable({ name: 'Ontem', active: false }) })
    const { options, unavailable } = await quoted(of)
    expect(options.map(({ code }) => code)).toEqual([`table_${everywhere.id}`])
    expect(
      unavailable.map(({ name, location_id, reason }) => [name, of.locations.indexOf(location_id), reason]),
    ).toEqual([
      ['Navio', 0, 'no_zone'],
      ['Pluma', 0, 'too_heavy'],
      ['Moto', 1, 'no_rate'],
      ['Navio', 1, 'no_zone'],
      ['Pluma', 1, 'too_heavy'],
    ])
  })

  test('origin and destination are in the texts of carriers; the country of the store is the default', async () => {
    const of = await stocked([[1]])
    const { packages } = await quoted(of, { destination: { zipcode: 1310100 as never } })
    expect(packages[0]?.origin).toEqual({
      location_id: of.locations[0],
      name: 'Depósito',
      address: 'Avenida Paulista',
      number: '1578',
      floor: null,
      locality: null,
      city: 'São Paulo',
      province: 'São Paulo',
      country: 'BR',
      postal_code: '01310-100',
      phone: null,
    })
  })

  test('too little stock is refused as an order is (D52), and an unknown variant too', async () => {
    const of = await stocked([[1], [1]])
    const body = { products: cart(of, 3), destination: saoPaulo }
    expect(await ask(of, 'POST', '/shipping_quotes', body)).toMatchObject({
      status: 422,
      body: { description: 'Insufficient stock', products: [`Variant ${of.variants[0]}: 3 wanted, 2 available`] },
    })
    const unknown = { products: [{ variant_id: 4711, quantity: 1 }], destination: saoPaulo }
    expect(await ask(of, 'POST', '/shipping_quotes', unknown)).toEqual(
      B({ 'products.0.variant_id': ['Variant with such id does not exist'] }),
    )
  })

  test('a quote takes no stock and tells nobody', async () => {
    const of = await stocked([[1]])
    await quoted(of)
    await quoted(of)
    expect(await of.stock()).toEqual([[1]])
    expect(await of.events()).toEqual([])
  })

  test('what needs no shipping weighs and costs nothing', async () => {
    const of = await stocked([[5]], { requires_shipping: false })
    await of.client.shippingTables.create({ body: aTable() })
    const quote = await quoted(of)
    expect(quote).toMatchObject({ packages: [{ weight: '0.000', options: [] }], options: [] })
    const order = await orderWith(of, quote.quote_id)
    expect(order.shipping_cost_customer).toBe('0.00')
    expect(await of.shipments(order)).toMatchObject([{ shipping: { type: 'non-shippable' } }])
  })

  test('free shipping: where all in the package is free and the option allows it, the store pays', async () => {
    const of = await stocked([[5]], { free_shipping: true })
    await of.client.shippingTables.create({ body: aTable({ name: 'Grátis', allow_free_shipping: true }) })
    await of.client.shippingTables.create({ body: aTable({ name: 'Pago' }) })
    const quote = await quoted(of)
    expect(quote.options).toMatchObject([
      { name: 'Grátis', price: '0.00', price_merchant: '10.00' },
      { name: 'Pago', price: '10.00', price_merchant: '10.00' },
    ])
    const order = await orderWith(of, quote.quote_id, { shipping_option: 'Grátis' })
    expect(order).toMatchObject({ shipping_cost_customer: '0.00', shipping_cost_owner: '10.00', total: '10.50' })
    expect(await of.shipments(order)).toMatchObject([
      { shipping: { extras: { free_shipping_info: { consumer_original_cost: { value: 10, currency: 'BRL' } } } } },
    ])
    await shippable(of)
  })

  test('free shipping: where only a part of what is in the package is free, the buyer pays', async () => {
    const of = await stocked([[5, 5]], { free_shipping: true })
    await of.client.products.update({ params: { id: of.products[1] ?? 0 }, body: { free_shipping: false } })
    await of.client.shippingTables.create({ body: aTable({ allow_free_shipping: true }) })
    expect((await quoted(of)).options).toMatchObject([{ price: '10.00', price_merchant: '10.00' }])
  })
})

describe('shipping 5.3: an order bound to a quote', () => {
  test('the stock has moved: 409 plan_changed with the new quote, nothing taken; the new quote works', async () => {
    const of = await stocked([[1], [5]])
    await byLocation(of, [
      ['9.00', 5],
      ['15.00', 2],
    ])
    const { quote_id } = await quoted(of)
    await of.place()
    await of.events()
    const refusal = await ask(of, 'POST', '/orders', { products: cart(of), quote_id })
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 409, message: 'Conflict', description: 'plan_changed', quote: { options: [{ price: '15.00' }] } },
    })
    expect(await of.stock()).toEqual([[0], [5]])
    expect(await of.events()).toEqual([])
    const { quote } = refusal.body as { quote: { quote_id: string } }
    expect(quote.quote_id).not.toBe(quote_id)
    const order = await orderWith(of, quote.quote_id)
    expect(planOf(of, await of.shipments(order))).toEqual([[1, [[0, 1]]]])
    expect(order.shipping_cost_customer).toBe('15.00')
  })

  test('with an Idempotency-Key too: the refusal is not kept, and the key is free for the new quote', async () => {
    const of = await stocked([[1], [5]])
    const { quote_id } = await quoted(of)
    await of.place()
    const post = (body: object, key: string) =>
      of.request('POST', `/v1/${of.id}/orders`, { body, headers: { 'idempotency-key': key } })
    const refusal = await post({ products: cart(of), quote_id }, 'one')
    expect(refusal).toMatchObject({ status: 409, body: { quote: { packages: [{ location_id: of.locations[1] }] } } })
    const again = { products: cart(of), quote_id: refusal.body.quote.quote_id }
    const placed = await post(again, 'one')
    expect(placed.status).toBe(201)
    expect(await post(again, 'one')).toMatchObject({ status: 201, body: { id: placed.body.id } })
  })

  test('where not enough is left anywhere, it is 422 as for every order', async () => {
    const of = await stocked([[1]])
    const { quote_id } = await quoted(of)
    await of.place()
    expect(await ask(of, 'POST', '/orders', { products: cart(of), quote_id })).toMatchObject({
      status: 422,
      body: { description: 'Insufficient stock' },
    })
  })

  test('a location that went meanwhile changes the plan', async () => {
    // Unlimited everywhere, so that the newcomer ships without holding anything.
    const of = await stocked([[null]])
    const newcomer = await of.client.locations.create({ body: aLocation({ priority: 0 }) })
    const { quote_id, packages } = await quoted(of)
    expect(packages).toMatchObject([{ location_id: newcomer.id }])
    await prioritize(of, [0])
    await of.client.locations.delete({ params: { id: newcomer.id } })
    expect(await ask(of, 'POST', '/orders', { products: cart(of), quote_id })).toMatchObject({
      status: 409,
      body: { quote: { packages: [{ location_id: of.locations[0] }] } },
    })
  })

  test('of two orders that one quote promised the last unit, one gets it and the other a new quote', async () => {
    const of = await stocked([[1], [1]])
    const { quote_id } = await quoted(of)
    const place = () => ask(of, 'POST', '/orders', { products: cart(of), quote_id })
    const answers = await Promise.all([place(), place()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      quote: { packages: [{ location_id: of.locations[1] }] },
    })
    await orderly(of)
  })

  test('orders without a quote ask for none; those with one that are placed together ask once', async () => {
    const of = await stocked([[9]])
    const { quote_id } = await quoted(of)
    const find = vi.fn(quotesForOrders({ url: 'http://localhost', rates: { ask: async () => [] } }))
    const placing = async (inputs: Partial<OrderInput>[]) => {
      const { all } = await write(of, call =>
        placeAll(
          call.tx,
          call.store,
          'http://localhost',
          inputs.map(input => ({ call, input: { products: cart(of), ...input } })),
          { findQuotes: find, findCarriers: namedCarriers },
        ),
      )
      return all
    }
    expect(await placing([{}, {}])).toMatchObject([{ id: expect.any(Number) }, { id: expect.any(Number) }])
    expect(find).not.toHaveBeenCalled()
    expect(await placing([{}, { quote_id }, { quote_id }])).toHaveLength(3)
    expect(find).toHaveBeenCalledOnce()
  })

  test('it binds for 15 minutes, in its own store only', async () => {
    const of = await stocked([[9]])
    const other = await stocked([[9]])
    const { quote_id, expires_at } = await quoted(of)
    const unknown = B({ quote_id: ['Quote with such id does not exist, or is no longer valid'] })
    const place = (id: string, from = of) => ask(from, 'POST', '/orders', { products: cart(from), quote_id: id })
    expect(await place(quote_id, other)).toEqual(unknown)
    expect(await place('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual(unknown)
    of.world.advance(15 * 60_000 - 1000)
    expect((await place(quote_id)).status).toBe(201)
    of.world.advance(1000)
    expect(new Date(expires_at.replace('+0000', 'Z')).getTime()).toBeLessThanOrEqual(of.world.now().getTime())
    expect(await place(quote_id)).toEqual(unknown)
  })

  test('the order must be for the products and the destination of the quote', async () => {
    const of = await stocked([[9, 9]])
    const { quote_id } = await quoted(of)
    const place = (change: object) => ask(of, 'POST', '/orders', { products: cart(of), quote_id, ...change })
    const otherProducts = B({ quote_id: ['The quote was made for other products'] })
    expect(await place({ products: cart(of, 2) })).toEqual(otherProducts)
    expect(await place({ products: cart(of).slice(1) })).toEqual(otherProducts)
    const elsewhere = ['is not the destination of the quote']
    expect(await place({ shipping_address: { zipcode: '20000-000' } })).toEqual(
      B({ 'shipping_address.zipcode': elsewhere }),
    )
    expect(await place({ shipping_address: { country: 'AR' } })).toEqual(B({ 'shipping_address.country': elsewhere }))
    const own = ['The quote says where stock is taken: leave out location_id and inventory_behaviour bypass']
    expect(await place({ location_id: of.locations[0] })).toEqual(B({ quote_id: own }))
    expect(await place({ inventory_behaviour: 'bypass' })).toEqual(B({ quote_id: own }))
    expect((await place({ shipping_address: { zipcode: '01310100', country: 'br' } })).status).toBe(201)
    // One that was asked for without a code says nothing of it.
    const { quote_id: anywhere } = await quoted(of, { destination: { country: 'BR' } })
    const order = await orderWith(of, anywhere, { shipping_address: { zipcode: '20000-000' } })
    expect(order.shipping_address?.zipcode).toBe('20000-000')
  })

  test('two lines of one variant are the quantity that was quoted', async () => {
    const of = await stocked([[9]])
    const { quote_id } = await quoted(of, { products: cart(of, 2) })
    const order = await orderWith(of, quote_id, { products: [...cart(of), ...cart(of)] })
    expect(order.products).toHaveLength(2)
  })

  test('the address of the quote fills what the order leaves out', async () => {
    const of = await stocked([[9]])
    const destination = { ...saoPaulo, name: 'Ana', address: 'Rua A', number: '7', city: 'São Paulo', province: 'SP' }
    const { quote_id } = await quoted(of, { destination })
    const order = await orderWith(of, quote_id, { shipping_address: { address: 'Rua B', floor: '2' } })
    expect(order.shipping_address).toMatchObject({
      name: 'Ana',
      address: 'Rua B',
      number: '7',
      floor: '2',
      city: 'São Paulo',
      province: 'SP',
      zipcode: '01310-100',
      country: 'BR',
    })
  })

  test('of several options the order names one by its code; prices that it brings along do not count', async () => {
    const of = await stocked([[9]])
    await of.client.shippingTables.create({ body: aTable({ name: 'A' }) })
    const quick = await of.client.shippingTables.create({
      body: aTable({ name: 'B', zones: [{ rates: [{ min_days: 1, max_days: 1, steps: [{ price: 20 }] }] }] }),
    })
    const { quote_id } = await quoted(of)
    const place = (change: object) => ask(of, 'POST', '/orders', { products: cart(of), quote_id, ...change })
    expect(await place({})).toEqual(B({ shipping_option_code: ['must name one of the options of the quote'] }))
    expect(await place({ shipping_option_code: 'x' })).toEqual(
      B({ shipping_option_code: ['is not an option of the quote'] }),
    )
    const order = await orderWith(of, quote_id, {
      shipping_option_code: `table_${quick.id}`,
      shipping_cost_customer: 1,
      shipping_max_days: 99,
    })
    expect(order).toMatchObject({ shipping_option: 'B', shipping_cost_customer: '20.00', shipping_max_days: 1 })
  })

  test('what the client calls an option matters only where its code does not tell which one is meant', async () => {
    const of = await stocked([[9]])
    await of.client.shippingTables.create({ body: aTable({ name: 'A' }) })
    const quick = await of.client.shippingTables.create({ body: aTable({ name: 'B' }) })
    const { quote_id } = await quoted(of)
    const called = { shipping_option_code: `table_${quick.id}`, shipping_option: 'Para amanhã' }
    for (const named of [called, { shipping_option: 'B' }]) {
      expect(await orderWith(of, quote_id, named)).toMatchObject({
        shipping_option_code: `table_${quick.id}`,
        shipping_option: 'B',
      })
    }
    const refused = B({ shipping_option_code: ['is not an option of the quote'] })
    for (const other of [{ shipping_option: 'C' }, { ...called, shipping: 'correios' }]) {
      expect(await ask(of, 'POST', '/orders', { products: cart(of), quote_id, ...other })).toEqual(refused)
    }
  })
})

describe('the life of a quote', () => {
  test('with an Idempotency-Key the same quote is answered again for a day, also when the stock is gone by now', async () => {
    const of = await stocked([[1]])
    const post = (key: string) =>
      of.request('POST', `/v1/${of.id}/shipping_quotes`, {
        body: { products: cart(of), destination: saoPaulo },
        headers: { 'idempotency-key': key },
      })
    const first = await post('one')
    await of.place()
    expect(await post('one')).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect((await post('two')).status).toBe(422)
    of.world.advance(24 * 60 * 60_000)
    expect((await post('one')).status).toBe(422)
  })

  test('what binds no longer is cleaned up, in portions', async () => {
    const of = await stocked([[9]])
    const { quote_id } = await quoted(of)
    await of.db.run(sql`
      insert into shipping_quotes (store_id, id, document, created_at, expires_at)
      select store_id, n::text, document, created_at, created_at + interval '1 second'
        from shipping_quotes, generate_series(1, 2500) n where store_id = ${of.id}`)
    const kept = () => of.db.run(sql`select id from shipping_quotes where store_id = ${of.id}`)
    const now = of.world.now()
    await forgetQuotes(of.db, new Date(now.getTime() + 60_000))
    expect(await kept()).toBe(1)
    expect((await orderWith(of, quote_id)).id).toBeGreaterThan(0)
    await forgetQuotes(of.db, new Date(now.getTime() + 15 * 60_000))
    expect(await kept()).toBe(0)
  })
})
