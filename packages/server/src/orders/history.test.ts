import type { Order, PaymentStatus } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type History, shownEditions, valuesOf } from './history.ts'

const date = (second: number) => `2026-07-11T00:00:${String(second).padStart(2, '0')}+0000`
const money = (cents: number) => (cents / 100).toFixed(2)

type Step = number | 'pay' | { refund: number }

/** What can happen to an order after it was placed, and what is known of it afterwards. */
function lived(first: number, steps: readonly Step[], method = 'pix'): History {
  let [total, paid, refunded, status] = [first, 0, 0, 'pending' as PaymentStatus]
  const editions: History['editions'][number][] = []
  const moves: History['moves'][number][] = []
  let paid_at: string | null = null
  const move = (type: 'sale' | 'refund', cents: number, at: string) =>
    moves.push({ type, amount: money(cents), method, told_at: at, happened_at: at })
  for (const [i, step] of steps.entries()) {
    if (step === 'pay') {
      if (status === 'paid' || refunded > 0) continue
      if (total > paid) move('sale', total - paid, date(i))
      ;[paid, status, paid_at] = [Math.max(paid, total), 'paid', paid_at ?? date(i)]
    } else if (typeof step === 'object') {
      const amount = Math.min(step.refund, paid - refunded)
      if (amount === 0) continue
      move('refund', amount, date(i))
      refunded += amount
      status = refunded === paid ? 'refunded' : 'partially_refunded'
    } else {
      const after = Math.max(0, total + step)
      editions.push({
        document: { product_changes: [], shipping_costs: [], reason: String(i) },
        total_before: money(total),
        total_after: money(after),
        paid_before: money(paid),
        was_paid: status === 'paid' || refunded > 0,
        happened_at: date(i),
      })
      total = after
      if (status !== 'pending' && refunded === 0) status = total <= paid ? 'paid' : 'partially_paid'
    }
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
  return { order, editions, moves }
}

const lives = fc.tuple(
  fc.integer({ min: 1, max: 10_000 }),
  fc.array(
    fc.oneof(
      fc.integer({ min: -5000, max: 5000 }),
      fc.constant('pay' as const),
      fc.record({ refund: fc.integer({ min: 1, max: 6000 }) }),
    ),
    { maxLength: 12, size: 'max' },
  ),
)

describe('contract: orders 11.1, history/values', () => {
  test('laws: the changes add up to the total and to what was paid and not given back, and only the newest is pending', () => {
    fc.assert(
      fc.property(lives, ([first, steps]) => {
        const history = lived(first, steps)
        const { order, editions, moves } = history
        const values = valuesOf(history)
        const cents = (key: 'total_delta' | 'total_paid_diff') =>
          values.reduce((sum, value) => sum + Math.round(value[key] * 100), 0)
        const refunds = moves.filter(({ type }) => type === 'refund')
        const refunded = refunds.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
        expect(cents('total_delta')).toBe(Math.round(Number(order.total) * 100))
        expect(cents('total_paid_diff')).toBe(Math.round(Number(order.total_paid_by_customer ?? 0) * 100) - refunded)
        expect(values.filter(({ total_paid_diff }) => total_paid_diff < 0)).toHaveLength(refunds.length)
        expect(values.slice(0, -1).map(({ status }) => status)).not.toContain('PENDING')
        for (const { status, total_paid_diff, closed_at } of values) {
          if (status !== 'PAID') expect([total_paid_diff, closed_at]).toEqual([0, null])
          else expect(closed_at).not.toBeNull()
        }
        expect(shownEditions(history).map(({ reason }) => reason)).toEqual(
          editions.map(({ document }) => (document as { reason: string }).reason),
        )
      }),
    )
  })

  test('an order that is not paid has one change, whatever was edited', () => {
    expect(valuesOf(lived(10_000, [2000, -500]))).toMatchObject([
      { status: 'PENDING', total_delta: 115, total_paid_diff: 0 },
    ])
  })

  test('one that was paid has a second, until that is paid too', () => {
    expect(valuesOf(lived(10_000, ['pay', 2000]))).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100 },
      { status: 'PENDING', total_delta: 20, total_paid_diff: 0 },
    ])
    expect(valuesOf(lived(10_000, ['pay', 2000, 'pay']))).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100, happened_at: date(0), closed_at: date(0) },
      { status: 'PAID', total_delta: 20, total_paid_diff: 20, happened_at: date(1), closed_at: date(2) },
    ])
  })

  test('what became cheaper is not given back by itself', () => {
    expect(valuesOf(lived(10_000, ['pay', -2000]))).toMatchObject([
      { status: 'PAID', total_delta: 100, total_paid_diff: 100 },
      { status: 'PAID', total_delta: -20, total_paid_diff: 0 },
    ])
  })

  test('a cancelled order waits for nothing', () => {
    const { order, ...history } = lived(10_000, [2000])
    const cancelled = { ...order, status: 'cancelled' as const, cancelled_at: date(50) }
    expect(valuesOf({ ...history, order: cancelled })).toMatchObject([{ status: 'CANCELLED', closed_at: date(50) }])
  })

  test.each(['voided', 'abandoned', 'refunded'] as const)('nor does one that was placed as %s', payment_status => {
    const { order, ...history } = lived(10_000, [])
    expect(valuesOf({ ...history, order: { ...order, payment_status } })).toMatchObject([
      { status: 'CANCELLED', total_delta: 100, total_paid_diff: 0, closed_at: null },
    ])
  })

  test('what is given back is a change of its own, and what was paid stays paid', () => {
    const paid = { status: 'PAID', total_delta: 100, total_paid_diff: 100, closed_at: date(0) }
    const refund = (amount: number, second: number) => ({
      status: 'PAID',
      total_delta: 0,
      total_paid_diff: -amount,
      closed_at: date(second),
      happened_at: date(second),
    })
    expect(valuesOf(lived(10_000, ['pay', { refund: 1000 }]))).toMatchObject([paid, refund(10, 1)])
    expect(valuesOf(lived(10_000, ['pay', { refund: 1000 }, { refund: 9000 }]))).toMatchObject([
      paid,
      refund(10, 1),
      refund(90, 2),
    ])
    // The edit is a change of its own; what waits for its payment is the newest.
    expect(valuesOf(lived(10_000, ['pay', 2000, { refund: 1000 }]))).toMatchObject([
      paid,
      refund(10, 2),
      { status: 'PENDING', total_delta: 20, total_paid_diff: 0 },
    ])
  })

  test.each([
    ['pix', { gateway_method: 'pix', gateway_name: null }],
    ['boleto', { gateway_method: 'other', gateway_name: 'boleto' }],
  ])('paid by %s, it says so; before that nothing', (method, told) => {
    const nothing = { gateway_method: null, gateway_name: null }
    expect(valuesOf(lived(10_000, ['pay', { refund: 1000 }], method))).toMatchObject([told, told])
    expect(valuesOf(lived(10_000, [], method))).toMatchObject([nothing])
  })
})

test('contract: orders 11.2: an edition tells of the change that it is part of', () => {
  const history = lived(10_000, [500, 'pay', 2000, 300])
  expect(shownEditions(history).map(edition => edition.transaction_information)).toMatchObject([
    { status: 'PAID', total_delta: 105 },
    { status: 'PENDING', total_delta: 23 },
    { status: 'PENDING', total_delta: 23 },
  ])
})
