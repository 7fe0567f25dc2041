import type { OrderStatus, PaymentStatus, ShipmentStatus, ShippingStatus, ShippingType } from '@bodega/api'

/** The machines of docs/contract: orders 8 and fulfillment-orders 4, as tables that tests walk cell by cell. */

export type Step = 'ok' | 'same' | 'no'

type Machine = Readonly<Partial<Record<ShipmentStatus, Readonly<Record<ShipmentStatus, Step>>>>>

const row = (UNPACKED: Step, PACKED: Step, DISPATCHED: Step, READY_FOR_PICKUP: Step, DELIVERED: Step) => ({
  UNPACKED,
  PACKED,
  DISPATCHED,
  READY_FOR_PICKUP,
  DELIVERED,
})

/** Rows are the current status, columns the wanted one. */
const shipmentMachines: Readonly<Record<ShippingType, Machine>> = {
  ship: {
    UNPACKED: row('same', 'ok', 'ok', 'no', 'ok'),
    PACKED: row('ok', 'same', 'ok', 'no', 'ok'),
    DISPATCHED: row('no', 'no', 'same', 'no', 'ok'),
    DELIVERED: row('no', 'no', 'no', 'no', 'same'),
  },
  pickup: {
    UNPACKED: row('same', 'ok', 'ok', 'ok', 'ok'),
    PACKED: row('ok', 'same', 'ok', 'ok', 'ok'),
    DISPATCHED: row('no', 'no', 'same', 'ok', 'ok'),
    READY_FOR_PICKUP: row('no', 'no', 'no', 'same', 'ok'),
    DELIVERED: row('no', 'no', 'no', 'no', 'same'),
  },
  'non-shippable': {
    UNPACKED: row('same', 'no', 'no', 'no', 'ok'),
    DELIVERED: row('no', 'no', 'no', 'no', 'same'),
  },
}

export const shipmentStep = (type: ShippingType, from: ShipmentStatus, to: ShipmentStatus): Step =>
  shipmentMachines[type][from]?.[to] ?? 'no'

/** Other words for a status that clients send, in any letter case. */
const aliases: Readonly<Record<string, ShipmentStatus>> = {
  MARKED_AS_FULFILLED: 'DISPATCHED',
  READY_FOR_SHIP: 'PACKED',
  READY_TO_SHIP: 'PACKED',
}

const ranks: Readonly<Record<ShipmentStatus, number>> = {
  UNPACKED: 0,
  PACKED: 1,
  DISPATCHED: 2,
  READY_FOR_PICKUP: 3,
  DELIVERED: 4,
}

export function shipmentStatusOf(text: string): ShipmentStatus | undefined {
  const word = text.trim().toUpperCase()
  return aliases[word] ?? (Object.hasOwn(ranks, word) ? (word as ShipmentStatus) : undefined)
}

export const isAtLeast = (status: ShipmentStatus, least: ShipmentStatus): boolean => ranks[status] >= ranks[least]

/** The status that the order shows for its shipments; the first rule that fits. */
export function shippingStatusOf(statuses: readonly ShipmentStatus[]): ShippingStatus {
  const all = (least: ShipmentStatus) => statuses.every(status => isAtLeast(status, least))
  const some = (least: ShipmentStatus) => statuses.some(status => isAtLeast(status, least))
  if (all('DELIVERED')) return 'delivered'
  if (all('DISPATCHED')) return 'shipped'
  if (some('DISPATCHED')) return 'partially_fulfilled'
  if (all('PACKED')) return 'unshipped'
  return some('PACKED') ? 'partially_packed' : 'unpacked'
}

export type OrderAction = 'close' | 'open' | 'cancel' | 'pay' | 'ship' | 'edit'

export const orderMachine: Readonly<Record<OrderStatus, Readonly<Record<OrderAction, OrderStatus | 'same' | 'no'>>>> = {
  open: { close: 'closed', open: 'same', cancel: 'cancelled', pay: 'open', ship: 'open', edit: 'open' },
  closed: { close: 'same', open: 'open', cancel: 'cancelled', pay: 'closed', ship: 'closed', edit: 'no' },
  cancelled: { close: 'no', open: 'no', cancel: 'same', pay: 'no', ship: 'no', edit: 'no' },
}

export const paymentMachine: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['authorized', 'paid', 'partially_paid', 'voided', 'abandoned'],
  // What was authorized may be captured in part, and of two cards one may be voided while the other is awaited.
  authorized: ['pending', 'paid', 'partially_paid', 'voided'],
  partially_paid: ['paid', 'refunded', 'partially_refunded'],
  paid: ['partially_paid', 'partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  // A new attempt, which may be authorized or paid when it is first heard of.
  voided: ['pending', 'authorized', 'paid', 'partially_paid'],
  abandoned: ['pending', 'authorized', 'paid', 'partially_paid', 'voided'],
  refunded: [],
}

export interface OrderState {
  status: OrderStatus
  payment_status: PaymentStatus
  shipping_status: ShippingStatus
  gateway: string | null
  shipping_pickup_type: 'ship' | 'pickup'
}

/** What the merchant should do next; the first rule that fits. */
export function nextAction({
  status,
  payment_status,
  shipping_status,
  gateway,
  shipping_pickup_type,
}: OrderState): string {
  if (status !== 'open') return 'noop'
  if (payment_status === 'pending') {
    return ['offline', 'custom', 'not-provided'].includes(gateway ?? '') ? 'waiting_manual_confirmation' : 'waiting_ipn'
  }
  if (shipping_status === 'unpacked' || shipping_status === 'partially_packed') return 'waiting_packing'
  if (shipping_status === 'unshipped')
    return shipping_pickup_type === 'pickup' ? 'waiting_client_pickup' : 'waiting_shipment'
  const isOut = shipping_status === 'shipped' || shipping_status === 'delivered'
  return isOut && payment_status === 'paid' ? 'close' : 'noop'
}
