import { useState } from 'react'
import { changesOf } from '../changes.ts'
import { at, ChangedMeanwhile, over, type Places, placesOf, theirsOf } from '../meanwhile.ts'

interface Draft<D, I> {
  draft: D
  change: (part: Partial<D>) => void
  hasChanges: boolean
  /**
   * What is to be sent where this is kept by now. Refuses once where others have put something else in the places that were
   * typed in: whoever saves again has been told.
   */
  changesTo: (now: D) => Partial<I>
  /** To be called when a draft was saved: what was typed since is still to be saved. */
  settle: (saved: D) => void
}

interface Typed {
  typed: Places
  /** What was kept at these places when they were typed in first. */
  seen: Places
}

const nothing: Typed = { typed: {}, seen: {} }

/**
 * A thing while it is edited: what is kept of it, and over it what was typed. Whatever is read anew meanwhile shows where
 * nothing was typed, and so it shows what became of it when it is saved.
 */
export function useDraft<D extends object, I extends object>(kept: D, inputOf: (draft: D) => I): Draft<D, I> {
  const [{ typed, seen }, set] = useState(nothing)
  const draft = over(kept, typed)
  return {
    draft,
    change: part =>
      set(before => {
        const changed = changesOf(placesOf(over(kept, before.typed)), placesOf(part))
        const seen = { ...at(placesOf(kept), changed), ...before.seen }
        // What is typed back is not touched.
        const typed = changesOf(seen, { ...before.typed, ...changed })
        return { typed, seen: at(seen, typed) }
      }),
    hasChanges: Object.keys(changesOf(inputOf(kept), inputOf(draft))).length > 0,
    changesTo: now => {
      const wanted = inputOf(over(now, typed))
      const theirs = theirsOf({ seen: inputOf(over(now, seen)), typed: wanted, now: inputOf(now) })
      if (Object.keys(theirs).length > 0) {
        set(before => ({ ...before, seen: at(placesOf(now), before.typed) }))
        throw new ChangedMeanwhile(theirs)
      }
      return changesOf(inputOf(now), wanted)
    },
    settle: saved =>
      set(before => {
        const typed = changesOf(placesOf(saved), before.typed)
        return { typed, seen: at(placesOf(saved), typed) }
      }),
  }
}
