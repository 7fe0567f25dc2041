/** Contract: shipping 5.3. */
import { units } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bind } from './bind.ts'
import type { KeptQuote } from './quotes.ts'
import { type Offer, summed } from './sum.ts'

const now = new Date('2026-07-13T12:00:00Z')

const offer = fc
  .record({
    price: fc.bigInt({ min: 0n, max: 10n ** 11n }),
    price_merchant: fc.bigInt({ min: 0n, max: 10n ** 11n }),
    isFree: fc.boolean(),
  })
  .map(
    ({ price, price_merchant, isFree }): Offer => ({
      shipping: 'table',
      carrier: { carrier_id: 'table', code: 'custom', name: 'Table rates', app_id: null },
      code: 'table_1',
      name: 'Correio',
      type: 'ship',
      price: isFree ? 0n : price,
      price_merchant,
      original_price: price,
      min_days: 1,
      max_days: 2,
      reference: null,
      allow_free_shipping: true,
      id_required: false,
      phone_required: false,
      accepts_cod: true,
      address: null,
      hours: [],
    }),
  )

/** Packages with one variant each, of which some ship nothing. */
const quote = fc
  .array(fc.option(offer, { nil: undefined }), { minLength: 1, maxLength: 8 })
  .map((offers): KeptQuote => {
    const { options, offers: parts } = summed(
      offers.map(one => one && [one]),
      'BRL',
    )
    const address = { name: null, address: null, number: null, floor: null, locality: null, city: null, province: null }
    const destination = { ...address, country: 'BR', postal_code: null, phone: null }
    return {
      products: offers.map((_, i) => ({ variant_id: i + 1, quantity: 1 })),
      destination,
      quote: {
        quote_id: 'Q',
        expires_at: '',
        packages: offers.map((_, i) => ({
          location_id: `L${i}`,
          origin: { ...destination, location_id: `L${i}` },
          items: [{ variant_id: i + 1, quantity: 1 }],
          weight: '0.000',
          options: parts[i] ?? [],
        })),
        options,
        allocation: { rule: 'split_by_priority', considered: [] },
        unavailable: [],
      },
    }
  })

const cents = (amount: string | number | null | undefined) => units(amount ?? '', 2) ?? -1n
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

test('law: the shipments of an order cost together what the order says, to the cent, for buyer and store', () => {
  fc.assert(
    fc.property(quote, kept => {
      const { input, plan, shippings } = bind(kept, { products: kept.products }, now)
      expect(plan.parts.map(({ location }) => location)).toEqual(kept.quote.packages.map(one => one.location_id))
      if (kept.quote.options.length === 0) {
        expect(shippings).toEqual([])
        return
      }
      expect(shippings).toHaveLength(plan.parts.length)
      expect(sum(shippings.map(one => cents(one.consumer_cost.value)))).toBe(cents(input.shipping_cost_customer))
      expect(sum(shippings.map(one => cents(one.merchant_cost.value)))).toBe(cents(input.shipping_cost_owner))
    }),
  )
})

test('law: the parts of the plan are together what was asked for', () => {
  fc.assert(
    fc.property(quote, kept => {
      const { plan } = bind(kept, { products: kept.products }, now)
      const all = plan.parts.flatMap(({ items }) => [...items])
      expect(all).toEqual(kept.products.map(({ variant_id, quantity }) => [variant_id, quantity]))
    }),
  )
})
