import { decimal, units } from '@bodega/api'

/** Amounts in hundredths, exact. */
export const cents = (amount: string | number | null | undefined): bigint =>
  amount === null || amount === undefined || amount === '' ? 0n : (units(amount, 2) ?? 0n)

export const money = (amount: bigint): string => decimal(amount, 2)

/** Inside fulfillment orders money is a number; two decimals of any order fit into it exactly enough to print. */
export const moneyObject = (amount: bigint, currency: string) => ({ value: Number(money(amount)), currency })

type Money = ReturnType<typeof moneyObject>

export const moneySum = (a: Money, b: Money): Money => moneyObject(cents(a.value) + cents(b.value), a.currency)
