import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestOf } from './latest.ts'

const counted = (total: number) => Array.from({ length: total }, (_, place) => place)

test('the latest stand on the last page, and most often on the one before it too', () => {
  expect(latestOf(100, 1, 100)).toEqual({ pages: [1], from: 0, to: 100 })
  expect(latestOf(101, 1, 100)).toEqual({ pages: [1, 2], from: 1, to: 101 })
  expect(latestOf(101, 2, 100)).toEqual({ pages: [1], from: 0, to: 1 })
  expect(latestOf(0, 1, 100)).toEqual({ pages: [], from: 0, to: 0 })
})

test('page after page, everything is read once, the latest first', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 12 }), (total, size) => {
      const oldestFirst = counted(total)
      const pages = counted(Math.ceil(total / size)).map(place => {
        const { pages, from, to } = latestOf(total, place + 1, size)
        expect(pages.length).toBeLessThanOrEqual(2)
        const read = pages.flatMap(number => oldestFirst.slice((number - 1) * size, number * size))
        return read.slice(from, to).toReversed()
      })
      expect(pages.flat()).toEqual(oldestFirst.toReversed())
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(size)
    }),
  )
})
