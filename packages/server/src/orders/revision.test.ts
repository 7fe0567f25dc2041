import type { FulfillmentOrder, LineEdit, OrderLine } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parted, together } from './claims.ts'
import type { Parcel, Whole } from './edit.ts'
import { gather, minus, type Quantities } from './quantities.ts'
import { refuseAdded, restocking, revised, targetsOf } from './revision.ts'
import { unitsOfPieces } from './shipments.ts'
import type { Claim } from './stock.ts'

/** Only what an edit looks at. */
const lineOf = (id: number, variant_id: number, quantity: number) =>
  ({ id, variant_id, quantity, name: `${id}` }) as OrderLine
const parcelOf = (number: number, items: readonly [line: number, quantity: number][], held: Omit<Parcel, 'document'>) =>
  ({
    ...held,
    document: {
      id: `P${number}`,
      number: String(number),
      line_items: items.map(([line, quantity]) => ({ external_id: String(line), quantity })),
    } as FulfillmentOrder,
  }) as Parcel

const unitsOf = (claims: readonly Claim[]): Quantities =>
  gather(claims.map(([, variant_id, , quantity]) => ({ variant_id, quantity })))

/** Orders of up to three shipments, four lines of three variants, some of it claimed. */
const orders: fc.Arbitrary<Whole> = fc
  .record({
    variants: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
    units: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    }),
    claimed: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 9, maxLength: 9 }),
    behaviour: fc.constantFrom('claim' as const, 'bypass' as const),
  })
  .map(({ variants, units, claimed, behaviour }) => {
    const inParcel = units.map((row, p) =>
      variants.flatMap((_, l): [number, number][] => {
        // No shipment is empty.
        const quantity = (row[l] ?? 0) + (l === p % variants.length ? 1 : 0)
        return quantity > 0 ? [[l + 1, quantity]] : []
      }),
    )
    const parcels = inParcel.map((items, p) => {
      const sums = gather(items.map(([line, quantity]) => ({ variant_id: variants[line - 1] ?? 0, quantity })))
      const claims = [...sums].flatMap(([variant, count]): Claim[] => {
        const part = Math.min(count, claimed[p * 3 + variant - 1] ?? 0)
        return part > 0 && behaviour === 'claim' ? [[1, variant, `L${p}`, part]] : []
      })
      const free = minus(sums, unitsOf(claims))
      const untaken = [...free].map(([variant, count], i): [number, number] => [variant, Math.min(count, i + 1)])
      return parcelOf(p + 1, items, { claims, untaken })
    })
    const products = variants.flatMap((variant, l) => {
      const quantity = inParcel.flat().reduce((sum, [line, count]) => (line === l + 1 ? sum + count : sum), 0)
      return quantity > 0 ? [lineOf(l + 1, variant, quantity)] : []
    })
    return { id: 1, behaviour, parcels, body: { products } as Whole['body'] }
  })

const entries = (order: Whole): fc.Arbitrary<LineEdit[]> =>
  fc.uniqueArray(
    fc.record({
      line_item_id: fc.constantFrom(null, ...order.body.products.map(({ id }) => id)),
      variant_id: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      modify_stock: fc.constantFrom(true, false),
      fulfillment_order_id: fc.constantFrom(...order.parcels.map(({ document }) => document.id)),
    }),
    {
      minLength: 1,
      maxLength: 5,
      selector: entry => `${entry.line_item_id ?? Math.random()}/${entry.fulfillment_order_id}`,
    },
  )

const edits = orders.chain(order => fc.tuple(fc.constant(order), entries(order)))

function run(order: Whole, changes: readonly LineEdit[]) {
  let made = 100
  const targets = targetsOf(order, changes, entry => lineOf(++made, Number(entry.variant_id), Number(entry.quantity)))
  const after = revised(order, targets)
  const stock = order.parcels.map((parcel, i) =>
    restocking(
      parcel,
      targets.filter(target => target.parcel === parcel),
      after.pieces[i] ?? [],
    ),
  )
  return { targets, after, stock }
}

