import type { Coupon } from '@bodega/api'
import { expect, test } from 'vitest'
import { typedOf } from '../amount.ts'
import { codeFrom, draftOf, inputOf, isAimless } from './draft.ts'

const time = '2026-07-11T01:29:50+0000'
const coupon: Coupon = {
  ...{ id: 1, code: 'SALE', type: 'percentage', value: '12.50', valid: true, used: 3, max_uses: 5 },
  ...{ start_date: '2026-07-11', end_date: null, min_price: 1500, includes_shipping: false },
  ...{ first_consumer_purchase: false, combines_with_other_discounts: true, only_cheapest_shipping: false },
  ...{ categories: null, products: [{ id: 7, name: { es: 'Camisa' } }] },
  ...{ created_at: time, updated_at: time, deleted_at: null },
}
const draft = (change: Partial<Coupon> = {}) => draftOf({ ...coupon, ...change }, amount => typedOf('es-AR', amount))

test('numbers are typed as where the store is, and sent as the wire has them', () => {
  expect(draft()).toMatchObject({ value: '12,5', min_price: '1500,00', max_uses: '5', restriction: 'products' })
  expect(inputOf(draft())).toMatchObject({
    ...{ value: '12.5', min_price: '1500.00', max_uses: 5 },
    ...{ start_date: '2026-07-11', end_date: null, products: [7], categories: null },
  })
  expect(draft({ type: 'absolute', value: '500.00' }).value).toBe('500,00')
})

test('what is left empty is no limit, and free shipping has no value', () => {
  const input = inputOf({
    ...draft(),
    type: 'shipping',
    min_price: '',
    max_uses: '',
    start_date: '',
    restriction: 'none',
  })
  expect(input).toMatchObject({ value: null, min_price: null, max_uses: null, start_date: null, products: null })
})

test('a coupon for some things never becomes one for everything because none of them is chosen', () => {
  const emptied = { ...draft(), products: [] }
  expect(isAimless(draft(), coupon)).toBe(false)
  expect(isAimless(emptied, coupon)).toBe(true)
  expect(isAimless({ ...emptied, restriction: 'none' }, coupon)).toBe(false)
  expect(isAimless({ ...draft(), restriction: 'categories' }, undefined)).toBe(true)
  expect(isAimless(draft({ products: [] }), { ...coupon, products: [] })).toBe(false)
})

test('a code that is made up has a letter or a figure for each byte, none of which looks like another', () => {
  expect(codeFrom(Uint8Array.from({ length: 256 }, (_, byte) => byte))).toMatch(/^[2-9A-HJ-NP-Z]{256}$/)
})
