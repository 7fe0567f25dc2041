/** A place in a file: so many bytes and lines lie before it. */
export interface Mark {
  position: number
  line: number
}

/** A record as it stands in the file. Without bytes it cannot be read, and the problem says why. */
export interface RawRecord {
  /** The number of its first line, from 1. */
  line: number
  bytes: Buffer | undefined
  problem: string | undefined
  /** Where the next one begins. */
  end: Mark
}

/** As much as a request may carry. More is never held in memory. */
export const maxRecord = 10 * 1024 * 1024

const newline = 0x0a
const carriageReturn = 0x0d
const quote = 0x22

/** Finds where a record ends, a piece at a time: the index behind its last byte, or -1 where more is needed. */
interface Scanner {
  end(bytes: Buffer): number
  /** Inside of quotes, where a line break does not count. */
  isOpen(): boolean
  reset(): void
}

/** A line is a record. */
function lineScanner(): Scanner {
  let at = 0
  return {
    end(bytes) {
      const found = bytes.indexOf(newline, at)
      at = found < 0 ? bytes.length : found
      return found < 0 ? -1 : found + 1
    },
    isOpen: () => false,
    reset: () => {
      at = 0
    },
  }
}

/** RFC 4180: a cell that begins with a quote may hold line breaks, and ends at a quote that is not doubled. */
function csvScanner(delimiter: number): Scanner {
  let at = 0
  let state: 'begin' | 'plain' | 'quoted' | 'closing' = 'begin'
  return {
    end(bytes) {
      for (; at < bytes.length; at++) {
        const byte = bytes[at]
        if (state === 'quoted') {
          if (byte === quote) state = 'closing'
        } else if (byte === newline) return at + 1
        else if (byte === delimiter) state = 'begin'
        else if (byte === quote && state !== 'plain') state = 'quoted'
        else if (byte !== carriageReturn) state = 'plain'
      }
      return -1
    },
    isOpen: () => state === 'quoted',
    reset: () => {
      at = 0
      state = 'begin'
    },
  }
}

const tooLong = `is longer than ${maxRecord / 1024 / 1024} MB`

function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines++
  return lines
}

/**
 * Cuts a stream into records, never holding more than one that is not too long. A quote that is never closed spoils
 * its own line and no other: the reading goes on behind it.
 */
export async function* recordsOf(
  chunks: AsyncIterable<Buffer>,
  from: Mark,
  delimiter?: string,
): AsyncGenerator<RawRecord> {
  const scanner = delimiter === undefined ? lineScanner() : csvScanner(delimiter.charCodeAt(0))
  let rest: Buffer = Buffer.alloc(0)
  let { position, line } = from
  /** Inside of a line that is too long, whose head is gone already. */
  let isSkipping = false

  const take = (length: number, problem?: string): RawRecord => {
    const bytes = rest.subarray(0, length)
    const record = { line: line + 1, bytes: problem === undefined ? bytes : undefined, problem }
    position += length
    line += linesIn(bytes)
    rest = rest.subarray(length)
    scanner.reset()
    return { ...record, end: { position, line } }
  }

  function* whole(isLast: boolean): Generator<RawRecord> {
    for (;;) {
      if (isSkipping) {
        const found = rest.indexOf(newline)
        if (found < 0 && !isLast) {
          position += rest.length
          rest = rest.subarray(rest.length)
          return
        }
        isSkipping = false
        yield take(found < 0 ? rest.length : found + 1, tooLong)
      }
      const end = rest.length === 0 ? -1 : scanner.end(rest)
      if (end > 0) yield take(end, end > maxRecord ? tooLong : undefined)
      else if (rest.length === 0 || (!isLast && rest.length <= maxRecord)) return
      else {
        const lineEnd = rest.indexOf(newline) + 1
        if (scanner.isOpen() && (lineEnd > 0 || isLast)) yield take(lineEnd || rest.length)
        else if (isLast) yield take(rest.length)
        else isSkipping = true
      }
    }
  }

  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    yield* whole(false)
  }
  yield* whole(true)
}
