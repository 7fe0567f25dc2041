import type { OrderInput } from '@bodega/api'
import type { Tx } from '../platform/database/database.ts'

/** Who carries, and what its options are called. */
export interface NamedCarrier {
  code: string
  name: string
  app_id: string | null
  options: readonly { code: string; name: string; allow_free_shipping: boolean }[]
}

/** Finds carriers by the ids that shipments name them by. Shipping stands above orders: `app.ts` hands this in. */
export type FindCarriers = (tx: Tx, store: number, ids: readonly string[]) => Promise<ReadonlyMap<string, NamedCarrier>>

/** Orders name a carrier of an app as `api_12`. */
const prefix = 'api_'
export const carrierIn = (shipping: string | null | undefined): string | undefined =>
  shipping?.startsWith(prefix) ? shipping.slice(prefix.length) : undefined

/** How an order names the carrier of a shipment. */
export const shippingNamed = ({ carrier_id, code }: { carrier_id: string; code: string | null }): string =>
  code === 'api' ? prefix + carrier_id : carrier_id

/** The carrier that the tables of a store stand for. */
export const tableCarrier = { carrier_id: 'table', code: 'custom', name: 'Table rates', app_id: null }

const isByTable = ({ shipping }: OrderInput): boolean => shipping === tableCarrier.carrier_id

/** Who is looked up for an order: the carrier of an app, or the tables of the store, where one of them is named. */
export const carrierOf = (input: OrderInput): string | undefined =>
  isByTable(input) && input.shipping_option_code ? tableCarrier.carrier_id : carrierIn(input.shipping)

export const carriersOf = (inputs: readonly OrderInput[]): string[] => [
  ...new Set(inputs.flatMap(input => carrierOf(input) ?? [])),
]

/** Whoever names a carrier and an option by their codes need not say what they are called. */
export function withNames(input: OrderInput, carrier: NamedCarrier | undefined): OrderInput {
  const name = carrier?.name ?? (isByTable(input) ? tableCarrier.name : undefined)
  if (name === undefined) return input
  const option = carrier?.options.find(({ code }) => code === input.shipping_option_code)
  return {
    ...input,
    shipping_carrier_name: input.shipping_carrier_name || name,
    shipping_option: input.shipping_option || (option?.name ?? null),
  }
}
