/** A request for each endpoint of the contract, so that an endpoint to come is swept without a line of test. */
import { type Contract, contract, type Endpoint } from '@bodega/api'
import { expect } from 'vitest'
import { emit } from '../events/index.ts'
import { dispatcherOf, obliging } from './receiver.ts'
import { aLocation, type TestStore } from './store.ts'
import { aValue, formOf } from './values.ts'

export interface Probe {
  /** `locations.create` */
  name: string
  /** `POST /locations` */
  title: string
  endpoint: Endpoint
  /** A path with ids that fit their schema; nothing need exist there. */
  path: string
  /** A body that the schema lets pass. */
  body: unknown
}

let made = 0

/** Bodies of endpoints whose schema cannot tell all that they need. */
const bodies: Record<string, () => unknown> = {
  'locations.create': () => aLocation(),
  'customers.create': () => ({ name: 'Ana', email: `ana${++made}@example.com` }),
  'coupons.create': () => ({ code: `CODE${++made}`, type: 'shipping' }),
  // Nothing is attached by it, because there are no pages.
  'metafields.create': () => ({ namespace: 'a', key: 'a', value: 'a', owner_resource: 'Page', owner_id: 1 }),
  'metafields.createOfOrder': () => ({ namespace: 'a', key: `a${++made}`, value: 'a' }),
  'products.create': () => ({ name: 'Shirt', attributes: ['Size'], variants: [{ values: ['One'] }] }),
  'variants.create': () => ({ values: [`Size ${++made}`] }),
  'shippingCarriers.create': () => ({ name: 'Carrier', callback_url: 'https://rates.example/rates', types: 'ship' }),
  'shippingOptions.create': () => ({ code: `option_${++made}`, name: 'Option' }),
  'images.create': () => ({ src: 'https://pictures.example/shirt.png' }),
  'scripts.create': () => ({ src: `https://scripts.example/${++made}.js` }),
  'webhooks.create': () => ({ event: 'order/created', url: 'https://hooks.example/orders' }),
  'webhooks.update': () => ({ url: `https://hooks.example/${++made}` }),
  'trackingEvents.create': () => ({ status: 'in_transit', description: `Event ${++made}` }),
  'fulfillments.create': () => ({ status: 'in_transit', description: `Event ${++made}` }),
  'transactions.create': () => ({
    payment_provider_id: 'provider',
    payment_method: { type: 'pix' },
    first_event: { type: 'sale', status: 'pending', amount: { value: '1.00', currency: 'BRL' } },
  }),
  'transactions.addEvent': () => ({ type: 'sale', status: 'pending' }),
  'trackingEvents.update': () => ({ status: 'delayed', description: `Event ${++made}` }),
}

export const fill = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))

function probe(name: string, endpoint: Endpoint): Probe {
  const title = `${endpoint.method} ${endpoint.path}`
  const path = fill(endpoint.path, endpoint.params ? (aValue(endpoint.params) as Record<string, unknown>) : {})
  return { name, title, endpoint, path, body: bodyFor(name, endpoint) }
}

const bodyFor = (name: string, { body }: Endpoint): unknown => bodies[name]?.() ?? (body ? aValue(body) : undefined)

export const probes: readonly Probe[] = Object.entries(contract as Contract).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => probe(`${resource}.${name}`, endpoint)),
)

/** What takes fields: an action without any takes whatever is sent. */
export const withFields = probes.flatMap(probe => {
  const { body } = probe.endpoint
  return body && (formOf(body).type ?? formOf(body).anyOf) ? [{ ...probe, schema: body }] : []
})

export const reads = probes.filter(({ endpoint }) => endpoint.method === 'GET')
/** There are no pages, so nothing can be attached to one. */
const alwaysEmpty = ['/metafields/pages']
export const lists = probes.filter(({ endpoint }) => endpoint.list && !alwaysEmpty.includes(endpoint.path))
export const singles = reads.filter(({ endpoint }) => !endpoint.list)
export const writes = probes.filter(({ endpoint }) => endpoint.method !== 'GET')

/** Those with an id in their path, and the names of the ids. */
export const withIds = probes.filter(({ endpoint }) => endpoint.params)

type Params = Record<string, unknown>

/** A product as the POST on its path makes it, but for what is given. */
async function aProduct({ request, id }: TestStore, change: object) {
  const { status, body } = await request('POST', `/v1/${id}/products`, { body: { name: 'Shirt', ...change } })
  expect(status).toBe(201)
  const [variant] = body.variants
  return { product: body.id, variant: variant.id }
}

const productOf = new Map<unknown, unknown>()

/** How to make what no POST of the same path makes: by the path before the id. */
const makers: Record<string, (store: TestStore, params: Params) => Promise<unknown>> = {
  '/products/sku': async store => {
    const sku = `SKU ${++made}`
    await aProduct(store, { sku })
    return sku
  },
  '/variants': async store => {
    const { product, variant } = await aProduct(store, {})
    productOf.set(variant, product)
    return variant
  },
  // Those whose custom fields are asked for.
  '/products/variants': async store => (await aProduct(store, {})).variant,
  '/variants/:id/stock-movements': async ({ request, id }, params) => {
    const path = `/v1/${id}/products/${productOf.get(Number(params.id))}/variants/${params.id}`
    return request('PUT', path, { body: { stock: ++made } })
  },
  '/locations/:id/stock-movements': (store, params) =>
    aProduct(store, { inventory_levels: [{ location_id: params.id, stock: 1 }] }),
}

