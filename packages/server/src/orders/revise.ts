import {
  type Edition,
  invalid,
  type LineEdit,
  type OrderEdit,
  type OrderLine,
  type Shipping,
  type ShippingType,
  unprocessable,
} from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import { holdLevels } from '../inventory/index.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { newUlid } from '../platform/ids.ts'
import { type Sellable, sellables } from '../products/index.ts'
import { next } from './actions.ts'
import { type OrderBody, subtotalOf } from './build.ts'
import { giveBack, take, together } from './claims.ts'
import { shippingCosts, withCosts } from './costs.ts'
import { documentsOf, edit, load, type Parcel, type Whole } from './edit.ts'
import { keepEdition, lastEdition, lastLineOf, type NewEdition } from './editions.ts'
import { lineOf } from './lines.ts'
import { money } from './money.ts'
import { refuseMissing } from './plan.ts'
import { minus } from './quantities.ts'
import { type Requote, type Requoted, refuseStale, requoted } from './requote.ts'
import {
  type Restocking,
  type Revised,
  refuseAdded,
  restocking,
  revised,
  type Target,
  targetsOf,
  unknownVariant,
} from './revision.ts'
import { colonTime, extrasOf, itemOf, type Piece, totalsOf } from './shipments.ts'
import { type Claim, createLedger } from './stock.ts'
import { refundStatus, withTotals } from './totals.ts'
import { weightOf } from './weight.ts'

/** An order that is open and of which nothing is packed can be edited. */
function refuseUneditable(order: Whole): void {
  next(order, 'edit')
  const packed = order.parcels.find(({ document }) => document.status !== 'UNPACKED')?.document
  if (packed) throw unprocessable(`Fulfillment order ${packed.number} (${packed.id}) is ${packed.status}`)
}

/** Lines that were ever in an order, removed ones too. */
const maxLinesEver = 999

/** What an edit would make of an order, of what the variants are at this moment. */
interface Foreseen extends Revised {
  targets: Target[]
  ships: boolean
  lastLine: number
}

async function foreseeEdit(
  db: Queries,
  { store, now }: Call,
  url: string,
  order: Whole,
  { products }: OrderEdit,
): Promise<Foreseen> {
  refuseUneditable(order)
  const ids = [...order.body.products, ...products].flatMap(({ variant_id }) => variant_id ?? [])
  const [known, last] = await Promise.all([sellables(db, store.id, ids), lastEdition(db, store.id, order.id)])
  let lastLine = lastLineOf(order, last)
  const makeLine = (entry: LineEdit, place: number): OrderLine => {
    const sellable = sellableOf(entry, place, known)
    lastLine++
    if (lastLine > maxLinesEver) throw invalid({ products: [`An order has at most ${maxLinesEver} lines in its life`] })
    const bought = { variant_id: sellable.variant_id, quantity: entry.quantity }
    return lineOf(order.id, lastLine - 1, bought, sellable, { url, store, now })
  }
  const targets = targetsOf(order, products, makeLine)
  refuseAdded(targets, variant => known.has(variant))
  const after = revised(order, targets)
  const ships = after.lines.some(({ variant_id }) => known.get(variant_id)?.requires_shipping ?? true)
  return { ...after, targets, ships, lastLine }
}

function sellableOf(entry: LineEdit, place: number, known: ReadonlyMap<number, Sellable>): Sellable {
  const found = known.get(entry.variant_id ?? 0)
  const isOther = entry.product_id && entry.product_id !== found?.product_id
  if (!found || isOther) throw unknownVariant(place)
  return found
}

export interface Outcome {
  refund: 'skipped' | 'failed'
}

/** What the shipments will cost, asked before the transaction because it takes time; nothing where the costs stay. */
export async function requoteEdit(
  db: Db,
  call: Call,
  url: string,
  id: number,
  input: OrderEdit,
  requote: Requote,
): Promise<Requoted | undefined> {
  if (input.skip_shipping_requote) return undefined
  const order = await load(db, call.store.id, id)
  const { pieces, targets } = await foreseeEdit(db, call, url, order, input)
  return isNothing(targets) ? undefined : requoted(db, call, order, pieces, requote)
}

const isNothing = (targets: readonly Target[]): boolean => targets.every(({ before, after }) => before === after)

