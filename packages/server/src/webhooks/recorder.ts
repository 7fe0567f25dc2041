import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from './dispatch.ts'

export interface Recorder {
  add(result: Result): void
  /** Resolves when everything that was added is written down. */
  flush(): Promise<void>
  /** The same, but tries only once. */
  stop(): Promise<void>
}

export interface RecorderOptions {
  write(results: readonly Result[]): Promise<unknown>
  onWritten(results: readonly Result[]): void
  onError(error: unknown): void
}

/** Results that come within this time are written together. */
const gathering = 5
const most = 500
/** After a fault of the database. Nothing is lost meanwhile: what is not written down is sent again one day. */
const patience = 250

/** Writes down what became of attempts, many at once: while one statement is under way, the next results gather. */
export function createRecorder({ write, onWritten, onError }: RecorderOptions): Recorder {
  let waiting: Result[] = []
  let writing: Promise<void> | undefined
  let isStopping = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        await write(batch)
        onWritten(batch)
      } catch (error) {
        onError(error)
        if (isStopping) return
        waiting = [...batch, ...waiting]
        await pause(patience)
      }
    }
  }

  async function begin(): Promise<void> {
    await pause(gathering)
    await drain()
    writing = undefined
  }

  async function flush(): Promise<void> {
    while (writing) await writing
  }

  return {
    add(result) {
      waiting.push(result)
      writing ??= begin()
    },
    flush,
    stop() {
      isStopping = true
      return flush()
    },
  }
}
