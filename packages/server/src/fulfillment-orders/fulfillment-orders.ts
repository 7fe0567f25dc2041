import {
  ApiError,
  badFields,
  badRequest,
  type FulfillInput,
  type FulfillmentOrder,
  notFoundHere,
  type ShipmentChange,
  type ShippingType,
} from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { fieldsOfVariants } from '../custom-fields/index.ts'
import {
  aggregatesOf,
  editOrder,
  keepCosts,
  moneySum,
  type Parcel,
  shipmentNotFound,
  shipmentStatusOf,
  shipmentStep,
  track,
  type Whole,
  withExtras,
  withStatus,
  withTracking,
} from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { Extended, Rendered } from '../platform/http/rendered.ts'
import { described } from './describe.ts'
import { moved } from './move.ts'
import { forget } from './numbers.ts'
import { carried } from './pickup.ts'

const Document = Type.Object({ document: Type.String() })

/** The shipments of an order, as they are kept. */
export async function list(db: Queries, store: number, order: number, aggregates = ''): Promise<Rendered> {
  const rows = await db.many(
    Document,
    sql`select document from fulfillment_orders where store_id = ${store} and order_id = ${order} order by number`,
  )
  if (rows.length === 0) throw notFoundHere('Order not found')
  const documents = rows.map(({ document }) => withExtras(document))
  const shown = aggregatesOf(aggregates).has('custom_fields') ? await withCustomFields(db, store, documents) : documents
  return new Rendered(`[${shown.join(',')}]`, shown.length)
}

/** Each line with the custom fields of its variant, as they are now. */
async function withCustomFields(db: Queries, store: number, documents: readonly string[]): Promise<string[]> {
  const shipments = documents.map((document): FulfillmentOrder => JSON.parse(document))
  const idOf = ({ variant }: FulfillmentOrder['line_items'][number]) => Number(variant.variant_id)
  const ids = new Set(shipments.flatMap(({ line_items }) => line_items.map(idOf)))
  const fields = await fieldsOfVariants(db, store, [...ids])
  return shipments.map(shipment => {
    const line_items = shipment.line_items.map(line => ({ ...line, custom_fields: fields.get(idOf(line)) ?? {} }))
    return JSON.stringify({ ...shipment, line_items })
  })
}

/** A shipment of another order does not exist here. */
export async function get(db: Queries, store: number, order: number, id: string): Promise<Rendered> {
  const row = await db.maybe(
    Document,
    sql`select document from fulfillment_orders where store_id = ${store} and order_id = ${order} and id = ${id}`,
  )
  if (!row) throw shipmentNotFound()
  return new Rendered(withExtras(row.document))
}

/** Changes the shipments of an order because of one of them, under the order's lock; a cancelled order refuses. */
function editShipments(
  call: Write,
  order: number,
  id: string,
  change: (parcel: Parcel, whole: Whole, call: Write) => Promise<Parcel[]> | Parcel[],
): Promise<Whole> {
  return editOrder(call, order, async (whole, dated) => {
    const parcel = whole.parcels.find(({ document }) => document.id === id)
    if (!parcel) throw shipmentNotFound()
    if (whole.body.status === 'cancelled') throw badRequest('Order is cancelled')
    return { ...whole, parcels: await change(parcel, whole, dated) }
  }).catch(error => {
    // An order that does not exist is told in the shape of these paths.
    if (error instanceof ApiError && error.status === 404 && 'code' in error.body) throw notFoundHere('Order not found')
    throw error
  })
}

type Change = (parcel: Parcel, whole: Whole, call: Write) => Promise<Parcel> | Parcel

const editOne = (call: Write, order: number, id: string, change: Change): Promise<Whole> =>
  editShipments(call, order, id, async (parcel, whole, dated) =>
    whole.parcels.with(whole.parcels.indexOf(parcel), await change(parcel, whole, dated)),
  )

// It was found before it was changed.
const documentIn = ({ parcels }: Whole, id: string): FulfillmentOrder =>
  parcels.find(({ document }) => document.id === id)?.document as FulfillmentOrder

/** Changes one shipment. */
export const editParcel = async (call: Write, order: number, id: string, change: Change): Promise<FulfillmentOrder> =>
  documentIn(await editOne(call, order, id, change), id)

const typeOf = ({ shipping }: FulfillmentOrder): ShippingType => shipping?.type ?? 'ship'

/** Specification 4.5: attaches a tracking code to one specific shipment. */
export const fulfill = (call: Write, order: number, id: string, input: FulfillInput): Promise<FulfillmentOrder> =>
  editParcel(call, order, id, (parcel, _, dated) => {
    const target = typeOf(parcel.document) === 'non-shippable' ? 'DELIVERED' : 'DISPATCHED'
    refuseStep(parcel.document, target)
    return track(parcel, target, input, dated)
  })

function refuseStep(document: FulfillmentOrder, target: FulfillmentOrder['status']): void {
  if (shipmentStep(typeOf(document), document.status, target) === 'no') {
    throw badRequest(`Invalid status transition from ${document.status} to ${target}`)
  }
}

/** One PATCH is all or nothing; each part has the states in which it is allowed. */
export async function update(
  call: Write,
  order: number,
  id: string,
  change: ShipmentChange,
): Promise<FulfillmentOrder | Rendered> {
  let before: Whole | undefined
  const after = await editOne(call, order, id, async (parcel, whole, dated) => {
    before = whole
    let next = parcel
    if (change.assigned_location) next = await moved(dated, next, whole, change.assigned_location)
    const document = await described(dated, next.document, change, whole.body)
    next = { ...next, document: await carried(dated, parcel.document, document) }
    if (change.tracking_info !== undefined) {
      const old = next.document.tracking_info
      const { code = old.code, url = old.url } = change.tracking_info ?? { code: null, url: null }
      next = { ...next, document: withTracking(next.document, { code: code || null, url: url || null }, dated) }
    }
    if (!change.status) return next
    const status = shipmentStatusOf(change.status)
    if (!status) throw badFields({ status: ['is not included in the list'] })
    refuseStep(next.document, status)
    return { ...next, document: withStatus(next.document, status, dated.now) }
  })
  if (before) await keepCosts(call, before, after)
  const document = documentIn(after, id)
  if (change.tracking_info === undefined) return document
  const notify_customer = change.tracking_info?.notify_customer ?? false
  return new Extended(document, { tracking_info: { ...document.tracking_info, notify_customer } })
}

/** Only a shipment without lines can go, and never the last: an order has one. */
export async function remove(call: Write, order: number, id: string): Promise<null> {
  await editShipments(call, order, id, async ({ document }, { parcels }) => {
    if (document.line_items.length > 0) throw badRequest('A fulfillment order with lines cannot be deleted')
    const [first, ...others] = parcels.filter(parcel => parcel.document.id !== id)
    if (!first) throw badRequest('The last fulfillment order of an order cannot be deleted')
    const events = document.tracking_events.map(event => event.id)
    await forget(call, order, events)
    return [{ ...first, document: withCostsOf(first.document, document) }, ...others]
  })
  return null
}

/** Costs stand on the first shipment; where that one goes, they stay with the order. */
function withCostsOf(document: FulfillmentOrder, gone: FulfillmentOrder): FulfillmentOrder {
  const [kept, lost] = [document.shipping, gone.shipping]
  if (!kept || !lost) return document
  const merchant_cost = moneySum(kept.merchant_cost, lost.merchant_cost)
  return {
    ...document,
    shipping: { ...kept, merchant_cost, consumer_cost: moneySum(kept.consumer_cost, lost.consumer_cost) },
  }
}
