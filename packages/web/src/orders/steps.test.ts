import { type ShipmentStatus, shipmentStatuses } from '@bodega/api'
import { expect, test } from 'vitest'
import { canMove, nextOf, stepsOf } from './steps.ts'

/** What the server lets follow (docs/contract: fulfillment-orders 4). */
const allowed: Record<string, Partial<Record<ShipmentStatus, readonly ShipmentStatus[]>>> = {
  ship: {
    UNPACKED: ['PACKED', 'DISPATCHED', 'DELIVERED'],
    PACKED: ['UNPACKED', 'DISPATCHED', 'DELIVERED'],
    DISPATCHED: ['DELIVERED'],
  },
  pickup: {
    UNPACKED: ['PACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'],
    PACKED: ['UNPACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'],
    DISPATCHED: ['READY_FOR_PICKUP', 'DELIVERED'],
    READY_FOR_PICKUP: ['DELIVERED'],
  },
  'non-shippable': { UNPACKED: ['DELIVERED'] },
}

test.each(Object.entries(allowed))('%s: what is offered is allowed, and every state has its step', (way, table) => {
  for (const status of shipmentStatuses) {
    const isPossible = status === 'DELIVERED' || table[status] !== undefined
    if (!isPossible) continue
    expect(stepsOf(way, status)).toContain(status)
    for (const next of nextOf(way, status)) expect(table[status]).toContain(next)
  }
})

test('what was sent to a branch can be made ready there', () => {
  expect(nextOf('pickup', 'DISPATCHED')).toEqual(['READY_FOR_PICKUP', 'DELIVERED'])
  expect(stepsOf('pickup', 'DISPATCHED')).toEqual(['UNPACKED', 'PACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'])
  expect(stepsOf('pickup', 'PACKED')).not.toContain('DISPATCHED')
})

test('what is neither packed nor picked up can leave from elsewhere', () => {
  expect([canMove('ship', 'UNPACKED'), canMove(undefined, 'UNPACKED')]).toEqual([true, true])
  expect([canMove('ship', 'PACKED'), canMove('pickup', 'UNPACKED'), canMove('non-shippable', 'UNPACKED')]).toEqual([
    false,
    false,
    false,
  ])
})
