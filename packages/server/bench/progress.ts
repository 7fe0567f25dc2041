/** What is going on, on one line of the terminal that is written over and over. Not where nobody looks. */
let current = ''

const isSeen = () => process.stderr.isTTY

export function clear(): void {
  if (isSeen() && current !== '') process.stderr.write('\r\u001b[2K')
}

function draw(): void {
  clear()
  if (isSeen()) process.stderr.write(current.slice(0, (process.stderr.columns ?? 80) - 1))
}

/** What is done at the moment, until something else is said. */
export function say(text: string): void {
  clear()
  current = text
  draw()
}

/** What was done, to be read afterwards too. */
export function note(text: string): void {
  clear()
  process.stderr.write(`${text}\n`)
  draw()
}

/** `3 min`, `40 s` */
export const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`

/**
 * How long it will still take: what is planned for the rest, stretched as the part that is done was. Loading and a busy
 * machine are so taken into account.
 */
export function timeLeft(planned: readonly number[], done: number, elapsed: number): number {
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
  const plannedSoFar = sum(planned.slice(0, done))
  const stretch = plannedSoFar === 0 ? 1 : Math.max(1, elapsed / plannedSoFar)
  return sum(planned.slice(done)) * stretch
}
