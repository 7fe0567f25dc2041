import { setTimeout as pause } from 'node:timers/promises'
import { isRefusal } from '../platform/database/failures.ts'
import type { Result } from './dispatch.ts'

export interface Recorder {
  add(result: Result): void
  /** Resolves when everything that was added is written down. */
  flush(): Promise<void>
  /** The same, but tries only once. */
  stop(): Promise<void>
}

export interface RecorderOptions {
  /** Gives the deliveries that it found as they were. */
  write(results: readonly Result[]): Promise<ReadonlySet<string>>
  onWritten(results: readonly Result[], found: ReadonlySet<string>): void
  /** The database cannot be had now. */
  onError(error: unknown): void
  /** It does not take this one. */
  onRefused(result: Result, error: unknown): void
}

/** Results that come within this time, in milliseconds, are written together. */
const gathering = 50
const most = 500
/** After a fault of the database. Nothing is lost meanwhile: what is not written down is sent again one day. */
const patience = 250

/** Writes down what became of attempts, many at once: while one statement is under way, the next results gather. */
export function createRecorder({ write, onWritten, onError, onRefused }: RecorderOptions): Recorder {
  let waiting: Result[] = []
  let writing: Promise<void> | undefined
  let isStopping = false

  /** One that the database does not take must not keep the others from being written. */
  async function writeApart(batch: readonly Result[], refusal: unknown): Promise<void> {
    const [only, ...others] = batch
    if (only && others.length === 0) return onRefused(only, refusal)
    for (const one of batch) await writeAll([one])
  }

  async function writeAll(batch: readonly Result[]): Promise<void> {
    try {
      onWritten(batch, await write(batch))
    } catch (error) {
      if (isRefusal(error)) return writeApart(batch, error)
      onError(error)
      if (isStopping) return
      waiting = [...batch, ...waiting]
      await pause(patience)
    }
  }

  async function begin(): Promise<void> {
    while (waiting.length > 0) {
      await pause(gathering)
      await writeAll(waiting.splice(0, most))
    }
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
