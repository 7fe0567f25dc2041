import type { FulfillmentOrder, Order } from '@bodega/api'
import { expect, test } from 'vitest'
import { unpacked } from './unpacked.ts'

const shipment = (id: string, status: string, type: string) => ({ id, status, shipping: { type } }) as FulfillmentOrder

const order = (status: string): Order => {
  const fulfillment_orders = [
    shipment('sent', 'DISPATCHED', 'ship'),
    shipment('goods', 'UNPACKED', 'ship'),
    shipment('picked up', 'UNPACKED', 'pickup'),
    shipment('download', 'UNPACKED', 'non-shippable'),
  ]
  return { status, fulfillment_orders } as Order
}

test('what waits to be packed are goods, of orders that are open', () => {
  expect(unpacked(order('open')).map(({ id }) => id)).toEqual(['goods', 'picked up'])
  expect(unpacked(order('closed'))).toEqual([])
  expect(unpacked(order('cancelled'))).toEqual([])
})
