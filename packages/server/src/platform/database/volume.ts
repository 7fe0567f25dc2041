/** How much a question may be answered with: whoever asks may have the memory for no more. */
import { type Connection, volume } from './connection.ts'
import type { Scope } from './wall.ts'

/** In bytes: more than an ordinary page has, and little enough for all who are served at the same time. */
export const usualVolume = 4_000_000

/** The same for a write: one may be of 64 orders that came together, of hundreds of variants at hundreds of locations. */
export const usualWrite = 16_000_000

/** In bytes: three times the largest honest page. Not for many at the same time. */
export const largestVolume = 64_000_000

export const unlimitedVolume = Number.MAX_SAFE_INTEGER

/** What a question is shown, and how much of it. */
export interface Seen {
  scope: Scope
  largest: number
}

/** In which words it is told is not said here: who asked may ask again, with more room. */
export class TooLarge extends Error {
  constructor() {
    super('The answer is larger than there is room for')
  }
}

/**
 * Cuts a connection off when the answer to a question grows larger than it may. PostgreSQL does not know how large one will
 * be, and gives it to its end as long as anybody listens.
 */
export function watchVolume(connection: Connection): void {
  const wire = connection.connection
  if (!wire) return
  let heard = 0
  wire.on('readyForQuery', () => {
    heard = 0
  })
  wire.stream.on('data', (piece: Buffer) => {
    heard += piece.length
    if (heard > (connection[volume] ?? unlimitedVolume)) wire.stream.destroy(new TooLarge())
  })
}

/** Whoever hangs up while the transaction commits cannot know what became of it: what is asked with the commit is heard whole. */
export function hearToTheEnd(connection: Connection): void {
  connection[volume] = unlimitedVolume
}
