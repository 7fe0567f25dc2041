/** A number as the wire has it: people also type a comma. */
export const amountOf = (text: string): string => text.trim().replace(',', '.')

/** An amount of the wire as people type it in a place: `1500,00`. With a point `1.500` kg would be read as many. */
export const typedOf = (place: string, amount: string | null | undefined): string =>
  (amount ?? '').replace('.', (0.5).toLocaleString(place).replaceAll(/[\d]/g, ''))

/** `1.500`, `1,500.5`, `1 500 000,00`. */
const grouped = /^([1-9]\d{0,2}([.,\s])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/

/** A price as the wire has it. It has no thousandths, so what stands before three figures separates thousands. */
export function priceOf(text: string): string {
  const [, whole, , hundredths] = grouped.exec(text.trim()) ?? []
  if (whole === undefined) return amountOf(text)
  return [whole.replaceAll(/\D/g, ''), hundredths].filter(Boolean).join('.')
}
