/** Looks for work again and again. */
export interface Loop {
  start(): void
  /** Resolves when the last round is over. */
  stop(): Promise<void>
  /** There may be work: no need to wait. */
  notify(): void
}

/**
 * Runs `round`, which never throws and says how many milliseconds there are until the next one. A call shortens that to
 * `afterCall`, so that calls that come close together are answered by one round.
 */
export function createLoop(round: () => Promise<number>, afterCall = 0): Loop {
  let isStopped = true
  let isCalled = false
  let wake = () => {}
  let running: Promise<void> | undefined

  const rest = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    while (!isStopped) {
      isCalled = false
      const wait = await round()
      if (!isStopped) await rest(isCalled ? Math.min(wait, afterCall) : wait)
    }
  }

  return {
    start() {
      isStopped = false
      running = run()
    },
    async stop() {
      isStopped = true
      wake()
      await running
    },
    notify() {
      isCalled = true
      wake()
    },
  }
}
