import type { ShipmentStatus } from '@bodega/api'

/** How a shipment travels: `ship`, `pickup` or `non-shippable`. */
type Way = string | undefined

/** The steps that a shipment takes. One that is picked up is sent only where that is at a branch of a carrier. */
export function stepsOf(way: Way, status: ShipmentStatus): ShipmentStatus[] {
  if (way === 'non-shippable') return ['UNPACKED', 'DELIVERED']
  if (way !== 'pickup') return ['UNPACKED', 'PACKED', 'DISPATCHED', 'DELIVERED']
  const sent: ShipmentStatus[] = status === 'DISPATCHED' ? ['DISPATCHED'] : []
  return ['UNPACKED', 'PACKED', ...sent, 'READY_FOR_PICKUP', 'DELIVERED']
}

/** Sending has a form of its own, for its code. */
type Press = Exclude<ShipmentStatus, 'DISPATCHED'>

/** What can be done with it by one press: pack, unpack, hand over. */
export function nextOf(way: Way, status: ShipmentStatus): Press[] {
  if (status === 'DELIVERED') return []
  if (way === 'non-shippable' || status === 'READY_FOR_PICKUP') return ['DELIVERED']
  if (status === 'UNPACKED') return ['PACKED']
  const ready: Press[] = way === 'pickup' ? ['READY_FOR_PICKUP'] : []
  return status === 'PACKED' ? ['UNPACKED', ...ready] : [...ready, 'DELIVERED']
}

/** Whether it can leave from elsewhere: until it is packed, and not where the buyer comes for it. */
export const canMove = (way: Way, status: ShipmentStatus): boolean =>
  status === 'UNPACKED' && way !== 'pickup' && way !== 'non-shippable'
