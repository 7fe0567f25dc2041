import type { Product, Variant } from '@bodega/api'
import { expect, test } from 'vitest'
import { foundVariants } from './found-variants.ts'

const product = (id: number, count: number): Product => {
  const variants = Array.from({ length: count }, (_, place) => {
    const variant: Partial<Variant> = { id: id * 100 + place, sku: `SKU-${id}-${place}`, barcode: null }
    return variant as Variant
  })
  return { id, variants } as Product
}

const ids = (q: string) => foundVariants([product(1, 15), product(2, 8)], q).map(({ variant }) => variant.id)

test('every variant of every product that was found can be picked', () => {
  expect(ids('')).toHaveLength(23)
  expect(ids('shirt')).toEqual(ids(''))
  expect(ids('').slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, place) => 100 + place))
})

test('whoever looks for a SKU sees its variant first', () => {
  expect(ids('sku-1-14')[0]).toBe(114)
  expect(ids(' shirt SKU-2-7 ')[0]).toBe(207)
  expect(ids('SKU-1-14')).toHaveLength(23)
})
