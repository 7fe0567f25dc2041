/** Shops with stock at several locations, for the tests about orders. */
import type { FulfillmentOrder, Location, Order, OrderInput, ProductInput } from '@bodega/api'
import { expect } from 'vitest'
import { fulfillmentOrderChecks } from '../fulfillment-orders/index.ts'
import { inventoryChecks } from '../inventory/index.ts'
import { orderChecks } from '../orders/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { shop } from './products.ts'
import { aLocation, type TestStore } from './store.ts'

export interface OrderShop extends TestStore {
  /** By priority. */
  locations: string[]
  variants: number[]
  products: number[]
  /** The levels as they were given: a row for each location, a column for each product. */
  stock(): Promise<(number | null)[][]>
  /** So many of each product, as an order asks for them; none is not asked for. */
  lines(...quantities: number[]): OrderInput['products']
  place(input?: Partial<OrderInput>): Promise<Order>
  shipments(order: { id: number }): Promise<FulfillmentOrder[]>
}

type Levels = readonly (readonly (number | null)[])[]

/** Locations and products with these levels: a row for each location by priority, a column for each product. */
export async function stocked(
  levels: Levels,
  product: Partial<ProductInput> = {},
  options: Parameters<typeof shop>[0] = {},
): Promise<OrderShop> {
  const made = await shop(options)
  const { client } = made
  const locations: Location[] = []
  for (const _ of levels) locations.push(await client.locations.create({ body: aLocation() }))
  const variants: number[] = []
  const products: number[] = []
  for (const p of levels[0]?.keys() ?? []) {
    const { id, variants: of } = await client.products.create({
      body: {
        name: `Produto ${p + 1}`,
        price: '10.50',
        weight: '0.250',
        ...product,
        inventory_levels: locations.map((location, l) => ({ location_id: location.id, stock: levels[l]?.[p] ?? null })),
      },
    })
    products.push(id)
    variants.push(of[0]?.id ?? 0)
  }
  await made.events()
  const lines = (...quantities: number[]) =>
    quantities.flatMap((quantity, p) => (quantity > 0 ? [{ variant_id: variants[p] ?? 0, quantity }] : []))
  const oneOfEach = lines(...variants.map(() => 1))
  return {
    ...made,
    locations: locations.map(({ id }) => id),
    variants,
    products,
    stock: () =>
      Promise.all(
        locations.map(async location => {
          const { results } = await client.locations.inventoryLevels({ params: { id: location.id } })
          return variants.map(id => results.find(level => level.variant_id === id)?.stock ?? null)
        }),
      ),
    lines,
    place: (input = {}) =>
      client.orders.create({ body: { products: oneOfEach, shipping_pickup_type: 'ship', ...input } }),
    shipments: ({ id }) => client.fulfillmentOrders.list({ params: { order_id: id } }),
  }
}

/** Which location ships how many of each product. */
export const planOf = (of: OrderShop, shipments: readonly FulfillmentOrder[]) =>
  shipments.map(({ assigned_location, line_items }) => [
    of.locations.indexOf(assigned_location.location_id),
    line_items.map(({ variant, quantity }) => [of.variants.indexOf(Number(variant.variant_id)), quantity]),
  ])

/** No rule of stock and orders is broken in this store. */
export const orderly = async ({ db, id }: TestStore): Promise<void> =>
  expect(await findBroken(db, [...inventoryChecks, ...orderChecks, ...fulfillmentOrderChecks], id)).toEqual([])
