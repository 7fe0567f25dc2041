/** docs/contract: orders 2.8, 3.4 and 4. */
import type { FulfillmentOrder, Order } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { ask, shop } from '../testing/products.ts'

let of: OrderShop
let made: Order[]

beforeAll(async () => {
  of = await stocked([[100], [100]])
  const { world } = of
  made = []
  const later = () => world.advance(60_000)
  made.push(await of.place({ customer: { name: 'Ána Lima', email: 'ana@example.com' }, total: 50, gateway: 'offline' }))
  later()
  made.push(await of.place({ status: 'closed', payment_status: 'paid', fulfillment: 'unshipped', total: 100 }))
  later()
  made.push(await of.place({ status: 'cancelled', payment_status: 'voided', fulfillment: 'shipped', total: '100.01' }))
  later()
  made.push(await of.place({ fulfillment: 'delivered', customer: { name: 'Bia_%', email: 'bia@1007.example.com' } }))
  later()
})

/** Which of the orders, by their place, a query lists. */
async function listed(query: string): Promise<number[]> {
  const { status, body } = await ask(of, 'GET', `/orders?${query}`)
  expect({ query, status }).toEqual({ query, status: 200 })
  return (body as Order[]).map(({ id }) => made.findIndex(order => order.id === id))
}

describe('each filter', () => {
  const customer = (place: number) => (made[place] as { customer: { id: number } }).customer.id
  const at = (place: number) => encodeURIComponent(made[place]?.created_at ?? '')

  test.each<[string, () => string, number[]]>([
    ['nothing: the newest first', () => '', [3, 2, 1, 0]],
    ['since_id: the oldest first', () => `since_id=${made[1]?.id}`, [2, 3]],
    ['since_id=0', () => 'since_id=0', [0, 1, 2, 3]],
    ['status=any', () => 'status=any', [3, 2, 1, 0]],
    ['all, which some clients say for any', () => 'status=all&payment_status=all', [3, 2, 1, 0]],
    ['status=open', () => 'status=open', [3, 0]],
    ['status=closed', () => 'status=closed', [1]],
    ['status=cancelled', () => 'status=cancelled', [2]],
    ['payment_status=paid', () => 'payment_status=paid', [1]],
    ['payment_status=pending', () => 'payment_status=pending', [3, 0]],
    ['payment_status=refunded', () => 'payment_status=refunded', []],
    ['shipping_status=unpacked', () => 'shipping_status=unpacked', [0]],
    ['shipping_status=unshipped', () => 'shipping_status=unshipped', [1]],
    ['shipping_status=unfulfilled', () => 'shipping_status=unfulfilled', [1]],
    ['shipping_status=shipped', () => 'shipping_status=shipped', [3, 2]],
    ['shipping_status=fulfilled', () => 'shipping_status=fulfilled', [3, 2]],
    ['shipping_status=delivered', () => 'shipping_status=delivered', [3]],
    ['shipping_status=partially_packed', () => 'shipping_status=partially_packed', []],
    ['shipping_status=partially_fulfilled', () => 'shipping_status=partially_fulfilled', []],
    ['channels=api', () => 'channels=api', [3, 2, 1, 0]],
    ['channels=store', () => 'channels=store', []],
    ['channels=any', () => 'channels=any', [3, 2, 1, 0]],
    ['several channels', () => 'channels=store,api', [3, 2, 1, 0]],
    ['shipping_status=packed', () => 'shipping_status=packed', [1]],
    ['several of status, blanks between them', () => 'status=closed,%20cancelled,', [2, 1]],
    ['several of payment_status, the comma encoded', () => 'payment_status=paid%2Cauthorized%2Crefunded', [1]],
    ['several of shipping_status', () => 'shipping_status=unpacked,unfulfilled,partially_fulfilled', [1, 0]],
    ['any among several', () => 'status=closed,any', [3, 2, 1, 0]],
    ['only commas, as without it', () => 'status=,&customer_ids=,,', [3, 2, 1, 0]],
    ['created_at_min, inclusive', () => `created_at_min=${at(2)}`, [3, 2]],
    ['created_at_max, inclusive', () => `created_at_max=${at(1)}`, [1, 0]],
    ['updated_at_min, inclusive', () => `updated_at_min=${at(3)}`, [3]],
    ['updated_at_max, inclusive', () => `updated_at_max=${at(0)}`, [0]],
    ['total_min, inclusive', () => 'total_min=100', [2, 1]],
    ['total_max, inclusive', () => 'total_max=50', [3, 0]],
    ['total_min and total_max', () => 'total_min=50&total_max=100', [1, 0]],
    ['customer_id', () => `customer_id=${customer(0)}`, [0]],
    ['customer_ids', () => `customer_ids=${customer(0)}`, [0]],
    ['several customer_ids', () => `customer_ids=${customer(0)},%20${customer(3)}`, [3, 0]],
    ['app_id', () => `app_id=${of.appId}`, [3, 2, 1, 0]],
    ['a customer or an app that nobody is', () => 'customer_id=0&app_id=0', []],
    ['another app_id', () => `app_id=${of.appId + 1}`, []],
    ['payment_provider', () => 'payment_provider=offline', [0]],
    ['payment_methods', () => 'payment_methods=pix', []],
    ['q: a number', () => 'q=101', [1]],
    ['q: a number as people write it', () => 'q=%23102', [2]],
    ['q: a number, before digits in newer e-mails', () => 'q=100', [0]],
    ['q: digits in an e-mail, where no order bears them', () => 'q=1007', [3]],
    ['q: a part of a name, without its accent', () => 'q=ana%20l', [0]],
    ['q: a part of an e-mail, in any letter case', () => 'q=BIA@', [3]],
    ['q: signs of patterns are texts', () => 'q=_%25', [3]],
    ['q: nothing like it', () => 'q=nobody', []],
    ['q: empty, as without it', () => 'q=', [3, 2, 1, 0]],
    ['q: blank, as without it', () => 'q=%20+%09', [3, 2, 1, 0]],
    ['payment_methods: empty, as without it', () => 'payment_methods=', [3, 2, 1, 0]],
    ['payment_provider: empty, as without it', () => 'payment_provider=', [3, 2, 1, 0]],
    ['empty beside another', () => 'q=&payment_methods=&payment_provider=&status=open', [3, 0]],
    ['several at once', () => 'status=open&shipping_status=shipped', [3]],
  ])('%s', async (_title, query, expected) => {
    expect(await listed(query())).toEqual(expected)
  })

  test('a filter changes the count', async () => {
    expect((await of.client.orders.list({ query: { status: ['open'] } })).total).toBe(2)
    expect((await of.client.orders.list()).total).toBe(4)
  })

  test('orders of another store are not listed', async () => {
    expect(await (await shop()).client.orders.list()).toHaveLength(0)
  })
})

