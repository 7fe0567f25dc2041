/** What is left of the work that those who are decided together may do, in levels that are looked at. */
export interface Effort {
  left: number
}

/**
 * As much as takes some two tenths of a second. Counted instead of timed, so that the same orders are always decided the
 * same way.
 */
export const newEffort = (): Effort => ({ left: 32_000_000 })
