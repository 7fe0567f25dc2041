/** From one code to another, both included. */
export interface CodeRange {
  from: string
  to: string
}

/**
 * Letters and digits alone, in upper case: `01310-100` is `01310100`. The long codes of Argentina stand for the four
 * digits inside them, by which zones are drawn there: `C1414ABC` is `1414`.
 */
export function plainCode(code: string, country: string): string {
  const plain = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  return country === 'AR' ? plain.replace(/^[A-Z](\d{4})[A-Z]{3}$/, '$1') : plain
}

/** As many characters of the code count as the range has: `94105-1234` lies between `94000` and `94199`. */
export function isWithin(code: string, { from, to }: CodeRange, country: string): boolean {
  const [first, last] = [plainCode(from, country), plainCode(to, country)]
  const start = plainCode(code, country).slice(0, first.length)
  return start.length === first.length && first <= start && start <= last
}

/** A range has two ends of one length, in their order. */
export function isRange({ from, to }: CodeRange, country: string): boolean {
  const [first, last] = [plainCode(from, country), plainCode(to, country)]
  return first.length > 0 && first.length === last.length && first <= last
}
