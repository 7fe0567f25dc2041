/** docs/contract: transactions 3 and 4. */
import { type TransactionEventType, transactionEventStatuses, transactionEventTypes } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, amountOf, firstProblem, hasEnded, problemOf, type State, type Step, stateOf, typesOf } from './rules.ts'

const step = (type: TransactionEventType, amount = 100n, status: Step['status'] = 'success'): Step => ({
  type,
  status,
  amount,
  authorization_code: null,
  failure_code: null,
})

const methods = ['credit_card', 'pix', 'wallet']

const aStep = fc.record({
  type: fc.constantFrom(...transactionEventTypes),
  // Mostly what moves money.
  status: fc.constantFrom('success' as const, 'success' as const, ...transactionEventStatuses),
  amount: fc.option(fc.bigInt({ min: 1n, max: 120n }), { nil: undefined }),
})

/** A life of a payment: whatever is told, only what is no problem happens. */
const aLife = fc
  .record({
    method: fc.constantFrom(...methods),
    first: fc.bigInt({ min: 1n, max: 100n }),
    events: fc.array(aStep, { minLength: 1, maxLength: 12 }),
  })
  .map(({ method, first, events }) => {
    const steps: Step[] = []
    for (const one of events) {
      const problem =
        steps.length === 0 ? firstProblem(method, one.type) : problemOf(method, stateOf(steps), { ...one })
      if (problem) continue
      const amount = steps.length === 0 ? first : amountOf(stateOf(steps), one)
      steps.push({ ...step(one.type, amount), status: one.status })
    }
    return { method, steps }
  })
  .filter(({ steps }) => steps.length > 0)

const statesOf = (steps: readonly Step[]): State[] => steps.map((_, i) => stateOf(steps.slice(0, i + 1)))

describe('whatever happens to a payment', () => {
  test('no amount is negative, no more is captured or voided than authorized, or refunded than captured', () => {
    fc.assert(
      fc.property(aLife, ({ steps }) => {
        for (const { amount, authorized, captured, refunded, voided } of statesOf(steps)) {
          expect(captured >= 0n && refunded >= 0n && voided >= 0n && (authorized ?? 0n) >= 0n).toBe(true)
          if (authorized !== null) expect(captured + voided).toBeLessThanOrEqual(authorized)
          else if (voided > 0n) expect({ captured, isPart: voided <= amount }).toEqual({ captured: 0n, isPart: true })
          expect(refunded).toBeLessThanOrEqual(captured)
        }
      }),
    )
  })

  test('the status says what the amounts do', () => {
    fc.assert(
      fc.property(aLife, ({ steps }) => {
        const { status, captured, refunded } = stateOf(steps)
        const word = refunded === 0n ? 'paid' : refunded === captured ? 'refunded' : 'partially_refunded'
        expect(captured > 0n).toBe(['paid', 'partially_refunded', 'refunded'].includes(status))
        if (captured > 0n) expect(status).toBe(word)
      }),
    )
  })

  test('what did not succeed moves no money', () => {
    fc.assert(
      fc.property(aLife, fc.constantFrom('pending' as const, 'failure' as const, 'error' as const), (life, status) => {
        const state = stateOf(life.steps)
        for (const type of transactionEventTypes) {
          const { authorized, captured, refunded, voided } = after(state, step(type, 5n, status))
          expect({ authorized, captured, refunded, voided }).toEqual({
            authorized: state.authorized,
            captured: state.captured,
            refunded: state.refunded,
            voided: state.voided,
          })
        }
      }),
    )
  })

  test('nothing follows the end, and without an amount all that is left is meant', () => {
    fc.assert(
      fc.property(aLife, ({ method, steps }) => {
        const state = stateOf(steps)
        for (const type of transactionEventTypes) {
          const problem = problemOf(method, state, { type, amount: undefined })
          if (hasEnded(state)) expect(problem).toBeDefined()
          if (problem || !['capture', 'refund'].includes(type)) continue
          const rest = amountOf(state, { type, amount: undefined })
          const more = problemOf(method, state, { type, amount: rest + 1n })
          expect(more?.field).toBe('amount')
          const then = after(state, step(type, rest))
          expect(problemOf(method, then, { type, amount: undefined })?.field).toBe('type')
        }
      }),
    )
  })
})

test.each<[string, string]>([
  ['credit_card', 'authorization capture in_fraud_analysis needs_merchant_review refund sale void'],
  ['boleto', 'expiration refund sale'],
  ['pix', 'expiration refund sale'],
  ['ticket', 'expiration refund sale'],
  ['debit_card', 'refund sale'],
  ['whatever_comes', 'refund sale'],
])('%s knows %s', (method, types) => {
  expect([...typesOf(method)].sort().join(' ')).toBe(types)
})

