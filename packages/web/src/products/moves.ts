interface Move {
  id: number
  /** From 1. */
  position: number
}

/** The one picture that was moved, and where to: the server makes room for it, so the others need not be told. */
export function moveOf(before: readonly number[], after: readonly number[]): Move | undefined {
  const first = before.findIndex((id, place) => id !== after[place])
  if (first < 0) return undefined
  // Where the next one has come up, this one has gone down.
  const id = before[first + 1] === after[first] ? before[first] : after[first]
  return id === undefined ? undefined : { id, position: after.indexOf(id) + 1 }
}