describe('F17: no page reaches past the 10,000th hit', () => {
  test('422 where there are more, and the last page where there are not', async () => {
    const many = await stocked([[5]])
    await many.place()
    await many.db.run(sql`
      insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                          gateway, total, search, behaviour, created_at, updated_at, document, legacy)
      select store_id, id + 1000000 + n, 100 + n, status, payment_status, shipping_status, storefront, app_id, customer_id,
             gateway, total, search, behaviour, created_at, updated_at, document, legacy
        from orders, generate_series(1, 10000) n where store_id = ${many.id}`)
    await many.db.run(sql`update order_numbers set last = last + 10000 where store_id = ${many.id}`)
    const get = (query: string) => ask(many, 'GET', `/orders?fields=id&${query}`)
    expect((await get('per_page=200&page=50')).body).toHaveLength(200)
    for (const query of ['per_page=200&page=51', 'per_page=150&page=67', 'page=400', 'status=open&page=400']) {
      expect(await get(query), query).toMatchObject({ status: 422, body: { code: 422 } })
    }
    // Nobody is counted beyond, where counting would take long; and links lead no further.
    for (const [query, total] of [
      ['', '10001'],
      ['&status=open', '10000'],
    ] as const) {
      const { headers } = await many.request('GET', `/v1/${many.id}/orders?fields=id&per_page=200${query}`)
      expect(headers['x-total-count']).toBe(total)
      expect(headers.link).toMatch(/[?&]page=50>; rel="last"/)
    }
    expect(await get('status=closed&page=400')).toMatchObject({ status: 404, body: { description: 'Last page is 0' } })
  })
})

