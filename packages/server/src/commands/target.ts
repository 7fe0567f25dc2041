import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from './report.ts'

/** A file takes its name when it is whole: a pipe or a device of that name would be gone, and a folder is in the way. */
export function refuseTaken(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new CommandError(`${path} is a directory: name a file in it`)
  if (found && !found.isFile()) throw new CommandError(`${path} is no ordinary file, and would be replaced by one`)
  // For others it is the standard output, which gets what the command tells.
  if (basename(path) === '-') throw new CommandError('- is no name for a file here: give another one')
}

/** What is read twice, or must be told by its content, cannot come through a pipe. */
export function refuseNoFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new CommandError(`${path} is a directory: give a file in it`)
  if (!found) throw new CommandError(`there is no file ${path}`)
  if (!found.isFile()) throw new CommandError(`${path} is no ordinary file: write into one what comes from it`)
}
