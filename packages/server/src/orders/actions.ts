import {
  cancelReasons,
  type FulfillInput,
  invalid,
  type OrderStatus,
  type ShipmentStatus,
  type ShippingType,
  unprocessable,
} from '@bodega/api'
import type { Write } from '../access/index.ts'
import { wireTime } from '../platform/database/values.ts'
import { claimsOf, giveBack } from './claims.ts'
import { edit, type Whole } from './edit.ts'
import { cents } from './money.ts'
import { mayBecome, paymentOf, withPayment } from './payment.ts'
import { type OrderAction, orderMachine, shipmentStep } from './states.ts'
import { track } from './tracking.ts'

/** The status after an action, or the same; a cancelled order refuses all but a second cancel. */
export function next({ body }: Whole, action: OrderAction): OrderStatus | 'same' {
  const status = orderMachine[body.status][action]
  if (status === 'no') throw unprocessable(`Order is ${body.status}`)
  return status
}

function closed(order: Whole, { now }: Write): Whole {
  if (next(order, 'close') === 'same') return order
  return { ...order, body: { ...order.body, status: 'closed', closed_at: wireTime(now) } }
}

function opened(order: Whole): Whole {
  if (next(order, 'open') === 'same') return order
  return { ...order, body: { ...order.body, status: 'open', closed_at: null } }
}

export const close = (call: Write, id: number): Promise<Whole> => edit(call, id, closed)

export const open = (call: Write, id: number): Promise<Whole> => edit(call, id, opened)

function paid(order: Whole): Whole {
  next(order, 'pay')
  const { body } = order
  if (body.payment_status === 'paid') return order
  if (!mayBecome(body.payment_status, 'paid')) {
    throw invalid({ status: [`cannot become paid: the payment is ${body.payment_status}`] })
  }
  const { fees, payment_count } = paymentOf(body)
  const payment = { paid: cents(body.total), fees, payment_count: payment_count + 1 }
  return { ...order, body: withPayment(body, { payment_status: 'paid', ...payment }) }
}

export interface Cancellation {
  reason?: unknown
  restock?: boolean | null
}

export async function cancel(call: Write, id: number, { reason, restock }: Cancellation): Promise<Whole> {
  const cancel_reason = cancelReasons.find(known => known === reason) ?? 'other'
  return edit(call, id, (order, dated) => cancelled(dated, order, { cancel_reason, returns: restock ?? true }))
}

/** Cancelling returns each counted unit to where it came from, once (D53). */
async function cancelled(
  call: Write,
  order: Whole,
  { cancel_reason, returns }: { cancel_reason: (typeof cancelReasons)[number]; returns: boolean },
): Promise<Whole> {
  if (next(order, 'cancel') === 'same') return order
  if (returns) await giveBack(call, claimsOf(order))
  return {
    ...order,
    body: { ...order.body, status: 'cancelled', cancelled_at: wireTime(call.now), cancel_reason },
    // What was given back cannot be given back again.
    parcels: returns ? order.parcels.map(parcel => ({ ...parcel, claims: [] })) : order.parcels,
  }
}

/** The legacy paths know no shipment but the first; where it has no target, nothing happens to it. */
const trackFirst = (
  call: Write,
  id: number,
  targetOf: (type: ShippingType) => ShipmentStatus | undefined,
  input?: FulfillInput,
): Promise<Whole> =>
  edit(call, id, (order, dated) => {
    next(order, 'ship')
    const [first, ...others] = order.parcels
    if (!first) return order
    const { status, shipping } = first.document
    const type = shipping?.type ?? 'ship'
    const target = targetOf(type)
    if (!target) return order
    if (shipmentStep(type, status, target) === 'no') {
      throw unprocessable(`Invalid status transition from ${status} to ${target}`)
    }
    return { ...order, parcels: [track(first, target, input, dated), ...others] }
  })

/** What needs no shipping is not packed. */
export const pack = (call: Write, id: number): Promise<Whole> =>
  trackFirst(call, id, type => (type === 'non-shippable' ? undefined : 'PACKED'))

/** Specification 4.5: the legacy form assigns the tracking code to the first shipment. */
export const fulfill = (call: Write, id: number, input: FulfillInput): Promise<Whole> =>
  trackFirst(call, id, type => (type === 'non-shippable' ? 'DELIVERED' : 'DISPATCHED'), input)

/** `owner_note` works in every state; a status goes through its machine. Both together are one change. */
export function update(
  call: Write,
  id: number,
  { owner_note, status }: { owner_note?: string | null; status?: string | null },
): Promise<Whole> {
  return edit(call, id, async (order, dated) => {
    const after = await inStatus(dated, order, status)
    return owner_note === undefined ? after : { ...after, body: { ...after.body, owner_note } }
  })
}

async function inStatus(call: Write, order: Whole, status: string | null | undefined): Promise<Whole> {
  switch (status) {
    case undefined:
    case null:
    case '':
      return order
    case 'open':
      return opened(order)
    case 'closed':
      return closed(order, call)
    case 'cancelled':
      return cancelled(call, order, { cancel_reason: 'other', returns: true })
    case 'paid':
      return paid(order)
    default:
      throw invalid({ status: ['is not included in the list'] })
  }
}