describe('contract: orders 10, laws', () => {
  test('every unit of every line is in one shipment, and each shipment has something', () => {
    fc.assert(
      fc.property(edits, ([order, changes]) => {
        const { after } = run(order, changes)
        for (const { id, quantity } of after.lines) {
          const shipped = after.pieces.flat().filter(({ line }) => line.id === id)
          expect(shipped.reduce((sum, piece) => sum + piece.quantity, 0)).toBe(quantity)
        }
        expect(after.pieces.flat().every(({ line }) => after.lines.includes(line))).toBe(true)
        expect(after.pieces.every(pieces => pieces.length > 0)).toBe(true)
      }),
    )
  })

  test('what nobody named stays as it was, and what was named is what was asked for', () => {
    fc.assert(
      fc.property(edits, ([order, changes]) => {
        const { after, targets } = run(order, changes)
        for (const [i, parcel] of order.parcels.entries()) {
          for (const line of order.body.products) {
            const target = targets.find(one => one.parcel === parcel && one.line === line)
            const before = parcel.document.line_items.find(item => item.external_id === String(line.id))?.quantity ?? 0
            const now = after.pieces[i]?.find(piece => piece.line.id === line.id)?.quantity ?? 0
            expect(now).toBe(target ? target.after : before)
          }
        }
      }),
    )
  })

  test('every claimed unit is kept, returned or let go, once; and no more is claimed than is in the shipment', () => {
    fc.assert(
      fc.property(edits, ([order, changes]) => {
        const { after, stock } = run(order, changes)
        for (const [i, { returned, forgone, kept, wanted }] of stock.entries()) {
          const before = unitsOf(order.parcels[i]?.claims ?? [])
          expect(unitsOf([...returned, ...forgone, ...kept])).toEqual(before)
          const [claimed, units] = [unitsOf(kept), unitsOfPieces(after.pieces[i] ?? [])]
          for (const [variant, count] of claimed) {
            expect(count + (wanted.get(variant) ?? 0)).toBeLessThanOrEqual(units.get(variant) ?? 0)
          }
        }
      }),
    )
  })

  test('a unit is claimed, was never taken, or neither: never both', () => {
    fc.assert(
      fc.property(edits, ([order, changes]) => {
        const { after, stock } = run(order, changes)
        for (const [i, { kept, wanted, untaken }] of stock.entries()) {
          const [claimed, units] = [unitsOf(kept), unitsOfPieces(after.pieces[i] ?? [])]
          for (const [variant, count] of untaken) {
            const taken = (claimed.get(variant) ?? 0) + (wanted.get(variant) ?? 0)
            expect(count).toBeGreaterThan(0)
            expect(count + taken).toBeLessThanOrEqual(units.get(variant) ?? 0)
          }
        }
      }),
    )
  })

  test('stock is left alone where modify_stock is false, and by an order that took none', () => {
    fc.assert(
      fc.property(edits, ([order, changes]) => {
        const still = changes.map(entry => ({ ...entry, modify_stock: false }))
        for (const { returned, wanted } of run(order, still).stock) expect([returned, wanted.size]).toEqual([[], 0])
        for (const { returned, wanted } of run({ ...order, behaviour: 'bypass' }, changes).stock) {
          expect([returned, wanted.size]).toEqual([[], 0])
        }
      }),
    )
  })

  test('a line whose variant is gone may have fewer units or others elsewhere, but not more', () => {
    fc.assert(
      fc.property(edits, fc.integer({ min: 1, max: 3 }), ([order, changes], gone) => {
        const { after, targets } = run(order, changes)
        const before = new Map(order.body.products.map(({ id, quantity }) => [id, quantity]))
        const grown = after.lines.filter(({ id, quantity }) => quantity > (before.get(id) ?? 0))
        const refuse = () => refuseAdded(targets, variant => variant !== gone)
        if (grown.some(({ variant_id }) => variant_id === gone)) expect(refuse).toThrow()
        else expect(refuse).not.toThrow()
      }),
    )
  })

  test('doing it and undoing it claims what was claimed', () => {
    fc.assert(
      fc.property(orders, order => {
        const [line] = order.body.products
        const [first] = order.parcels
        const before = first?.document.line_items.find(item => item.external_id === String(line?.id))?.quantity ?? 0
        if (!line || !first || order.behaviour === 'bypass') return
        const more = [{ line_item_id: line.id, quantity: before + 3, fulfillment_order_id: first.document.id }]
        const [change] = run(order, more).stock
        expect(change?.returned).toEqual([])
        expect(change?.wanted).toEqual(new Map([[line.variant_id, 3]]))
      }),
    )
  })
})

describe('claims', () => {
  const claims = fc.array(
    fc.tuple(fc.constant(1), fc.integer({ min: 1, max: 3 }), fc.constantFrom('A', 'B'), fc.integer({ min: 1, max: 5 })),
  ) as fc.Arbitrary<Claim[]>
  const asked = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 0, max: 9 }))

  test('law: parted are all, and no more of any variant than asked for', () => {
    fc.assert(
      fc.property(claims, asked, (all, wishes) => {
        const wanted = new Map(Object.entries(wishes).map(([variant, count]) => [Number(variant), count]))
        const [chosen, rest] = parted(all, wanted)
        expect(together([...chosen, ...rest]).toSorted()).toEqual(together(all).toSorted())
        for (const [variant, count] of unitsOf(chosen)) {
          expect(count).toBe(Math.min(wanted.get(variant) ?? 0, unitsOf(all).get(variant) ?? 0))
        }
      }),
    )
  })
})
