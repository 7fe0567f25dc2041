/** docs/contract: transactions 5, orders 8.2. */
import type { PaymentStatus } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Part, paymentAfter, shownOf } from './order-payment.ts'
import { type State, startOf } from './rules.ts'

const unpaid = { payment_status: 'pending', paid: 0n, fees: 0n, payment_count: 0 } as const

const part = (state: Partial<State>, discount = 0n): Part => ({
  payment_method: { type: 'credit_card', id: 'visa' },
  info: { authorization_code: null },
  discount,
  state: { ...startOf(100n), ...state },
})

const paid = (captured: bigint, refunded = 0n) =>
  part({
    captured,
    refunded,
    status: refunded === 0n ? 'paid' : refunded < captured ? 'partially_refunded' : 'refunded',
  })
const held = (authorized: bigint) => part({ authorized, status: 'authorized' })
const [failed, voided, expired, pending] = (['failed', 'voided', 'expired', 'pending'] as const).map(status =>
  part({ status }),
) as [Part, Part, Part, Part]

test.each<[PaymentStatus, string, Part[]]>([
  ['pending', 'one that waits', [pending]],
  ['pending', 'one that failed', [failed]],
  ['pending', 'one that failed, one that waits', [failed, pending]],
  ['pending', 'a voided one, one that waits', [voided, pending]],
  ['authorized', '100 authorized', [held(100n)]],
  ['authorized', 'one that failed, a voided one, 50 authorized', [failed, voided, held(50n)]],
  ['voided', 'a voided one', [voided]],
  ['voided', 'a voided and an expired one', [voided, expired]],
  ['voided', 'one that failed and an expired one', [failed, expired]],
  ['partially_paid', '99 captured', [paid(99n)]],
  ['partially_paid', '60 captured, 40 authorized', [paid(60n), held(40n)]],
  ['paid', '60 and 40 captured', [paid(60n), paid(40n)]],
  ['paid', '120 captured', [paid(120n)]],
  ['paid', '90 captured, 10 taken off', [{ ...paid(90n), discount: 10n }]],
  ['pending', '100 taken off, nothing captured', [{ ...pending, discount: 100n }]],
  ['partially_paid', '90 captured, 10 taken off by one that failed', [paid(90n), { ...failed, discount: 10n }]],
  ['partially_refunded', '1 of 100 given back', [paid(100n, 1n)]],
  ['partially_refunded', '60 given back, 40 kept', [paid(60n, 60n), paid(40n)]],
  ['refunded', 'all given back', [paid(60n, 60n), paid(40n, 40n)]],
])('an order of 100 is %s by %s', (status, _by, some) => {
  expect(paymentAfter({ payment: unpaid, total: 100n }, [], some).payment_status).toBe(status)
})

test('charges count with what they were for: those of a payment that captured nothing do not', () => {
  const charged = (one: Part): Part => ({
    ...one,
    info: { ...one.info, consumer_charges: [{ type: 'fee', amount: { value: '0.05', currency: 'BRL' } }] },
  })
  const some = [charged(failed), charged(held(40n)), charged(paid(60n))]
  expect(paymentAfter({ payment: unpaid, total: 100n }, [], some)).toMatchObject({ paid: 60n, fees: 5n })
})

test.each<PaymentStatus>(['pending', 'authorized', 'voided', 'abandoned', 'refunded'])(
  'an order that was placed as %s stays so when a payment fails',
  payment_status => {
    expect(paymentAfter({ payment: { ...unpaid, payment_status }, total: 100n }, [], [failed])).toEqual({
      ...unpaid,
      payment_status,
    })
  },
)

