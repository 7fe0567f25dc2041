/** Contract: shipping 4. */
import { decimal, type ShippingZone } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Load, type Target, tableRate } from './table-rates.ts'

const aZone = (change: Partial<ShippingZone> = {}, prices: readonly string[] = ['100.00']): ShippingZone => ({
  name: '',
  country: null,
  provinces: [],
  postal_codes: [],
  rates: [{ location_id: null, min_days: 1, max_days: 3, steps: prices.map(price => ({ max_weight: null, price })) }],
  ...change,
})

const palermo: Target = { country: 'AR', province: 'Buenos Aires', postal_code: '1414' }
const kilo: Load = { location: 'A', grams: 1000n }
const priceOf = (zones: ShippingZone[], target: Target = palermo, load: Load = kilo) => {
  const rate = tableRate(zones, target, load)
  return typeof rate === 'string' ? rate : decimal(rate.price, 2)
}

describe('zones', () => {
  test.each<[string, Partial<ShippingZone>, boolean]>([
    ['without conditions is the whole world', {}, true],
    ['of the country', { country: 'AR' }, true],
    ['of another country', { country: 'BR' }, false],
    ['of the province, whatever its case and accents', { provinces: ['Córdoba', 'BUENOS AIRES'] }, true],
    ['of another province', { provinces: ['Salta'] }, false],
    [
      'of postal codes',
      {
        postal_codes: [
          { from: '2000', to: '2999' },
          { from: '1000', to: '1999' },
        ],
      },
      true,
    ],
    ['of other postal codes', { postal_codes: [{ from: '2000', to: '2999' }] }, false],
    [
      'every condition must hold',
      { country: 'AR', provinces: ['Salta'], postal_codes: [{ from: '1000', to: '1999' }] },
      false,
    ],
  ])('%s', (_title, zone, isIn) => {
    expect(priceOf([aZone(zone)])).toBe(isIn ? '100.00' : 'no_zone')
  })

  test('accents and case do not matter', () => {
    const cordoba = { ...palermo, province: 'CORDOBA' }
    expect(priceOf([aZone({ provinces: ['Córdoba'] })], cordoba)).toBe('100.00')
  })

  test('a destination that does not say is in no zone that asks', () => {
    const somewhere = { country: 'AR', province: null, postal_code: null }
    expect(
      priceOf([aZone({ provinces: ['Salta'] }), aZone({ postal_codes: [{ from: '1', to: '9' }] })], somewhere),
    ).toBe('no_zone')
  })

  test('the first that contains the destination counts', () => {
    const near = aZone({ postal_codes: [{ from: '1400', to: '1499' }] }, ['10.00'])
    const far = aZone({ country: 'AR' }, ['90.00'])
    expect(priceOf([near, far])).toBe('10.00')
    expect(priceOf([far, near])).toBe('90.00')
    expect(priceOf([near, far], { ...palermo, postal_code: '5000' })).toBe('90.00')
  })
})

describe('rates', () => {
  const rate = (location_id: string | null, price: string, min_days: number) => ({
    location_id,
    min_days,
    max_days: min_days + 2,
    steps: [{ max_weight: null, price }],
  })

  test('the one of the location counts, else the one for all', () => {
    const zone = aZone({ rates: [rate(null, '50.00', 4), rate('A', '10.00', 1)] })
    expect(tableRate([zone], palermo, kilo)).toEqual({ price: 1000n, min_days: 1, max_days: 3 })
    expect(tableRate([zone], palermo, { ...kilo, location: 'B' })).toEqual({ price: 5000n, min_days: 4, max_days: 6 })
  })

  test('a zone that has none for the location has no price', () => {
    expect(priceOf([aZone({ rates: [rate('B', '1.00', 1)] }), aZone()])).toBe('no_rate')
  })
})

describe('steps', () => {
  /** Ascending weights in grams, and a price in hundredths for each. */
  const steps = fc.uniqueArray(fc.record({ grams: fc.integer({ min: 1, max: 50_000 }), price: fc.nat(1_000_000) }), {
    selector: ({ grams }) => grams,
    minLength: 1,
    maxLength: 8,
  })
  const zoneOf = (all: readonly { grams: number; price: number }[]) =>
    aZone({
      rates: [
        {
          location_id: null,
          min_days: null,
          max_days: null,
          steps: all.map(({ grams, price }) => ({
            max_weight: decimal(BigInt(grams), 3),
            price: decimal(BigInt(price), 2),
          })),
        },
      ],
    })

  test('law: the price is that of the lightest step that carries the weight, and nobody pays for less than it weighs', () => {
    fc.assert(
      fc.property(steps, fc.nat(60_000), (given, weight) => {
        const sorted = given.toSorted((a, b) => a.grams - b.grams)
        const found = tableRate([zoneOf(sorted)], palermo, { location: 'A', grams: BigInt(weight) })
        const carrying = sorted.filter(({ grams }) => grams >= weight)
        if (carrying.length === 0) expect(found).toBe('too_heavy')
        else expect(found).toMatchObject({ price: BigInt(carrying[0]?.price ?? -1) })
      }),
    )
  })

  test('law: where prices rise with the weight, more weight never costs less', () => {
    fc.assert(
      fc.property(steps, fc.nat(50_000), fc.nat(50_000), (given, a, b) => {
        const prices = given.map(({ price }) => price).toSorted((x, y) => x - y)
        const rising = given
          .toSorted((x, y) => x.grams - y.grams)
          .map(({ grams }, i) => ({ grams, price: prices[i] ?? 0 }))
        const at = (grams: number) => tableRate([zoneOf(rising)], palermo, { location: 'A', grams: BigInt(grams) })
        const [light, heavy] = [at(Math.min(a, b)), at(Math.max(a, b))]
        if (typeof heavy === 'string' || typeof light === 'string') return
        expect(light.price <= heavy.price).toBe(true)
      }),
    )
  })

  test('a weight on the edge is still carried, a gram more is not', () => {
    const zone = zoneOf([
      { grams: 1000, price: 100 },
      { grams: 2000, price: 200 },
    ])
    expect(priceOf([zone])).toBe('1.00')
    expect(priceOf([zone], palermo, { location: 'A', grams: 1001n })).toBe('2.00')
    expect(priceOf([zone], palermo, { location: 'A', grams: 2001n })).toBe('too_heavy')
  })
})
