import { createHash } from 'node:crypto'
import type { RateAddress, RateRequest } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import { grams } from '../orders/index.ts'
import type { ActiveCarrier } from './carriers.ts'
import type { Packed } from './packages.ts'

/** What a carrier is asked for one package (contract: shipping 2). */
export function rateRequest(
  { id, name, options }: ActiveCarrier,
  packed: Packed,
  destination: RateAddress,
  store: StoreContext,
): RateRequest {
  const currency = store.main_currency
  return {
    cart_id: null,
    store_id: store.id,
    currency,
    language: store.main_language,
    origin: packed.origin,
    destination,
    items: packed.shipped.map(({ line, quantity }) => ({
      id: line.variant_id,
      product_id: line.product_id,
      name: line.name,
      sku: line.sku,
      quantity,
      free_shipping: line.free_shipping,
      grams: Number(grams(line.weight)),
      price: Number(line.price),
      dimensions: { width: Number(line.width), height: Number(line.height), depth: Number(line.depth) },
    })),
    carrier: {
      id: String(id),
      name,
      options: options.map(({ id, additional_cost, ...option }) => ({
        id: String(id),
        ...option,
        additional_cost: { amount: additional_cost, currency },
      })),
    },
  }
}

/** Requests that get the same answer for a while (contract: shipping 3.1): what is in the package counts, not its price. */
export function cacheKey({ carrier, origin, destination, items }: RateRequest, url: string): string {
  const contents = items.map(({ id, quantity, grams, dimensions: { width, height, depth } }) =>
    [id, quantity, grams, width, height, depth].join(':'),
  )
  return createHash('sha256')
    .update(JSON.stringify([carrier.id, url, origin, destination, contents]))
    .digest('base64url')
}
