import { ApiError, badRequest, invalid, refused } from '@bodega/api'
import { expect, test } from 'vitest'
import { isOutdated, shortagesOf } from './missing.tsx'

test('what is missing is read from the words of the server, and nothing else is', () => {
  const refused = (body: object) => new ApiError(422, body as never)
  const short = 'Variant 6876: 3 wanted, 1 available'
  expect(shortagesOf(refused({ products: [short] }))).toEqual([{ variant_id: 6876, wanted: 3, available: 1 }])
  expect(shortagesOf(refused({ products: [short, 'is required'] }))).toEqual([])
  expect(shortagesOf(refused({ products: [short], customer: ['is required'] }))).toEqual([])
  expect(shortagesOf(badRequest(`${short} there`))).toEqual([{ variant_id: 6876, wanted: 3, available: 1 }])
  expect(shortagesOf(badRequest('Order is cancelled'))).toEqual([])
  expect(shortagesOf(new Error('nothing arrived'))).toEqual([])
})

test('a quote can be outdated by the stock or by time; what else is refused, or lost, says nothing about it', () => {
  expect(isOutdated(refused(409, 'plan_changed'))).toBe(true)
  expect(isOutdated(invalid({ quote_id: ['Quote with such id does not exist, or is no longer valid'] }))).toBe(true)
  expect(isOutdated(refused(503))).toBe(false)
  expect(isOutdated(invalid({ products: ['is required'] }))).toBe(false)
  expect(isOutdated(new TypeError('Failed to fetch'))).toBe(false)
})
