import type { FulfillmentOrder, LineEdit, Order } from '@bodega/api'

/** A line of a shipment while it is edited; a new one has been none of its lines before. */
export interface Entry {
  /** The number of the order line; below nothing where it has none yet. */
  key: number
  variant: number
  name: string
  price: string | number | null
  before: number
  quantity: number
}

/** What is in an order can be changed until the first of it is packed. */
export const canEdit = ({ status, fulfillment_orders = [] }: Order): boolean =>
  status === 'open' && fulfillment_orders.every(shipment => shipment.status === 'UNPACKED')

export const entriesOf = ({ products }: Order, { line_items }: FulfillmentOrder): Entry[] =>
  line_items.map(({ external_id, quantity, variant: { variant_id }, unit_price }) => ({
    key: Number(external_id),
    variant: Number(variant_id),
    name: products.find(({ id }) => String(id) === external_id)?.name ?? external_id,
    price: unit_price.value,
    before: quantity,
    quantity,
  }))

/** The same edit of the shipment as it is by now: lines that were not touched are what others have made of them. */
export function rebased(entries: readonly Entry[], { fulfillment_orders = [] }: Order, id: string): Entry[] {
  const lines = fulfillment_orders.find(shipment => shipment.id === id)?.line_items ?? []
  return entries.map(entry => {
    const before = lines.find(({ external_id }) => Number(external_id) === entry.key)?.quantity ?? 0
    return { ...entry, before, quantity: entry.quantity === entry.before ? before : entry.quantity }
  })
}

/** The lines of an edit on which others have put another number since. */
export const disputed = (entries: readonly Entry[], now: readonly Entry[]): Entry[] =>
  now.filter(({ before, quantity }, place) => before !== entries[place]?.before && quantity !== before)

/** One more of a variant: of a line that has it, else of a new one. */
export function withMore(entries: readonly Entry[], wanted: Pick<Entry, 'variant' | 'name' | 'price'>): Entry[] {
  const known = entries.find(({ variant }) => variant === wanted.variant)
  if (!known) return [...entries, { ...wanted, key: -wanted.variant, before: 0, quantity: 1 }]
  return entries.map(entry => (entry === known ? { ...entry, quantity: entry.quantity + 1 } : entry))
}

/** What is sent: the lines that are not what they were. */
export const editOf = (entries: readonly Entry[], fulfillment_order_id: string): LineEdit[] =>
  entries
    .filter(({ before, quantity }) => quantity !== before)
    .map(({ key, variant, quantity }) => ({
      ...(key > 0 ? { line_item_id: key } : { variant_id: variant }),
      quantity,
      fulfillment_order_id,
    }))
