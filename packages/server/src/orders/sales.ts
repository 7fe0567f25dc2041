/**
 * Sales are added to the products behind the orders' back, so that placing an order writes nothing for it. Numbers are
 * given in the order of commits and have no gaps, so they tell exactly which orders have been counted: all up to one.
 */
import Type from 'typebox'
import type { Db, Tx } from '../platform/database/database.ts'
import { json, type Sql, sql } from '../platform/database/sql.ts'
import { addSold, type Sale } from '../products/index.ts'
import type { OrderBody } from './build.ts'
import { numberBeforeFirst } from './ids.ts'

/** Units of each product that an order stands for; a cancelled one stands for none. */
function unitsOf({ status, products }: OrderBody): Map<number, number> {
  const units = new Map<number, number>()
  if (status === 'cancelled') return units
  for (const { product_id, quantity } of products) units.set(product_id, (units.get(product_id) ?? 0) + quantity)
  return units
}

/** What an order that may have been counted no longer stands for, or now stands for too. */
export function correctionsOf(before: OrderBody, after: OrderBody): Sale[] {
  const [old, now] = [unitsOf(before), unitsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map(product_id => ({ product_id, units: (now.get(product_id) ?? 0) - (old.get(product_id) ?? 0) }))
    .filter(({ units }) => units !== 0)
}

/** Corrections as a part of the statement that changes the order. */
export const correcting = (store: number, order: number, corrections: readonly Sale[]): Sql => sql`
  corrected as (
    insert into sales_corrections (store_id, number, product_id, units)
    select ${store}, o.number, c.product_id, c.units
      from orders o, jsonb_to_recordset(${json(corrections)}) as c (product_id bigint, units bigint)
     where o.store_id = ${store} and o.id = ${order}
  )`

/** As many orders as one transaction counts. */
const portion = 1000

const Store = Type.Object({ store_id: Type.Integer() })
const Counted = Type.Object({ number: Type.Integer() })
const Sums = Type.Object({
  last: Type.Integer(),
  sales: Type.Array(Type.Object({ product_id: Type.Integer(), units: Type.Integer() })),
})

/** Counts what was sold since the last time, in every store. Several processes may try: one of them does it. */
export async function countSales(db: Db, signal?: AbortSignal): Promise<void> {
  const stores = await db.many(
    Store,
    sql`
      select n.store_id
        from order_numbers n
        left join sales_counted c on c.store_id = n.store_id
       where n.last > coalesce(c.number, ${numberBeforeFirst})
       union
      select store_id from sales_corrections`,
  )
  for (const { store_id } of stores)
    while (!signal?.aborted && (await db.tx(tx => countSome(tx, store_id))) === portion);
}

/** How many orders were counted. */
async function countSome(tx: Tx, store: number): Promise<number> {
  await tx.run(
    sql`insert into sales_counted (store_id, number) values (${store}, ${numberBeforeFirst}) on conflict do nothing`,
  )
  const counted = await tx.maybe(
    Counted,
    sql`select number from sales_counted where store_id = ${store} for update skip locked`,
  )
  if (!counted) return 0
  const { last, sales } = await tx.one(Sums, sums(store, counted.number))
  await tx.run(sql`update sales_counted set number = ${last} where store_id = ${store}`)
  if (sales.length > 0) await addSold(tx, store, sales)
  return last - counted.number
}

/**
 * One statement, because it must see everything at one moment: an order that is new here is counted as it is, with all
 * that was corrected about it so far; of the others the corrections count.
 */
const sums = (store: number, counted: number): Sql => sql`
  with upto as (
    select least(last, ${counted + portion})::bigint as last from order_numbers where store_id = ${store}
  ), corrections as (
    delete from sales_corrections
     using upto
     where store_id = ${store} and number <= upto.last
    returning number, product_id, units
  ), sold as (
    select (line ->> 'product_id')::bigint as product_id, (line ->> 'quantity')::bigint as units
      from orders o, upto, json_array_elements(o.document::json -> 'products') line
     where o.store_id = ${store} and o.number > ${counted} and o.number <= upto.last and o.status <> 'cancelled'
     union all
    select product_id, units from corrections where number <= ${counted}
  ), summed as (
    select product_id, sum(units)::bigint as units from sold group by product_id
  )
  select last, (select coalesce(json_agg(summed), '[]') from summed where units <> 0) as sales from upto`
