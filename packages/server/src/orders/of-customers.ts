import { unprocessable } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import type { Spent } from '../customers/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const Row = Type.Object({ id: Type.Integer(), total_spent: Type.String(), last_order_id: Type.Integer() })

/**
 * What customers have spent: their orders, without those that are cancelled, void, abandoned or given back. The last
 * order is the one with the highest number, because a draft that is confirmed late has an old id.
 */
export async function spentBy(db: Queries, store: number, customers: readonly number[]): Promise<Map<number, Spent>> {
  if (customers.length === 0) return new Map()
  const rows = await db.many(
    Row,
    sql`
      select s.id, s.total_spent, o.id as last_order_id
        from (select customer_id as id, max(number) as last,
                     coalesce(sum(total) filter (where status <> 'cancelled'
                                                   and payment_status not in ('voided', 'abandoned', 'refunded')),
                              0.00)::text as total_spent
                from orders
               where store_id = ${store} and customer_id = any(${[...customers]}::bigint[])
               group by customer_id) s
        join orders o on o.store_id = ${store} and o.number = s.last`,
  )
  return new Map(rows.map(({ id, ...spent }) => [id, spent]))
}

/** A customer who has ordered stays: an order names whose it is. */
export async function refuseOrdersOf({ tx, store }: Write, customer: number): Promise<void> {
  const orders = await tx.run(
    sql`select 1 from orders where store_id = ${store.id} and customer_id = ${customer} limit 1`,
  )
  if (orders > 0) throw unprocessable('Cannot delete a customer with orders')
}

const Order = Type.Object({ id: Type.Integer(), created_at: Type.String() })

/** The orders of a customer, the oldest first. */
export async function ordersOf(
  db: Queries,
  store: number,
  customer: number,
): Promise<{ id: number; placed_at: Date }[]> {
  const rows = await db.many(
    Order,
    sql`
      select id, created_at from orders
       where store_id = ${store} and customer_id = ${customer}
       order by created_at, id`,
  )
  return rows.map(({ id, created_at }) => ({ id, placed_at: new Date(created_at) }))
}
