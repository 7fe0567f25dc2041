/**
 * Who is let in when there is more to do than can be done. A few requests work, some wait, and the rest are refused at
 * once: so what is begun is finished, and whoever is refused knows it at once. Orders and shipments go first.
 */
export type Kind = 'preferred' | 'ordinary'

export interface Room {
  /** How many work at the same time. */
  working: number
  /** How many of each kind may wait. */
  waiting: number
  /** When the first in line has waited for so many milliseconds, nobody joins it. */
  patience: number
  /** Whoever has waited for so long is refused after all: others always came first. */
  limit: number
}

interface Waiting {
  since: number
  tell(isLetIn: boolean): void
}

export interface Admission {
  /** Whether one who comes now would be refused. */
  isFull(kind: Kind, now: number): boolean
  /** Tells once, now or later, whether this one may work. Whoever may says when it is done, by `leave`. */
  enter(kind: Kind, now: number, tell: Waiting['tell']): void
  leave(now: number): void
  working(): number
  waiting(kind: Kind): number
}

export function createAdmission(room: Room): Admission {
  let working = 0
  const lines: Record<Kind, Waiting[]> = { preferred: [], ordinary: [] }

  const hasStood = (kind: Kind, now: number) => now - (lines[kind][0]?.since ?? now) > room.patience

  function isFull(kind: Kind, now: number): boolean {
    if (working < room.working) return false
    return lines[kind].length >= room.waiting || hasStood(kind, now) || hasStood('preferred', now)
  }

  /** The next in line; those that have waited for too long are told so on the way. */
  function next(now: number): Waiting | undefined {
    for (const line of [lines.preferred, lines.ordinary]) {
      for (let first = line.shift(); first; first = line.shift()) {
        if (now - first.since <= room.limit) return first
        first.tell(false)
      }
    }
    return undefined
  }

  return {
    isFull,
    enter(kind, now, tell) {
      if (working < room.working) {
        working++
        tell(true)
      } else if (isFull(kind, now)) tell(false)
      else lines[kind].push({ since: now, tell })
    },
    leave(now) {
      const first = next(now)
      // The place passes to the next one.
      if (first) first.tell(true)
      else working--
    },
    working: () => working,
    waiting: kind => lines[kind].length,
  }
}
