/** Money, weights and lengths are decimal texts on the wire; nothing is ever computed in binary fractions. */

const form = /^([+-]?)(\d{1,20})(?:\.(\d{1,40}))?$/

/** `"10.5"`, `10.5` and `"10"` as so many units of the last decimal place; `undefined` for what is no number. */
export function units(input: string | number, scale: number): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = form.exec(textOf(input).trim()) ?? []
  if (sign === undefined) return undefined
  const digits = fraction.padEnd(scale + 1, '0')
  const kept = BigInt(whole + digits.slice(0, scale))
  const rounded = Number(digits[scale]) >= 5 ? kept + 1n : kept
  return sign === '-' ? -rounded : rounded
}

/** Tiny numbers are written as `1e-7`, which no other is that fits into the form. */
const textOf = (input: string | number): string =>
  typeof input === 'number' && Math.abs(input) < 1e-6 ? input.toFixed(20) : String(input)

/** `1050n` with two places is `"10.50"`. */
export function decimal(amount: bigint, scale: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return amount < 0n ? `-${text}` : text
}
