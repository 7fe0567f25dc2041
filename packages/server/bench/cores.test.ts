import { expect, test } from 'vitest'
import { apart, coresOf } from './cores.ts'

test('cores are read as Linux writes them', () => {
  expect(coresOf('0')).toEqual([0])
  expect(coresOf('0-2,5\n')).toEqual([0, 1, 2, 5])
})

test('what is started is started, whether or not the cores can be parted', async () => {
  const [started] = await apart(async () => 'it')
  expect(started).toBe('it')
})
