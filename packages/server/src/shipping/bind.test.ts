/** Contract: shipping 5.3. */
import { type OrderInput, units } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bind, type KeptQuote } from './bind.ts'
import { type Offer, summed } from './sum.ts'

const now = new Date('2026-07-13T12:00:00Z')

const offerOf = (code: string) =>
  fc
    .record({
      price: fc.bigInt({ min: 0n, max: 10n ** 11n }),
      price_merchant: fc.bigInt({ min: 0n, max: 10n ** 11n }),
      isFree: fc.boolean(),
    })
    .map(
      ({ price, price_merchant, isFree }): Offer => ({
        shipping: 'table',
        carrier: { carrier_id: 'table', code: 'custom', name: 'Table rates', app_id: null },
        code,
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
  .array(fc.option(fc.tuple(offerOf('table_1'), offerOf('table_2')), { nil: undefined }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((offers): KeptQuote => {
    const { options, offers: parts } = summed(offers, 'BRL')
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

test('law: the shipments of an order cost together what the order says, to the cent, for buyer and store, by any option', () => {
  fc.assert(
    fc.property(quote, kept => {
      for (const { code, price, price_merchant } of kept.quote.options) {
        const { input, plan, shippings } = bind(kept, { products: kept.products, shipping_option_code: code }, now)
        expect(shippings).toHaveLength(plan.parts.length)
        expect([input.shipping_cost_customer, input.shipping_cost_owner]).toEqual([price, price_merchant])
        expect(sum(shippings.map(one => cents(one.consumer_cost.value)))).toBe(cents(price))
        expect(sum(shippings.map(one => cents(one.merchant_cost.value)))).toBe(cents(price_merchant))
      }
    }),
  )
})

test('law: the parts of the plan are those of the quote, and together what was asked for', () => {
  fc.assert(
    fc.property(quote, kept => {
      const [option] = kept.quote.options
      const input = { products: kept.products, shipping_option_code: option?.code ?? null }
      const { parts } = bind(kept, input, now).plan
      expect(parts.map(({ location }) => location)).toEqual(kept.quote.packages.map(one => one.location_id))
      expect(parts.flatMap(({ items }) => [...items])).toEqual(
        kept.products.map(({ variant_id, quantity }) => [variant_id, quantity]),
      )
    }),
  )
})

test('a quote without options promises the plan alone: how it is shipped is left to the order', () => {
  fc.assert(
    fc.property(quote, kept => {
      const bare = { ...kept, quote: { ...kept.quote, options: [] } }
      const { input, shippings } = bind(bare, { products: kept.products, shipping_cost_customer: 7 }, now)
      expect(shippings).toEqual([])
      expect(input.shipping_cost_customer).toBe(7)
    }),
  )
})

test('a destination is the same, however its country is written; another one is refused', () => {
  fc.assert(
    fc.property(quote, kept => {
      const bare = { ...kept, quote: { ...kept.quote, options: [] } }
      const to = (country: string) => bind(bare, { products: kept.products, shipping_address: { country } }, now)
      for (const country of ['BR', 'br', 'Brasil']) expect(to(country).plan.parts).toHaveLength(kept.products.length)
      for (const country of ['AR', 'Argentina', 'Atlantis']) expect(() => to(country)).toThrow()
    }),
    { numRuns: 5 },
  )
})

test('the address of the order counts; what it leaves out, the name as a whole, comes from the destination', () => {
  fc.assert(
    fc.property(quote, ({ destination, ...kept }) => {
      const bare = {
        ...kept,
        destination: { ...destination, name: 'Ana Souza', city: 'Santos' },
        quote: { ...kept.quote, options: [] },
      }
      const to = (shipping_address?: OrderInput['shipping_address']) =>
        bind(bare, { products: kept.products, ...(shipping_address ? { shipping_address } : {}) }, now).input
          .shipping_address
      expect(to()).toMatchObject({ name: 'Ana Souza', city: 'Santos', country: 'BR' })
      expect(to({ city: 'Campinas', country: '' })).toMatchObject({
        name: 'Ana Souza',
        city: 'Campinas',
        country: 'BR',
      })
      const bia = to({ first_name: 'Bia' })
      expect(bia).toMatchObject({ first_name: 'Bia', city: 'Santos' })
      expect(bia).not.toHaveProperty('name')
    }),
    { numRuns: 5 },
  )
})
