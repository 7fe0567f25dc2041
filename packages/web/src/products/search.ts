import { type ProductVisibility, productVisibilities } from '@bodega/api'
import { type PagedSearch, pagedSearch } from '../ui/paged.ts'

/** What is looked for stands in the address. */
export interface ProductSearch extends PagedSearch {
  visibility?: ProductVisibility
  stock?: 'none' | 'low'
  category?: number
}

export const visibilityOf = (text: unknown): ProductVisibility | undefined =>
  productVisibilities.find(known => known === text)

export function productSearch({ visibility, stock, category, ...paged }: Record<string, unknown>): ProductSearch {
  const found = {
    ...pagedSearch(paged),
    visibility: visibilityOf(visibility),
    stock: stock === 'none' || stock === 'low' ? stock : undefined,
    category: Number(category) > 0 ? Number(category) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** A product of which no more than this is left is running out. */
export const lowStock = 5
