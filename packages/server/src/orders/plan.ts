import {
  type Allocation,
  ApiError,
  envelope,
  type FulfillmentStrategy,
  invalid,
  type OrderInput,
  type ShipmentStatus,
} from '@bodega/api'
import type { Place } from '../locations/index.ts'
import { allocate, type Plan } from './allocate.ts'
import { gather, isEmpty, type Quantities } from './quantities.ts'
import type { Ledger } from './stock.ts'

/** Where the buyer comes to, if it is a location of the store's own. */
export function pickupOf(input: OrderInput, places: readonly Place[]): Place | undefined {
  const { id } = (input.shipping_suboption ?? {}) as { id?: unknown }
  return (input.shipping_pickup_type ?? 'pickup') === 'pickup' ? places.find(own => own.id === id) : undefined
}

/** Nobody comes to a location that does not allow it. */
export function refusePickup(pickup: Place | undefined): void {
  if (pickup?.allows_pickup === false) {
    throw invalid({ 'shipping_suboption.id': ['Location does not allow pickup'] })
  }
}

/** Who ships what (contract: orders 6.2). `bypass` asks nobody: all from the default location, nothing taken. */
export function planOf(
  input: OrderInput,
  ledger: Ledger,
  places: readonly Place[],
  strategy: FulfillmentStrategy,
): Plan {
  const wanted = gather(input.products)
  const locations = places.map(({ id }) => id)
  const forced = input.location_id || undefined
  if (locations.length === 0) throw invalid({ location_id: ['The store has no location to ship from'] })
  if (forced !== undefined && !locations.includes(forced)) {
    throw invalid({ location_id: ['Location with such id does not exist'] })
  }
  if (input.inventory_behaviour === 'bypass') {
    const location = forced ?? locations[0] ?? ''
    return { rule: 'bypass', parts: [{ location, items: wanted }], missing: new Map(), considered: [], isProved: true }
  }
  const pickup = pickupOf(input, places)
  refusePickup(pickup)
  return allocate({
    wanted,
    origins: ledger.origins(wanted.keys()),
    strategy,
    effort: ledger.effort,
    ...(forced === undefined ? {} : { forced }),
    ...(pickup === undefined ? {} : { pickup: pickup.id }),
  })
}

/** D52: names each variant with wanted and available; nothing is taken. */
export function refuseMissing(plan: Pick<Plan, 'missing'>, wanted: Quantities): void {
  if (isEmpty(plan.missing)) return
  const products = [...plan.missing].map(([variant, missing]) => {
    const count = wanted.get(variant) ?? 0
    return `Variant ${variant}: ${count} wanted, ${count - missing} available`
  })
  throw new ApiError(422, { ...envelope(422, 'Insufficient stock'), products })
}

const startStatuses: Readonly<Record<string, ShipmentStatus>> = {
  unpacked: 'UNPACKED',
  packed: 'PACKED',
  unfulfilled: 'PACKED',
  unshipped: 'PACKED',
  fulfilled: 'DISPATCHED',
  shipped: 'DISPATCHED',
  delivered: 'DELIVERED',
}

/** How far the shipments already are when the order comes in (F22). */
export function startStatus(input: OrderInput): ShipmentStatus {
  const field = (['fulfillment', 'fulfillment_status', 'shipping_status'] as const).find(name => input[name])
  if (!field) return 'UNPACKED'
  const status = startStatuses[String(input[field]).toLowerCase()]
  if (!status) throw invalid({ [field]: ['is not included in the list'] })
  return status
}

/** As many locations as an explanation names. */
const mostNamed = 20

/** Why the locations were chosen, for people (D58). */
export const explanationOf = ({ rule, considered, isProved }: Plan): Allocation => ({
  rule,
  considered: considered.slice(0, mostNamed),
  ...(rule === 'fewest_shipments' ? { minimum_proved: isProved } : {}),
})
