import {
  ApiError,
  type Fulfillment,
  type FulfillmentInput,
  type FulfillmentOrder,
  notFound,
  type ShipmentError,
  type TrackingEvent,
  unprocessable,
  validationError,
} from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { countryCode, orderNotFound } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { parseInstant } from '../platform/instant.ts'
import { type Numbered, number, numbersOf, type Where } from './numbers.ts'
import * as events from './tracking-events.ts'

const Document = Type.Object({ document: Type.String() })

/** The shipment that the legacy form speaks of. */
async function firstShipment(db: Queries, store: number, order: number): Promise<FulfillmentOrder> {
  const row = await db.maybe(
    Document,
    sql`
      select document from fulfillment_orders
       where store_id = ${store} and order_id = ${order}
       order by number limit 1`,
  )
  if (!row) throw orderNotFound()
  return JSON.parse(row.document)
}

const addressOf = ({ city, province, country }: Where): string | null =>
  [city, province, country].filter(part => part).join(', ') || null

const wire = (time: string): string => wireTime(new Date(time))

/** The parts of the address are shown as long as they make it up: the other form may have changed it since. */
function present(order_id: number, event: TrackingEvent, numbered: Numbered): Fulfillment {
  const { id, city, province, country } = numbered
  const where =
    addressOf(numbered) === event.address
      ? { city, province, country }
      : { city: event.address, province: null, country: null }
  return {
    id,
    order_id,
    status: event.status,
    description: event.description,
    ...where,
    happened_at: wire(event.happened_at),
    estimated_delivery_at: event.estimated_delivery_at && wire(event.estimated_delivery_at),
    created_at: wire(event.created_at),
    updated_at: wire(event.updated_at),
  }
}

export async function list(db: Queries, store: number, order: number): Promise<Fulfillment[]> {
  const { tracking_events } = await firstShipment(db, store, order)
  const byId = new Map(tracking_events.map(event => [event.id, event]))
  return (await numbersOf(db, store, order)).flatMap(numbered => {
    const event = byId.get(numbered.tracking_event_id)
    return event ? [present(order, event, numbered)] : []
  })
}

export async function get(db: Queries, store: number, order: number, id: number): Promise<Fulfillment> {
  const found = (await list(db, store, order)).find(one => one.id === id)
  if (!found) throw fulfillmentNotFound()
  return found
}

const fulfillmentNotFound = () => notFound('Fulfillment with such id does not exist')

/** The same rules hold in both forms; this one tells their refusals in shapes A and C. */
function retold(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  // Thrown by the other form, which has no other shape.
  const body = error.body as ShipmentError
  if (error.status === 404) throw fulfillmentNotFound()
  throw 'messages' in body ? validationError(body.messages) : unprocessable(body.message)
}

export async function create(call: Write, order: number, input: FulfillmentInput): Promise<Fulfillment> {
  const { status, description, city = null, province = null, country = null } = input
  refuseWrong(input)
  const where = { city, province, country: country && countryCode(country) }
  const shipment = await firstShipment(call.tx, call.store.id, order)
  const { happened_at = null, estimated_delivery_at = null } = input
  const told = { status, description, address: addressOf(where), happened_at, estimated_delivery_at }
  const event = await events.create(call, order, shipment.id, told).catch(retold)
  return present(order, event, await number(call, order, event.id, where))
}

/** The compact forms of ISO 8601 are refused here (contract: fulfillment-orders 7). */
const dashed = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/i

function refuseWrong({ status, ...input }: FulfillmentInput): void {
  const fields: Record<string, string[]> = {}
  if (status.startsWith('custom_')) fields.status = ['The selected status is invalid.']
  for (const field of ['happened_at', 'estimated_delivery_at'] as const) {
    const text = input[field]
    if (text && !(dashed.test(text) && parseInstant(text)))
      fields[field] = [`The ${field.replaceAll('_', ' ')} must be a valid ISO 8601 datetime.`]
  }
  if (Object.keys(fields).length > 0) throw validationError(fields)
}

export async function remove(call: Write, order: number, id: number): Promise<Record<never, never>> {
  const shipment = await firstShipment(call.tx, call.store.id, order)
  const numbered = (await numbersOf(call.tx, call.store.id, order)).find(one => one.id === id)
  if (!numbered) throw fulfillmentNotFound()
  await events.remove(call, order, shipment.id, numbered.tracking_event_id).catch(retold)
  return {}
}
