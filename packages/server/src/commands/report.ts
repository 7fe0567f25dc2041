import { OtherKeyError } from '../apps/index.ts'
import { ConfigError } from '../config.ts'
import { DatabaseUrlError } from '../database.ts'
import { BackupError } from '../platform/backup/index.ts'
import { codeOf, isConnectionLoss } from '../platform/database/failures.ts'
import { UnfitDatabaseError } from '../platform/database/ground.ts'
import { NewerDatabaseError } from '../platform/database/migrate.ts'
import { EmbeddedError } from '../platform/embedded/index.ts'

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

/** The database does not let us do our work: a user without rights, a replica that takes no writes, no connection left. */
const forbidden = new Set(['42501', '25006', '53300'])

function lineOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (expected.some(kind => error instanceof kind)) return error.message
  if (forbidden.has(codeOf(error) ?? '')) return `the database refuses: ${error.message}`
  if (isConnectionLoss(error)) return `the database was lost: ${error.message}`
  return undefined
}

export const oneLine = (text: string): string => `bodega: ${text.trim().replace(/\s*\n\s*/g, ' ')}`

export function report(error: unknown): void {
  const line = lineOf(error)
  console.error(line === undefined ? error : oneLine(line))
  process.exitCode = 1
}
