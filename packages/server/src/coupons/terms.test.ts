/** docs/contract: coupons 3, the rules of the terms. */
import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Coupon, type CouponChange, couponRestrictions, couponTypes } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedTerms, dayOf, newTerms, type Terms, termsOf } from './terms.ts'

const cents = (min: number, max: number) => fc.integer({ min, max }).map(amount => (amount / 100).toFixed(2))
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const ids = (minLength: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength, maxLength: 5 })
    .map(list => list.toSorted((a, b) => a - b))

const aim = fc.oneof(
  fc.constant({ restriction: null, targets: [] as number[] }),
  fc.record({ restriction: fc.constantFrom(...couponRestrictions), targets: ids(0) }),
)

/** Terms as a coupon can have them: with nothing left to be used on it is not valid. */
const terms: fc.Arbitrary<Terms> = fc
  .record({
    code: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/),
    type: fc.constantFrom(...couponTypes),
    percent: cents(1, 10_000),
    amount: cents(1, 1e10),
    flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    max_uses: fc.option(fc.integer({ min: 1, max: 1e6 })),
    days: fc.tuple(day, day).map(pair => pair.toSorted()),
    has: fc.tuple(fc.boolean(), fc.boolean()),
    min_price: fc.option(cents(0, 1e10).map(Number)),
    aim,
  })
  .map(({ code, type, percent, amount, flags, max_uses, days, has, min_price, aim }) => ({
    code,
    type,
    value: { percentage: percent, absolute: amount, shipping: '0.00' }[type],
    valid: flags[0] && (aim.restriction === null || aim.targets.length > 0),
    max_uses,
    includes_shipping: flags[1],
    start_date: has[0] ? (days[0] ?? null) : null,
    end_date: has[1] ? (days[1] ?? null) : null,
    min_price,
    first_consumer_purchase: flags[2],
    combines_with_other_discounts: flags[3],
    only_cheapest_shipping: flags[4],
    ...aim,
  }))

/** The coupon as it is shown. */
function shown({ restriction, targets, ...rest }: Terms): Coupon {
  const time = '2026-07-11T01:29:50+0000'
  const of = (kind: Terms['restriction']) =>
    restriction === kind ? targets.map(id => ({ id, name: { es: 'x' }, parent: 0 })) : null
  return {
    ...rest,
    id: 1,
    used: 3,
    categories: of('categories'),
    products: of('products'),
    created_at: time,
    updated_at: time,
    deleted_at: null,
  }
}

/** Whatever the schema lets pass, or nearly. */
const change: fc.Arbitrary<CouponChange> = fc.record(
  {
    type: fc.constantFrom(...couponTypes),
    value: fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.integer(), cents(-100, 20_000), fc.constant(null)),
    valid: fc.option(fc.boolean()),
    max_uses: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    start_date: fc.oneof(day, fc.string(), fc.constant(null)),
    end_date: fc.oneof(day, fc.string(), fc.constant(null)),
    min_price: fc.oneof(fc.double({ noNaN: true }), fc.string(), cents(-100, 20_000), fc.constant(null)),
    categories: fc.option(ids(0)),
    products: fc.option(ids(0)),
  },
  { requiredKeys: [] },
)

