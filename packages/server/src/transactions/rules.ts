import {
  type TransactionEventStatus,
  type TransactionEventType,
  type TransactionStatus,
  transactionEventTypes,
} from '@bodega/api'
import { money } from '../orders/index.ts'

/** docs/contract: transactions 3 and 4. What may happen to a payment, and what it comes to. Amounts in hundredths. */

/** Something that happened. */
export interface Step {
  type: TransactionEventType
  status: TransactionEventStatus
  amount: bigint
  authorization_code: string | null
  failure_code: string | null
}

/** The same as it is told: who leaves the amount out means what is left. */
export interface Told extends Pick<Step, 'type'> {
  amount: bigint | undefined
}

/** What a payment has come to. */
export interface State {
  status: TransactionStatus
  /** What it is about, as the first event said. */
  amount: bigint
  /** Null where it was never authorized: a sale is captured at once. */
  authorized: bigint | null
  captured: bigint
  refunded: bigint
  voided: bigint
  authorization_code: string | null
  failure_code: string | null
}

const ofCards = transactionEventTypes.filter(type => type !== 'expiration')
const ofSlips: readonly TransactionEventType[] = ['sale', 'expiration', 'refund']
const ofOthers: readonly TransactionEventType[] = ['sale', 'refund']

/** The types of events that a payment method knows. */
export function typesOf(method: string): readonly TransactionEventType[] {
  if (method === 'credit_card') return ofCards
  return ['boleto', 'pix', 'ticket'].includes(method) ? ofSlips : ofOthers
}

const firstTypes: readonly TransactionEventType[] = [
  'sale',
  'authorization',
  'in_fraud_analysis',
  'needs_merchant_review',
]

const ends: readonly TransactionStatus[] = ['refunded', 'voided', 'expired', 'failed']

export const hasEnded = ({ status }: State): boolean => ends.includes(status)

const isCharged = ({ authorized, captured }: State): boolean => authorized !== null || captured > 0n

/** What is authorized and neither captured nor voided. */
export const heldOf = ({ authorized, captured, voided }: State): bigint =>
  authorized === null ? 0n : authorized - captured - voided

/** Whether an event of this type makes sense now, its amount aside. */
function mayFollow(state: State, type: TransactionEventType): boolean {
  switch (type) {
    case 'sale':
    case 'authorization':
    case 'expiration':
      return !isCharged(state)
    case 'in_fraud_analysis':
    case 'needs_merchant_review':
      return state.captured === 0n
    case 'capture':
      return heldOf(state) > 0n
    case 'void':
      return !isCharged(state) || heldOf(state) > 0n
    case 'refund':
      return state.captured > state.refunded
  }
}

/** The most that an event of this type can be about; a sale or an authorization is about whatever it was. */
function mostFor(state: State, type: TransactionEventType): bigint | undefined {
  if (type === 'refund') return state.captured - state.refunded
  if (type === 'capture') return heldOf(state)
  if (type === 'void') return isCharged(state) ? heldOf(state) : state.amount
  return undefined
}

export const amountOf = (state: State, { type, amount }: Told): bigint => amount ?? mostFor(state, type) ?? state.amount

export interface Problem {
  field: 'type' | 'amount'
  text: string
}

const wrongType = (text: string): Problem => ({ field: 'type', text })

const unknownTo = (method: string): Problem => wrongType(`must be one of ${typesOf(method).join(', ')} for ${method}`)

/** Why this cannot be the first event of a payment by this method. */
export function firstProblem(method: string, type: TransactionEventType): Problem | undefined {
  if (!typesOf(method).includes(type)) return unknownTo(method)
  return firstTypes.includes(type) ? undefined : wrongType('cannot be the first')
}

/** Why this cannot happen next. What did not succeed moves no money, but could have: it is held against the same rules. */
export function problemOf(method: string, state: State, told: Told): Problem | undefined {
  const { type } = told
  if (!typesOf(method).includes(type)) return unknownTo(method)
  if (hasEnded(state)) return wrongType(`cannot follow: the transaction is ${state.status}`)
  if (!mayFollow(state, type)) return wrongType(`cannot follow while the transaction is ${state.status}`)
  const most = mostFor(state, type)
  return most !== undefined && amountOf(state, told) > most
    ? { field: 'amount', text: `must be at most ${money(most)}` }
    : undefined
}

/** A payment before anything happened to it. */
export const startOf = (amount: bigint): State => ({
  status: 'pending',
  amount,
  authorized: null,
  captured: 0n,
  refunded: 0n,
  voided: 0n,
  authorization_code: null,
  failure_code: null,
})

/** The state after an event that is no problem. */
export function after(state: State, step: Step): State {
  if (step.status === 'success') return succeeded(state, step)
  const isCharge = step.type === 'sale' || step.type === 'authorization'
  if (step.status === 'failure' && isCharge) return { ...state, status: 'failed', failure_code: step.failure_code }
  if (step.status === 'pending' && isCharge) return { ...state, status: 'pending' }
  // Who looks into it may say so by either word.
  return step.status === 'pending' && isReview(step.type) ? { ...state, status: step.type } : state
}

type Review = 'in_fraud_analysis' | 'needs_merchant_review'
const isReview = (type: TransactionEventType): type is Review =>
  type === 'in_fraud_analysis' || type === 'needs_merchant_review'

function succeeded(state: State, { type, amount, authorization_code }: Step): State {
  const next = { ...state, authorization_code: authorization_code ?? state.authorization_code }
  switch (type) {
    case 'sale':
      return { ...next, status: 'paid', captured: amount }
    case 'authorization':
      return { ...next, status: 'authorized', authorized: amount }
    case 'capture':
      return { ...next, status: state.refunded > 0n ? 'partially_refunded' : 'paid', captured: state.captured + amount }
    case 'refund': {
      const refunded = state.refunded + amount
      return { ...next, status: refunded === state.captured ? 'refunded' : 'partially_refunded', refunded }
    }
    case 'void': {
      const voided = { ...next, voided: state.voided + amount }
      // Of a card that was never charged nothing is left, whatever amount was told.
      return state.captured === 0n && heldOf(voided) === 0n ? { ...voided, status: 'voided' } : voided
    }
    case 'expiration':
      return { ...next, status: 'expired' }
    case 'in_fraud_analysis':
    case 'needs_merchant_review':
      return { ...next, status: type }
  }
}

/** What a payment has come to by all that happened to it. */
export const stateOf = (steps: readonly Step[]): State => steps.reduce(after, startOf(steps[0]?.amount ?? 0n))
