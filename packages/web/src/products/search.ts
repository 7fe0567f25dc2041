import { type ProductVisibility, productVisibilities } from '@bodega/api'

/** What is looked for stands in the address. */
export interface ProductSearch {
  page?: number
  q?: string
  visibility?: ProductVisibility
  stock?: 'none' | 'low'
  category?: number
}

export const visibilityOf = (text: unknown): ProductVisibility | undefined =>
  productVisibilities.find(known => known === text)

export function productSearch({ page, q, visibility, stock, category }: Record<string, unknown>): ProductSearch {
  const found = {
    page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) || undefined : undefined,
    visibility: visibilityOf(visibility),
    stock: stock === 'none' || stock === 'low' ? stock : undefined,
    category: Number(category) > 0 ? Number(category) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** A product of which no more than this is left is running out. */
export const lowStock = 5
