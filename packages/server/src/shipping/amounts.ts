import { units } from '@bodega/api'

/** As much as a shipment can cost, in hundredths, and a hundred tons in grams. */
export const largestPrice = 10n ** 14n
export const largestWeight = 10n ** 8n

function within(input: string | number, scale: number, largest: bigint): bigint | undefined {
  const amount = units(input, scale)
  return amount === undefined || amount < 0n || amount > largest ? undefined : amount
}

/** In hundredths; `undefined` where it is none. */
export const priceOf = (input: string | number): bigint | undefined => within(input, 2, largestPrice)

/** Kilograms, in grams. */
export const weightOf = (input: string | number): bigint | undefined => within(input, 3, largestWeight)
