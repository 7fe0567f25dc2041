/** Stores with many orders, to measure how the cost of a request grows with them. */
import { sql } from '../src/platform/database/sql.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { mirrored } from './lists.ts'
import { orderOf, stockUp } from './orders.ts'
import type { Scenario } from './scenarios.ts'
import type { Bench } from './world.ts'

const sizes = [10_000, 1_000_000]

type Past = Catalogue & { orders: number }

const planted = new Map<number, Promise<Catalogue>>()

/** A store of its own for each size, with orders over the last two years. */
function pastOf(bench: Bench, size: number): Promise<Catalogue> {
  const known = planted.get(size) ?? plant(bench, size)
  planted.set(size, known)
  return known
}

/** Copies of an order that our server has placed, with what filters look at made different. */
async function plant(bench: Bench, size: number): Promise<Catalogue> {
  const catalogue = await catalogueOf(bench, 1_000, `orders ${size}`)
  const { client, store, sample } = catalogue
  await stockUp(bench, catalogue)
  const cart = sample.slice(0, 3).map(product => product.variants[0]?.id ?? 0)
  const { id } = await client.orders.create({ body: orderOf(cart) })
  const from = performance.now()
  for (let done = 0; done < size; done += 50_000) {
    const count = Math.min(50_000, size - done)
    await bench.db.run(sql`
      with many as (
        select n, nextval(pg_get_serial_sequence('orders', 'id')) as id,
               now() - interval '730 days' * (1 - n::float8 / ${size}::int) as at
          from generate_series(${done}::int, ${done + count - 1}::int) n
      ), made as (
        insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                            gateway, total, search, behaviour, created_at, updated_at, document, legacy)
        select o.store_id, m.id, o.number + m.n + 1, case when m.n % 10 = 0 then 'open' else 'closed' end,
               case when m.n % 20 = 0 then 'pending' else 'paid' end,
               case when m.n % 10 = 0 then 'unpacked' else 'delivered' end,
               o.storefront, o.app_id, o.customer_id, o.gateway, (m.n % 50000) + 1, 'buyer ' || md5(m.n::text), o.behaviour,
               m.at, m.at, o.document, o.legacy
          from many m, orders o where o.store_id = ${store} and o.id = ${id}
        returning store_id, id
      )
      insert into fulfillment_orders (store_id, order_id, number, id, location_id, status, claims, document)
      select m.store_id, m.id, f.number, 'past' || m.id, f.location_id, 'DELIVERED', '[]', f.document
        from made m join fulfillment_orders f on f.store_id = m.store_id and f.order_id = ${id}`)
  }
  await bench.db.run(sql`update order_numbers set last = last + ${size} where store_id = ${store}`)
  await bench.tidy()
  console.log(`  ${size} orders planted in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return catalogue
}

const list = (name: string, query: string | ((past: Past) => Promise<string>)): Scenario => ({
  name: `GET /orders${name}`,
  limit: 'one prepared select of the rows of a list, same bytes',
  sizes,
  async prepare(bench, size) {
    const catalogue = await pastOf(bench, size)
    const filter = typeof query === 'string' ? query : await query({ ...catalogue, orders: size })
    return mirrored(bench, `orders${name}-${size}`, `${catalogue.path}/orders?per_page=50${filter}`, catalogue.headers)
  },
})

const twoYears = 2 * 365 * 86_400_000

/** About 60 of the last orders, whatever the number of all. */
const since = ({ orders }: Past) => encodeURIComponent(new Date(Date.now() - (twoYears * 60) / orders).toISOString())

export const pastOrderScenarios: Scenario[] = [
  {
    name: 'GET /orders/{id}',
    limit: 'one prepared select by primary key, same bytes',
    sizes,
    async prepare(bench, size) {
      const { client, path, headers } = await pastOf(bench, size)
      const orders = await client.orders.list({ query: { page: 1, per_page: 50 } })
      const ids = await bench.mirror(
        `order-${size}`,
        orders.map(order => JSON.stringify(order)),
      )
      return {
        ours: orders.map(({ id }) => ({ method: 'GET', path: `${path}/orders/${id}`, headers })),
        bare: ids.map(id => ({ method: 'GET', path: `/one/${id}` })),
      }
    },
  },
  list(', newest', ''),
  list('?status', '&status=open'),
  list('?payment_status', '&payment_status=pending'),
  list('?shipping_status', '&shipping_status=unpacked'),
  list('?created_at_min', async past => `&created_at_min=${since(past)}`),
  list('?updated_at_min', async past => `&updated_at_min=${since(past)}`),
  list('?total_min', async ({ orders }) => `&total_min=${Math.min(orders, 50_000) - 1_000}`),
  list('?since_id', async ({ client }) => {
    const newest = await client.orders.list({ query: { page: 1, per_page: 60 } })
    return `&since_id=${newest.at(-1)?.id}`
  }),
  list('?q', '&q=buyer'),
  {
    name: 'POST /orders beside many',
    limit: 'the same, where there are few',
    sizes,
    async prepare(bench, size) {
      const { sample, path, headers } = await pastOf(bench, size)
      const cart = sample.slice(0, 3).map(product => product.variants[0]?.id ?? 0)
      const body = JSON.stringify(orderOf(cart))
      return {
        ours: [
          { method: 'POST', path: `${path}/orders`, headers: { ...headers, 'content-type': 'application/json' }, body },
        ],
        bare: 'select $1::bigint',
      }
    },
  },
]
