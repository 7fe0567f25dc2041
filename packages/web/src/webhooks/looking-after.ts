import type { Delivery } from '@bodega/api'

/** For `refetchInterval`: deliveries of which one is on its way are looked after, every so many milliseconds. */
export const lookingAfter = (deliveries: readonly Pick<Delivery, 'status'>[] | undefined): number | false =>
  deliveries?.some(({ status }) => status === 'pending') ? 2_000 : false
