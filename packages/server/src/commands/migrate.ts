import type { Command } from 'commander'
import { appliedVersion } from '../platform/database/migrate.ts'
import { print, withNewDatabase } from './context.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date; safe to run twice and from two machines at once')
    .action((_options, command: Command) =>
      withNewDatabase(async ({ db, applied }) => {
        print(command, { version: await appliedVersion(db), applied: applied.map(({ name }) => name) })
      }),
    )
}
