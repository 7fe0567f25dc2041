import type { FulfillmentOrder } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderBody } from './build.ts'
import { withShipments } from './first.ts'
import { pickupAt } from './pickup.ts'

const text = fc.option(fc.constantFrom('a', 'b'), { nil: null })
const carrier = fc.record({
  carrier_id: fc.constantFrom(null, '7', 'correios'),
  code: fc.constantFrom('api' as const, 'custom' as const),
  name: text,
  app_id: fc.constant(null),
})
const option = fc.record({ name: text, code: text, reference: text, allow_free_shipping: fc.constant(null) })
const pickup_details = fc.option(
  fc.record({
    id: fc.constantFrom(null, 'L1'),
    name: fc.constantFrom('', 'Local'),
    address: fc.constant({ street: 'Gorriti' }),
  }),
  { nil: null },
)
const shipping = fc.record({
  type: fc.constantFrom('ship' as const, 'pickup' as const, 'non-shippable' as const),
  carrier: fc.option(carrier, { nil: null }),
  option: fc.option(option, { nil: null }),
  pickup_details: pickup_details.map(point => point && pickupAt(point)),
})
const shipment = fc.record({
  status: fc.constantFrom(
    ...([
      'UNPACKED',
      'PACKED',
      'DISPATCHED',
      'READY_FOR_PICKUP',
      'DELIVERED',
    ] as const satisfies FulfillmentOrder['status'][]),
  ),
  tracking_info: fc.record({ code: text, url: text }),
  shipping: fc.option(shipping, { nil: null }),
})
const shipments = fc.array(shipment, { minLength: 1, maxLength: 4 }) as unknown as fc.Arbitrary<FulfillmentOrder[]>
const order = fc.record({
  status: fc.constantFrom('open', 'closed', 'cancelled'),
  payment_status: fc.constantFrom('pending', 'paid', 'voided'),
  gateway: fc.constantFrom('offline', 'mercadopago'),
  shipping: fc.constantFrom(null, 'table'),
  shipping_pickup_type: fc.constantFrom('ship', 'pickup'),
  shipping_pickup_details: fc.constantFrom(null, { name: 'X' }),
  shipping_suboption: fc.constantFrom([], { id: 'L2' }),
  shipping_store_branch_name: text,
  shipped_at: fc.constant(null),
}) as unknown as fc.Arbitrary<OrderBody>

const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-16T12:00:00Z')

test('law: what an order shows of its shipments is the same whenever it is asked again', () => {
  fc.assert(
    fc.property(order, shipments, (body, all) => {
      const shown = withShipments(body, all, now)
      expect(withShipments(shown, all, later)).toEqual(shown)
    }),
  )
})

test('law: but for their status together the order shows the first of them alone', () => {
  fc.assert(
    fc.property(order, shipments, shipments, (body, all, others) => {
      const [first] = all as [FulfillmentOrder]
      const { shipping_status, next_action, ...shown } = withShipments(body, all, now)
      const { shipping_status: _status, next_action: _action, ...alone } = withShipments(body, [first, ...others], now)
      expect(shown).toEqual(alone)
      expect(shown.shipping_tracking_number).toBe(first.tracking_info.code)
      expect(shown.shipping_option).toBe(first.shipping?.option?.name ?? (first.shipping ? null : body.shipping_option))
    }),
  )
})

test('law: in which order the others stand makes no difference', () => {
  fc.assert(
    fc.property(order, shipments, (body, [first, ...others]) => {
      const all = [first as FulfillmentOrder, ...others]
      expect(withShipments(body, [all[0] as FulfillmentOrder, ...others.toReversed()], now)).toEqual(
        withShipments(body, all, now),
      )
    }),
  )
})
