import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

/** PostgreSQL's own log, `DATA_DIR/postgres.log`. */
const limit = 10 * 1024 * 1024

/** Opened here and handed over as a descriptor, so the account needs no right to the folder. */
export function openJournal(path: string): number {
  trimJournal(path)
  return openSync(path, 'a', 0o600)
}

/** One older file is kept. Copied and cut, not renamed: PostgreSQL holds it open and appends. */
export function trimJournal(path: string): void {
  try {
    if (journalSize(path) <= limit) return
    keepOlder(path)
    truncateSync(path)
  } catch {
    // a log that cannot be cut grows on: no reason to end
  }
}

function keepOlder(path: string): void {
  try {
    copyFileSync(path, `${path}.1`)
  } catch {
    // a full disk: then the cut matters all the more
  }
}

export function journalSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The line since `start` that says why PostgreSQL ended, without its time and number. */
export function findReason(path: string, start: number): string {
  const size = journalSize(path)
  if (size === 0) return 'it said nothing'
  const from = Math.max(start > size ? 0 : start, size - 65_536)
  const buffer = Buffer.alloc(size - from)
  const file = openSync(path, 'r')
  try {
    readSync(file, buffer, 0, buffer.length, from)
  } finally {
    closeSync(file)
  }
  const lines = buffer.toString().trim().split('\n')
  const line = lines.find(text => /\b(FATAL|PANIC):/.test(text)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?\b(FATAL|PANIC):\s*/, '') || 'it said nothing'
}