describe('3.4, D56: shipments inside an order', () => {
  test('a single order names them, a list outlines them', async () => {
    const order = made[3] as Order
    const [shipment] = await of.shipments(order)
    expect(await of.client.orders.get({ params: { id: order.id } })).toMatchObject({ fulfillments: [shipment?.id] })
    const [listed] = (await ask(of, 'GET', '/orders?per_page=1')).body as Order[]
    const { id, number, status, tracking_info, assigned_location, shipping } = shipment as FulfillmentOrder
    expect(listed?.fulfillments).toEqual([
      {
        id,
        number,
        status,
        tracking_info,
        assigned_location: { location_id: assigned_location.location_id, name: assigned_location.name },
        shipping: {
          type: shipping?.type,
          extras: { shippable: true },
          carrier: { name: shipping?.carrier?.name },
          option: { name: shipping?.option?.name },
        },
      },
    ])
  })

  test.each([true, false])(
    'whether they are shippable (%s) is said alike, also of those that earlier releases kept',
    async shippable => {
      const shop = await stocked([[5]], { requires_shipping: shippable })
      const order = await shop.place()
      const at = `/v1/${shop.id}/orders/${order.id}`
      const said = async () => {
        const shown = async (path: string) => JSON.stringify((await ask(shop, 'GET', path)).body)
        const [shipment] = await shop.shipments(order)
        expect(shipment?.shipping?.extras).toEqual({ shippable })
        for (const query of ['', '&aggregates=fulfillment_orders', '&aggregates=allocation']) {
          for (const path of [`/orders?per_page=1${query}`, `/orders/${order.id}/fulfillment-orders/${shipment?.id}`]) {
            expect(await shown(path)).toContain(`"extras":{"shippable":${shippable}}`)
          }
        }
        const path = `${at}/fulfillment-orders/${shipment?.id}`
        const { headers } = await shop.request('PATCH', path, { body: {} })
        expect((await shop.request('GET', path)).headers.etag).toBe(headers.etag)
      }
      await said()
      const old = sql`replace(document, ${`"extras":{"shippable":${shippable}}`}, '"extras":null')`
      await shop.db.run(sql`update fulfillment_orders set document = ${old} where store_id = ${shop.id}`)
      await said()
    },
  )

  test.each(['/orders/:id?', '/orders?per_page=1&'])('%s', async template => {
    const order = made[3] as Order
    const get = async (query: string): Promise<Order> => {
      const { body } = await ask(of, 'GET', template.replace(':id', String(order.id)) + query)
      return [body as Order].flat()[0] as Order
    }
    const plain = await get('')
    expect(plain).not.toHaveProperty('fulfillment_orders')
    const [shipment] = await of.shipments(order)
    const { allocation, ...rest } = shipment ?? {}
    expect(allocation).toBeDefined()
    for (const list of ['fulfillment_orders', 'custom_fields, fulfillment_orders']) {
      const whole = await get(`aggregates=${encodeURIComponent(list)}`)
      expect(whole.fulfillments).toEqual([rest])
      expect(whole.fulfillment_orders).toEqual([rest])
    }
    for (const list of ['custom_fields', 'custom_fields,fulfillment_orders', 'allocation, custom_fields']) {
      expect(await get(`aggregates=${encodeURIComponent(list)}`)).toHaveProperty('custom_fields', [])
    }
    for (const list of ['', 'fulfillment_orders', 'custom']) {
      expect(await get(`aggregates=${list}`)).not.toHaveProperty('custom_fields')
    }
    for (const list of ['allocation', 'fulfillment_orders,allocation']) {
      const whole = await get(`aggregates=${list}`)
      expect(whole.fulfillment_orders).toEqual([shipment])
      expect(whole.fulfillments).toEqual([shipment])
    }
  })
})

test.each(['2025-03', 'unstable'])('2.8, F18: %s leaves out the legacy fields, and nothing else', async version => {
  const order = made[0] as Order
  const old = (await of.request('GET', `/v1/${of.id}/orders/${order.id}`)).body
  const recent = (await of.request('GET', `/${version}/${of.id}/orders/${order.id}`)).body
  const isLegacy = (key: string) =>
    ['shipping', 'shipped_at', 'next_action', 'landing_url'].includes(key) ||
    (key.startsWith('shipping_') && key !== 'shipping_status' && key !== 'shipping_address')
  expect(Object.keys(old).filter(isLegacy)).toHaveLength(19)
  expect(recent).toEqual(Object.fromEntries(Object.entries(old).filter(([key]) => !isLegacy(key))))
  const [listed] = (await of.request('GET', `/${version}/${of.id}/orders?since_id=0&per_page=1`)).body
  expect({ ...listed, fulfillments: recent.fulfillments }).toEqual(recent)
})

test('the customer is shown to who may read customers', async () => {
  const authentication = `bearer ${await of.tokenWith(['read_orders'])}`
  for (const path of [`/orders/${made[0]?.id}`, '/orders?since_id=0&per_page=1']) {
    const { status, body } = await of.request('GET', `/v1/${of.id}${path}`, { headers: { authentication } })
    expect(status).toBe(200)
    expect([body].flat()[0]).not.toHaveProperty('customer')
    expect([(await of.request('GET', `/v1/${of.id}${path}`)).body].flat()[0]).toHaveProperty('customer.email')
  }
})
