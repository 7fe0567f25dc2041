/** Lets a few work at a time; the others wait in line. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  readonly waiting: number
}

export function createTurns(limit: number): Turns {
  let free = limit
  const line: (() => void)[] = []
  return {
    get waiting() {
      return line.length
    },
    async take(work) {
      if (free > 0) free--
      else await new Promise<void>(resolve => line.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next()
        else free++
      }
    },
  }
}

/** Those who want the same thing at the same time get it from one piece of work. */
export function createShared(): (key: string, work: () => Promise<void>) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  return (key, work) => {
    let one = running.get(key)
    if (!one) {
      one = work().finally(() => running.delete(key))
      running.set(key, one)
    }
    return one
  }
}