/** What a shop sells, without limit: made once for each. */
const sold = new WeakMap<TestStore, Promise<{ product: unknown; variant: unknown }>>()

async function soldBy(store: TestStore): Promise<{ product: unknown; variant: unknown }> {
  const product = sold.get(store) ?? aProduct(store, {})
  sold.set(store, product)
  return product
}

makers['/orders'] = async store => {
  const { variant } = await soldBy(store)
  const body = { products: [{ variant_id: variant, quantity: 1 }], shipping_pickup_type: 'ship' }
  const answer = await store.request('POST', `/v1/${store.id}/orders`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

makers['/draft_orders'] = async store => {
  const { variant } = await soldBy(store)
  const contact = { contact_name: 'Ana', contact_lastname: 'Lima', contact_email: 'ana@example.com' }
  const body = { ...contact, payment_status: 'unpaid', products: [{ variant_id: variant, quantity: 1 }] }
  const answer = await store.request('POST', `/v1/${store.id}/draft_orders`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Something to attach a metafield to, for each of the lists. */
const owners: Record<string, (store: TestStore) => Promise<[owner_resource: string, owner_id: unknown]>> = {
  products: async store => ['Product', (await soldBy(store)).product],
  product_variants: async store => ['Product_Variant', (await soldBy(store)).variant],
  categories: async store => ['Category', await make(store, '/categories', {})],
  orders: async store => ['Order', await make(store, '/orders', {})],
  customers: async store => ['Customer', await make(store, '/customers', {})],
}

for (const [path, owner] of Object.entries(owners)) {
  makers[`/metafields/${path}`] = async store => {
    const [owner_resource, owner_id] = await owner(store)
    const body = { namespace: 'test', key: `key_${++made}`, value: 'x', owner_resource, owner_id }
    const answer = await store.request('POST', `/v1/${store.id}/metafields`, { body })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
}
makers['/metafields'] = (store, params) => make(store, '/metafields/products', params)

makers['/orders/:order_id/fulfillment-orders'] = async (store, params) => {
  const { body } = await store.request('GET', `/v1/${store.id}/orders/${params.order_id}`)
  return body.fulfillments[0]
}

/** Events come to a shipment that is under way. */
makers['/orders/:order_id/fulfillment-orders/:fulfillment_order_id/tracking-events'] = async (store, params) => {
  const path = `/v1/${store.id}/orders/${params.order_id}/fulfillment-orders/${params.fulfillment_order_id}`
  await store.request('POST', `${path}/fulfill`)
  const answer = await store.request('POST', `${path}/tracking-events`, { body: bodies['trackingEvents.create']?.() })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** The same for the events of the first shipment, as older clients know them. */
makers['/orders/:order_id/fulfillments'] = async (store, params) => {
  const path = `/v1/${store.id}/orders/${params.order_id}`
  await store.request('POST', `${path}/fulfill`)
  const answer = await store.request('POST', `${path}/fulfillments`, { body: bodies['fulfillments.create']?.() })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Something happens that the webhooks above listen for, and whoever is told answers 200. One after the other. */
let telling: Promise<unknown> = Promise.resolve()
makers['/webhooks/:webhook_id/deliveries'] = (store, params) => {
  const delivery = telling.then(async () => {
    await store.db.tx(async tx => emit(tx, store.id, store.world.now(), 'order/created', { id: ++made }))
    await dispatcherOf(store, { outbound: obliging }).tick()
    const { body } = await store.request('GET', `/v1/${store.id}/webhooks/${params.webhook_id}/deliveries`)
    return body[0].id
  })
  telling = delivery
  return delivery
}

/** A list over carriers has one more for each carrier. */
makers['/shipping_carriers/options'] = (store, params) => make(store, '/shipping_carriers', params)

/** Lists that are never empty: a product has a variant from the first, and that one its first movement. */
export const fromTheFirst: Record<string, number> = {
  '/products/:product_id/variants': 1,
  '/variants/:id/stock-movements': 1,
}

/** Makes one thing by the POST on this path, and gives its id. */
export async function make(store: TestStore, path: string, params: Params): Promise<unknown> {
  const maker = makers[path]
  if (maker) return maker(store, params)
  const found = probes.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === path)
  if (!found) throw new Error(`nothing makes ${path}/:id: tell probes.ts how`)
  const answer = await store.request('POST', `/v1/${store.id}${fill(path, params)}`, {
    body: bodyFor(found.name, found.endpoint),
  })
  expect(answer).toMatchObject({ status: 201, body: { id: expect.anything() } })
  return answer.body.id
}

/** Ids of things that exist, for a path. Two of each are made: the last one is nothing special, so it may go. */
export async function existing(store: TestStore, path: string): Promise<string> {
  const params: Params = {}
  const segments = path.split('/')
  for (const [index, segment] of segments.entries()) {
    if (!segment.startsWith(':')) continue
    const collection = segments.slice(0, index).join('/')
    await make(store, collection, params)
    params[segment.slice(1)] = await make(store, collection, params)
  }
  return fill(path, params)
}
