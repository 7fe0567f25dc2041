import {
  type OrderStatus,
  type PaymentStatus,
  paymentStatuses,
  type ShipmentStatus,
  type ShippingType,
  shipmentStatuses,
} from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextAction,
  orderMachine,
  paymentMachine,
  type Step,
  shipmentStatusOf,
  shipmentStep,
  shippingStatusOf,
} from './states.ts'

/** docs/contract: fulfillment-orders 4, as printed there: `=` no effect, `ok` allowed, `x` refused. */
const printed: Record<ShippingType, Partial<Record<ShipmentStatus, string>>> = {
  ship: {
    UNPACKED: '=  ok ok x  ok',
    PACKED: 'ok =  ok x  ok',
    DISPATCHED: 'x  x  =  x  ok',
    READY_FOR_PICKUP: 'x  x  x  x  x',
    DELIVERED: 'x  x  x  x  =',
  },
  pickup: {
    UNPACKED: '=  ok ok ok ok',
    PACKED: 'ok =  ok ok ok',
    DISPATCHED: 'x  x  =  ok ok',
    READY_FOR_PICKUP: 'x  x  x  =  ok',
    DELIVERED: 'x  x  x  x  =',
  },
  'non-shippable': {
    UNPACKED: '=  x  x  x  ok',
    PACKED: 'x  x  x  x  x',
    DISPATCHED: 'x  x  x  x  x',
    READY_FOR_PICKUP: 'x  x  x  x  x',
    DELIVERED: 'x  x  x  x  =',
  },
}
const steps: Record<string, Step> = { '=': 'same', ok: 'ok', x: 'no' }

for (const [type, rows] of Object.entries(printed) as [ShippingType, Record<ShipmentStatus, string>][]) {
  describe(`D54: a shipment of type ${type}`, () => {
    for (const [from, cells] of Object.entries(rows) as [ShipmentStatus, string][]) {
      const wanted = cells.split(/\s+/)
      test.each(shipmentStatuses.map((to, i) => [to, steps[wanted[i] ?? ''] as Step] as const))(
        `${from} to %s is %s`,
        (to, step) => expect(shipmentStep(type, from, to)).toBe(step),
      )
    }
  })
}

test('D54: statuses are read in any letter case, with their aliases', () => {
  expect(shipmentStatusOf('packed')).toBe('PACKED')
  expect(shipmentStatusOf('marked_as_fulfilled')).toBe('DISPATCHED')
  expect(shipmentStatusOf('READY_TO_SHIP')).toBe('PACKED')
  expect(shipmentStatusOf('READY_FOR_SHIP')).toBe('PACKED')
  for (const word of ['CANCELLED', 'PENDING', 'NOT_DELIVERED', '', '__proto__', 'constructor']) {
    expect(shipmentStatusOf(word)).toBeUndefined()
  }
})

test.each<[ShipmentStatus[], string]>([
  [['DELIVERED', 'DELIVERED'], 'delivered'],
  [['DELIVERED', 'DISPATCHED'], 'shipped'],
  [['READY_FOR_PICKUP'], 'shipped'],
  [['DISPATCHED', 'UNPACKED'], 'partially_fulfilled'],
  [['DISPATCHED', 'PACKED'], 'partially_fulfilled'],
  [['PACKED', 'PACKED'], 'unshipped'],
  [['PACKED', 'UNPACKED'], 'partially_packed'],
  [['UNPACKED'], 'unpacked'],
])('15.4: shipments %j make the order %s', (statuses, expected) => {
  expect(shippingStatusOf(statuses)).toBe(expected)
})

test('law: the order of the shipments does not matter, and one more step never moves the order back', () => {
  const ranks = ['unpacked', 'partially_packed', 'unshipped', 'partially_fulfilled', 'shipped', 'delivered']
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...shipmentStatuses), { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      (statuses, at) => {
        expect(shippingStatusOf(statuses.toReversed())).toBe(shippingStatusOf(statuses))
        const place = at % statuses.length
        const next = shipmentStatuses[shipmentStatuses.indexOf(statuses[place] as ShipmentStatus) + 1]
        if (!next) return
        const moved = statuses.with(place, next)
        expect(ranks.indexOf(shippingStatusOf(moved))).toBeGreaterThanOrEqual(ranks.indexOf(shippingStatusOf(statuses)))
      },
    ),
  )
})

test.each<[OrderStatus, string]>([
  ['open', 'closed same cancelled open open open'],
  ['closed', 'same open cancelled closed closed no'],
  ['cancelled', 'no no same no no no'],
])('15.1: an order that is %s answers close, open, cancel, pay, ship, edit with %s', (status, cells) => {
  const { close, open, cancel, pay, ship, edit } = orderMachine[status]
  expect([close, open, cancel, pay, ship, edit].join(' ')).toBe(cells)
})

const payments: [PaymentStatus, PaymentStatus[]][] = [
  ['pending', ['authorized', 'paid', 'partially_paid', 'voided', 'abandoned']],
  ['authorized', ['pending', 'paid', 'partially_paid', 'voided']],
  ['partially_paid', ['paid', 'refunded', 'partially_refunded']],
  ['paid', ['partially_paid', 'partially_refunded', 'refunded']],
  ['partially_refunded', ['refunded']],
  ['voided', ['pending', 'authorized', 'paid', 'partially_paid']],
  ['abandoned', ['pending', 'authorized', 'paid', 'partially_paid', 'voided']],
  ['refunded', []],
]
test.each(payments.flatMap(([from, allowed]) => paymentStatuses.map(to => [from, to, allowed.includes(to)] as const)))(
  '15.2: payment %s to %s: %s',
  (from, to, isAllowed) => expect(paymentMachine[from].includes(to)).toBe(isAllowed),
)

const state = {
  status: 'open',
  payment_status: 'paid',
  shipping_status: 'unpacked',
  gateway: 'offline',
  shipping_pickup_type: 'ship',
} as const
test.each([
  [{ status: 'cancelled' }, 'noop'],
  [{ status: 'closed' }, 'noop'],
  [{ payment_status: 'pending' }, 'waiting_manual_confirmation'],
  [{ payment_status: 'pending', gateway: 'not-provided' }, 'waiting_manual_confirmation'],
  [{ payment_status: 'pending', gateway: 'mercadopago' }, 'waiting_ipn'],
  [{}, 'waiting_packing'],
  [{ shipping_status: 'partially_packed' }, 'waiting_packing'],
  [{ shipping_status: 'unshipped' }, 'waiting_shipment'],
  [{ shipping_status: 'unshipped', shipping_pickup_type: 'pickup' }, 'waiting_client_pickup'],
  [{ shipping_status: 'shipped' }, 'close'],
  [{ shipping_status: 'delivered' }, 'close'],
  [{ shipping_status: 'shipped', payment_status: 'authorized' }, 'noop'],
  [{ shipping_status: 'partially_fulfilled' }, 'noop'],
] as const)('15.4: next_action of %j is %s', (change, expected) => {
  expect(nextAction({ ...state, ...change })).toBe(expected)
})
