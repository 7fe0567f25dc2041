/** Contract: shipping 5.2. */
import { units } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Offer, summed } from './sum.ts'

const anOffer = (change: Partial<Offer> = {}): Offer => ({
  shipping: 'api_1',
  carrier: { carrier_id: '1', code: 'api', name: 'Carrier', app_id: '7' },
  code: 'standard',
  name: 'Standard',
  type: 'ship',
  price: 100n,
  price_merchant: 100n,
  original_price: 100n,
  min_days: 1,
  max_days: 2,
  reference: 'r',
  allow_free_shipping: false,
  id_required: false,
  phone_required: false,
  accepts_cod: true,
  address: null,
  hours: [],
  ...change,
})

const days = fc.option(fc.nat(30), { nil: null })
const offer = fc
  .record({
    shipping: fc.constantFrom('table', 'api_1', 'api_2'),
    code: fc.constantFrom('a', 'b'),
    price: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    price_merchant: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    min_days: days,
    max_days: days,
  })
  .map(anOffer)
const packages = fc.array(fc.option(fc.array(offer, { maxLength: 6 }), { nil: undefined }), {
  minLength: 1,
  maxLength: 5,
})

const cents = (money: string | undefined) => units(money ?? '', 2) ?? -1n
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const isOf = (option: { shipping: string; code: string }) => (one: { shipping: string; code: string }) =>
  one.shipping === option.shipping && one.code === option.code

test('law: what an option costs is the sum over its packages, to the cent, for buyer and store', () => {
  fc.assert(
    fc.property(packages, all => {
      const { options, offers } = summed(all, 'BRL')
      for (const [i, { price, price_merchant }] of options.entries()) {
        expect(sum(offers.map(of => cents(of[i]?.price)))).toBe(cents(price))
        expect(sum(offers.map(of => cents(of[i]?.price_merchant)))).toBe(cents(price_merchant))
      }
    }),
  )
})

test('law: an option is offered exactly where every package that ships has it, once, and by the first offer of each', () => {
  fc.assert(
    fc.property(packages, all => {
      const { options, offers } = summed(all, 'BRL')
      const shipped = all.filter(of => of !== undefined)
      const everywhere = (shipped[0] ?? []).filter(one => shipped.every(of => of.some(isOf(one))))
      expect(new Set(options.map(one => `${one.shipping}/${one.code}`))).toEqual(
        new Set(everywhere.map(one => `${one.shipping}/${one.code}`)),
      )
      expect(options.length).toBe(new Set(everywhere.map(one => `${one.shipping}/${one.code}`)).size)
      for (const [i, option] of options.entries()) {
        for (const [p, of] of all.entries()) {
          const first = of?.find(isOf(option))
          expect(cents(offers[p]?.[i]?.price)).toBe(first?.price ?? 0n)
        }
      }
    }),
  )
})

test('law: the slowest package decides when all are there; one that does not say leaves it open', () => {
  fc.assert(
    fc.property(packages, all => {
      for (const option of summed(all, 'BRL').options) {
        const found = all.flatMap(of => of?.find(isOf(option)) ?? [])
        for (const key of ['min_days', 'max_days'] as const) {
          const said = found.flatMap(one => one[key] ?? [])
          expect(option[key]).toBe(said.length === found.length ? Math.max(...said) : null)
        }
      }
    }),
  )
})

test('law: the cheapest option comes first', () => {
  fc.assert(
    fc.property(packages, all => {
      const prices = summed(all, 'BRL').options.map(({ price }) => cents(price))
      expect(prices).toEqual(prices.toSorted((a, b) => Number(a - b)))
    }),
  )
})

test('where nothing is to be shipped there is no option, and no package costs anything', () => {
  expect(summed([undefined, undefined], 'BRL')).toEqual({ options: [], offers: [[], []] })
})

test('a package with nothing to ship costs nothing beside one that is shipped', () => {
  const { options, offers } = summed([undefined, [anOffer({ price: 700n })]], 'BRL')
  expect(options).toMatchObject([{ price: '7.00' }])
  expect(offers).toMatchObject([[{ price: '0.00', price_merchant: '0.00' }], [{ price: '7.00' }]])
})

test('a pickup is the same option only at the same place', () => {
  const at = (name: string, street: string) => anOffer({ type: 'pickup', name, address: { address: street } })
  expect(summed([[at('Shop', 'A'), at('Shop', 'B')], [at('Shop', 'B')]], 'BRL').options).toMatchObject([
    { name: 'Shop', address: { address: 'B' } },
  ])
  expect(summed([[at('Shop', 'A')], [at('Shop', 'B')]], 'BRL').options).toEqual([])
})

test('what one package demands of the buyer, all do', () => {
  const [option] = summed([[anOffer({ id_required: true })], [anOffer({ accepts_cod: false })]], 'BRL').options
  expect(option).toMatchObject({ id_required: true, phone_required: false, accepts_cod: false })
})

test('the reference is that of the first package; each package keeps its own', () => {
  const { options, offers } = summed([[anOffer({ reference: 'one' })], [anOffer({ reference: 'two' })]], 'BRL')
  expect(options).toMatchObject([{ reference: 'one' }])
  expect(offers).toMatchObject([[{ reference: 'one' }], [{ reference: 'two' }]])
})