test('an order shows the newest transaction that did not fail, expire or was voided', () => {
  const named = (one: Part, external_id: string): Part => ({ ...one, info: { ...one.info, external_id } })
  const first = named(paid(50n), '1')
  for (const newer of [pending, held(50n), paid(50n), paid(50n, 50n)])
    expect(shownOf([first, named(newer, '2')])).toMatchObject({ gateway_id: '2' })
  for (const ended of [failed, voided, expired])
    expect(shownOf([first, named(ended, '2')])).toMatchObject({ gateway_id: '1' })
  expect(shownOf([failed])).toEqual({})
  const by = (type: string, id: string): Part => ({ ...first, payment_method: { type, id } })
  const company = (one: Part) => shownOf([one]).payment_details?.credit_card_company
  expect([company(by('credit_card', 'visa')), company(by('pix', 'pix'))]).toEqual(['visa', null])
})

const aPart = fc.oneof(
  fc.constantFrom(failed, voided, expired, pending),
  fc.bigInt({ min: 1n, max: 120n }).map(held),
  fc
    .record({ kept: fc.bigInt({ min: 0n, max: 120n }), back: fc.bigInt({ min: 0n, max: 120n }) })
    .map(({ kept, back }) => paid(kept + back + 1n, back)),
  fc.bigInt({ min: 1n, max: 120n }).map(captured => paid(captured, captured)),
)
const parts = fc.array(aPart, { maxLength: 6 })
const total = fc.bigInt({ min: 0n, max: 300n })

test('in which order independent transactions come makes no difference', () => {
  fc.assert(
    fc.property(parts, total, fc.infiniteStream(fc.nat()), (some, of, numbers) => {
      const shuffled = some
        .map(one => ({ one, place: numbers.next().value as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one)
      const payment = { payment: unpaid, total: of }
      expect(paymentAfter(payment, [], shuffled)).toEqual(paymentAfter(payment, [], some))
    }),
  )
})

test('one after the other they come to what they come to at once', () => {
  fc.assert(
    fc.property(parts, total, (some, of) => {
      const stepwise = some.reduce(
        (payment, _, i) => paymentAfter({ payment, total: of }, some.slice(0, i), some.slice(0, i + 1)),
        paymentAfter({ payment: unpaid, total: of }, [], []),
      )
      expect(stepwise.paid).toBe(paymentAfter({ payment: unpaid, total: of }, [], some).paid)
      expect(stepwise.paid).toBe(some.reduce((sum, { state }) => sum + state.captured, 0n))
    }),
  )
})

describe('what was noted as paid without a transaction', () => {
  const noted = (amount: bigint) => ({ payment_status: 'paid', paid: amount, fees: 0n, payment_count: 1 }) as const

  test('stays paid whatever transaction comes, and is never counted beyond the total', () => {
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 300n }), (some, of) => {
        const captured = some.reduce((sum, { state }) => sum + state.captured, 0n)
        const { paid: amount, payment_status } = paymentAfter({ payment: noted(of), total: of }, [], some)
        expect(amount - of).toBe(captured > of ? captured - of : 0n)
        expect(['paid', 'partially_refunded', 'refunded']).toContain(payment_status)
      }),
    )
  })

  test.each([
    { later: 'the same money', total: 100n, one: paid(100n), payment_status: 'paid', amount: 100n },
    { later: 'a part of it', total: 100n, one: paid(40n), payment_status: 'paid', amount: 100n },
    { later: 'the rest after an edit', total: 120n, one: paid(20n), payment_status: 'paid', amount: 120n },
    { later: 'not all of that rest', total: 120n, one: paid(10n), payment_status: 'partially_paid', amount: 110n },
    { later: 'all given back', total: 100n, one: paid(100n, 100n), payment_status: 'refunded', amount: 100n },
    {
      later: 'a part given back',
      total: 100n,
      one: paid(40n, 40n),
      payment_status: 'partially_refunded',
      amount: 100n,
    },
  ])('and then $later: $payment_status', ({ total: of, one, payment_status, amount }) => {
    const payment = { ...noted(100n), payment_status: of > 100n ? ('partially_paid' as const) : ('paid' as const) }
    expect(paymentAfter({ payment, total: of }, [], [one])).toMatchObject({ payment_status, paid: amount })
  })
})
