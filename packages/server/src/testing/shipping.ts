/** Shops that ship, for the tests about what it costs. */
import type { OrderInput, QuoteInput, ShippingQuote, ShippingTable, ShippingTableInput } from '@bodega/api'
import { expect } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { shippingChecks } from '../shipping/index.ts'
import type { OrderShop } from './orders.ts'
import type { TestStore } from './store.ts'

export const saoPaulo: QuoteInput['destination'] = { country: 'BR', postal_code: '01310-100' }

/** One price and one time from everywhere to everywhere. */
export const aTable = (change: Partial<ShippingTableInput> = {}): ShippingTableInput => ({
  name: 'Correio',
  zones: [{ rates: [{ steps: [{ price: '10.00' }] }] }],
  ...change,
})

/** A table by which each location has a price and a time of its own, in the order of priority. */
export const byLocation = (
  of: OrderShop,
  rates: readonly (readonly [price: string, days: number])[],
  change: Partial<ShippingTableInput> = {},
): Promise<ShippingTable> =>
  of.client.shippingTables.create({
    body: aTable({
      zones: [
        {
          rates: rates.map(([price, days], i) => ({
            location_id: of.locations[i] ?? '',
            min_days: days,
            max_days: days,
            steps: [{ price }],
          })),
        },
      ],
      ...change,
    }),
  })

/** One of each product, unless said otherwise. */
export const cart = ({ variants }: OrderShop, quantity = 1): OrderInput['products'] =>
  variants.map(variant_id => ({ variant_id, quantity }))

export const quoted = (of: OrderShop, change: Partial<QuoteInput> = {}): Promise<ShippingQuote> =>
  of.client.shippingQuotes.create({ body: { products: cart(of), destination: saoPaulo, ...change } })

/** Which locations the packages leave from. */
export const originsOf = (of: OrderShop, { packages }: ShippingQuote): number[] =>
  packages.map(({ location_id }) => of.locations.indexOf(location_id))

/** No rule of shipping is broken in this store. */
export const shippable = async ({ db, id }: TestStore): Promise<void> =>
  expect(await findBroken(db, shippingChecks, id)).toEqual([])
