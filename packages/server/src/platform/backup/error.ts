/** A backup that cannot be made or used: one line that a person can act on. */
export class BackupError extends Error {}

/** What the system says of a file becomes a line that names it; what a socket says does not begin with its code. */
export function fileError(path: string, done: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException // the code is all that is asked of it
  return code && message.startsWith(`${code}: `) ? new BackupError(`${path} cannot be ${done}: ${message}`) : error
}
