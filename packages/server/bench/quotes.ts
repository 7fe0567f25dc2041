/** Quotes, and quotes beside orders: who asks for prices must not keep those waiting who buy. */
import { once as heard } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '../src/platform/database/sql.ts'
import { type Catalogue, catalogueOf, smallest } from './catalogue.ts'
import { orderOf } from './order-input.ts'
import { changing, inTurn, type Request } from './request.ts'
import { type Scenario, type Side, toBare, toServers } from './sides.ts'
import { type Bench, mirror } from './world.ts'

const perSecond = 50
const packages = 5

/** A carrier that always offers the same. */
async function openCarrier(bench: Bench): Promise<string> {
  const rate = { name: 'Sedex', code: 'sedex', price: 20, currency: 'BRL', type: 'ship', reference: 'r1' }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ rates: [rate] }))
  })
  server.listen(0, '127.0.0.1')
  await heard(server, 'listening')
  bench.atEnd(async () => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
}

async function registerCarrier(bench: Bench, { client }: Catalogue): Promise<void> {
  const callback_url = await openCarrier(bench)
  const { id } = await client.shippingCarriers.create({ body: { name: 'Transporte', types: 'ship', callback_url } })
  await client.shippingOptions.create({ params: { carrier_id: id }, body: { code: 'sedex', name: 'Sedex' } })
}

/** Each variant at one location only, so that a cart of them comes in as many packages. */
async function scatter({ db }: Bench, { store, locations }: Catalogue, variants: readonly number[]): Promise<void> {
  await db.run(sql`
    update inventory_levels i set stock = 0
      from unnest(${variants}::bigint[], ${locations.slice(0, packages)}::text[]) as at (variant_id, location_id)
     where i.store_id = ${store} and i.variant_id = at.variant_id and i.location_id <> at.location_id`)
}

const shops = new Map<Bench, ReturnType<typeof openQuotes>>()

/** A store of its own, whose first five products come from five locations. */
async function openQuotes(bench: Bench) {
  const catalogue = await catalogueOf(bench, smallest, 'quotes')
  await registerCarrier(bench, catalogue)
  const variants = catalogue.sample.map(product => product.variants[0]?.id ?? 0)
  const scattered = variants.splice(0, packages)
  await scatter(bench, catalogue, scattered)
  const post = (path: string, body: object): Request => ({
    method: 'POST',
    path: `${catalogue.path}/${path}`,
    headers: catalogue.writing,
    body: JSON.stringify(body),
  })
  const cart = {
    products: scattered.map(variant_id => ({ variant_id, quantity: 1 })),
    destination: { zipcode: '01310-100', city: 'São Paulo', province: 'São Paulo', country: 'BR' },
  }
  const orders = Array.from({ length: Math.floor(variants.length / 3) }, (_, i) =>
    post('orders', orderOf(variants.slice(i * 3, i * 3 + 3))),
  )
  return { catalogue, cart, quote: inTurn([post('shipping_quotes', cart)]), orders: inTurn(orders) }
}

function quotesOf(bench: Bench): ReturnType<typeof openQuotes> {
  const known = shops.get(bench) ?? openQuotes(bench)
  shops.set(bench, known)
  return known
}

export const quoteScenarios: Scenario[] = [
  {
    name: 'POST /shipping_quotes, 5 packages',
    limit: 'bare route, one update of the same bytes and one insert in a transaction',
    connections: [16],
    async prepare(bench) {
      const { catalogue, cart, quote } = await quotesOf(bench)
      const answer = await catalogue.client.shippingQuotes.create({ body: cart })
      const [id] = await mirror(bench, 'quote', [JSON.stringify(answer)])
      const put = { method: 'PUT' as const, path: `/one/${id}`, headers: catalogue.writing }
      return {
        own: toServers(bench, quote),
        raw: toBare(
          bench,
          changing([put], n => ({ n, ...cart })),
        ),
      }
    },
  },
  {
    name: `POST /orders beside ${perSecond} quotes a second`,
    limit: 'the same without quotes',
    connections: [16],
    isDetail: true,
    async prepare(bench) {
      const { orders, quote } = await quotesOf(bench)
      const raw = toServers(bench, orders)
      const own: Side = async circumstances => {
        const asking = toServers(bench, quote)({ ...circumstances, overallRate: perSecond })
        const [figures, quotes] = await Promise.all([raw(circumstances), asking])
        // A steady rate begins with the second second.
        if (quotes.rate === 0 && circumstances.seconds >= 2) throw new Error('no quote was answered')
        return figures
      }
      return { own, raw }
    },
  },
]
