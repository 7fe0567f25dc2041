import {
  invalid,
  type TransactionEventInput,
  type TransactionInfo,
  TransactionInfoInput,
  type TransactionMoneyInput,
} from '@bodega/api'
import { Clean } from 'typebox/value'
import { amountOf, money } from '../orders/index.ts'
import { wireTime } from '../platform/database/values.ts'
import { parseInstant } from '../platform/instant.ts'
import type { Problem, Told } from './rules.ts'

/** A sum in hundredths, in the currency of the order. `field` is what the client calls it. */
export function sumFrom({ value, currency }: TransactionMoneyInput, own: string, field: string): bigint {
  if (currency.toUpperCase() !== own) {
    throw invalid({ [`${field}.currency`]: [`must be ${own}, the currency of the order`] })
  }
  return amountOf(value, `${field}.value`) ?? 0n
}

/** The same of something that happened, which is about more than nothing. */
export function amountFrom(money: TransactionMoneyInput, own: string, field: string): bigint {
  const amount = sumFrom(money, own, field)
  if (amount === 0n) throw invalid({ [`${field}.value`]: ['must be greater than 0'] })
  return amount
}

/** What a client tells of an event, in the terms of the rules. */
export const toldOf = ({ type, amount }: TransactionEventInput, currency: string): Told => ({
  type,
  amount: amount ? amountFrom(amount, currency, 'amount') : undefined,
})

export function refuse(problem: Problem | undefined, prefix = ''): void {
  if (problem) throw invalid({ [`${prefix}${problem.field}`]: [problem.text] })
}

export const momentFrom = (text: string | null | undefined): Date | null => (text && parseInstant(text)) || null

const chargeKinds = ['consumer_charges', 'consumer_discounts', 'merchant_charges'] as const

/** What is known of a payment as it is kept: nothing that nobody asked for, and amounts and dates as they are answered. */
export function infoFrom(sent: TransactionInfoInput | null | undefined, currency: string): TransactionInfo {
  // It fits the schema, which leaves of it what the schema knows.
  const info = Clean(TransactionInfoInput, structuredClone(sent ?? {})) as TransactionInfoInput
  const expires = momentFrom(info.external_resource_expires_at)
  const charges = chargeKinds.flatMap(kind => {
    const list = info[kind]?.map(({ amount, ...charge }, i) => ({
      ...charge,
      amount: { value: money(sumFrom(amount, currency, `info.${kind}.${i}.amount`)), currency },
    }))
    return list ? [[kind, list] as const] : []
  })
  return {
    ...info,
    ...(expires ? { external_resource_expires_at: wireTime(expires) } : {}),
    ...Object.fromEntries(charges),
  } as TransactionInfo
}
