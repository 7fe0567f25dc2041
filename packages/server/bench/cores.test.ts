import { expect, test } from 'vitest'
import { coresOf } from './cores.ts'

test('cores are read as Linux writes them', () => {
  expect(coresOf('0')).toEqual([0])
  expect(coresOf('0-2,5\n')).toEqual([0, 1, 2, 5])
})
