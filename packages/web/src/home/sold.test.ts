import type { Listed } from '@bodega/api'
import { expect, test } from 'vitest'
import { pageSize, readSold, type Sold } from './sold.ts'

const now = new Date(2026, 10, 15, 18)

/** A list of so many orders of each day, today first. It goes no further than those of the server. */
function listOf(...perDay: number[]) {
  const all = perDay.flatMap((count, day) =>
    Array.from(
      { length: count },
      (_, i): Sold => ({
        id: day * 100_000 + i,
        created_at: new Date(2026, 10, 15 - day, 12).toISOString(),
        total: '2.00',
        status: 'open',
        fulfillments: [],
      }),
    ),
  )
  const asked: number[] = []
  const read = async (page: number): Promise<Listed<Sold>> => {
    asked.push(page)
    return Object.assign(all.slice((page - 1) * pageSize, page * pageSize), { total: Math.min(all.length, 10_000) })
  }
  return { asked, read }
}

test('a day of more orders than are read at once is told whole', async () => {
  const { read } = listOf(9_345, 8_000)
  const { days, orders } = await readSold(read, now, 14)
  expect(days).toEqual([{ date: '2026-11-15', orders: 9_345, total: 18_690 }])
  expect(orders).toHaveLength(9_345)
})

test('a day of more orders than a list reaches is the only one that is told', async () => {
  const { days } = await readSold(listOf(12_345, 8_000).read, now, 14)
  expect(days.map(({ orders }) => orders)).toEqual([10_000])
})

test('of the days before as many are told as can be read in few requests', async () => {
  const { read, asked } = listOf(2_000, 2_000, 2_000)
  const { days } = await readSold(read, now, 14)
  expect(days.map(({ orders }) => orders)).toEqual([2_000, 2_000])
  expect(asked).toHaveLength(25)
})

test('all days are told where there are few orders, or none', async () => {
  const { read } = listOf(1, 300)
  expect((await readSold(read, now, 14)).days.map(({ orders }) => orders).slice(-3)).toEqual([0, 300, 1])
  expect((await readSold(listOf().read, now, 14)).days).toHaveLength(14)
})

test('an order that comes twice, because others were placed meanwhile, counts once', async () => {
  const { read } = listOf(300)
  const pushed = async (page: number) =>
    page === 2 ? Object.assign((await read(1)).slice(-50), { total: 300 }) : read(page)
  expect((await readSold(pushed, now, 1)).days.map(({ orders }) => orders)).toEqual([200])
})
