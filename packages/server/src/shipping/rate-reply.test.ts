/** Contract: shipping 3: the answer of a carrier, row by row. */
import type { Rate } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aRate } from '../testing/carrier.ts'
import type { ActiveCarrier } from './carriers.ts'
import type { Packed } from './packages.ts'
import { carrierOffers, readRates } from './rate-reply.ts'

const read = (...rates: unknown[]) => readRates(JSON.stringify({ rates }))

const carrier: ActiveCarrier = {
  id: 7,
  name: 'Transporte',
  callback_url: 'https://rates.example',
  types: 'ship,pickup',
  actor: 'app:12',
  options: [
    { id: 1, code: 'sedex', name: 'Sedex', additional_days: 0, additional_cost: 0, allow_free_shipping: false },
  ],
}
const withOption = (change: Partial<ActiveCarrier['options'][number]>): ActiveCarrier => ({
  ...carrier,
  options: carrier.options.map(option => ({ ...option, ...change })),
})
const packed = { location: 'A', isFree: false } as Packed
// A Monday.
const now = new Date('2026-07-13T12:00:00Z')
const offersOf = (rates: readonly Rate[], by = carrier, load = packed) =>
  carrierOffers(by, rates, load, 'BRL', now).offers
const pickup = (change: object = {}) =>
  aRate({
    type: 'pickup',
    address: { address: 'Rua A' },
    hours: [{ day: 1, start: '0900', end: '1800' }],
    ...change,
  } as Partial<Rate>)

describe('what can be read', () => {
  test.each([
    ['no JSON', 'nonsense'],
    ['null', 'null'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['rates that are no list', '{"rates":{}}'],
    ['cut off', '{"rates":[{"name":"Sed'],
    ['a text that cannot be stored', JSON.stringify({ rates: [aRate({ name: 'Sed\0ex' })] })],
    ['nesting without end', `{"rates":[{"address":${'['.repeat(9000)}${']'.repeat(9000)}}]}`],
  ])('%s is no answer', (_title, text) => {
    expect(readRates(text)).toBeUndefined()
  })

  test('half a letter is none', () => {
    expect(read(aRate({ name: 'Sed\ud83d' }))).toEqual([aRate({ name: 'Sed\ufffd' })])
  })

  test('one rate that is none does not spoil the others', () => {
    expect(read(null, 7, 'x', [], {}, aRate())).toEqual([aRate()])
    expect(read()).toEqual([])
  })

  test.each(['name', 'code', 'price', 'currency', 'type', 'reference'])('%s is required', field => {
    expect(read({ ...aRate(), [field]: undefined })).toEqual([])
    expect(read({ ...aRate(), [field]: null })).toEqual([])
  })

  test.each([[-1], ['-0.01'], ['free'], [true], [1e30], [[]]])('a price of %s is none', price => {
    expect(read({ ...aRate(), price })).toEqual([])
  })

  test.each(['address', 'hours'])('%s is required for a pickup', field => {
    expect(read(pickup())).toHaveLength(1)
    expect(read(pickup({ [field]: undefined }))).toEqual([])
  })

  test('law: no answer makes it fail', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => void readRates(text)))
    fc.assert(
      fc.property(
        fc.array(fc.record(Object.fromEntries(Object.keys(aRate()).map(key => [key, fc.jsonValue()])))),
        rates => {
          carrierOffers(carrier, read(...rates) ?? [], packed, 'BRL', now)
        },
      ),
    )
  })
})

