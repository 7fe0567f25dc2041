import { type DraftOrderInput, notFound, OrderInput } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import {
  bodyOf,
  linesOf,
  makerOf,
  newToken,
  type OrderBody,
  placeOne,
  splitOrder,
  subtotalOf,
} from '../orders/index.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { json, sql } from '../platform/database/sql.ts'
import { validate } from '../platform/http/validate.ts'
import { sellables } from '../products/index.ts'
import { discountOf } from './discount.ts'
import { orderInputOf } from './order-input.ts'

export const noDraft = (id: number) => notFound(`Invalid draft order ${id}`)

/** A draft takes no stock: it is what the order would be, at the prices of this moment. */
export async function create(
  call: Write,
  url: string,
  input: DraftOrderInput,
): Promise<{ id: number; input: OrderInput }> {
  const { tx, store, now } = call
  const { products } = input
  const [[id = 0], known] = await Promise.all([
    nextIds(tx, 'orders', 1),
    sellables(
      tx,
      store.id,
      products.map(({ variant_id }) => variant_id),
    ),
  ])
  const lines = linesOf(id, { products }, known, { url, store, now })
  const order = orderInputOf(input, lines, discountOf(subtotalOf(lines), input))
  const ships = lines.some(({ variant_id }) => known.get(variant_id)?.requires_shipping)
  const token = newToken(call)
  const { document, legacy } = splitOrder(drafted(bodyOf(id, order, lines, makerOf(call, token), ships), input))
  await tx.run(sql`
    insert into draft_orders (store_id, id, token, input, created_at, document, legacy)
    values (${store.id}, ${id}, ${token}, ${json(order)}, ${now}, ${document}, ${legacy})`)
  return { id, input: order }
}

/** How a draft differs from the order that it may become (contract: draft-orders 3). */
const drafted = (body: OrderBody, { payment_status }: DraftOrderInput) => ({
  ...body,
  payment_status: payment_status === 'pending_confirmation' ? payment_status : body.payment_status,
  completed_at: null,
  shipping_address: null,
})

const Kept = Type.Object({ token: Type.String(), input: Type.Unknown() })

/**
 * The draft is taken away first: of two who confirm it at the same time the second waits, and finds nothing. Where the
 * order is refused, all is undone and the draft is there as before.
 */
export async function confirm(call: Write, url: string, id: number): Promise<{ token: string; input: OrderInput }> {
  const { tx, store } = call
  const draft = await tx.maybe(
    Kept,
    sql`delete from draft_orders where store_id = ${store.id} and id = ${id} returning token, input`,
  )
  if (!draft) throw noDraft(id)
  // It may be from a time when phones and postcodes were kept as numbers.
  const input = validate(OrderInput, draft.input)
  const { token } = draft
  await placeOne(call, url, { input, draft: { id, token } })
  return { token, input }
}

export async function remove({ tx, store }: Write, id: number): Promise<Record<never, never>> {
  const gone = await tx.run(sql`delete from draft_orders where store_id = ${store.id} and id = ${id}`)
  if (gone === 0) throw noDraft(id)
  return {}
}
