import type { Scope } from '@bodega/api'
import type { Command } from 'commander'
import { findPartner } from '../accounts/index.ts'
import { createApp } from '../apps/index.ts'
import { print, withSecrets } from './context.ts'
import { email, nameUpTo, redirectUrl, scopeList } from './parse.ts'
import { CommandError } from './report.ts'

interface Options {
  partnerEmail: string
  name: string
  redirectUrl: string
  scopes: Scope[]
}

export function addApp(program: Command): void {
  const app = program.command('app').description('applications')
  app
    .command('create')
    .description('make an application')
    .requiredOption('--partner-email <email>', 'the partner that it belongs to', email)
    .requiredOption('--name <name>', 'name of the application', nameUpTo(100))
    .requiredOption('--redirect-url <url>', 'where the authorization code goes', redirectUrl)
    .requiredOption('--scopes <list>', 'comma list of scopes, or "all"', scopeList)
    .action((options: Options, command: Command) =>
      withSecrets(async ({ db, world, secretKey }) => {
        const result = await db.tx(async tx => {
          const partner = await findPartner(tx, options.partnerEmail)
          if (partner === undefined)
            throw new CommandError(
              `there is no partner ${options.partnerEmail}: bodega partner create --email ${options.partnerEmail}`,
            )
          const { name, redirectUrl: redirect_url, scopes } = options
          return createApp(tx, world, secretKey, { partner, name, redirect_url, scopes })
        })
        print(command, result)
      }),
    )
}
