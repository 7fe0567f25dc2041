/** The most of one thing that an order takes. */
export const mostUnits = 1_000_000

/** How many units these lines are together. */
export const unitsIn = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many are meant; nothing as long as what is typed is no number of units. */
export function quantityOf(text: string): number | undefined {
  const units = Math.floor(Number(text))
  return units >= 1 ? Math.min(units, mostUnits) : undefined
}
