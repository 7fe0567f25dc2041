import { setImmediate as turn } from 'node:timers/promises'

/** As long as work goes on, in milliseconds, before others are served. Nothing that is decided hangs on it. */
const longest = 25

/** For long work that is done piece by piece: asked after each piece, it gives up the turn where that is due. */
export function createPace(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < longest) return
    await turn()
    begun = performance.now()
  }
}

/** Each of them in turn, and others are served between two where that takes long. */
export async function paced<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const pace = createPace()
  const results: R[] = []
  for (const item of items) {
    results.push(work(item))
    await pace()
  }
  return results
}
