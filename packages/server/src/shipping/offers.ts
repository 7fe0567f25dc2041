import type { RateAddress, ShippingQuote, ShippingTable } from '@bodega/api'
import { tableCarrier } from '../orders/index.ts'
import type { Packed } from './packages.ts'
import type { Offer } from './sum.ts'
import { type NoRate, tableRate } from './table-rates.ts'

export type Unavailable = ShippingQuote['unavailable'][number]

/** The offers for one package, and why there are no others. */
export interface Offered {
  offers: Offer[]
  unavailable: Unavailable[]
}

export const tableCode = ({ id }: { id: number }): string => `table_${id}`

/** All that is in the package is free for the buyer: the store pays, where the option allows it. */
export const withFreeShipping = (offer: Offer, { isFree }: Packed): Offer =>
  isFree && offer.allow_free_shipping ? { ...offer, price: 0n } : offer

/** What the tables of the store ask for a package. */
export function tableOffers(tables: readonly ShippingTable[], packed: Packed, destination: RateAddress): Offered {
  const offered: Offered = { offers: [], unavailable: [] }
  for (const table of tables) {
    const rate = tableRate(table.zones, destination, packed)
    if (typeof rate === 'string') offered.unavailable.push(unavailable(table, packed, rate))
    else offered.offers.push(withFreeShipping(offerOf(table, rate), packed))
  }
  return offered
}

const unavailable = (table: ShippingTable, { location }: Packed, reason: NoRate): Unavailable => ({
  shipping: tableCarrier.carrier_id,
  name: table.name,
  location_id: location,
  reason,
})

const offerOf = (table: ShippingTable, rate: Exclude<ReturnType<typeof tableRate>, NoRate>): Offer => ({
  shipping: tableCarrier.carrier_id,
  carrier: tableCarrier,
  code: tableCode(table),
  name: table.name,
  type: 'ship',
  price_merchant: rate.price,
  original_price: rate.price,
  ...rate,
  reference: null,
  allow_free_shipping: table.allow_free_shipping,
  id_required: false,
  phone_required: false,
  accepts_cod: true,
  address: null,
  hours: [],
})
