/**
 * Sales are added to the products behind the orders' back: who places orders writes down once what all of them sold, and
 * locks no product for it. Numbers are given in the order of commits and have no gaps, so they tell exactly which orders
 * have been counted: all up to one.
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

/** What orders sold that are placed together, as a part of the statement that gives them their numbers, up to `last` of `numbered`. */
export const selling = (store: number, orders: readonly OrderBody[]): Sql => sql`
  sold as (
    insert into sales (store_id, first, last, sold)
    select ${store}, last - ${orders.length - 1}, last, ${json(salesOf(orders))} from numbered
  )`

function salesOf(orders: readonly OrderBody[]): Sale[] {
  const sold = new Map<number, number>()
  for (const order of orders)
    for (const [product, units] of unitsOf(order)) sold.set(product, (sold.get(product) ?? 0) + units)
  return [...sold].map(([product_id, units]) => ({ product_id, units }))
}

/** What one transaction counts: of those placed together so many times, of others so many orders. */
const most = { placings: 500, orders: 1000 }

const Store = Type.Object({ store_id: Type.Integer() })
const Counted = Type.Object({ number: Type.Integer() })
const Sums = Type.Object({
  last: Type.Integer(),
  sales: Type.Array(Type.Object({ product_id: Type.Integer(), units: Type.Integer() })),
  has_more: Type.Boolean(),
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
  for (const { store_id } of stores) while (!signal?.aborted && (await db.tx(tx => countSome(tx, store_id))));
}

/** Whether there is more to be counted. */
async function countSome(tx: Tx, store: number): Promise<boolean> {
  await tx.run(
    sql`insert into sales_counted (store_id, number) values (${store}, ${numberBeforeFirst}) on conflict do nothing`,
  )
  const counted = await tx.maybe(
    Counted,
    sql`select number from sales_counted where store_id = ${store} for update skip locked`,
  )
  if (!counted) return false
  const { last, sales, has_more } = await tx.one(Sums, sums(store, counted.number))
  await tx.run(sql`update sales_counted set number = ${last} where store_id = ${store}`)
  if (sales.length > 0) await addSold(tx, store, sales)
  return has_more
}

/**
 * One statement, because it must see everything at one moment. Orders are counted as they were placed, and all that was
 * corrected since. Those of whom nothing was written down, by a server of the release before, are counted as they are now:
 * what was corrected about them so far stands in them.
 */
const sums = (store: number, counted: number): Sql => sql`
  with placed as (
    select first, last, sold, sum(last - first + 1) over (order by first) = last - ${counted} as follows
      from (select * from sales where store_id = ${store} and first > ${counted} order by first limit ${most.placings}) s
  ), upto as (
    select coalesce(p.last, least(n.last, ${counted + most.orders}, p.before))::bigint as last, p.last is not null as is_known,
           n.last as newest
      from order_numbers n,
           (select max(last) filter (where follows) as last, min(first) - 1 as before from placed) p
     where n.store_id = ${store}
  ), gone as (
    delete from sales using upto where store_id = ${store} and first <= upto.last
  ), corrections as (
    delete from sales_corrections
     using upto
     where store_id = ${store} and number <= upto.last
    returning number, product_id, units
  ), sold as (
    select s.product_id, s.units
      from placed, jsonb_to_recordset(placed.sold) as s (product_id bigint, units bigint)
     where follows
     union all
    select (line ->> 'product_id')::bigint, (line ->> 'quantity')::bigint
      from orders o, upto, json_array_elements(o.document::json -> 'products') line
     where not is_known and o.store_id = ${store} and o.number > ${counted} and o.number <= upto.last
       and o.status <> 'cancelled'
     union all
    select product_id, units from corrections, upto where is_known or number <= ${counted}
  ), summed as (
    select product_id, sum(units)::bigint as units from sold group by product_id
  )
  select upto.last, (select coalesce(json_agg(summed), '[]') from summed where units <> 0) as sales,
         newest > upto.last as has_more
    from upto`
