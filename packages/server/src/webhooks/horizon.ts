/**
 * Where the look for events begins. An event that is told leaves its table, but PostgreSQL keeps the row while a snapshot
 * is open that is older, for hours where somebody takes a dump, and each look passes over all of them. So all of the table
 * is looked at now and then, and between that only what came since. Ids do not commit in their order: what comes late,
 * with an id from before, is found when all is looked at.
 */
export interface Horizon {
  /** Events up to this one are passed over now; 0 where all is to be looked at. */
  from(): number
  /** All was looked at: the first event of each store that has some, and how long it took, in milliseconds. */
  lookedAtAll(firsts: readonly number[], took: number): void
  /** An event that was there. */
  saw(id: number): void
}

/** All is looked at after so long, in milliseconds, and where that is dear for this part of the time at most. */
const every = 1000
const share = 1 / 20

export function createHorizon(clock: () => number = () => performance.now()): Horizon {
  let dueAt = Number.NEGATIVE_INFINITY
  let highest = 0
  /** What the last look at all said, and the one before it: who took an id needs a moment to commit. */
  let [latest, before] = [0, 0]
  return {
    from: () => (clock() >= dueAt ? 0 : before),
    lookedAtAll(firsts, took) {
      dueAt = clock() + Math.max(every, took / share)
      before = latest
      // One by one: they are as many as stores, and so many a call does not take.
      latest = firsts.length > 0 ? firsts.reduce((a, b) => Math.min(a, b)) - 1 : highest
    },
    saw(id) {
      highest = Math.max(highest, id)
    },
  }
}
