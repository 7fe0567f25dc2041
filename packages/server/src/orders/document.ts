import { type FulfillmentOrder, legacyShipping, type Scope, type ShipmentOutline, type Version } from '@bodega/api'
import { type OwnedRow, withKey } from '../custom-fields/index.ts'
import type { OrderBody } from './build.ts'
import { withPictures } from './pictures.ts'
import { extrasOf } from './shipments.ts'

const legacyFields = Object.keys(legacyShipping)

/** An order as it is kept: what every version shows, and what only the older one does. */
export interface StoredOrder {
  document: string
  legacy: string
}

/** Takes apart what an order shows, or a draft, which shows a little more. */
export function split(body: object): StoredOrder {
  const shown: Record<string, unknown> = { ...body }
  const legacy: Record<string, unknown> = {}
  for (const name of legacyFields) {
    legacy[name] = shown[name]
    // Not deleted: that would make a dictionary of the object, which takes twice as long to write down.
    shown[name] = undefined
  }
  return { document: JSON.stringify(shown), legacy: JSON.stringify(legacy) }
}

/** The two texts are the two halves of what `split` took apart. */
export const join = ({ document, legacy }: StoredOrder): OrderBody =>
  ({ ...JSON.parse(document), ...JSON.parse(legacy) }) as OrderBody

/** What of an order a caller gets to see. */
export interface View {
  version: Version
  scopes: ReadonlySet<Scope>
  /** `fulfillment_orders`, `allocation`, `custom_fields` (D56, D58). */
  aggregates: ReadonlySet<string>
  /** Where its pictures are. */
  pictures: string
  /** A list shows shipments in outlines, a single order their ids. */
  isList?: boolean
}

export interface Shown extends StoredOrder {
  id: number
  number: number
  /** As text; asked for only where it is shown. */
  customer: () => string | null
  /** By number: their documents where the view needs them, else their ids. */
  shipments: readonly string[]
  /** Only where they are shown. */
  custom_fields?: readonly OwnedRow[]
}

const showsShipments = ({ aggregates }: View): boolean =>
  aggregates.has('fulfillment_orders') || aggregates.has('allocation')

/** Whether custom fields are read. */
export const needsFields = ({ aggregates }: View): boolean => aggregates.has('custom_fields')

/** Whether the documents of shipments are read. */
export const needsShipments = (view: View): boolean => view.isList === true || showsShipments(view)

const inner = (object: string): string => object.slice(1, -1)

/** An order as text, for a caller: nothing is parsed unless something must be left out of a shipment. */
export function render(order: Shown, view: View): string {
  const { version, scopes, aggregates } = view
  const pieces = [`"id":${order.id},"number":${order.number}`, inner(withPictures(order.document, view.pictures))]
  if (version === 'v1') pieces.push(inner(order.legacy))
  if (scopes.has('read_customers')) pieces.push(`"customer":${order.customer()}`)
  if (showsShipments(view)) {
    const kept = order.shipments.map(withExtras)
    const shipments = aggregates.has('allocation') ? kept : kept.map(withoutAllocation)
    pieces.push(`"fulfillments":[${shipments}],"fulfillment_orders":[${shipments}]`)
  } else {
    const shipments = view.isList ? order.shipments.map(outlineOf) : order.shipments
    pieces.push(`"fulfillments":${JSON.stringify(shipments)}`)
  }
  if (needsFields(view)) pieces.push(`"custom_fields":${JSON.stringify(order.custom_fields?.map(withKey))}`)
  return `{${pieces.join(',')}}`
}

/** Whether an order is shown with more than it has by itself. */
export const isEnlarged = (view: View): boolean => showsShipments(view) || needsFields(view)

/** The same order as it is shown without. */
export function renderAlone(order: Shown, view: View): string {
  const idOf = (document: string): string => (JSON.parse(document) as FulfillmentOrder).id
  const shipments = needsShipments(view) ? order.shipments.map(idOf) : order.shipments
  return render({ ...order, shipments }, { ...view, aggregates: new Set() })
}

const noExtras = '"extras":null},"discounts":'

/** The shipments of earlier releases have no extras. Their text is ours to the letter: nothing is parsed for it. */
export function withExtras(document: string): string {
  if (!document.includes(noExtras)) return document
  const type = document.includes('"shipping":{"type":"non-shippable"') ? 'non-shippable' : 'ship'
  return document.replace(noExtras, noExtras.replace('null', JSON.stringify(extrasOf(type))))
}

function outlineOf(document: string): ShipmentOutline {
  const { id, number, status, tracking_info, assigned_location, shipping }: FulfillmentOrder = JSON.parse(document)
  const { location_id, name } = assigned_location
  const named = (part: { name: string | null } | null) => part && { name: part.name }
  return {
    id,
    number,
    assigned_location: { location_id, name },
    status,
    shipping: shipping && {
      type: shipping.type,
      extras: extrasOf(shipping.type),
      carrier: named(shipping.carrier),
      option: named(shipping.option),
    },
    tracking_info,
  }
}

function withoutAllocation(document: string): string {
  const { allocation: _, ...rest } = JSON.parse(document) as FulfillmentOrder
  return JSON.stringify(rest)
}

export const aggregatesOf = (list: string | undefined): ReadonlySet<string> =>
  new Set((list ?? '').split(',').map(word => word.trim()))
