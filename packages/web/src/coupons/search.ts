import { couponTypes } from '@bodega/api'
import { type PagedSearch, pagedSearch } from '../ui/paged.ts'

export const couponStatuses = ['activated', 'deactivated'] as const

/** What is looked for stands in the address. */
export interface CouponSearch extends PagedSearch {
  status?: (typeof couponStatuses)[number]
  type?: (typeof couponTypes)[number]
}

export function couponSearch({ status, type, ...paged }: Record<string, unknown>): CouponSearch {
  const found = {
    ...pagedSearch(paged),
    status: couponStatuses.find(known => known === status),
    type: couponTypes.find(known => known === type),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
