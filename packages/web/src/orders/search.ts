import { orderStatuses, paymentStatuses } from '@bodega/api'

export const shippingFilters = ['unpacked', 'unshipped', 'shipped'] as const

/** What is looked for stands in the address, so that it can be sent to somebody and comes back with "back". */
export interface OrderSearch {
  page?: number
  q?: string
  status?: (typeof orderStatuses)[number]
  payment?: (typeof paymentStatuses)[number]
  shipping?: (typeof shippingFilters)[number]
}

export function orderSearch({ page, q, status, payment, shipping }: Record<string, unknown>): OrderSearch {
  const oneOf = <T extends string>(values: readonly T[], wanted: unknown) => values.find(value => value === wanted)
  const found = {
    page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) || undefined : undefined,
    status: oneOf(orderStatuses, status),
    payment: oneOf(paymentStatuses, payment),
    shipping: oneOf(shippingFilters, shipping),
  }
  // What is not looked for is not in the address.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
