import type { Command } from 'commander'
import { renewSecrets } from '../apps/index.ts'
import { print, withDatabase } from './context.ts'

export function addSecrets(program: Command): void {
  program
    .command('secrets')
    .description('what is sealed under SECRET_KEY')
    .command('renew')
    .description('where SECRET_KEY is lost: make the client secrets of apps anew, under the one that is set now')
    .addHelpText(
      'after',
      `
Stop the servers first. Secrets that the key opens stay. Partners find the new ones in the partner panel and must give
them to their apps; what signs the webhooks of tokens made in the store admin is another from now on, too.`,
    )
    .action((_options, command: Command) =>
      withDatabase(async ({ config, db, world }) => {
        print(command, { apps: await renewSecrets(db, world, config.key.make()) })
      }),
    )
}
