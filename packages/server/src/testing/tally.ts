/** What came of attacks, as the processes that send them tell the one that counts. */
export interface Tally {
  /** Sent so far. */
  requests: number
  /** How often each status was answered, or what happened instead. */
  statuses: Record<string, number>
  faults: string[]
}

export const nothing = (): Tally => ({ requests: 0, statuses: {}, faults: [] })

/** Attacks from one store: one that attacks for longer is full of what succeeded. */
export const waveSize = 10_000
