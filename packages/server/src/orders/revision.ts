/** What an edit makes of an order: arithmetic without a database (contract: orders 10). */
import { invalid, type LineEdit, type OrderLine, unprocessable } from '@bodega/api'
import { parted } from './claims.ts'
import type { Parcel, Whole } from './edit.ts'
import { common, gather, minus, plus, type Quantities } from './quantities.ts'
import { type Piece, unitsOfPieces } from './shipments.ts'
import type { Claim } from './stock.ts'

/** So many units of a line in a shipment, and how many it shall be. */
export interface Target {
  parcel: Parcel
  line: OrderLine
  before: number
  after: number
  /** Stock follows the units. */
  modifies: boolean
}

const maxLines = 500

const unitsIn = ({ document }: Parcel, line: number): number =>
  document.line_items.find(({ external_id }) => external_id === String(line))?.quantity ?? 0

/** The line and the shipment that each entry means. `makeLine` makes a line that is new. */
export function targetsOf(
  { body, parcels, behaviour }: Whole,
  entries: readonly LineEdit[],
  makeLine: (entry: LineEdit, place: number) => OrderLine,
): Target[] {
  const seen = new Set<string>()
  return entries.map((entry, place) => {
    const field = (name: keyof LineEdit, text: string) => invalid({ [`products.${place}.${name}`]: [text] })
    const id = entry.line_item_id ?? undefined
    const known = body.products.find(line => line.id === id)
    if (id !== undefined && !known) throw field('line_item_id', 'Line item with such id does not exist')
    if (!known && !entry.variant_id) throw field('line_item_id', "can't be blank")
    const { quantity } = entry
    if (!known && quantity === 0) throw field('quantity', 'must be at least 1')
    const line = known ?? makeLine(entry, place)
    const wanted = entry.fulfillment_order_id || undefined
    const holding = known ? parcels.filter(parcel => unitsIn(parcel, known.id) > 0) : parcels
    const possible = wanted === undefined ? holding : parcels.filter(({ document }) => document.id === wanted)
    const [parcel, other] = possible
    if (!parcel) throw field('fulfillment_order_id', 'Fulfillment order with such id does not exist')
    if (other) throw field('fulfillment_order_id', "can't be blank")
    const key = `${line.id}/${parcel.document.id}`
    if (seen.has(key)) throw field('line_item_id', 'cannot be repeated')
    seen.add(key)
    // An order that took no stock goes on without it.
    const modifies = entry.modify_stock !== false && behaviour === 'claim'
    return { parcel, line, before: unitsIn(parcel, line.id), after: quantity, modifies }
  })
}

export const unknownVariant = (place: number): Error =>
  invalid({ [`products.${place}.variant_id`]: ['Variant with such id does not exist'] })

/** Of a variant that is gone nothing can be added: its units may leave, or change shipments, but not become more. */
export function refuseAdded(targets: readonly Target[], isKnown: (variant: number) => boolean): void {
  const growth = ({ line }: Target) =>
    targets.reduce((sum, { line: other, before, after }) => (other === line ? sum + after - before : sum), 0)
  const place = targets.findIndex(
    target => target.after > target.before && !isKnown(target.line.variant_id) && growth(target) > 0,
  )
  if (place >= 0) throw unknownVariant(place)
}

export interface Revised {
  lines: OrderLine[]
  /** For each shipment, in their order, what is in it. */
  pieces: Piece[][]
}

/** The lines and the contents of the shipments as they shall be; no shipment ends up empty. */
export function revised({ body, parcels }: Whole, targets: readonly Target[]): Revised {
  const added = targets.map(({ line }) => line).filter(line => !body.products.includes(line))
  const all = [...body.products, ...added]
  const pieces = parcels.map(parcel =>
    all.flatMap((line): Piece[] => {
      const target = targets.find(one => one.parcel === parcel && one.line === line)
      const quantity = target?.after ?? unitsIn(parcel, line.id)
      return quantity > 0 ? [{ line, quantity }] : []
    }),
  )
  const empty = parcels[pieces.findIndex(of => of.length === 0)]
  if (empty) throw unprocessable(`Fulfillment order ${empty.document.number} would be left without products`)
  const lines = all.flatMap(line => {
    const quantity = pieces.flat().reduce((sum, piece) => (piece.line === line ? sum + piece.quantity : sum), 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  if (lines.length > maxLines) throw invalid({ products: [`An order has at most ${maxLines} lines`] })
  // Pieces point to the lines as they are now.
  const now = new Map(lines.map(line => [line.id, line]))
  return {
    lines,
    pieces: pieces.map(of => of.map(({ line, quantity }) => ({ line: now.get(line.id) ?? line, quantity }))),
  }
}

const claimedIn = (claims: readonly Claim[]): Quantities =>
  gather(claims.map(([, variant_id, , quantity]) => ({ variant_id, quantity })))

/** What becomes of the claims of one shipment, and of its units that were never taken. */
export interface Restocking {
  /** Go back to where they came from. */
  returned: Claim[]
  /** Left the order, but not for their levels: stock is left alone. */
  forgone: Claim[]
  kept: Claim[]
  untaken: Parcel['untaken']
  /** To be claimed where the shipment leaves from. */
  wanted: Quantities
}

/**
 * Units return that were taken, and no more; of what stays no more is claimed than is in the shipment. Where stock is
 * left alone, those go first that were never taken.
 */
export function restocking(
  { claims, untaken }: Parcel,
  targets: readonly Target[],
  pieces: readonly Piece[],
): Restocking {
  const moved = (sign: 1 | -1, withStock = true) =>
    gather(
      targets
        .filter(({ modifies, before, after }) => modifies === withStock && (after - before) * sign > 0)
        .map(({ line, before, after }) => ({ variant_id: line.variant_id, quantity: Math.abs(after - before) })),
    )
  const [released, wanted] = [moved(-1), moved(1)]
  const [returned, rest] = parted(claims, released)
  const units = unitsOfPieces(pieces)
  const staying = minus(units, wanted)
  const [forgone, kept] = parted(rest, minus(claimedIn(rest), staying))
  const left = minus(plus(new Map(untaken), moved(1, false)), moved(-1, false))
  return { returned, forgone, kept, wanted, untaken: [...common(left, minus(staying, claimedIn(kept)))] }
}
