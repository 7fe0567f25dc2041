import type { OrderInput, OrderPreview } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { readLevels } from '../inventory/index.ts'
import { placesByPriority } from '../locations/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sellables } from '../products/index.ts'
import { fulfillmentStrategy } from '../stores/index.ts'
import { bodyOf } from './build.ts'
import { linesOf } from './lines.ts'
import { money } from './money.ts'
import { makerOf } from './place.ts'
import { explanationOf, planOf, startStatus } from './plan.ts'
import { gather } from './quantities.ts'
import { createLedger } from './stock.ts'

/** The same decision as placing, on the stock of this moment, with no effect; and what it was made of. */
export async function foresee(db: Queries, { store, now }: Call, input: OrderInput, url: string) {
  const variants = [...new Set(input.products.map(({ variant_id }) => variant_id))]
  const [levels, known, places, strategy] = await Promise.all([
    readLevels(db, store.id, variants),
    sellables(db, store.id, variants),
    placesByPriority(db, store.id),
    fulfillmentStrategy(db, store.id),
  ])
  const lines = linesOf(0, input, known, { url, store, now })
  const ledger = createLedger(
    levels,
    places.map(({ id }) => id),
  )
  const plan = planOf(input, ledger, places, strategy)
  return { plan, lines, places, sellables: known }
}

export async function preview(db: Queries, call: Call, input: OrderInput, url: string): Promise<OrderPreview> {
  const { plan, lines } = await foresee(db, call, input, url)
  // What an order is made of refuses whatever placing it would.
  startStatus(input)
  const body = bodyOf(0, input, lines, makerOf(call), true)
  const { subtotal, discount, total, shipping_cost_customer = money(0n) } = body
  const wanted = gather(input.products)
  return {
    shipments: plan.parts.map(({ location, items }, i) => ({
      number: i + 1,
      location_id: location,
      items: [...items].map(([variant_id, quantity]) => ({ variant_id, quantity })),
    })),
    missing: [...plan.missing].map(([variant_id, missing]) => {
      const count = wanted.get(variant_id) ?? 0
      return { variant_id, wanted: count, available: count - missing }
    }),
    allocation: explanationOf(plan),
    minimum_proved: plan.isProved,
    subtotal,
    discount,
    shipping_cost_customer,
    total,
  }
}
