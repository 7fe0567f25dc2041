import type { Sold } from './sold.ts'

export interface Place {
  id: string
  /** As it was called at the last of them. */
  name: string
  shipments: number
}

/** How many shipments left from where, most first; those of cancelled orders did not. Two places can have one name. */
export function placesOf(orders: readonly Pick<Sold, 'status' | 'fulfillments'>[]): Place[] {
  const places = new Map<string, Place>()
  const sold = orders.filter(({ status }) => status !== 'cancelled')
  for (const shipment of sold.flatMap(({ fulfillments }) => fulfillments)) {
    // A list outlines them; a single order would name their ids.
    if (typeof shipment === 'string') continue
    const { location_id: id, name } = shipment.assigned_location
    const place = places.get(id) ?? { id, name, shipments: 0 }
    places.set(id, { ...place, shipments: place.shipments + 1 })
  }
  return [...places.values()].sort((a, b) => b.shipments - a.shipments)
}
