import type { Scope } from '@bodega/api'
import type { Command } from 'commander'
import { issueToken } from '../access/index.ts'
import { findApp, installWithToken } from '../apps/index.ts'
import { storeExists } from '../stores/index.ts'
import { print, withDatabase } from './context.ts'
import { id, scopeList } from './parse.ts'
import { CommandError } from './report.ts'

interface Options {
  store: number
  scopes: Scope[]
  app?: number
}

export function addToken(program: Command): void {
  const token = program.command('token').description('access tokens')
  token
    .command('create')
    .description('make an access token, which is shown this once')
    .requiredOption('--store <id>', 'the store that it opens', id)
    .requiredOption('--scopes <list>', 'comma list of scopes, or "all"', scopeList)
    .option('--app <id>', 'as if this app were installed: its old token in the store ends', id)
    .action(({ store, scopes, app }: Options, command: Command) =>
      withDatabase(async ({ db, world }) => {
        const access_token = await db.tx(async tx => {
          if (!(await storeExists(tx, store))) throw new CommandError(`there is no store ${store}`)
          if (app === undefined) return issueToken(tx, world, store, { app: null, name: 'Command line', scopes })
          const found = await findApp(tx, app)
          if (!found) throw new CommandError(`there is no app ${app}`)
          return installWithToken(tx, world, store, { app, name: found.name, scopes })
        })
        print(command, { access_token })
      }),
    )
}
