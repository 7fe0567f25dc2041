import { ApiError } from '@bodega/api'
import { expect, test } from 'vitest'
import { shortagesOf } from './missing.tsx'

test('what is missing is read from the words of the server, and nothing else is', () => {
  const refused = (body: object) => new ApiError(422, body as never)
  const short = 'Variant 6876: 3 wanted, 1 available'
  expect(shortagesOf(refused({ products: [short] }))).toEqual([{ variant_id: 6876, wanted: 3, available: 1 }])
  expect(shortagesOf(refused({ products: [short, 'is required'] }))).toEqual([])
  expect(shortagesOf(refused({ products: [short], customer: ['is required'] }))).toEqual([])
  expect(shortagesOf(new Error('nothing arrived'))).toEqual([])
})
