import type { ShipmentStatus } from '@bodega/api'
import { callAt, type Write } from '../access/index.ts'
import { readLevels, stockedVariants } from '../inventory/index.ts'
import { cancelOrder, closeOrder, editOrder, placeOrders, track } from '../orders/index.ts'
import { addOrders, orderOf, randomOf } from '../seeding/index.ts'

const day = 86_400_000
const days = 14

/** The day before the first order: what orders take was there when they came. */
export const openingDay = (now: Date): Date => new Date(now.getTime() - (days + 1) * day)

/** Orders of the last two weeks, the older the further on their way, so that every page shows something. */
export async function addDemoOrders(call: Write, url: string): Promise<void> {
  let from = 0
  for (let ago = days; ago >= 0; ago--) {
    const count = 1 + (ago % 3)
    const placed = callAt(call, new Date(call.now.getTime() - ago * day))
    const ids = await addOrders(placed, { count, from, url, randomOf: number => randomOf(call.store.id, number) })
    from += count
    for (const [i, id] of ids.entries()) await advance(placed, id, ago, i)
  }
  await addSplitOrder(call, url)
}

/** One that no location can send alone: what it is all about. */
async function addSplitOrder(call: Write, url: string): Promise<void> {
  const { tx, store } = call
  const levels = await readLevels(tx, store.id, await stockedVariants(tx, store.id, 1000))
  const where = new Map<number, Set<string>>()
  for (const { variant_id, location_id, stock } of levels) {
    if (stock !== 0) where.set(variant_id, (where.get(variant_id) ?? new Set()).add(location_id))
  }
  const scarce = [...where].filter(([, places]) => places.size === 1)
  const [first] = scarce
  const second = scarce.find(([, places]) => [...places].some(place => !first?.[1].has(place)))
  if (!first || !second) return
  const input = orderOf(store.country, 0, [first[0]], randomOf(store.id, 0))
  const products = [first, second].map(([variant_id]) => ({ variant_id, quantity: 1 }))
  await placeOrders(tx, store, url, [{ call, input: { ...input, products, payment_status: 'paid' } }])
}

/** What became of an order since it was placed, each step some hours after the one before. */
async function advance(call: Write, id: number, ago: number, place: number): Promise<void> {
  const later = (hours: number): Write => callAt(call, new Date(call.now.getTime() + hours * 3_600_000))
  if (ago === 6 && place === 0) {
    await cancelOrder(later(2), id, { reason: 'customer', restock: true })
    return
  }
  const steps: ShipmentStatus[] =
    ago > 8 ? ['PACKED', 'DISPATCHED', 'DELIVERED'] : ago > 4 ? ['PACKED', 'DISPATCHED'] : []
  if (ago > 1 && ago <= 4) steps.push('PACKED')
  for (const [i, status] of steps.entries()) await move(later(4 + i * 20), id, status)
  if (steps.includes('DELIVERED')) await closeOrder(later(80), id)
}

const move = (call: Write, id: number, status: ShipmentStatus) =>
  editOrder(call, id, (order, dated) => ({
    ...order,
    parcels: order.parcels.map((parcel, i) =>
      track(parcel, status, status === 'DISPATCHED' ? codeOf(id, i) : undefined, dated),
    ),
  }))

const codeOf = (order: number, shipment: number) => {
  const code = `AR${String(order * 10 + shipment).padStart(9, '0')}`
  return { shipping_tracking_number: code, shipping_tracking_url: `https://tracking.example/${code}` }
}
