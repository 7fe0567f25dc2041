import type { Order, PaymentStatus } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EditionRow, shownEditions, valuesOf } from './history.ts'

type Payable = Parameters<typeof valuesOf>[0]

const date = (second: number) => `2026-07-11T00:00:${String(second).padStart(2, '0')}+0000`
const money = (cents: number) => (cents / 100).toFixed(2)

/** What can happen to an order after it was placed, and what is known of it afterwards. */
function lived(first: number, steps: readonly (number | 'pay')[]): { order: Payable; editions: EditionRow[] } {
  let [total, paid, status] = [first, 0, 'pending' as PaymentStatus]
  const editions: EditionRow[] = []
  let paid_at: string | null = null
  for (const [i, step] of steps.entries()) {
    if (step === 'pay') {
      if (status === 'paid') continue
      ;[paid, status, paid_at] = [total, 'paid', paid_at ?? date(i)]
      continue
    }
    const after = Math.max(0, total + step)
    editions.push({
      document: { product_changes: [], shipping_costs: [], reason: String(i) },
      total_before: money(total),
      total_after: money(after),
      paid_before: money(paid),
      was_paid: status === 'paid',
      happened_at: date(i),
    })
    total = after
    if (status !== 'pending') status = total <= paid ? 'paid' : 'partially_paid'
  }
  const order = {
    total: money(total),
    total_paid_by_customer: paid_at ? money(paid) : null,
    payment_status: status,
    status: 'open',
    paid_at,
    cancelled_at: null,
    created_at: date(0),
    updated_at: date(59),
  } satisfies Partial<Order>
  return { order: order as Payable, editions }
}

const lives = fc.tuple(
  fc.integer({ min: 1, max: 10_000 }),
  fc.array(fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.constant('pay' as const)), { maxLength: 12 }),
)

describe('contract: orders 11.1, history/values', () => {
  test('laws: the changes add up to the total and to what was paid, and only the newest is pending', () => {
    fc.assert(
      fc.property(lives, ([first, steps]) => {
        const { order, editions } = lived(first, steps)
        const values = valuesOf(order, editions)
        const cents = (key: 'total_delta' | 'total_paid_diff') =>
          values.reduce((sum, value) => sum + Math.round(value[key] * 100), 0)
        expect(cents('total_delta')).toBe(Math.round(Number(order.total) * 100))
        expect(cents('total_paid_diff')).toBe(Math.round(Number(order.total_paid_by_customer ?? 0) * 100))
        expect(values.slice(0, -1).map(({ status }) => status)).not.toContain('PENDING')
        for (const { status, total_paid_diff, closed_at } of values) {
          if (status !== 'PAID') expect([total_paid_diff, closed_at]).toEqual([0, null])
          else expect(closed_at).not.toBeNull()
        }
        expect(shownEditions(order, editions).map(({ reason }) => reason)).toEqual(
          editions.map(({ document }) => (document as { reason: string }).reason),
        )
      }),
    )
  })

  test('an order that is not paid has one change, whatever was edited', () => {
    const { order, editions } = lived(10_000, [2000, -500])
    expect(valuesOf(order, editions)).toMatchObject([{ status: 'PENDING', total_delta: 115, total_paid_diff: 0 }])
  })

  test('one that was paid has a second, until that is paid too', () => {
    const unpaid = lived(10_000, ['pay', 2000])
    expect(valuesOf(unpaid.order, unpaid.editions)).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100 },
      { status: 'PENDING', total_delta: 20, total_paid_diff: 0 },
    ])
    const paid = lived(10_000, ['pay', 2000, 'pay'])
    expect(valuesOf(paid.order, paid.editions)).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100 },
      { status: 'PAID', total_delta: 20, total_paid_diff: 20 },
    ])
  })

  test('what became cheaper is not given back by itself', () => {
    const { order, editions } = lived(10_000, ['pay', -2000])
    expect(valuesOf(order, editions)).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100 },
      { status: 'PAID', total_delta: -20, total_paid_diff: 0 },
    ])
  })

  test('a cancelled order waits for nothing', () => {
    const { order, editions } = lived(10_000, [2000])
    const cancelled = { ...order, status: 'cancelled' as const, cancelled_at: date(50) }
    expect(valuesOf(cancelled, editions)).toMatchObject([{ status: 'CANCELLED', closed_at: date(50) }])
  })
})

test('contract: orders 11.2: an edition tells of the change that it is part of', () => {
  const { order, editions } = lived(10_000, [500, 'pay', 2000, 300])
  expect(shownEditions(order, editions).map(edition => edition.transaction_information)).toMatchObject([
    { status: 'PAID', total_delta: 105 },
    { status: 'PENDING', total_delta: 23 },
    { status: 'PENDING', total_delta: 23 },
  ])
})
