import { decimal, type OrderLine, units } from '@bodega/api'

type Weighed = Pick<OrderLine, 'weight' | 'quantity'>

/** Kilograms in grams, exact; what has no weight weighs nothing. */
export const grams = (weight: string | null): bigint => units(weight ?? '0', 3) ?? 0n

export const lineGrams = ({ weight, quantity }: Weighed): bigint => grams(weight) * BigInt(quantity)

/** What all lines weigh, in kilograms. */
export const weightOf = (lines: readonly Weighed[]): string =>
  decimal(
    lines.reduce((sum, line) => sum + lineGrams(line), 0n),
    3,
  )
