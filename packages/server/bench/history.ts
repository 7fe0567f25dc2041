/** Stores with many orders, to measure how the cost of a request grows with them. */
import { sql } from '../src/platform/database/sql.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { type Copies, columnsOf, load, marked } from './load.ts'
import { orderOf } from './order-input.ts'
import { note, say } from './progress.ts'
import { lists, reads, type Scenario } from './sides.ts'
import type { Bench } from './world.ts'

const twoYears = 2 * 365 * 86_400_000

const planted = new Map<number, Promise<Catalogue>>()

/** The store of this size, with as many orders as products. */
export function historyOf(bench: Bench, size: number): Promise<Catalogue> {
  const known = planted.get(size) ?? plant(bench, size)
  planted.set(size, known)
  return known
}

/** Copies of an order that our server has placed, over the last two years, different in what filters look at. */
async function plant(bench: Bench, size: number): Promise<Catalogue> {
  const catalogue = await catalogueOf(bench, size)
  const { client, store, sample } = catalogue
  const { id, number } = await client.orders.create({ body: orderOf([sample[0]?.variants[0]?.id ?? 0]) })
  const begun = performance.now()
  const end = Date.now()
  const each: Record<string, (copy: number) => string | number> = {
    id: copy => id + copy,
    number: copy => number + copy,
    status: copy => (copy % 10 === 0 ? 'open' : 'closed'),
    payment: copy => (copy % 20 === 0 ? 'pending' : 'paid'),
    shipping: copy => (copy % 10 === 0 ? 'unpacked' : 'delivered'),
    total: copy => (copy % 50_000) + 1,
    buyer: copy => `buyer ${(copy * 2_654_435_761) % 4_294_967_296}`,
    at: copy => new Date(end - twoYears * (1 - copy / size)).toISOString(),
  }
  const valueIn: Copies['valueIn'] = (name, copy) => each[name]?.(copy) ?? ''
  const orders = await columnsOf(bench.url, 'orders', {
    ...{ id: marked('id'), number: marked('number'), status: marked('status'), payment_status: marked('payment') },
    ...{ shipping_status: marked('shipping'), total: marked('total'), search: marked('buyer') },
    ...{ created_at: marked('at'), updated_at: marked('at') },
  })
  const shipments = await columnsOf(bench.url, 'fulfillment_orders', {
    ...{ order_id: marked('id'), id: `'past' || ${marked('id')}`, status: `'DELIVERED'`, claims: `'[]'` },
  })
  const all: Copies[] = [
    {
      table: 'orders',
      columns: orders,
      rest: `from orders t where t.store_id = ${store} and t.id = ${id}`,
      count: size,
      valueIn,
    },
    {
      table: 'fulfillment_orders',
      columns: shipments,
      rest: `from fulfillment_orders t where t.store_id = ${store} and t.order_id = ${id}`,
      count: size,
      valueIn,
    },
  ]
  await load(bench, all, table => say(`loading ${size} orders: ${table}`))
  await bench.db.run(sql`update order_numbers set last = last + ${size} where store_id = ${store}`)
  // What was sold within two years was counted long ago.
  await bench.db.run(sql`
    insert into sales_counted (store_id, number) select store_id, last from order_numbers where store_id = ${store}
    on conflict (store_id) do update set number = excluded.number`)
  await bench.db.run(sql`select setval(pg_get_serial_sequence('orders', 'id'), ${id + size}::bigint)`)
  note(`${size} orders were loaded in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return catalogue
}

type Query = (history: Catalogue) => string | Promise<string>

const list = (name: string, query: Query): Scenario => ({
  name: `GET /orders${name}`,
  limit: 'bare route, one prepared query, same bytes',
  connections: [16],
  grows: true,
  isDetail: true,
  async prepare(bench, size) {
    const history = await historyOf(bench, size)
    const { path, headers } = history
    const answer = { path: `${path}/orders?per_page=50${await query(history)}`, headers }
    return lists(bench, `orders${name}-${size}`, answer)
  },
})

/** About 60 of the last orders, whatever the number of all. */
const since = ({ size }: Catalogue) => encodeURIComponent(new Date(Date.now() - (twoYears * 60) / size).toISOString())

export const historyScenarios: Scenario[] = [
  {
    name: 'GET /orders/{id}',
    limit: 'bare route, one prepared select by key, same bytes',
    connections: [16],
    grows: true,
    async prepare(bench, size) {
      const { client, path, headers } = await historyOf(bench, size)
      const orders = await client.orders.list({ query: { page: 1, per_page: 50 } })
      return reads(
        bench,
        `order-${size}`,
        orders.map(({ id }) => ({ path: `${path}/orders/${id}`, headers })),
      )
    },
  },
  { ...list('?per_page=50', () => ''), isDetail: false },
  { ...list('?q', () => '&q=buyer'), isDetail: false },
  list('?status', () => '&status=open'),
  list('?payment_status', () => '&payment_status=pending'),
  list('?shipping_status', () => '&shipping_status=unpacked'),
  list('?created_at_min', history => `&created_at_min=${since(history)}`),
  list('?updated_at_min', history => `&updated_at_min=${since(history)}`),
  list('?total_min', ({ size }) => `&total_min=${Math.min(size, 50_000) - 50}`),
  list('?since_id', async ({ client }) => {
    const newest = await client.orders.list({ query: { page: 1, per_page: 60 } })
    return `&since_id=${newest.at(-1)?.id}`
  }),
]
