import type { Category } from '@bodega/api'
import { expect, test } from 'vitest'
import { canMove, flatten } from './tree.ts'

// Only what the tree reads.
const category = (id: number, parent: number | null) => ({ id, parent }) as Category

const categories = [category(1, null), category(2, 1), category(3, null), category(4, 2), category(5, 1)]

test('each category stands below its parent, and is as deep as it has ancestors', () => {
  expect(flatten(categories).map(({ category: { id }, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 1],
    [4, 2],
    [5, 1],
    [3, 0],
  ])
})

test('each is known by its path, from the top', () => {
  expect(flatten(categories).map(({ path }) => path.map(({ id }) => id).join('/'))).toEqual([
    '1',
    '1/2',
    '1/2/4',
    '1/5',
    '3',
  ])
})

test('a category can move anywhere but below itself and to where it is', () => {
  expect(canMove(categories, 2, 3)).toBe(true)
  expect(canMove(categories, 2, null)).toBe(true)
  expect(canMove(categories, 1, 4)).toBe(false)
  expect(canMove(categories, 2, 2)).toBe(false)
  expect(canMove(categories, 2, 1)).toBe(false)
  expect(canMove(categories, 3, null)).toBe(false)
})
