/**
 * Who is let in when there is more to do than can be done. A few requests work, some wait, and the rest are refused at
 * once: so what is begun is finished, and whoever is refused knows it at once. Orders and shipments go first.
 */
export type Kind = 'preferred' | 'ordinary'

export interface Room {
  /** How many work at the same time. */
  working: number
  /** How many of a kind may wait. */
  waiting: Readonly<Record<Kind, number>>
  /** When the first in a line has waited for so many milliseconds, nobody of this kind joins. */
  patience: Readonly<Record<Kind, number>>
  /** Whoever has waited for so long when a place becomes free is refused after all: others always came first. */
  limit: Readonly<Record<Kind, number>>
}

interface Waiting {
  since: number
  tell(isLetIn: boolean): void
}

export interface Admission {
  /** Whether one who comes to the door now would be refused. */
  isFull(kind: Kind, now: number): boolean
  /** One is through the door and will `enter` soon, or not at all: whoever asks who that is says when it is known. */
  expect(): () => void
  /** Tells once, now or later, whether this one may work. Whoever may says when it is done, by `leave`. */
  enter(kind: Kind, now: number, tell: Waiting['tell']): void
  leave(now: number): void
  working(): number
  waiting(kind: Kind): number
}

export function createAdmission(room: Room): Admission {
  let working = 0
  let expected = 0
  const lines: Record<Kind, Waiting[]> = { preferred: [], ordinary: [] }

  const age = (line: readonly Waiting[], now: number) => now - (line[0]?.since ?? now)

  function mustGo(kind: Kind, now: number): boolean {
    if (working < room.working) return false
    // Whoever stands behind a line that hardly moves hears it sooner than by waiting.
    const longest = Math.max(age(lines[kind], now), age(lines.preferred, now))
    return lines[kind].length >= room.waiting[kind] || longest > room.patience[kind]
  }

  /** Tells those that have waited for too long. */
  function dismiss(kind: Kind, now: number): void {
    while (age(lines[kind], now) > room.limit[kind]) lines[kind].shift()?.tell(false)
  }

  function next(now: number): Waiting | undefined {
    dismiss('preferred', now)
    dismiss('ordinary', now)
    return lines.preferred.shift() ?? lines.ordinary.shift()
  }

  return {
    isFull: (kind, now) =>
      mustGo(kind, now) || working + lines[kind].length + expected >= room.working + room.waiting[kind],
    expect() {
      expected++
      return () => void expected--
    },
    enter(kind, now, tell) {
      if (working < room.working) {
        working++
        tell(true)
      } else if (mustGo(kind, now)) tell(false)
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
