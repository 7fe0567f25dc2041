import { raw, sql } from '../src/platform/database/sql.ts'
import { besidePgbench, countingStatements } from './beside.ts'
import type { Catalogue } from './catalogue.ts'
import { historyOf } from './history.ts'
import { columnsOf } from './load.ts'
import { orderOf } from './order-input.ts'
import { inTurn } from './request.ts'
import { calls, once, type Scenario, type Sides, toServers } from './sides.ts'
import { type Bench, settle } from './world.ts'

const lines = 3

/** Three variants a cart. */
type Carts = (variants: readonly number[]) => number[][]

/** Each time others. */
const distinct: Carts = variants =>
  Array.from({ length: Math.floor(variants.length / lines) }, (_, i) => variants.slice(i * lines, i * lines + lines))

/** The same for everybody. */
const hot: Carts = variants => distinct(variants).slice(0, 1)

/** In every second cart one line is the same for everybody. */
const mixed: Carts = variants => {
  const [popular = 0, ...others] = variants
  return distinct(others).map((cart, i) => (i % 2 === 0 ? [popular, ...cart.slice(1)] : cart))
}

/** Inserts the rows of a table that an order has, again, with other values in some columns. */
async function again({ db, url }: Bench, table: string, where: string, other: Record<string, string>): Promise<string> {
  const kept = `bench_${table}_${where.replaceAll(/\W+/g, '_')}`
  await db.run(raw(`create table if not exists ${kept} as select * from ${table} where ${where}`))
  const columns = Object.entries(await columnsOf(url, table, other)).filter(([, value]) => value !== '')
  const names = columns.map(([name]) => name)
  return `insert into ${table} (${names.join(', ')}) select ${columns.map(([, value]) => value).join(', ')} from ${kept} t`
}

/** Carts, or orders, that a function takes one after the other: by the number of the call. */
async function keep({ db }: Bench, name: string, rows: readonly (readonly number[])[]): Promise<void> {
  await db.run(
    raw('create table if not exists bench_calls (name text, n integer, ids bigint[], primary key (name, n))'),
  )
  await db.run(sql`
    insert into bench_calls (name, n, ids)
    select ${name}, n - 1, array(select jsonb_array_elements_text(ids)::bigint)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (ids, n)`)
}

/** What an order costs without us: a function that writes the same rows as one that our server has placed. */
async function placingFunction(bench: Bench, store: number, order: number, carts: number[][], name: string) {
  const of = `store_id = ${store}`
  const insertOrder = await again(bench, 'orders', `${of} and id = ${order}`, { id: 'placed', number: 'numbered' })
  const insertShipments = await again(bench, 'fulfillment_orders', `${of} and order_id = ${order}`, {
    order_id: 'placed',
    id: `'raw' || placed`,
  })
  await keep(bench, name, carts)
  await bench.db.run(
    raw(`
    create function ${name}(call bigint) returns bigint language plpgsql as $$
    declare
      placed bigint := nextval(pg_get_serial_sequence('orders', 'id'));
      wanted bigint[];
      place text;
      numbered bigint;
    begin
      select ids into wanted from bench_calls where bench_calls.name = '${name}' and n = call % ${carts.length};
      select id into place from locations where ${of} order by priority limit 1;
      perform 1 from inventory_levels where ${of} and variant_id = any(wanted)
        order by product_id, variant_id, location_id for update;
      with taken as (
        update inventory_levels set stock = stock - 1, updated_at = now()
         where ${of} and variant_id = any(wanted) and location_id = place
        returning variant_id, stock
      )
      insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
      select ${store}, variant_id, place, -1, stock, 'order', 'raw', now() from taken;
      insert into events (store_id, event, payload, created_at)
      select ${store}, event, jsonb_build_object('id', placed), now()
        from unnest(array['order/created', 'order/pending']) event;
      update order_numbers set last = last + 1 where ${of} returning last into numbered;
      ${insertOrder};
      ${insertShipments};
      return placed;
    end $$`),
  )
  return `select ${name}($1)`
}

const variantsOf = ({ sample }: Catalogue) => sample.flatMap(product => product.variants.map(({ id }) => id))