const attempt = (old: Terms, sent: CouponChange): Terms | ApiError => {
  try {
    return changedTerms(old, sent)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

test('what is shown can be sent back whole, and changes nothing', () => {
  fc.assert(
    fc.property(terms, old => {
      expect(termsOf(shown(old))).toEqual(old)
      expect(changedTerms(old, shown(old))).toEqual(old)
    }),
  )
})

test('nothing sent is nothing changed', () => {
  fc.assert(fc.property(terms, old => isDeepStrictEqual(changedTerms(old, {}), old)))
})

test('what is accepted can be kept, shown and sent back; what is not is 422 with its fields', () => {
  fc.assert(
    fc.property(terms, change, (old, sent) => {
      const next = attempt(old, sent)
      if (next instanceof ApiError) {
        expect(next.status).toBe(422)
        for (const field of Object.keys(next.body)) expect(Object.keys(shown(old))).toContain(field)
        return
      }
      const { type, value, min_price, start_date, end_date, restriction, targets, valid } = next
      const amount = Number(value)
      expect(type === 'shipping' ? amount === 0 : amount > 0 && (type === 'absolute' || amount <= 100)).toBe(true)
      const least = (min_price ?? 0).toFixed(2)
      expect(Number(least)).toBe(min_price ?? 0)
      for (const money of [value, least]) expect(money).toMatch(/^\d{1,12}\.\d{2}$/)
      for (const date of [start_date, end_date]) if (date !== null) expect(dayOf(date)).toBe(date)
      if (start_date && end_date) expect(start_date <= end_date).toBe(true)
      if (restriction === null) expect(targets).toEqual([])
      if (valid && restriction) expect(targets).not.toEqual([])
      expect(changedTerms(next, shown(next))).toEqual(next)
    }),
  )
})

test('a restriction is lifted by those only who speak of it; one with nothing left only by null', () => {
  fc.assert(
    fc.property(terms, change, (old, sent) => {
      const next = attempt(old, sent)
      if (next instanceof ApiError || old.restriction === null || next.restriction !== null) return
      const said = sent[old.restriction]
      expect(old.targets.length > 0 ? said?.length === 0 || said === null : said === null).toBe(true)
    }),
  )
})

const base = newTerms({ code: 'A', type: 'absolute', value: 5 })
const refusal = (sent: CouponChange, old = base) => {
  const next = attempt(old, sent)
  return next instanceof ApiError ? next.body : 'accepted'
}

describe('each refusal names its field', () => {
  test.each<[string, CouponChange, object]>([
    ['a value that is no number', { value: 'much' }, { value: ['must be a number'] }],
    ['a value below zero', { value: -1 }, { value: ['must be at least 0'] }],
    ['a value of zero', { value: '0.004' }, { value: ['must be greater than 0'] }],
    ['a value of none', { value: null }, { value: ["can't be blank"] }],
    ['more than everything', { type: 'percentage', value: '100.01' }, { value: ['must be at most 100'] }],
    ['more than the table holds', { value: 1e12 }, { value: ['must be at most 999999999999.99'] }],
    ['a minimum below zero', { min_price: '-0.01' }, { min_price: ['must be at least 0'] }],
    ['a day that there is not', { start_date: '2026-02-30' }, { start_date: ['is invalid'] }],
    ['the year 0', { end_date: '0000-01-01' }, { end_date: ['is invalid'] }],
    [
      'an end before the start',
      { start_date: '2026-03-02', end_date: '2026-03-01' },
      { end_date: ['must not be before start_date'] },
    ],
    [
      'products and categories',
      { products: [1], categories: [2] },
      { products: ['cannot be combined with categories'] },
    ],
    [
      'several at once',
      { value: 'x', min_price: 'y', start_date: 'z' },
      { value: ['must be a number'], min_price: ['must be a number'], start_date: ['is invalid'] },
    ],
  ])('%s', (_what, sent, expected) => {
    expect(refusal(sent)).toEqual(expected)
  })

  test('a coupon with nothing left to be used on is not switched on', () => {
    const left = { ...base, valid: false, restriction: 'products' as const, targets: [] }
    expect(refusal({ valid: true }, left)).toEqual({ products: ["can't be blank"] })
    expect(refusal({ valid: true, products: [] }, left)).toEqual({ products: ["can't be blank"] })
    expect(refusal({ valid: true, products: [3] }, left)).toBe('accepted')
    expect(refusal({ valid: true, products: null }, left)).toBe('accepted')
  })
})

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01 23:59:59', '2026-03-01'],
  ['2026-03-01T23:00:00-03:00', '2026-03-01'],
  ['2026-03-01T00:30:00.000Z', '2026-03-01'],
  ['20260301T103000Z', '2026-03-01'],
  ['2026-3-1', undefined],
  ['tomorrow', undefined],
])('the day of %s is the one that is written: %s', (text, expected) => {
  expect(dayOf(text)).toBe(expected)
})
