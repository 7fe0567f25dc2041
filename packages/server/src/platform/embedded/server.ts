import { setTimeout as delay } from 'node:timers/promises'
import { type Child, EndedError, halt, type Launch, launch, untilReady } from './child.ts'
import { EmbeddedError } from './error.ts'
import { trimJournal } from './journal.ts'
import { clearOrphans } from './orphan.ts'
import { findPort } from './port.ts'

export interface ServerOptions extends Launch {
  /** The port of the last time, taken again when it is free. */
  lastPort: number | undefined
  urlOf(port: number): string
  /** Told of each process begun and each one ready. */
  report(phase: 'starting' | 'ready', port: number, pid: number): void
  log(line: string): void
}

export interface Server {
  port: number
  stop(): Promise<void>
}

/** Starts PostgreSQL and keeps it running, on one port, until stopped. */
export async function runServer(options: ServerOptions): Promise<Server> {
  const { cluster, journal, report, log, urlOf } = options
  const stopping = new AbortController()
  let child: Child | undefined
  let reviving: Promise<void> | undefined
  let pause = 0

  const begin = async (port: number) => {
    const begun = launch(options, port)
    child = begun
    report('starting', port, begun.pid)
    await untilReady(begun, urlOf(port), log)
    report('ready', port, begun.pid)
    void begun.ended.then(reason => {
      reviving = revive(port, reason)
    })
  }

  const revive = async (port: number, reason: string) => {
    const since = Date.now()
    if (!stopping.signal.aborted) log(`the embedded database ended (${reason}), starting it again`)
    while (!stopping.signal.aborted) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      // the first try is at once; one that keeps ending is tried less and less often
      pause = Math.min(Math.max(pause * 2, 100), 5000)
      try {
        await clearOrphans(cluster, undefined)
        if (stopping.signal.aborted) return
        await begin(port)
        log(`the embedded database is back after ${Date.now() - since} ms`)
        setTimeout(() => {
          pause = 0
        }, 10_000).unref()
        return
      } catch (error) {
        if (!stopping.signal.aborted) log(`the embedded database did not start: ${String(error)}`)
        if (child) await halt(child, options)
      }
    }
  }

  const port = await beginSomewhere(options.lastPort, begin).catch(async error => {
    stopping.abort()
    if (child) await halt(child, options)
    if (!(error instanceof EndedError)) throw error
    throw new EmbeddedError(`The embedded database did not start: ${error.message} (see ${journal})`)
  })
  const trimming = setInterval(() => trimJournal(journal), 60_000).unref()

  const stop = async () => {
    stopping.abort()
    clearInterval(trimming)
    if (child) await halt(child, options)
    await reviving
  }
  return { port, stop }
}

/** Tries again when a port was lost to somebody between asking and listening, or when remains of a crash hold on. */
async function beginSomewhere(lastPort: number | undefined, begin: (port: number) => Promise<void>): Promise<number> {
  const end = Date.now() + 5000
  for (let preferred = lastPort; ; preferred = undefined) {
    const port = await findPort(preferred)
    try {
      await begin(port)
      return port
    } catch (error) {
      const isPassing =
        error instanceof EndedError && /TCP\/IP socket|lock file|shared memory block/.test(error.message)
      if (!isPassing || Date.now() > end) throw error
    }
    await delay(50)
  }
}
