import { useState } from 'react'
import { changesOf } from '../changes.ts'

interface Draft<D, I> {
  draft: D
  change: (part: Partial<D>) => void
  /** What is to be sent. */
  changes: Partial<I>
  hasChanges: boolean
  /** To be called when a draft was saved: what was typed since is still to be saved. */
  settle: (saved: D) => void
}

/** What is kept while it is edited: fields that were touched stay as they were typed, the others follow what is kept. */
export function useDraft<D extends object, I extends object>(kept: D, inputOf: (draft: D) => I): Draft<D, I> {
  const [touched, setTouched] = useState<Partial<D>>({})
  const draft = { ...kept, ...touched }
  const changes = changesOf(inputOf(kept), inputOf(draft))
  return {
    draft,
    change: part => setTouched(before => ({ ...before, ...part })),
    changes,
    hasChanges: Object.keys(changes).length > 0,
    settle: saved => setTouched(now => changesOf(saved, now)),
  }
}
