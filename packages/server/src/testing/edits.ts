/** Edits of orders in a sentence, for the tests about them. */
import type { Edition, LineEdit, Order, OrderEdit, OrderInput } from '@bodega/api'
import { expect } from 'vitest'
import type { OrderShop } from './orders.ts'
import { ask, type Said } from './products.ts'

type Edited = Order & { auto_partial_refund_status: string }

export const edit = (
  of: OrderShop,
  { id }: { id: number },
  products: LineEdit[],
  more: Partial<OrderEdit> = {},
): Promise<Said> => ask(of, 'POST', `/orders/${id}/edit`, { products, ...more })

export async function edited(...given: Parameters<typeof edit>): Promise<Edited> {
  const { status, body } = await edit(...given)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Edited
}

export const buy = (of: OrderShop, quantities: number[], input: Partial<OrderInput> = {}): Promise<Order> =>
  of.place({ products: of.lines(...quantities), ...input })

export const lineOf = ({ products }: Order, place = 0): number => products[place]?.id ?? 0
export const editionsOf = (of: OrderShop, { id }: Order): Promise<Edition[]> =>
  of.client.orders.editions({ params: { id } })
export const movements = async (of: OrderShop, variant = 0) =>
  (await of.client.inventory.ofVariant({ params: { id: of.variants[variant] ?? 0 } })).map(
    ({ location_id, delta, cause }) => [of.locations.indexOf(location_id), delta, cause],
  )
