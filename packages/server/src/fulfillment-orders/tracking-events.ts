import { isDeepStrictEqual } from 'node:util'
import {
  badFields,
  badRequest,
  type FulfillmentOrder,
  notFoundHere,
  type TrackingEvent,
  type TrackingEventInput,
  trackingStatuses,
} from '@bodega/api'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { colonTime, isAtLeast, withStatus } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { newUlid } from '../platform/ids.ts'
import { parseInstant } from '../platform/instant.ts'
import { editParcel, get as getShipment } from './fulfillment-orders.ts'
import { forget, number } from './numbers.ts'

const maxEvents = 100

const known = new Set<string>(trackingStatuses)

/** A word of a carrier's own language; no spaces, so that it stays one. */
const custom = /^custom_[\p{L}\p{M}\p{N}_-]{1,50}$/u

const isEventStatus = (status: string): boolean => known.has(status) || custom.test(status)

function eventIn(events: readonly TrackingEvent[], id: string): TrackingEvent {
  const found = events.find(event => event.id === id)
  if (!found) throw notFoundHere('Tracking event not found')
  return found
}

export async function list(db: Queries, store: number, order: number, shipment: string): Promise<TrackingEvent[]> {
  const document: FulfillmentOrder = JSON.parse((await getShipment(db, store, order, shipment)).json)
  return document.tracking_events
}

export async function get(
  db: Queries,
  store: number,
  order: number,
  shipment: string,
  id: string,
): Promise<TrackingEvent> {
  return eventIn(await list(db, store, order, shipment), id)
}

const time = (text: string | null | undefined): string | null => {
  const instant = text ? parseInstant(text) : undefined
  return instant ? colonTime(instant) : null
}

/** Its two numbers, and nothing else that was sent with them. */
const pointOf = ({ geolocation }: TrackingEventInput): TrackingEvent['geolocation'] =>
  geolocation ? { longitude: geolocation.longitude, latitude: geolocation.latitude } : null

/** All that an event says, new or changed: what has no time happens now, what else is not said is not known. */
const newsOf = (input: TrackingEventInput, now: string): Omit<TrackingEvent, 'id' | 'created_at' | 'updated_at'> => ({
  status: input.status,
  description: input.description,
  address: input.address ?? null,
  geolocation: pointOf(input),
  happened_at: time(input.happened_at) ?? now,
  estimated_delivery_at: time(input.estimated_delivery_at),
})

function checked(input: TrackingEventInput): void {
  const messages: Record<string, string[]> = {}
  if (!isEventStatus(input.status)) messages.status = ['The selected status is invalid.']
  if (input.description.trim() === '') messages.description = ['The description field is required.']
  if (Object.keys(messages).length > 0) throw badFields(messages)
}

/** The same news twice: with a time given it may be a minute off, without one it always is the same. */
function isRepeated(event: TrackingEvent, input: TrackingEventInput): boolean {
  const estimated = time(input.estimated_delivery_at)
  const isSame =
    event.status === input.status &&
    event.description === input.description &&
    event.address === (input.address ?? null) &&
    event.geolocation?.longitude === input.geolocation?.longitude &&
    event.geolocation?.latitude === input.geolocation?.latitude &&
    (estimated === null || event.estimated_delivery_at === estimated)
  if (!isSame || !input.happened_at) return isSame
  return Math.abs(Date.parse(event.happened_at) - Date.parse(time(input.happened_at) ?? '')) <= 60_000
}

function refuseRepeated(events: readonly TrackingEvent[], input: TrackingEventInput): void {
  if (events.some(event => isRepeated(event, input)))
    throw badRequest('The tracking event must not be identical to an existing tracking event')
}

const underWay = (document: FulfillmentOrder): void => {
  if (!isAtLeast(document.status, 'DISPATCHED')) throw badRequest('The shipment has not been dispatched')
}

/** `delivered` delivers the shipment, at the time of the event. */
function withEvent(
  document: FulfillmentOrder,
  events: TrackingEvent[],
  event: TrackingEvent,
  now: Date,
): FulfillmentOrder {
  const next = { ...document, tracking_events: events }
  if (event.status !== 'delivered') return next
  // The carrier knows better when it was than whoever marked it as delivered.
  return { ...withStatus(next, 'DELIVERED', now, new Date(event.happened_at)), fulfilled_at: event.happened_at }
}

type Kind = 'created' | 'updated' | 'deleted'

const tell = ({ tx, store, now }: Write, kind: Kind, order: number, shipment: string, event: TrackingEvent) =>
  emit(tx, store.id, now, `fulfillment_order/tracking_event_${kind}`, {
    id: order,
    order_id: String(order),
    fulfillment_id: shipment,
    status: event.status,
    tracking_event_id: event.id,
  })

export async function create(
  call: Write,
  order: number,
  shipment: string,
  input: TrackingEventInput,
): Promise<TrackingEvent> {
  checked(input)
  const { tracking_events } = await editParcel(call, order, shipment, (parcel, _, dated) => {
    const { document } = parcel
    underWay(document)
    const { tracking_events: events } = document
    const now = colonTime(dated.now)
    const event = { id: newUlid(dated.world), ...newsOf(input, now), created_at: now, updated_at: now }
    const isLast = event.status === 'delivered' && events.length === maxEvents
    if (events.length >= maxEvents && !isLast) throw badRequest('Tracking events reached the limit')
    refuseRepeated(events, input)
    return { ...parcel, document: withEvent(document, [...events, event], event, dated.now) }
  })
  // It was put there.
  const event = tracking_events.at(-1) as TrackingEvent
  await number(call, order, event.id)
  tell(call, 'created', order, shipment, event)
  return event
}

/** An event that can be changed or deleted: that is over once the shipment is delivered. */
function changeable(document: FulfillmentOrder, id: string): TrackingEvent {
  const event = eventIn(document.tracking_events, id)
  underWay(document)
  if (document.status === 'DELIVERED') throw badRequest('The shipment is delivered')
  return event
}

export async function update(
  call: Write,
  order: number,
  shipment: string,
  id: string,
  input: TrackingEventInput,
): Promise<TrackingEvent> {
  checked(input)
  // It, or none where nothing of it is new: that is not told.
  const changed: TrackingEvent[] = []
  const { tracking_events } = await editParcel(call, order, shipment, (parcel, _, { now }) => {
    const { document } = parcel
    const event = changeable(document, id)
    const others = document.tracking_events.filter(one => one !== event)
    refuseRepeated(others, input)
    const at = colonTime(now)
    const next = { ...event, ...newsOf(input, at) }
    if (isDeepStrictEqual(next, event)) return parcel
    const dated = { ...next, updated_at: at }
    changed.push(dated)
    const events = document.tracking_events.map(one => (one === event ? dated : one))
    return { ...parcel, document: withEvent(document, events, dated, now) }
  })
  for (const event of changed) tell(call, 'updated', order, shipment, event)
  return eventIn(tracking_events, id)
}

export async function remove(call: Write, order: number, shipment: string, id: string): Promise<null> {
  const removed: TrackingEvent[] = []
  await editParcel(call, order, shipment, parcel => {
    const { document } = parcel
    const event = changeable(document, id)
    removed.push(event)
    const tracking_events = document.tracking_events.filter(one => one !== event)
    return { ...parcel, document: { ...document, tracking_events } }
  })
  for (const event of removed) tell(call, 'deleted', order, shipment, event)
  await forget(call, order, [id])
  return null
}
