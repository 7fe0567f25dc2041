const days = 24 * 3_600_000
/** Nobody has their data erased by a slip of the hand. */
const grace = 5 * days
/** What was sold may be returned or disputed for so long. */
const months = 6

/** When apps are asked to erase a customer (contract: webhooks 5.1): soon, or when the last order is old enough. */
export function redactionTime(now: Date, lastOrder: Date | undefined): Date {
  const soon = new Date(now.getTime() + grace)
  if (!lastOrder) return soon
  const old = new Date(lastOrder)
  old.setUTCMonth(old.getUTCMonth() + months)
  return old > now ? old : soon
}
