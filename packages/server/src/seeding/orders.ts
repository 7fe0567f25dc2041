import type { OrderInput } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { stockedVariants } from '../inventory/index.ts'
import { placeOrders } from '../orders/index.ts'
import { customerOf } from './customers.ts'
import { between, chance, pick, type Random } from './random.ts'

const gateways = ['mercadopago', 'pix', 'offline']

/** The order of somebody who may come back: one in four buyers is one of the first hundred. */
export function orderOf(country: string, number: number, variants: readonly number[], random: Random): OrderInput {
  const who = chance(random, 0.25) ? between(random, 1, 100) : 1_000_000 + number
  const { customer, address } = customerOf(country, who, random)
  const lines = new Set(Array.from({ length: between(random, 1, 4) }, () => pick(random, variants)))
  return {
    products: [...lines].map(variant_id => ({ variant_id, quantity: chance(random, 0.2) ? 2 : 1 })),
    gateway: pick(random, gateways),
    payment_status: chance(random, 0.8) ? 'paid' : 'pending',
    customer,
    shipping: 'table',
    shipping_option: 'Correo',
    shipping_pickup_type: 'ship',
    shipping_cost_customer: between(random, 5, 40) * 100,
    shipping_address: { first_name: customer.name, ...address },
  }
}

export interface OrderBatch {
  count: number
  /** Of the first of them among all that are seeded. */
  from: number
  /** The address of the server, for images. */
  url: string
  randomOf(number: number): Random
}

/** How many variants the orders of a batch choose from. */
const choice = 1000

/**
 * Places orders as a client would: stock is taken, an order that finds none is refused, and those who listen are told.
 * Says which were placed.
 */
export async function addOrders(call: Write, { count, from, url, randomOf }: OrderBatch): Promise<number[]> {
  const variants = await stockedVariants(call.tx, call.store.id, choice)
  if (variants.length === 0) return []
  const wishes = Array.from({ length: count }, (_, i) => ({
    call,
    input: orderOf(call.store.country, from + i, variants, randomOf(from + i)),
  }))
  const { all } = await placeOrders(call.tx, call.store, url, wishes)
  return all.flatMap(order => ('id' in order ? order.id : []))
}
