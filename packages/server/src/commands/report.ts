import { ApiError } from '@bodega/api'
import { OtherKeyError } from '../apps/index.ts'
import { DatabaseUrlError } from '../database.ts'
import { BackupError } from '../platform/backup/index.ts'
import { codeOf, isConnectionLoss } from '../platform/database/failures.ts'
import { UnfitDatabaseError } from '../platform/database/ground.ts'
import { NewerDatabaseError } from '../platform/database/migrate.ts'
import { EmbeddedError } from '../platform/embedded/index.ts'
import { ConfigError } from '../platform/environment.ts'
import { reasonOf } from '../platform/http/reason.ts'

/** Something a person can mend: said in one line, without a stack. */
export class CommandError extends Error {}

const expected = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseUrlError,
  EmbeddedError,
  NewerDatabaseError,
  OtherKeyError,
  UnfitDatabaseError,
]

/** The database does not let us do our work: no rights, a replica that takes no writes, nothing left, told to stop, a bad disk. */
const forbidden = /^(42501|25006|53|57014|58)/
const lockUnavailable = '55P03'

/** What the system says of a file. */
const isOfSystem = (error: Error): boolean => 'syscall' in error && /^E[A-Z]+: /.test(error.message)

function lineOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (expected.some(kind => error instanceof kind)) return error.message
  // A rule or a limit of the store, which holds for commands as for requests.
  if (error instanceof ApiError) return reasonOf(error)
  const code = codeOf(error) ?? ''
  if (forbidden.test(code)) return `the database refuses: ${error.message}`
  if (code === lockUnavailable)
    return `others hold a table that is needed, as a backup or a migration does: try again later (${error.message})`
  if (isConnectionLoss(error)) return `the database was lost: ${error.message}`
  if (isOfSystem(error)) return error.message
  return undefined
}

export const oneLine = (text: string): string => `bodega: ${text.trim().replace(/\s*\n\s*/g, ' ')}`

export function report(error: unknown): void {
  const line = lineOf(error)
  console.error(line === undefined ? error : oneLine(line))
  process.exitCode = 1
}