async function placing(bench: Bench, size: number, name: string, cartsOf: Carts): Promise<Sides> {
  const history = await historyOf(bench, size)
  const carts = cartsOf(variantsOf(history))
  const { id } = await history.client.orders.create({ body: orderOf(carts[0] ?? []) })
  const headers = history.writing
  const orders = inTurn(
    carts.map(cart => ({
      method: 'POST',
      path: `${history.path}/orders`,
      headers,
      body: JSON.stringify(orderOf(cart)),
    })),
  )
  const call = await placingFunction(bench, history.store, id, carts, `bench_${name}_${size}`)
  return {
    own: countingStatements(bench, `orders, ${name}`, orders, toServers(bench, orders)),
    raw: besidePgbench(bench, `orders, ${name}, the raw limit`, call, calls(bench, call)),
  }
}

/** So many orders, placed before anything is measured. */
async function placed({ client }: Catalogue, carts: number[][], count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(64, count - ids.length) }, (_, i) => carts[i % carts.length] ?? [])
    const orders = await Promise.all(batch.map(cart => client.orders.create({ body: orderOf(cart) })))
    ids.push(...orders.map(({ id }) => id))
  }
  return ids
}

/** What a cancellation costs without us: the same rows, of a few orders in turn. */
async function cancellingFunction(bench: Bench, store: number, carts: number[][], orders: number[], name: string) {
  const of = `store_id = ${store}`
  await keep(
    bench,
    name,
    orders.map((order, i) => [order, ...(carts[(i % 64) % carts.length] ?? [])]),
  )
  await bench.db.run(
    raw(`
    create function ${name}(call bigint) returns bigint language plpgsql as $$
    declare
      known bigint[];
      place text;
    begin
      select ids into known from bench_calls where bench_calls.name = '${name}' and n = call % ${orders.length};
      perform 1 from orders where ${of} and id = known[1] for no key update;
      select id into place from locations where ${of} order by priority limit 1;
      perform 1 from inventory_levels where ${of} and variant_id = any(known[2:]) and location_id = place
        order by product_id, variant_id, location_id for update;
      with given as (
        update inventory_levels set stock = stock + 1, updated_at = now()
         where ${of} and variant_id = any(known[2:]) and location_id = place
        returning variant_id, stock
      )
      insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
      select ${store}, variant_id, place, 1, stock, 'cancel', 'raw', now() from given;
      update orders set status = case status when 'open' then 'cancelled' else 'open' end, updated_at = now(),
             document = document || ' '
       where ${of} and id = known[1];
      update fulfillment_orders set claims = '[]' where ${of} and order_id = known[1];
      insert into events (store_id, event, payload, created_at)
      select ${store}, event, jsonb_build_object('id', known[1]), now()
        from unnest(array['order/updated', 'order/cancelled']) event;
      return known[1];
    end $$`),
  )
  return `select ${name}($1)`
}

async function cancelling(bench: Bench, size: number): Promise<Sides> {
  const history = await historyOf(bench, size)
  const { path, store, writing: headers } = history
  const carts = distinct(variantsOf(history))
  const orders = await placed(history, carts, 256)
  return {
    own: once(bench, 300, async count => {
      const ids = await placed(history, carts, count)
      await settle(bench)
      return ids.map(id => ({ method: 'POST', path: `${path}/orders/${id}/cancel`, headers, body: '{}' }))
    }),
    raw: calls(bench, await cancellingFunction(bench, store, carts, orders, `bench_cancel_${size}`)),
  }
}

const order = (what: string, name: string, carts: Carts) => ({
  name: `POST /orders, ${what}`,
  limit: 'bare pg script, no HTTP, one prepared call per transaction that writes the same rows',
  connections: [1, 16, 64],
  grows: true,
  prepare: (bench: Bench, size: number) => placing(bench, size, name, carts),
})

export const orderScenarios: Scenario[] = [
  {
    ...order('3 lines over 5 locations, distinct', 'distinct', distinct),
    target: { ratio: 1, connections: 64 },
  },
  { ...order('3 lines over 5 locations, hot', 'hot', hot), target: { ratio: 4, connections: 64 } },
  { ...order('3 lines over 5 locations, mixed', 'mixed', mixed), connections: [64] },
  {
    name: 'POST /orders/{id}/cancel',
    limit: 'bare pg script, no HTTP, one prepared call per transaction that writes the same rows',
    connections: [16],
    grows: true,
    prepare: cancelling,
  },
]
