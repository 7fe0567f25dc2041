import type { FulfillmentOrder, Order } from '@bodega/api'
import { expect, test } from 'vitest'
import { canEdit, disputed, editOf, entriesOf, rebased, withMore } from './edit.ts'

// Only what an edit reads.
const line = (id: number, variant: number, quantity: number) => ({
  external_id: String(id),
  variant: { variant_id: String(variant) },
  unit_price: { value: 5, currency: 'ARS' },
  quantity,
})
const shipment = (status: string) =>
  ({ id: 'S1', status, line_items: [line(10, 1, 3), line(11, 2, 1)] }) as unknown as FulfillmentOrder
const order = (...statuses: string[]) =>
  ({ status: 'open', products: [{ id: 10, name: 'Cup' }], fulfillment_orders: statuses.map(shipment) }) as Order

const entries = entriesOf(order('UNPACKED'), shipment('UNPACKED'))
const spoon = { variant: 9, name: 'Spoon', price: '2.00' }

test('only what was changed is sent, by its line or as a new one, for this shipment', () => {
  expect(editOf(entries, 'S1')).toEqual([])
  const less = entries.map(entry => (entry.key === 11 ? { ...entry, quantity: 0 } : entry))
  expect(editOf(withMore(withMore(less, spoon), spoon), 'S1')).toEqual([
    { line_item_id: 11, quantity: 0, fulfillment_order_id: 'S1' },
    { variant_id: 9, quantity: 2, fulfillment_order_id: 'S1' },
  ])
})

test('more of what is there is more of its line', () => {
  expect(editOf(withMore(entries, { ...spoon, variant: 1 }), 'S1')).toEqual([
    { line_item_id: 10, quantity: 4, fulfillment_order_id: 'S1' },
  ])
})

test('what others have made of a line stays where it was not touched, and is told where it was', () => {
  const lines = [line(10, 1, 5), line(11, 2, 4)]
  const now = { fulfillment_orders: [{ id: 'S1', line_items: lines }] } as unknown as Order
  const typed = entries.map(entry => (entry.key === 11 ? { ...entry, quantity: 2 } : entry))
  const after = rebased(typed, now, 'S1')
  expect(editOf(after, 'S1')).toEqual([{ line_item_id: 11, quantity: 2, fulfillment_order_id: 'S1' }])
  expect(disputed(typed, after).map(({ key, before }) => [key, before])).toEqual([[11, 4]])
  expect(disputed(after, rebased(after, now, 'S1'))).toEqual([])
})

test('nothing is changed once a part is packed, or the order is no longer open', () => {
  expect(canEdit(order('UNPACKED', 'UNPACKED'))).toBe(true)
  expect(canEdit(order('UNPACKED', 'PACKED'))).toBe(false)
  expect(canEdit({ ...order('UNPACKED'), status: 'closed' })).toBe(false)
})
