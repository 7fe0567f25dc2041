/** Contract: shipping 2, 3 and 5 with a real carrier: an HTTP server that is asked for rates. */

import type { ServerResponse } from 'node:http'
import { RateRequest } from '@bodega/api'
import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, test } from 'vitest'
import { resumeActor, suspendActor } from '../access/index.ts'
import { aRate, carrierServer, type Reply, rates, register, type TestCarrier } from '../testing/carrier.ts'
import { type OrderShop, orderly, planOf, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'
import { aTable, cart, quoted, saoPaulo, shippable } from '../testing/shipping.ts'
import { app, testWorld } from '../testing/store.ts'

const world = testWorld()
/** One that waits as long as a busy machine may need, and one for carriers that take too long. */
let server: Awaited<ReturnType<typeof app>>
let hasty: Awaited<ReturnType<typeof app>>
const timeout = 2000
beforeAll(async () => {
  server = await app({ world, carrierTimeout: 20_000 })
  hasty = await app({ world, carrierTimeout: timeout })
})

const shopWith = (levels: Parameters<typeof stocked>[0], product: Parameters<typeof stocked>[1] = {}, at = server) =>
  stocked(levels, product, { server: at, world })

/** Two origins: the first product is here, the second there. */
const divided = (product: Parameters<typeof stocked>[1] = {}, at = server) =>
  shopWith(
    [
      [5, 0],
      [0, 5],
    ],
    product,
    at,
  )

describe('shipping 2: one request per carrier and origin location', () => {
  let of: OrderShop
  let asked: { a: TestCarrier['asked']; b: TestCarrier['asked'] }
  let carrier: { id: number; option: number }
  const address = {
    name: 'Ana',
    address: 'Rua A',
    number: '7',
    floor: '2',
    locality: 'Centro',
    city: 'São Paulo',
    province: 'São Paulo',
    country: 'BR',
    postal_code: '01310-100',
    phone: '11 5555',
  }
  beforeAll(async () => {
    of = await divided({ sku: 'S1', weight: '0.250', width: 10, height: 20.5, depth: 30 })
    const a = await carrierServer(rates([aRate()]))
    const b = await carrierServer(rates([aRate()]))
    const { id } = await register(of, { callback_url: `${a.url}?key=1` }, [
      { additional_cost: 1.5, additional_days: 2, allow_free_shipping: true },
      { code: 'off', name: 'Off', active: false },
    ])
    await register(of, { callback_url: b.url, name: 'Outro' })
    await quoted(of, { destination: address, products: cart(of, 2) })
    const [option] = await of.client.shippingOptions.list({ params: { carrier_id: id } })
    carrier = { id, option: option?.id ?? 0 }
    asked = { a: a.asked, b: b.asked }
  })

  test('a split cart asks each carrier once per origin', () => {
    for (const one of [asked.a, asked.b]) {
      expect(one.map(({ body }) => of.locations.indexOf(body.origin.location_id)).toSorted()).toEqual([0, 1])
    }
  })

  test('by POST, as JSON, to the callback_url with its query', () => {
    expect(asked.a[0]).toMatchObject({
      method: 'POST',
      url: '/rates?key=1',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Bodega' },
    })
  })

  test.each<[keyof RateRequest, () => unknown]>([
    ['cart_id', () => null],
    ['store_id', () => of.id],
    ['currency', () => 'BRL'],
    ['language', () => 'pt'],
    [
      'origin',
      () => ({
        name: 'Depósito',
        location_id: of.locations[0],
        address: 'Avenida Paulista',
        number: '1578',
        floor: null,
        locality: null,
        city: 'São Paulo',
        province: 'São Paulo',
        country: 'BR',
        postal_code: '01310-100',
        phone: null,
      }),
    ],
    ['destination', () => address],
    [
      'items',
      () => [
        {
          id: of.variants[0],
          product_id: of.products[0],
          name: 'Produto 1',
          sku: 'S1',
          quantity: 2,
          free_shipping: false,
          grams: 250,
          price: 10.5,
          dimensions: { width: 10, height: 20.5, depth: 30 },
        },
      ],
    ],
    [
      'carrier',
      () => ({
        id: String(carrier.id),
        name: 'Transporte',
        options: [
          {
            id: String(carrier.option),
            name: 'Sedex',
            code: 'sedex',
            allow_free_shipping: true,
            additional_cost: { amount: 1.5, currency: 'BRL' },
            additional_days: 2,
          },
        ],
      }),
    ],
  ])('%s', (field, expected) => {
    const first = asked.a.find(({ body }) => body.origin.location_id === of.locations[0])
    expect(first?.body[field]).toEqual(expected())
  })

  test('these fields, and no others', () => {
    const isRequest = Compile(RateRequest)
    for (const { body } of [...asked.a, ...asked.b]) {
      expect(isRequest.Check(body)).toBe(true)
      expect(Object.keys(body).toSorted()).toEqual(Object.keys(RateRequest.properties).toSorted())
    }
  })

  test('of the destination perhaps only country and postal_code are filled', async () => {
    const small = await shopWith([[5]])
    const server = await carrierServer(rates([]))
    await register(small, { callback_url: server.url })
    await quoted(small)
    const filled = server.asked.map(({ body }) => Object.entries(body.destination).filter(([, text]) => text !== null))
    expect(filled).toEqual([
      [
        ['country', 'BR'],
        ['postal_code', '01310-100'],
      ],
    ])
  })

  test('while its app is suspended a carrier is told nothing of buyers, and asked again afterwards', async () => {
    const shop = await shopWith([[5]])
    const carrier = await carrierServer(rates([aRate()]))
    await register(shop, { callback_url: carrier.url })
    const authentication = `bearer ${await shop.tokenWith(['read_shipping'])}`
    const optionsNow = async () => {
      const body = { products: cart(shop), destination: saoPaulo }
      const { status, body: quote } = await shop.request('POST', '/v1/shipping_quotes', {
        headers: { authentication },
        body,
      })
      return [status, quote.options.length]
    }
    const actor = `app:${shop.appId}`
    await shop.db.tx(tx => suspendActor(tx, world.now(), shop.id, actor))
    expect(await optionsNow()).toEqual([200, 0])
    expect(carrier.asked).toEqual([])
    await shop.db.tx(tx => resumeActor(tx, shop.id, actor))
    expect(await optionsNow()).toEqual([200, 1])
  })

  test('what needs no shipping is not asked for; a carrier or option that is not active neither', async () => {
    const digital = await shopWith([[5]], { requires_shipping: false })
    const small = await shopWith([[5]])
    const server = await carrierServer(rates([aRate()]))
    await register(digital, { callback_url: server.url })
    await register(small, { callback_url: server.url, active: false })
    await register(small, { callback_url: server.url }, [{ active: false }])
    await register(small, { callback_url: server.url }, [])
    await quoted(digital)
    expect((await quoted(small)).options).toEqual([])
    expect(server.asked).toEqual([])
  })
})

describe('shipping 3, 5: what carriers answer', () => {
  test('an option costs the sum over the packages; the order has it, each shipment its part, to the cent', async () => {
    const of = await divided()
    const carrier = await carrierServer(
      rates(({ origin }) =>
        origin.location_id === of.locations[0]
          ? [aRate({ price: 10.1, price_merchant: 12.05, reference: 'A', max_delivery_date: in5Days() })]
          : [aRate({ price: 20.2, reference: 'B', max_delivery_date: in5Days(2) })],
      ),
    )
    const { id } = await register(of, { callback_url: carrier.url }, [{ additional_cost: 1.01, additional_days: 1 }])
    const quote = await quoted(of)
    expect(quote.options).toMatchObject([
      { shipping: `api_${id}`, code: 'sedex', price: '32.32', price_merchant: '32.25', reference: 'A' },
    ])
    const order = await of.place({ products: cart(of), quote_id: quote.quote_id })
    expect(order).toMatchObject({
      shipping: `api_${id}`,
      shipping_carrier_name: 'Transporte',
      shipping_option: 'Sedex',
      shipping_option_code: 'sedex',
      shipping_option_reference: 'A',
      shipping_pickup_type: 'ship',
      shipping_cost_customer: '32.32',
      shipping_cost_owner: '32.25',
      shipping_max_days: quote.options[0]?.max_days,
    })
    const shipments = await of.shipments(order)
    expect(planOf(of, shipments)).toEqual([
      [0, [[0, 1]]],
      [1, [[1, 1]]],
    ])
    expect(shipments.map(({ shipping }) => shipping)).toMatchObject([
      {
        type: 'ship',
        carrier: { carrier_id: String(id), code: 'api', name: 'Transporte', app_id: String(of.appId) },
        option: { name: 'Sedex', code: 'sedex', reference: 'A', allow_free_shipping: false },
        consumer_cost: { value: 11.11, currency: 'BRL' },
        merchant_cost: { value: 12.05, currency: 'BRL' },
        extras: { id_required: false, phone_required: false, accepts_cod: true, free_shipping_info: null },
      },
      { option: { reference: 'B' }, consumer_cost: { value: 21.21 }, merchant_cost: { value: 20.2 } },
    ])
    await shippable(of)
    await orderly(of)
  })

  /** A Friday evening must not matter. */
  const in5Days = (more = 0) => new Date(world.now().getTime() + (5 + more) * 86_400_000).toISOString()

  test('an option is offered only if every origin has it', async () => {
    const of = await divided()
    const carrier = await carrierServer(
      rates(({ origin }) => [aRate(), ...(origin.location_id === of.locations[0] ? [aRate({ code: 'pac' })] : [])]),
    )
    await register(of, { callback_url: carrier.url }, [{}, { code: 'pac', name: 'PAC' }])
    expect((await quoted(of)).options.map(({ code }) => code)).toEqual(['sedex'])
  })

  test('two carriers with one code are two options: the order says which by `shipping`', async () => {
    const of = await shopWith([[5]])
    const cheap = await carrierServer(rates([aRate({ price: 1 })]))
    const dear = await carrierServer(rates([aRate({ price: 2 })]))
    const { id } = await register(of, { callback_url: dear.url })
    await register(of, { callback_url: cheap.url })
    const { quote_id, options } = await quoted(of)
    expect(options.map(({ price }) => price)).toEqual(['1.00', '2.00'])
    const body = { products: cart(of), quote_id, shipping_option_code: 'sedex' }
    expect((await ask(of, 'POST', '/orders', body)).status).toBe(422)
    expect(await ask(of, 'POST', '/orders', { ...body, shipping: `api_${id}` })).toMatchObject({
      status: 201,
      body: { shipping_cost_customer: '2.00' },
    })
  })

  test('a pickup point: the order and its shipments say where and when', async () => {
    const of = await shopWith([[5]])
    const point = (name: string, reference: string) =>
      aRate({
        name,
        type: 'pickup',
        reference,
        address: {
          address: 'Rua B',
          number: '9',
          city: 'Santos',
          province: 'São Paulo',
          country: 'BR',
          zipcode: '11000',
        },
        hours: [
          { day: 0, start: '0900', end: '1200' },
          { day: 6, start: '0900', end: '1800' },
        ],
      } as never)
    const carrier = await carrierServer(rates([point('Ponto 1', 'p1'), point('Ponto 2', 'p2')]))
    await register(of, { callback_url: carrier.url })
    const { quote_id, options } = await quoted(of)
    expect(options.map(({ name, type }) => [name, type])).toEqual([
      ['Ponto 1', 'pickup'],
      ['Ponto 2', 'pickup'],
    ])
    const order = await of.place({ products: cart(of), quote_id, shipping_option_reference: 'p2' })
    expect(order).toMatchObject({
      shipping_pickup_type: 'pickup',
      shipping_option: 'Ponto 2',
      shipping_pickup_details: { name: 'Ponto 2', address: { address: 'Rua B' }, hours: [{ day: 0 }, { day: 6 }] },
      shipping_suboption: { id: 'p2' },
    })
    expect(await of.shipments(order)).toMatchObject([
      {
        shipping: {
          type: 'pickup',
          pickup_details: {
            location_id: 'p2',
            name: 'Ponto 2',
            address: { street: 'Rua B', number: '9', city: 'Santos', zipcode: '11000', country: { code: 'BR' } },
            pickup_hours: [
              { day: 'SUNDAY', start: '0900', end: '1200' },
              { day: 'SATURDAY', start: '0900', end: '1800' },
            ],
          },
        },
      },
    ])
  })

  test('the cache answers the second quote; what the store adds counts at once', async () => {
    const of = await shopWith([[5]])
    const carrier = await carrierServer(rates([aRate()]))
    const { id: carrier_id } = await register(of, { callback_url: carrier.url })
    expect((await quoted(of)).options).toMatchObject([{ price: '20.00' }])
    const [option] = await of.client.shippingOptions.list({ params: { carrier_id } })
    await of.client.shippingOptions.update({
      params: { carrier_id, id: option?.id ?? 0 },
      body: { additional_cost: 5 },
    })
    expect((await quoted(of)).options).toMatchObject([{ price: '25.00' }])
    expect(carrier.asked).toHaveLength(1)
    world.advance(15 * 60_000)
    await quoted(of)
    expect(carrier.asked).toHaveLength(2)
  })
})

describe('shipping 3.1: a carrier that does not do its part costs the buyer at most the timeout, and never the quote', () => {
  const bad: Record<string, { reply: Reply; reason: string }> = {
    never: { reply: () => {}, reason: 'timeout' },
    late: {
      reply: (_request, response) => {
        setTimeout(() => rates([aRate()])(_request, response), timeout * 5).unref()
      },
      reason: 'timeout',
    },
    'drop by drop': {
      reply: (_request, response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
      reason: 'timeout',
    },
    'without end': { reply: (_request, response) => pour(response), reason: 'too_large' },
    huge: {
      reply: (_request, response) => response.end(JSON.stringify({ rates: Array(20_000).fill(aRate()) })),
      reason: 'too_large',
    },
    'in the middle cut off': {
      reply: (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"rates":[', () => response.destroy())
      },
      reason: 'unreachable',
    },
    'no JSON': { reply: (_request, response) => response.end('<html>'), reason: 'invalid_answer' },
    'another JSON': { reply: (_request, response) => response.end('{"rate":1}'), reason: 'invalid_answer' },
    'rates that are none': { reply: rates([{}, null, 'x', aRate({ code: 'other' })]), reason: 'no_rate' },
    'a redirect': {
      reply: (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      reason: 'status_302',
    },
    'a refusal': { reply: rates([], 422), reason: 'status_422' },
    'a fault': { reply: rates([aRate()], 500), reason: 'status_500' },
  }

  function pour(response: ServerResponse): void {
    while (response.write(Buffer.alloc(65_536, ' ')));
    response.once('drain', () => pour(response))
  }

  async function withGood(url: string, at = server): Promise<OrderShop> {
    const of = await divided({}, at)
    const good = await carrierServer(rates([aRate({ name: 'Boa' })]))
    await register(of, { callback_url: url, name: 'Má' })
    await register(of, { callback_url: good.url })
    await of.client.shippingTables.create({ body: aTable() })
    return of
  }

  test.each(Object.entries(bad))('%s', async (_title, { reply, reason }) => {
    const carrier = await carrierServer(reply)
    const of = await withGood(carrier.url, reason === 'timeout' ? hasty : server)
    const from = performance.now()
    const { options, unavailable } = await quoted(of)
    // Without a limit it would be that of the test, 30 seconds; the machine may have other things to do.
    if (reason === 'timeout') expect(performance.now() - from).toBeLessThan(timeout * 10)
    expect(options.map(({ name }) => name)).toEqual(['Correio', 'Boa'])
    expect(
      unavailable.map(({ name, location_id, reason: why }) => [name, of.locations.indexOf(location_id), why]),
    ).toEqual([
      ['Má', 0, reason],
      ['Má', 1, reason],
    ])
  })

  test('nobody there', async () => {
    const of = await withGood('http://127.0.0.1:1/rates')
    const { options, unavailable } = await quoted(of)
    expect(options).toHaveLength(2)
    expect(unavailable).toMatchObject([{ reason: 'unreachable' }, { reason: 'unreachable' }])
  })

  test('D64: an address that is private by now is not connected to', async () => {
    const carrier = await carrierServer(rates([aRate()]))
    const of = await shopWith([[5]])
    await register(of, { callback_url: carrier.url })
    const strict = await app({ world, allowPrivateAddresses: false })
    const answer = await strict.inject({
      method: 'POST',
      url: `/v1/${of.id}/shipping_quotes`,
      headers: { ...of.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ products: cart(of), destination: saoPaulo }),
    })
    expect(answer.json()).toMatchObject({ options: [], unavailable: [{ reason: 'refused_address' }] })
    expect(carrier.asked).toEqual([])
  })

  test('quotes that wait hold no connection: orders go on meanwhile, with and without an Idempotency-Key', async () => {
    const waiting: (() => void)[] = []
    const carrier = await carrierServer((request, response) => {
      waiting.push(() => rates([aRate()])(request, response))
    })
    const of = await shopWith([[100]])
    await register(of, { callback_url: carrier.url })
    // More than the pool has connections.
    const quotes = Array.from({ length: 60 }, (_, i) =>
      of.request('POST', `/v1/${of.id}/shipping_quotes`, {
        body: { products: cart(of, i + 1), destination: saoPaulo },
        headers: i % 2 ? { 'idempotency-key': `quote ${i}` } : {},
      }),
    )
    await expect.poll(() => waiting.length, { timeout: 15_000 }).toBe(60)
    expect((await of.place()).id).toBeGreaterThan(0)
    for (const answer of waiting) answer()
    for (const { status, body } of await Promise.all(quotes)) {
      expect({ status, body }).toMatchObject({ status: 200, body: { options: [{ code: 'sedex' }] } })
    }
  })
})
