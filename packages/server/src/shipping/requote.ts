import type { RateAddress, Shipping } from '@bodega/api'
import { placesByPriority } from '../locations/index.ts'
import { type Requote, type Shipped, unitsOfPieces } from '../orders/index.ts'
import { sellables } from '../products/index.ts'
import { shippingBy } from './bind.ts'
import { activeCarriers } from './carriers.ts'
import { askMarket, type Market } from './market.ts'
import { type Packed, packagesOf } from './packages.ts'
import { summed } from './sum.ts'
import { activeTables } from './tables.ts'

/** What the shipments of an order cost with other contents, by the table or the carrier and the option that they have. */
export const requoting =
  (market: Market): Requote =>
  async (db, call, shipped) => {
    const { store, now } = call
    const variants = [...new Set(shipped.flatMap(({ pieces }) => pieces.map(({ line }) => line.variant_id)))]
    // One snapshot; while carriers are asked, no connection is held.
    const [tables, carriers, places, known] = await db.tx(
      tx =>
        Promise.all([
          activeTables(tx, store.id),
          activeCarriers(tx, store.id),
          placesByPriority(tx, store.id),
          sellables(tx, store.id, variants),
        ]),
      { isolation: 'repeatable read' },
    )
    const questions = shipped.map(shipment => {
      const { location, pieces, shipping } = shipment
      const lines = [...new Map(pieces.map(({ line }) => [line.variant_id, line])).values()]
      const items = unitsOfPieces(pieces)
      const [packed] = packagesOf({ plan: { parts: [{ location, items }] }, lines, places, sellables: known }, store)
      const carrier = carriers.filter(({ id }) => String(id) === shipping.carrier?.carrier_id)
      // One part of a plan makes one package.
      return { packed: packed as Packed, destination: addressOf(shipment), tables, carriers: carrier }
    })
    const offered = await askMarket(market, call, questions)
    return shipped.map(({ shipping }, i): Shipping | undefined => {
      const offers = offered[i]?.flatMap(one => one.offers)
      if (!offers) return withoutCost(shipping)
      const { options, offers: priced } = summed([offers], store.main_currency)
      const place = options.findIndex(
        ({ carrier, code, type }) =>
          carrier.carrier_id === shipping.carrier?.carrier_id &&
          code === shipping.option?.code &&
          type === shipping.type,
      )
      const [option, offer] = [options[place], priced[0]?.[place]]
      return option && offer && shippingBy(option, offer, now)
    })
  }

/** Nothing in it needs shipping. */
const withoutCost = (shipping: Shipping): Shipping => ({
  ...shipping,
  merchant_cost: { ...shipping.merchant_cost, value: 0 },
  consumer_cost: { ...shipping.consumer_cost, value: 0 },
})

function addressOf({ destination, recipient }: Shipped): RateAddress {
  return {
    name: recipient.name,
    address: destination?.street ?? null,
    number: destination?.number ?? null,
    floor: destination?.floor ?? null,
    locality: destination?.locality ?? null,
    city: destination?.city ?? null,
    province: destination?.province?.name ?? destination?.province?.code ?? null,
    country: destination?.country?.code ?? '',
    postal_code: destination?.zipcode ?? null,
    phone: recipient.phone,
  }
}