/** Edits an order in one transaction: lines, shipments, stock, total and history, or nothing (contract: orders 10). */
export async function revise(
  call: Write,
  url: string,
  id: number,
  input: OrderEdit,
  quoted?: Requoted,
): Promise<Outcome> {
  let kept: Omit<NewEdition, 'after'> | undefined
  const after = await edit(call, id, async (order, dated) => {
    const foreseen = await foreseeEdit(dated.tx, dated, url, order, input)
    if (isNothing(foreseen.targets)) return order
    if (quoted) refuseStale(quoted, order, foreseen.pieces, dated)
    const stock = order.parcels.map((parcel, i) =>
      restocking(
        parcel,
        foreseen.targets.filter(target => target.parcel === parcel),
        foreseen.pieces[i] ?? [],
      ),
    )
    const taken = await restock(dated, order.parcels, stock)
    const parcels = order.parcels.map((parcel, i) => {
      const claims = together([...(stock[i]?.kept ?? []), ...(taken[i] ?? [])])
      const document = repacked(dated, parcel, foreseen.pieces[i] ?? [], order.body, foreseen.ships)
      const untaken = stock[i]?.untaken ?? []
      return { claims, untaken, document: withShipping(document, quoted?.shippings[i]) }
    })
    const body = withTotals(order.body, withCosts(withLines(order.body, foreseen), documentsOf(parcels)))
    kept = {
      before: order.body,
      lastLine: foreseen.lastLine,
      forgone: stock.flatMap(({ forgone }) => forgone),
      document: {
        product_changes: productChanges(order.body, foreseen),
        shipping_costs: shippingCosts(documentsOf(order.parcels), documentsOf(parcels)),
        reason: input.reason || null,
      },
    }
    return { ...order, body, parcels }
  })
  if (kept) await keepEdition(call, id, { ...kept, after: after.body })
  return { refund: refundStatus(after.body, input.auto_partial_refund ?? false) }
}

/**
 * Moves the stock of an edit: first what returns, so that it can be taken again. Levels are held in the order of their
 * keys, after the order, and once more to be decided on: so are those that came since. Answers what was claimed for
 * each shipment.
 */
async function restock(call: Write, parcels: readonly Parcel[], changes: readonly Restocking[]): Promise<Claim[][]> {
  const { tx, store, actor } = call
  const returned = changes.flatMap(change => change.returned)
  const wanted = changes.flatMap(change => [...change.wanted.keys()])
  await holdLevels(tx, store.id, [...new Set([...wanted, ...returned.map(([, variant]) => variant)])])
  await giveBack(call, returned)
  if (wanted.length === 0) return []
  const locations = parcels.map(({ document }) => document.assigned_location.location_id)
  const ledger = createLedger(await holdLevels(tx, store.id, wanted), [...new Set(locations)])
  const claims = changes.map(({ wanted: items }, i) => {
    const location = locations[i] ?? ''
    const stock = ledger.origins(items.keys()).find(origin => origin.location === location)?.stock ?? new Map()
    refuseMissing({ missing: minus(items, stock) }, items)
    return ledger.take([{ location, items }], actor).flat()
  })
  await take(call, claims.flat())
  return claims
}

/** A shipment with other contents; what stays in it keeps its ids. */
function repacked(
  { now, world }: Write,
  { document }: Parcel,
  pieces: readonly Piece[],
  { currency, shipping_pickup_type }: OrderBody,
  ships: boolean,
): Parcel['document'] {
  const time = colonTime(now)
  // All of a shipment is carried to where the buyer comes, or nothing.
  const stock_transfer = document.line_items[0]?.stock_transfer ?? { from_location_id: null }
  const line_items = pieces.map(piece => {
    const old = document.line_items.find(({ external_id }) => external_id === String(piece.line.id))
    if (!old) return itemOf(piece, currency, { id: newUlid(world), stock_transfer, created_at: time, updated_at: time })
    return old.quantity === piece.quantity ? old : { ...old, quantity: piece.quantity, updated_at: time }
  })
  const { shipping } = document
  // D59: whether anything needs shipping follows from all lines of the order.
  const shippable = shipping?.type === 'non-shippable' ? (shipping_pickup_type ?? 'ship') : shipping?.type
  const type = ships ? shippable : 'non-shippable'
  return {
    ...document,
    ...totalsOf(pieces, currency),
    line_items,
    shipping: shipping && type ? withType(shipping, type) : shipping,
  }
}

const withLines = (body: OrderBody, { lines, ships }: Foreseen): OrderBody => ({
  ...body,
  products: lines,
  subtotal: money(subtotalOf(lines)),
  weight: weightOf(lines),
  has_shippable_products: ships,
})

const withType = (shipping: Shipping, type: ShippingType): Shipping => ({
  ...shipping,
  type,
  extras: extrasOf(type, shipping.extras),
})

/** Whether it ships follows from its lines, how and for how much from the quote. */
const withShipping = (document: Parcel['document'], quoted: Shipping | undefined): Parcel['document'] =>
  quoted && document.shipping ? { ...document, shipping: withType(quoted, document.shipping.type) } : document

/** What became more and what less; a line that only moved to another shipment is neither. */
function productChanges({ products }: OrderBody, { targets }: Foreseen): Edition['product_changes'] {
  const lines = [...new Set(targets.map(({ line }) => line))]
  return lines.flatMap(line => {
    const own = targets.filter(target => target.line === line)
    const previous_quantity = products.includes(line) ? line.quantity : 0
    const new_quantity = previous_quantity + own.reduce((sum, { before, after }) => sum + after - before, 0)
    if (new_quantity === previous_quantity) return []
    return {
      type: new_quantity > previous_quantity ? ('ADD' as const) : ('REMOVED' as const),
      modified_stock: own.some(({ modifies }) => modifies),
      previous_quantity,
      new_quantity,
      product_name: line.name,
    }
  })
}
