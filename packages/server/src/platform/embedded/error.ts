/** What keeps the embedded database from running, as one line a person can act on. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
