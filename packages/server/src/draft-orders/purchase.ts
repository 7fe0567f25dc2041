import { type DraftOrder, Localized, type OrderStatus, type PaymentStatus, type ShippingStatus } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { everyone, isSameSecret, isSuspended } from '../access/index.ts'
import { joinOrder, lineTotal, money, type OrderBody } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** What whoever has the link of a draft sees: what is bought, and nothing of who buys it. */
export interface Purchase {
  store: Localized
  /** Of the store. */
  country: string
  /** Of the order that it has become; 0 while it is a draft. */
  number: number
  status: OrderStatus
  payment_status: PaymentStatus | DraftOrder['payment_status']
  shipping_status: ShippingStatus
  currency: string
  lines: { name: string; quantity: number; price: string; total: string }[]
  subtotal: string
  discount: string
  shipping: string
  total: string
}

const Row = Type.Object({
  name: Localized,
  country: Type.String(),
  number: Type.Integer(),
  document: Type.String(),
  legacy: Type.String(),
})

function purchaseIn({ name, country, number }: Static<typeof Row>, order: OrderBody): Purchase {
  const { status, payment_status, shipping_status, currency, subtotal, discount, total } = order
  return {
    store: name,
    country,
    number,
    status,
    payment_status,
    shipping_status,
    currency,
    lines: order.products.map(({ name, quantity, price }) => ({
      name,
      quantity,
      price,
      total: money(lineTotal({ price, quantity })),
    })),
    subtotal,
    discount,
    shipping: order.shipping_cost_customer ?? '0.00',
    total,
  }
}

/**
 * A draft, or the order that it has become: both are looked for at once, so that one which is being confirmed is always
 * found. A wrong token is as good as no draft, and so is a store that is suspended.
 */
export async function purchaseOf(db: Queries, store: number, id: number, token: string): Promise<Purchase | undefined> {
  const row = await db.maybe(
    Row,
    sql`
      select s.name, s.country, o.number, o.document, o.legacy
        from stores s,
             (select 0 as number, document, legacy from draft_orders where store_id = ${store} and id = ${id}
              union all
              select number, document, legacy from orders
               where store_id = ${store} and id = ${id} and storefront = 'form') o
       where s.id = ${store} and not ${isSuspended(sql`s.id`, sql`${everyone}`)}`,
  )
  const order = row && joinOrder(row)
  return isSameSecret(order?.token ?? '', token) && order ? purchaseIn(row, order) : undefined
}
