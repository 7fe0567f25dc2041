/** Quotes beside orders: who asks for prices must not keep those waiting who buy. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { sql } from '../src/platform/database/sql.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { measure } from './measure.ts'
import { orderOf, stockUp } from './orders.ts'
import type { Run, Scenario } from './scenarios.ts'
import type { Bench } from './world.ts'

const perSecond = 50
const lines = 5
const connections = 16

/** A carrier that always offers the same. */
async function carrier(): Promise<string> {
  const rate = { name: 'Sedex', code: 'sedex', price: 20, currency: 'BRL', type: 'ship', reference: 'r1' }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ rates: [rate] }))
  })
  // It ends with the bench.
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
}

async function registerCarrier({ client }: Catalogue): Promise<void> {
  const callback_url = await carrier()
  const { id } = await client.shippingCarriers.create({ body: { name: 'Transporte', types: 'ship', callback_url } })
  await client.shippingOptions.create({ params: { carrier_id: id }, body: { code: 'sedex', name: 'Sedex' } })
}

/** Each variant at one location only, so that a cart of them comes in as many packages. */
async function scatter({ db }: Bench, { client, store }: Catalogue, variants: readonly number[]): Promise<void> {
  const locations = await client.locations.list()
  await db.run(sql`
    update inventory_levels i set stock = 0
      from unnest(${variants}::bigint[], ${locations.slice(0, lines).map(({ id }) => id)}::text[]) as at (variant_id, location_id)
     where i.store_id = ${store} and i.variant_id = at.variant_id and i.location_id <> at.location_id`)
}

async function runs(bench: Bench): Promise<{ raw: Run; own: Run }> {
  const catalogue = await catalogueOf(bench, 1_000, 'quotes')
  await stockUp(bench, catalogue)
  await registerCarrier(catalogue)
  const variants = catalogue.sample.map(product => product.variants[0]?.id ?? 0)
  const scattered = variants.splice(0, lines)
  await scatter(bench, catalogue, scattered)
  const headers = {
    ...catalogue.headers,
    'content-type': 'application/json',
    'user-agent': 'Bench (bench@example.com)',
  }
  const url = new URL(bench.server.url).origin
  const post = (path: string, body: object): autocannon.Request => ({
    method: 'POST',
    path: `${catalogue.path}/${path}`,
    headers,
    body: JSON.stringify(body),
  })
  const orders = Array.from({ length: Math.floor(variants.length / 3) }, (_, i) =>
    post('orders', orderOf(variants.slice(i * 3, i * 3 + 3))),
  )
  const quote = post('shipping_quotes', {
    products: scattered.map(variant_id => ({ variant_id, quantity: 1 })),
    destination: { zipcode: '01310-100', city: 'São Paulo', province: 'São Paulo', country: 'BR' },
  })
  const raw: Run = seconds =>
    measure({ url, connections, seconds, requests: orders, pids: [bench.database.pid, bench.server.pid] })
  const own: Run = async seconds => {
    const asking = autocannon({ url, connections, duration: seconds, overallRate: perSecond, requests: [quote] })
    const [figures, quotes] = await Promise.all([raw(seconds), asking])
    if (quotes.non2xx > 0 || quotes.errors > 0 || quotes['2xx'] < (perSecond * seconds) / 2)
      throw new Error(`${quotes['2xx']} quotes, ${quotes.non2xx} refusals and ${quotes.errors} errors`)
    return figures
  }
  return { raw, own }
}

export const quoteScenarios: Scenario[] = [
  { name: `POST /orders beside ${perSecond} quotes a second`, limit: 'the same without quotes', runs },
]
