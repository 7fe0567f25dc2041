import type { ShippingTableInput } from '@bodega/api'

/** What a parcel costs from one location: up to 1, 5 and 30 kilograms. */
const rate = (location_id: string, [min_days, max_days]: [number, number], prices: [number, number, number]) => ({
  location_id,
  min_days,
  max_days,
  steps: [1, 5, 30].map((max_weight, i) => ({ max_weight, price: prices[i] ?? 0 })),
})

/**
 * The prices of the demo store: near is cheap and quick, far is neither, and the shop sends by courier. So whoever
 * changes the priority of its locations sees another origin, price and delivery time in the next quote.
 */
export function demoTable([warehouse = '', shop = '', cordoba = '']: readonly string[]): ShippingTableInput {
  const country = 'AR'
  return {
    name: 'Envío a domicilio',
    allow_free_shipping: true,
    zones: [
      {
        name: 'Buenos Aires',
        country,
        postal_codes: [{ from: '1000', to: '1999' }],
        rates: [
          rate(warehouse, [3, 5], [3900, 5200, 9800]),
          rate(shop, [1, 2], [6400, 8100, 15_500]),
          rate(cordoba, [4, 7], [5900, 7600, 14_300]),
        ],
      },
      {
        name: 'Córdoba',
        country,
        postal_codes: [{ from: '5000', to: '5999' }],
        rates: [
          rate(warehouse, [4, 7], [5900, 7600, 14_300]),
          rate(shop, [4, 6], [8700, 10_900, 19_800]),
          rate(cordoba, [1, 2], [3700, 4900, 9200]),
        ],
      },
      {
        name: 'Resto del país',
        country,
        rates: [
          rate(warehouse, [5, 9], [7800, 10_400, 21_000]),
          rate(shop, [6, 9], [10_900, 14_200, 27_500]),
          rate(cordoba, [5, 8], [7200, 9700, 19_600]),
        ],
      },
    ],
  }
}
