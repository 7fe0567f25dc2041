import type { FulfillmentOrder } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderBody } from './build.ts'
import { haveSameCosts, shippingCosts, withCosts } from './costs.ts'
import { cents, moneyObject } from './money.ts'

const amount = fc.bigInt(0n, 10n ** 14n).map(cost => moneyObject(cost, 'BRL'))
const costs = fc.option(fc.record({ merchant_cost: amount, consumer_cost: amount }), { nil: null })

const shipments = (all: readonly unknown[]) =>
  all.map((shipping, i) => ({ number: String(i + 1), shipping }) as FulfillmentOrder)
const sameMany = fc.array(fc.tuple(costs, costs), { minLength: 1, maxLength: 5 }).map(pairs => ({
  before: shipments(pairs.map(([old]) => old)),
  after: shipments(pairs.map(([, now]) => now)),
}))

test('law: an order costs what its shipments cost, to the cent; what is told of a change is the whole change', () => {
  fc.assert(
    fc.property(sameMany, ({ before, after }) => {
      const [old, now] = [withCosts({} as OrderBody, before), withCosts({} as OrderBody, after)]
      const told = shippingCosts(before, after)
      const sum = (of: (one: (typeof told)[number]) => bigint) => told.reduce((all, one) => all + of(one), 0n)
      expect(cents(now.shipping_cost_customer) - cents(old.shipping_cost_customer)).toBe(
        sum(one => cents(one.new_consumer_cost) - cents(one.previous_consumer_cost)),
      )
      expect(cents(now.shipping_cost_owner) - cents(old.shipping_cost_owner)).toBe(
        sum(one => cents(one.new_merchant_cost) - cents(one.previous_merchant_cost)),
      )
      if (told.length === 0) expect(haveSameCosts(before, after)).toBe(true)
    }),
  )
})

test('law: in which order the shipments stand makes no difference to what the order costs', () => {
  fc.assert(
    fc.property(sameMany, ({ before }) => {
      expect(haveSameCosts(before, before.toReversed())).toBe(true)
      expect(shippingCosts(before, before)).toEqual([])
    }),
  )
})
