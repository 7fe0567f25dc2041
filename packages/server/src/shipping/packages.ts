import type { OrderLine, QuoteInput, RateAddress } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import { type foresee, lineGrams, placeOf } from '../orders/index.ts'

/** What would leave from one location. */
export interface Packed {
  location: string
  origin: RateAddress & { location_id: string }
  items: { variant_id: number; quantity: number }[]
  /** What of it needs shipping. */
  shipped: { line: OrderLine; quantity: number }[]
  grams: bigint
  /** Nothing in it costs the buyer shipping. */
  isFree: boolean
}

type Foreseen = Awaited<ReturnType<typeof foresee>>

/** Who ships what. */
interface Contents extends Pick<Foreseen, 'lines' | 'places' | 'sellables'> {
  plan: Pick<Foreseen['plan'], 'parts'>
}

/** One package for each part of the plan. The lines are one for each variant. */
export function packagesOf({ plan, lines, places, sellables }: Contents, { main_language }: StoreContext): Packed[] {
  return plan.parts.map(({ location, items }) => {
    const place = places.find(({ id }) => id === location)
    if (!place) throw new Error(`the plan names a location that was not read: ${location}`)
    const shipped = lines.flatMap(line => {
      const quantity = items.get(line.variant_id) ?? 0
      // What was deleted since it was bought is shipped all the same.
      const ships = sellables.get(line.variant_id)?.requires_shipping ?? true
      return quantity > 0 && ships ? [{ line, quantity }] : []
    })
    return {
      location,
      origin: originOf(placeOf(place, main_language)),
      items: [...items].map(([variant_id, quantity]) => ({ variant_id, quantity })),
      shipped,
      grams: shipped.reduce((sum, { line, quantity }) => sum + lineGrams({ weight: line.weight, quantity }), 0n),
      isFree: shipped.every(({ line }) => line.free_shipping),
    }
  })
}

function originOf({ location_id, name, address }: ReturnType<typeof placeOf>): Packed['origin'] {
  const { street, number, floor, locality, city, province, country, zipcode } = address
  return {
    location_id,
    name,
    address: street,
    number,
    floor,
    locality,
    city,
    province: province?.name ?? null,
    country: country?.code ?? '',
    postal_code: zipcode,
    phone: null,
  }
}

/** Where it goes, as it was sent. */
export function destinationOf(input: QuoteInput['destination'], store: StoreContext): RateAddress {
  const text = (value: string | null | undefined) => value || null
  return {
    name: text(input.name),
    address: text(input.address),
    number: text(input.number),
    floor: text(input.floor),
    locality: text(input.locality),
    city: text(input.city),
    province: text(input.province),
    country: (input.country || store.country).toUpperCase(),
    postal_code: text(input.postal_code) ?? text(input.zipcode),
    phone: text(input.phone),
  }
}
