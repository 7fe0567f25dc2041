import { type DraftOrderInput, invalid, units } from '@bodega/api'

const whole = 100n * 10_000n

/** What is taken off, in hundredths: an amount, or a percentage of the lines, which is meant where nothing is said. */
export function discountOf(
  subtotal: bigint,
  { discount, discount_type }: Pick<DraftOrderInput, 'discount' | 'discount_type'>,
): bigint {
  if (discount === undefined || discount === null || discount === '') return 0n
  if (discount_type === 'absolute') {
    const amount = units(discount, 2)
    if (amount === undefined || amount < 0n) throw invalid({ discount: ['must be a number of at least 0'] })
    return amount
  }
  const percentage = units(discount, 4)
  if (percentage === undefined || percentage < 0n || percentage > whole) {
    throw invalid({ discount: ['must be a percentage between 0 and 100'] })
  }
  return (subtotal * percentage * 2n + whole) / (whole * 2n)
}