/** `capture 40 failure`: without an amount 100, without a status success. */
const told = (text: string): Step[] =>
  text.split(', ').map(one => {
    const [, type, amount = '100', status = 'success'] = /^(\w+?)(?: (\d+))?(?: (\w+))?$/.exec(one) ?? []
    return step(type as TransactionEventType, BigInt(amount), status as Step['status'])
  })

test.each([
  ['pending', 'sale pending'],
  ['pending', 'sale error'],
  ['failed', 'sale failure'],
  ['failed', 'authorization pending, authorization failure'],
  ['paid', 'sale pending, sale 90'],
  ['expired', 'sale pending, expiration'],
  ['in_fraud_analysis', 'in_fraud_analysis pending'],
  ['needs_merchant_review', 'in_fraud_analysis, needs_merchant_review pending'],
  ['authorized', 'needs_merchant_review, authorization'],
  ['authorized', 'authorization, capture failure'],
  ['authorized', 'authorization, void 40'],
  ['paid', 'authorization, capture 40'],
  ['paid', 'authorization, capture 40, void 60'],
  ['voided', 'authorization, void'],
  ['voided', 'sale pending, void'],
  ['partially_refunded', 'sale, refund 30'],
  ['partially_refunded', 'sale, refund 30, refund 70 pending'],
  ['refunded', 'sale, refund 30, refund 70'],
])('a payment is %s after %s', (status, steps) => {
  expect(stateOf(told(steps)).status).toBe(status)
})

test.each([
  ['credit_card', 'sale', 'sale', 'type'],
  ['credit_card', 'sale', 'void', 'type'],
  ['credit_card', 'authorization', 'refund', 'type'],
  ['credit_card', 'authorization', 'expiration', 'type'],
  ['credit_card', 'authorization', 'capture 101', 'amount'],
  ['credit_card', 'authorization, capture 60', 'capture 41', 'amount'],
  ['credit_card', 'authorization, void 60', 'capture 41', 'amount'],
  ['credit_card', 'authorization, capture 60', 'refund 61', 'amount'],
  ['credit_card', 'authorization, void', 'capture', 'type'],
  ['pix', 'sale pending, expiration', 'sale', 'type'],
  ['credit_card', 'sale pending', 'void 101', 'amount'],
  ['pix', 'sale pending', 'capture', 'type'],
  ['pix', 'sale pending', 'authorization', 'type'],
  ['wallet', 'sale', 'refund 101', 'amount'],
  ['wallet', 'sale, refund', 'refund', 'type'],
])('after %s: %s, no %s: the %s is wrong', (method, before, next, field) => {
  const [one] = told(next) as [Step]
  expect(problemOf(method, stateOf(told(before)), one)?.field).toBe(field)
})

test.each([
  ['credit_card', 'sale pending', 'void'],
  ['credit_card', 'authorization', 'void'],
  ['credit_card', 'authorization', 'needs_merchant_review'],
  ['credit_card', 'in_fraud_analysis', 'authorization'],
  ['credit_card', 'authorization, capture 60', 'capture 40'],
  ['pix', 'sale pending', 'expiration'],
])('after %s: %s, %s may come', (method, before, next) => {
  const [one] = told(next) as [Step]
  expect(problemOf(method, stateOf(told(before)), one)).toBeUndefined()
})

test.each(['sale', 'authorization', 'in_fraud_analysis', 'needs_merchant_review'] as const)(
  'a payment by card may begin with %s',
  type => {
    expect(firstProblem('credit_card', type)).toBeUndefined()
  },
)

test.each(['capture', 'void', 'refund'] as const)('no payment begins with %s', type => {
  expect(firstProblem('credit_card', type)).toEqual({ field: 'type', text: 'cannot be the first' })
  expect(firstProblem('pix', 'capture')).toEqual({
    field: 'type',
    text: 'must be one of sale, expiration, refund for pix',
  })
})

test('the code is the last that an event had which succeeded', () => {
  const coded = (one: Step, authorization_code: string): Step => ({ ...one, authorization_code })
  const authorized = coded(step('authorization'), 'A1')
  expect(stateOf([authorized, step('capture', 50n)]).authorization_code).toBe('A1')
  expect(stateOf([authorized, coded(step('capture', 50n), 'A2')]).authorization_code).toBe('A2')
  expect(stateOf([authorized, coded(step('capture', 50n, 'failure'), 'A2')]).authorization_code).toBe('A1')
})
