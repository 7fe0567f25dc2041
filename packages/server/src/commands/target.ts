import { statSync } from 'node:fs'
import { CommandError } from './report.ts'

/** A file takes its name when it is whole: a pipe or a device of that name would be gone, and a folder is in the way. */
export function refuseTaken(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new CommandError(`${path} is a directory: name a file in it`)
  if (found && !found.isFile()) throw new CommandError(`${path} is no ordinary file, and would be replaced by one`)
}
