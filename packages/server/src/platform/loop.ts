/** Looks for work again and again. */
export interface Loop {
  start(): void
  /** Resolves when the last round is over. */
  stop(): Promise<void>
  /** There may be work: no need to wait. */
  notify(): void
}

/** Nobody is to be woken. */
const awake = (_milliseconds: number) => {}

/**
 * Runs `round`, which never throws and says how many milliseconds there are until the next one. A call shortens that, but
 * not below `spacing` from one beginning to the next: calls that come in a stream share a round.
 */
export function createLoop(round: () => Promise<number>, spacing = () => 0): Loop {
  let isStopped = true
  let isCalled = false
  let begunAt = 0
  let wakeIn = awake
  let running: Promise<void> | undefined

  const untilNext = () => Math.max(0, begunAt + spacing() - performance.now())

  const rest = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      const end = performance.now() + milliseconds
      wakeIn = sooner => {
        if (performance.now() + sooner >= end) return
        clearTimeout(timer)
        if (sooner > 0) setTimeout(resolve, sooner)
        else resolve()
      }
    })

  async function run(): Promise<void> {
    while (!isStopped) {
      isCalled = false
      wakeIn = awake
      begunAt = performance.now()
      const wait = await round()
      if (!isStopped) await rest(isCalled ? Math.min(wait, untilNext()) : wait)
    }
  }

  return {
    start() {
      isStopped = false
      running = run()
    },
    async stop() {
      isStopped = true
      wakeIn(0)
      await running
    },
    notify() {
      if (isCalled) return
      isCalled = true
      wakeIn(untilNext())
    },
  }
}
