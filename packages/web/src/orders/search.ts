import { orderStatuses, paymentStatuses } from '@bodega/api'
import { type PagedSearch, pagedSearch } from '../ui/paged.ts'

export const shippingFilters = ['unpacked', 'unshipped', 'shipped'] as const

/** What is looked for stands in the address, so that it can be sent to somebody and comes back with "back". */
export interface OrderSearch extends PagedSearch {
  status?: (typeof orderStatuses)[number]
  payment?: (typeof paymentStatuses)[number]
  shipping?: (typeof shippingFilters)[number]
}

export function orderSearch({ status, payment, shipping, ...paged }: Record<string, unknown>): OrderSearch {
  const oneOf = <T extends string>(values: readonly T[], wanted: unknown) => values.find(value => value === wanted)
  const found = {
    ...pagedSearch(paged),
    status: oneOf(orderStatuses, status),
    payment: oneOf(paymentStatuses, payment),
    shipping: oneOf(shippingFilters, shipping),
  }
  // What is not looked for is not in the address.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
