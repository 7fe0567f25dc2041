import { expect, test } from 'vitest'
import { keyring } from './keyring.ts'

test('the same input keeps its key, another one gets another, and so does every form', () => {
  const keyOf = keyring()
  const first = keyOf({ products: [1] })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf({ products: [1] })).toBe(first)
  const second = keyOf({ products: [1, 2] })
  expect(second).not.toBe(first)
  expect(keyOf({ products: [1, 2] })).toBe(second)
  expect(keyring()({ products: [1] })).not.toBe(first)
})
