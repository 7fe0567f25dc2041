import type { ShippingZoneInput } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zonesOf } from './zones.ts'

const locations = ['A', 'B']
const amount = fc.oneof(
  fc.nat(100_000).map(n => n / 100),
  fc.nat(100_000).map(n => String(n / 1000)),
)
const steps = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 3 }),
    fc.array(amount, { minLength: 4, maxLength: 4 }),
  )
  .map(([weights, prices]) => [
    ...weights.toSorted((a, b) => a - b).map((weight, i) => ({ max_weight: weight / 1000, price: prices[i] ?? 0 })),
    { price: prices[3] ?? 0, ...(weights.length % 2 ? { max_weight: null } : {}) },
  ])
const days = fc.option(fc.tuple(fc.nat(9), fc.nat(9)), { nil: undefined })
const rate = fc.record({ location_id: fc.constantFrom(null, '', 'A', 'B'), steps, days }).map(({ days, ...rest }) => ({
  ...rest,
  ...(days ? { min_days: Math.min(...days), max_days: Math.max(...days) } : {}),
}))
const zone = fc.record(
  {
    name: fc.string({ maxLength: 5 }),
    country: fc.constantFrom('br', 'AR', null),
    provinces: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    postal_codes: fc.constantFrom([], [{ from: '1000', to: '1999' }], [{ from: '01000-000', to: '05999-999' }]),
    rates: fc.uniqueArray(rate, { minLength: 1, maxLength: 3, selector: ({ location_id }) => location_id || null }),
  },
  { requiredKeys: ['rates'] },
) as fc.Arbitrary<ShippingZoneInput>

test('law: a table that was read can be sent back, and is the same', () => {
  fc.assert(
    fc.property(fc.array(zone, { minLength: 1, maxLength: 3 }), given => {
      const kept = zonesOf(given, locations)
      expect(zonesOf(kept, locations)).toEqual(kept)
      expect(kept).toHaveLength(given.length)
    }),
  )
})
