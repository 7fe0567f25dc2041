import type { QuoteOption } from '@bodega/api'

const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The place of a carrier where a buyer picks up, as shipments say it (contract: fulfillment-orders 2.3). */
export function pickupDetails({ name, address, hours }: QuoteOption) {
  const given = address ?? {}
  return {
    location_id: null,
    name,
    address: {
      zipcode: text(given.zipcode),
      street: text(given.address) ?? '',
      number: text(given.number),
      floor: text(given.floor),
      locality: text(given.locality),
      city: text(given.city),
      reference: null,
      between_streets: null,
      province: { code: null, name: text(given.province) },
      region: null,
      country: { code: text(given.country), name: null },
    },
    pickup_hours: hours.map(({ day, start, end }) => ({ day: days[day], start, end })),
  }
}
