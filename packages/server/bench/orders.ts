import type { OrderInput } from '@bodega/api'
import type autocannon from 'autocannon'
import Type from 'typebox'
import { raw, sql } from '../src/platform/database/sql.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import type { Prepared, Scenario } from './scenarios.ts'
import type { Bench } from './world.ts'

const lines = 3
const places = 5

/** Three variants a cart: each time others, or the same for everybody. */
type Carts = (sample: Catalogue['sample']) => number[][]

const distinct: Carts = sample => {
  const variants = sample.flatMap(product => product.variants.map(({ id }) => id))
  return Array.from({ length: Math.floor(variants.length / lines) }, (_, i) =>
    variants.slice(i * lines, i * lines + lines),
  )
}

const hot: Carts = sample => distinct(sample).slice(0, 1)

export const orderOf = (cart: readonly number[]): OrderInput => ({
  currency: 'BRL',
  language: 'pt',
  gateway: 'offline',
  payment_status: 'pending',
  products: cart.map(variant_id => ({ variant_id, quantity: 1 })),
  customer: { name: 'Ana Souza', email: 'ana@example.com' },
  shipping: 'table',
  shipping_option: 'Correio',
  shipping_pickup_type: 'ship',
  shipping_cost_customer: 10,
  shipping_address: {
    first_name: 'Ana',
    last_name: 'Souza',
    address: 'Avenida Paulista',
    number: '1000',
    city: 'São Paulo',
    province: 'São Paulo',
    zipcode: '01310-100',
    country: 'BR',
  },
})

/** Every variant of the sample at five locations, with more than can be sold while it is measured. */
export async function stockUp({ db }: Bench, { client, store, sample }: Catalogue): Promise<void> {
  const all = await client.locations.list({ query: { per_page: 200 } })
  for (let i = all.length; i < places; i++) {
    const { name, address } = all[0] ?? { name: '', address: undefined }
    if (address) await client.locations.create({ body: { name, address } })
  }
  const variants = sample.flatMap(product => product.variants.map(({ id }) => id))
  await db.run(sql`
    insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
    select v.store_id, v.product_id, v.id, l.id, 1000000, now(), now()
      from variants v join locations l on l.store_id = v.store_id
     where v.store_id = ${store} and v.id = any(${variants}::bigint[])
    on conflict (store_id, product_id, variant_id, location_id) do update set stock = 1000000`)
}

const Column = Type.Object({ column_name: Type.String() })

/** An insert of the rows of a table that an order has, again, with other values in some columns. */
async function again({ db }: Bench, table: string, where: string, other: Record<string, string>): Promise<string> {
  const kept = `bench_${table}_${where.replaceAll(/\W+/g, '_')}`
  await db.run(raw(`create table ${kept} as select * from ${table} where ${where}`))
  const columns = await db.many(
    Column,
    sql`
      select column_name::text from information_schema.columns
       where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`,
  )
  // An id that is not said comes by itself.
  const names = columns.map(({ column_name }) => column_name).filter(name => other[name] !== '')
  const values = names.map(name => other[name] ?? `k.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${kept} k`
}

/** What an order costs without us: a function that writes the same rows as one that our server has placed. */
async function functionLike(bench: Bench, store: number, order: number, carts: number[][], name: string) {
  const { db } = bench
  const of = `store_id = ${store}`
  const insertOrder = await again(bench, 'orders', `${of} and id = ${order}`, { id: 'placed', number: 'numbered' })
  const insertShipments = await again(bench, 'fulfillment_orders', `${of} and order_id = ${order}`, {
    order_id: 'placed',
    id: `'raw' || placed`,
  })
  const insertEvents = await again(
    bench,
    'events',
    `${of} and event like 'order/%' and payload ->> 'id' = '${order}'`,
    {
      id: '',
      payload: `jsonb_build_object('id', placed)`,
    },
  )
  await db.run(
    raw('create table if not exists bench_carts (name text, n integer, variants bigint[], primary key (name, n))'),
  )
  await db.run(sql`
    insert into bench_carts (name, n, variants)
    select ${name}, (row_number() over ()) - 1, array(select jsonb_array_elements_text(cart)::bigint)
      from jsonb_array_elements(${JSON.stringify(carts)}::jsonb) cart`)
  await db.run(
    raw(`
    create function ${name}(call bigint) returns bigint language plpgsql as $$
    declare
      placed bigint := nextval(pg_get_serial_sequence('orders', 'id'));
      wanted bigint[];
      place text;
      numbered bigint;
    begin
      select variants into wanted from bench_carts where bench_carts.name = '${name}' and n = call % ${carts.length};
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
      update order_numbers set last = last + 1 where ${of} returning last into numbered;
      ${insertOrder};
      ${insertShipments};
      ${insertEvents};
      return placed;
    end $$`),
  )
  return `select ${name}($1)`
}

async function prepare(bench: Bench, size: number, name: string, cartsOf: Carts): Promise<Prepared> {
  const catalogue = await catalogueOf(bench, size)
  await stockUp(bench, catalogue)
  const carts = cartsOf(catalogue.sample)
  const { id } = await catalogue.client.orders.create({ body: orderOf(carts[0] ?? []) })
  const headers = { ...catalogue.headers, 'content-type': 'application/json' }
  return {
    ours: carts.map(
      (cart): autocannon.Request => ({
        method: 'POST',
        path: `${catalogue.path}/orders`,
        headers,
        body: JSON.stringify(orderOf(cart)),
      }),
    ),
    bare: await functionLike(bench, catalogue.store, id, carts, `bench_${name}_${size}`),
  }
}

const placing = (what: string, name: string, carts: Carts): Scenario => ({
  name: `POST /orders, ${what}`,
  limit: 'one prepared call of a function that writes the same rows, without HTTP',
  sizes: [1_000],
  connections: [1, 16, 64],
  prepare: (bench, size) => prepare(bench, size, name, carts),
})

export const orderScenarios: Scenario[] = [
  placing('3 lines of distinct products', 'distinct', distinct),
  placing('3 lines of one hot product', 'hot', hot),
]
