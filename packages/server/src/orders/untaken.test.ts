/** docs/contract: orders 6.5. Stock follows the units that an order took, and no others. */
import type { LineEdit } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderly, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

const locations = 3
const stock = 20

/** Of one line: units that were taken, units that never were, and units that were let go. */
interface Units {
  taken: number
  untaken: number
  gone: number
}

/** What an edit makes of them: with stock those leave first that were taken, without it those that never were. */
function after({ taken, untaken, gone }: Units, by: number, modifies: boolean): Units {
  if (by >= 0) return modifies ? { taken: taken + by, untaken, gone } : { taken, untaken: untaken + by, gone }
  if (modifies) {
    const back = Math.min(taken, -by)
    return { taken: taken - back, untaken: untaken + by + back, gone }
  }
  const left = Math.min(untaken, -by)
  return { taken: taken + by + left, untaken: untaken - left, gone: gone - by - left }
}

type Step = { move: number } | { quantity: number; modifies: boolean }

const steps = fc.array(
  fc.oneof(
    fc.record({ move: fc.nat(locations - 1) }),
    fc.record({ quantity: fc.integer({ min: 1, max: 9 }), modifies: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 8 },
) as fc.Arbitrary<Step[]>

test('law: whatever is edited and moved, stock lacks what was taken and not given back', {
  timeout: 60_000,
}, async () => {
  const of = await stocked(Array.from({ length: locations }, () => [0]))
  const [variant_id = 0] = of.variants
  const [product_id = 0] = of.products
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (plan, restock) => {
      for (const location_id of of.locations) {
        const body = { action: 'replace' as const, value: stock, id: variant_id, location_id }
        await of.client.variants.setStock({ params: { product_id }, body })
      }
      const order = await of.place({ products: [{ variant_id, quantity: 3 }] })
      const [shipment] = await of.shipments(order)
      const line_item_id = order.products[0]?.id ?? 0
      let units: Units = { taken: 3, untaken: 0, gone: 0 }
      let at = 0
      for (const step of plan) {
        if ('move' in step) {
          at = step.move
          const body = { assigned_location: { location_id: of.locations[at] } }
          const path = `/orders/${order.id}/fulfillment-orders/${shipment?.id}`
          expect(await ask(of, 'PATCH', path, body)).toMatchObject({ status: 200 })
        } else {
          const line: LineEdit = { line_item_id, quantity: step.quantity, modify_stock: step.modifies }
          const answer = await ask(of, 'POST', `/orders/${order.id}/edit`, { products: [line] })
          expect(answer).toMatchObject({ status: 200 })
          units = after(units, step.quantity - units.taken - units.untaken, step.modifies)
        }
        const levels = await of.stock()
        const held = levels.map(([level]) => stock - (level ?? 0))
        // What is let go stays away from where it was taken: the sum tells of it.
        expect(held.reduce((sum, count) => sum + count, 0)).toBe(units.taken + units.gone)
        expect(held[at]).toBeGreaterThanOrEqual(units.taken)
      }
      await of.client.orders.cancel({ params: { id: order.id }, body: { restock } })
      const left = (await of.stock()).reduce((sum, [level]) => sum + (level ?? 0), 0)
      expect(locations * stock - left).toBe(units.gone + (restock ? 0 : units.taken))
    }),
    { numRuns: 25 },
  )
  await orderly(of)
})

test('a shipment is moved to where only the units that were taken can be had', async () => {
  const of = await stocked([[5], [3]])
  const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 3 }] })
  const [line] = order.products
  const products = [{ line_item_id: line?.id ?? 0, quantity: 5, modify_stock: false }]
  await ask(of, 'POST', `/orders/${order.id}/edit`, { products })
  const [shipment] = await of.shipments(order)
  const path = `/orders/${order.id}/fulfillment-orders/${shipment?.id}`
  const moved = await ask(of, 'PATCH', path, { assigned_location: { location_id: of.locations[1] } })
  expect(moved).toMatchObject({ status: 200, body: { line_items: [{ quantity: 5 }] } })
  expect(await of.stock()).toEqual([[5], [0]])
  await orderly(of)
})

test('what came from unlimited stock is taken where it is counted, what an edit left out is not', async () => {
  const of = await stocked([[null], [9]])
  const order = await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 3 }] })
  const [line] = order.products
  const products = [{ line_item_id: line?.id ?? 0, quantity: 5, modify_stock: false }]
  await ask(of, 'POST', `/orders/${order.id}/edit`, { products })
  const [shipment] = await of.shipments(order)
  const path = `/orders/${order.id}/fulfillment-orders/${shipment?.id}`
  await ask(of, 'PATCH', path, { assigned_location: { location_id: of.locations[1] } })
  expect(await of.stock()).toEqual([[null], [6]])
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  expect(await of.stock()).toEqual([[null], [9]])
  await orderly(of)
})