describe('what is offered', () => {
  test('name, code, price, reference: as the carrier says, under the names of orders', () => {
    expect(offersOf([aRate()])).toMatchObject([
      {
        shipping: 'api_7',
        carrier: { carrier_id: '7', code: 'api', name: 'Transporte', app_id: '12' },
        code: 'sedex',
        name: 'Sedex',
        type: 'ship',
        price: 2000n,
        reference: 'r1',
      },
    ])
  })

  test('code: only of an active option, letter by letter', () => {
    for (const code of ['Sedex', 'sedex ', 'sédex', 'other']) expect(offersOf([aRate({ code })])).toEqual([])
    expect(carrierOffers(carrier, [aRate({ code: 'other' })], packed, 'BRL', now).unavailable).toEqual([
      { shipping: 'api_7', name: 'Transporte', location_id: 'A', reason: 'no_rate' },
    ])
  })

  test('price_merchant: the price, unless said', () => {
    expect(offersOf([aRate()])).toMatchObject([{ price: 2000n, price_merchant: 2000n }])
    expect(offersOf([aRate({ price: '5.5', price_merchant: 20 })])).toMatchObject([
      { price: 550n, price_merchant: 2000n },
    ])
    for (const price_merchant of [null, -1, 1e15])
      expect(offersOf([aRate({ price_merchant })])).toMatchObject([{ price: 2000n, price_merchant: 2000n }])
  })

  test('currency: another than the store asked for cannot be summed', () => {
    expect(offersOf([aRate({ currency: 'USD' })])).toEqual([])
  })

  test('type: only what the carrier is registered for', () => {
    expect(offersOf([aRate(), pickup()], { ...carrier, types: 'ship' }).map(({ type }) => type)).toEqual(['ship'])
    expect(offersOf([aRate(), pickup()], { ...carrier, types: 'pickup' }).map(({ type }) => type)).toEqual(['pickup'])
  })

  test('address, hours: of a pickup', () => {
    expect(offersOf([pickup()])).toMatchObject([
      { address: { address: 'Rua A' }, hours: [{ day: 1, start: '0900', end: '1800' }] },
    ])
  })

  test('min_delivery_date, max_delivery_date: weekdays from now; what is no date is not known', () => {
    const days = (date: string | null) =>
      offersOf([aRate({ min_delivery_date: date, max_delivery_date: date })])[0]?.max_days
    expect(days('2026-07-17T10:00:00-0300')).toBe(4)
    expect(days('2026-07-20')).toBe(5)
    expect(days('2026-07-01')).toBe(0)
    for (const none of [null, 'soon', '2026-02-30', '9999-01-01']) expect(days(none)).toBeNull()
  })

  test('id_required, phone_required, accepts_cod: false, false, true unless said', () => {
    expect(offersOf([aRate()])).toMatchObject([{ id_required: false, phone_required: false, accepts_cod: true }])
    const said = { id_required: true, phone_required: true, accepts_cod: false }
    expect(offersOf([aRate(said)])).toMatchObject([said])
  })

  test('availability: a pickup that is not available is not offered', () => {
    expect(offersOf([pickup({ availability: false })])).toEqual([])
    expect(offersOf([pickup({ availability: true }), pickup({ availability: null })])).toHaveLength(2)
  })

  test('per code one rate ships, the first, and up to 10 are for pickup', () => {
    expect(offersOf([aRate({ price: 1 }), aRate({ price: 2 })])).toMatchObject([{ price: 100n }])
    const many = Array.from({ length: 12 }, (_, i) => pickup({ name: `Ponto ${i}` }))
    expect(offersOf(many).map(({ name }) => name)).toEqual(many.slice(0, 10).map(({ name }) => name))
  })

  test('additional_cost, additional_days: added for the buyer, not for the store', () => {
    const by = withOption({ additional_cost: 2.35, additional_days: 3 })
    expect(offersOf([aRate({ max_delivery_date: '2026-07-14' })], by)).toMatchObject([
      { price: 2235n, price_merchant: 2000n, min_days: null, max_days: 4 },
    ])
  })

  test('free shipping: all items free, and the option allows it: the store pays', () => {
    const free = { ...packed, isFree: true }
    const by = withOption({ allow_free_shipping: true, additional_cost: 1 })
    expect(offersOf([aRate()], by, free)).toMatchObject([{ price: 0n, price_merchant: 2000n, original_price: 2100n }])
    expect(offersOf([aRate()], by)).toMatchObject([{ price: 2100n }])
    expect(offersOf([aRate()], carrier, free)).toMatchObject([{ price: 2000n }])
  })

  test('free shipping of a part: the app sends the reduced price and the whole cost', () => {
    const by = withOption({ allow_free_shipping: true })
    expect(offersOf([aRate({ price: 8, price_merchant: 20 })], by)).toMatchObject([
      { price: 800n, price_merchant: 2000n },
    ])
  })
})
