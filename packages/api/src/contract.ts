import { categories } from './categories.ts'
import { coupons } from './coupons.ts'
import { customFields } from './custom-fields.ts'
import { customers } from './customers.ts'
import { draftOrders } from './draft-orders.ts'
import type { Contract } from './endpoint.ts'
import { events } from './events.ts'
import { fulfillmentOrders } from './fulfillment-orders.ts'
import { fulfillments } from './fulfillments.ts'
import { images } from './images.ts'
import { inventory } from './inventory.ts'
import { locations } from './locations.ts'
import { metafields } from './metafields.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { scripts } from './scripts.ts'
import { shippingCarriers, shippingOptions } from './shipping-carriers.ts'
import { shippingQuotes } from './shipping-quotes.ts'
import { shippingTables } from './shipping-tables.ts'
import { stores } from './stores.ts'
import { trackingEvents } from './tracking-events.ts'
import { transactions } from './transactions.ts'
import { variants } from './variants.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** Every endpoint of the service, by resource. */
export const contract = {
  stores,
  locations,
  categories,
  products,
  variants,
  images,
  inventory,
  customers,
  orders,
  draftOrders,
  coupons,
  metafields,
  ...customFields,
  fulfillmentOrders,
  trackingEvents,
  fulfillments,
  transactions,
  shippingCarriers,
  shippingOptions,
  shippingTables,
  shippingQuotes,
  scripts,
  webhooks,
  deliveries,
  events,
} satisfies Contract

/** The versions that can stand first in a path, the oldest first; the last is another name of the one before it (D14). */
export const versions = ['v1', '2025-03', 'unstable'] as const
export type Version = (typeof versions)[number]
