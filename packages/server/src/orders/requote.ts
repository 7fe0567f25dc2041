import type { FulfillmentOrder, Shipping } from '@bodega/api'
import { refused } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Db } from '../platform/database/database.ts'
import type { Whole } from './edit.ts'
import { type Piece, unitsOfPieces } from './shipments.ts'

/** A shipment with what shall be in it. */
export interface Shipped extends Pick<FulfillmentOrder, 'destination' | 'recipient'> {
  location: string
  shipping: Shipping
  pieces: readonly Piece[]
}

/**
 * How shipments are shipped with other contents, and for how much; `undefined` where the option that they have is not
 * offered. Shipping stands above orders: `app.ts` hands this in.
 */
export type Requote = (db: Db, call: Call, shipped: readonly Shipped[]) => Promise<(Shipping | undefined)[]>

/** The new shipping of all shipments, and what it was asked for. */
export interface Requoted {
  contents: string
  shippings: Shipping[]
}

/** What of an order can be quoted: shipments that are shipped, by something that has a name, in the store's currency. */
function shippedOf({ body, parcels }: Whole, pieces: readonly Piece[][], { store }: Call): Shipped[] | undefined {
  if (body.currency !== store.main_currency) return undefined
  const shipped = parcels.flatMap(({ document }, i): Shipped[] => {
    const { shipping, destination, recipient, assigned_location } = document
    if (shipping?.type !== 'ship' || !shipping.carrier?.carrier_id || !shipping.option?.code) return []
    return [{ location: assigned_location.location_id, shipping, destination, recipient, pieces: pieces[i] ?? [] }]
  })
  return shipped.length === parcels.length ? shipped : undefined
}

/** What the price depends on: who carries how many of what from where to where. */
const contentsOf = (shipped: readonly Shipped[]): string =>
  JSON.stringify(
    shipped.map(({ location, shipping, destination, pieces }) => [
      location,
      shipping.carrier?.carrier_id,
      shipping.option?.code,
      destination,
      [...unitsOfPieces(pieces)],
    ]),
  )

/** Quotes all shipments anew, or none: where one cannot be quoted, all costs stay. Others are asked, so this takes time. */
export async function requoted(
  db: Db,
  call: Call,
  order: Whole,
  pieces: readonly Piece[][],
  requote: Requote,
): Promise<Requoted | undefined> {
  const shipped = shippedOf(order, pieces, call)
  if (!shipped) return undefined
  const shippings = (await requote(db, call, shipped)).filter(shipping => shipping !== undefined)
  return shippings.length === shipped.length ? { contents: contentsOf(shipped), shippings } : undefined
}

/** A quote holds for what it was asked for; meanwhile another edit may have come first. */
export function refuseStale({ contents }: Requoted, order: Whole, pieces: readonly Piece[][], call: Call): void {
  const shipped = shippedOf(order, pieces, call)
  if (!shipped || contentsOf(shipped) !== contents) {
    throw refused(409, 'The order has changed while its shipping was quoted: edit it again')
  }
}
