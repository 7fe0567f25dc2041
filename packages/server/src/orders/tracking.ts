import { type FulfillInput, type FulfillmentOrder, notFoundHere, type ShipmentStatus } from '@bodega/api'
import type { Write } from '../access/index.ts'
import type { Parcel } from './edit.ts'
import { colonTime } from './shipments.ts'

export const shipmentNotFound = () => notFoundHere('Fulfillment order not found')

export interface Tracking {
  code: string | null
  url: string | null
}

/** The names under which clients send a code and an address (D55). */
function trackingOf(input: FulfillInput, old: Tracking): Tracking {
  const first = (...values: (string | null | undefined)[]) => values.find(value => value !== undefined)
  const code = first(input.shipping_tracking_number, input.tracking_code, input.code, input.tracking_info?.code)
  const url = first(input.shipping_tracking_url, input.tracking_url, input.url, input.tracking_info?.url)
  return { code: code === undefined ? old.code : code || null, url: url === undefined ? old.url : url || null }
}

/** Every change of an order rewrites them. */
const longestHistory = 100

const added = <T>(history: readonly T[], row: T): T[] => [...history, row].slice(-longestHistory)

/** A shipment with a new tracking; each change is one row of its history. */
export function withTracking(document: FulfillmentOrder, tracking: Tracking, { now, app_id }: Write): FulfillmentOrder {
  const { code, url } = document.tracking_info
  if (code === tracking.code && url === tracking.url) return document
  const time = colonTime(now)
  const row = {
    from_tracking_info: { url, code },
    to_tracking_info: { url: tracking.url, code: tracking.code },
    happened_at: time,
    created_at: time,
    app_id: String(app_id ?? ''),
    user_id: '',
  }
  return {
    ...document,
    tracking_info: { url: tracking.url, code: tracking.code },
    tracking_info_history: added(document.tracking_info_history, row),
  }
}

/** A shipment with a new status; a jump forward is one row of its history. */
export function withStatus(
  document: FulfillmentOrder,
  status: ShipmentStatus,
  now: Date,
  happened = now,
): FulfillmentOrder {
  if (document.status === status) return document
  const row = {
    from_status: document.status,
    to_status: status,
    happened_at: colonTime(happened),
    created_at: colonTime(now),
  }
  return {
    ...document,
    status,
    status_history: added(document.status_history, row),
    fulfilled_at: status === 'DELIVERED' ? colonTime(happened) : document.fulfilled_at,
  }
}

/** Status and tracking together: what pack and fulfill do. */
export function track(parcel: Parcel, status: ShipmentStatus, input: FulfillInput | undefined, call: Write): Parcel {
  const tracked = input
    ? withTracking(parcel.document, trackingOf(input, parcel.document.tracking_info), call)
    : parcel.document
  return { ...parcel, document: withStatus(tracked, status, call.now) }
}
