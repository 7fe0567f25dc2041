import type { Edition, FulfillmentOrder } from '@bodega/api'
import type { OrderBody } from './build.ts'
import { cents, money } from './money.ts'

/** The order shows what all its shipments cost. */
export const withCosts = (body: OrderBody, shipments: readonly FulfillmentOrder[]): OrderBody => ({
  ...body,
  shipping_cost_customer: money(costOf(shipments, 'consumer_cost')),
  shipping_cost_owner: money(costOf(shipments, 'merchant_cost')),
})

const costOf = (shipments: readonly FulfillmentOrder[], which: 'consumer_cost' | 'merchant_cost'): bigint =>
  shipments.reduce((sum, { shipping }) => sum + cents(shipping?.[which].value), 0n)

/** All together; one of them may have gone and left its costs to another. */
export const haveSameCosts = (before: readonly FulfillmentOrder[], after: readonly FulfillmentOrder[]): boolean =>
  (['consumer_cost', 'merchant_cost'] as const).every(which => costOf(before, which) === costOf(after, which))

/** The shipments that cost more or less than before, which are the same ones. */
export function shippingCosts(
  before: readonly FulfillmentOrder[],
  after: readonly FulfillmentOrder[],
): Edition['shipping_costs'] {
  return after.flatMap(({ number, shipping: now }, i) => {
    const old = before[i]?.shipping
    const costs = {
      fulfillment_number: Number(number),
      previous_merchant_cost: old?.merchant_cost.value ?? 0,
      new_merchant_cost: now?.merchant_cost.value ?? 0,
      previous_consumer_cost: old?.consumer_cost.value ?? 0,
      new_consumer_cost: now?.consumer_cost.value ?? 0,
    }
    const isSame =
      costs.previous_merchant_cost === costs.new_merchant_cost &&
      costs.previous_consumer_cost === costs.new_consumer_cost
    return isSame ? [] : [costs]
  })
}
