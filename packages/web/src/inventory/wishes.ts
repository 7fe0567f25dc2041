/** What the stock of a variant at a location shall become; `null` is without limit. */
export type StockWish = { action: 'replace'; value: number | null } | { action: 'variation'; value: number }

/** What is meant by what was typed over a level: another one, none being without limit, or so many more or less. */
export function wishOf(typed: string, stock: number | null): StockWish | undefined {
  const text = typed.trim()
  if (/^\d{0,9}$/.test(text)) return { action: 'replace', value: text === '' ? null : Number(text) }
  // What has no limit has neither more nor less.
  const isMoreOrLess = stock !== null && /^[+-]\d{1,9}$/.test(text)
  return isMoreOrLess ? { action: 'variation', value: Number(text) } : undefined
}

/** Brings back what was there, less what was sold meanwhile. */
export function wayBack({ action, value }: StockWish, stock: number | null): StockWish {
  if (stock === null || value === null) return { action: 'replace', value: stock }
  const after = action === 'replace' ? value : Math.max(0, stock + value)
  return { action: 'variation', value: stock - after }
}
