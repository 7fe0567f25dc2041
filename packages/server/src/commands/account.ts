import type { Command } from 'commander'
import { findByEmail, hashPassword, newPassword, replacePassword } from '../accounts/index.ts'
import { print, withDatabase } from './context.ts'
import { email, password } from './parse.ts'
import { CommandError } from './report.ts'

interface Options {
  email: string
  password?: string
}

export function addAccount(program: Command): void {
  const account = program.command('account').description('people who sign in')
  account
    .command('reset-password')
    .description('give an account a new password, and sign it out everywhere')
    .requiredOption('--email <email>', 'address of the account', email)
    .option('--password <password>', 'the new password, made where it is left out', password)
    .action((options: Options, command: Command) =>
      withDatabase(async ({ db, world }) => {
        const chosen = options.password ?? newPassword(world)
        const password_hash = await hashPassword(chosen)
        await db.tx(async tx => {
          const found = await findByEmail(tx, options.email)
          if (!found) throw new CommandError(`there is no account ${options.email}`)
          await replacePassword(tx, found.id, password_hash)
        })
        print(command, { email: options.email, password: chosen })
      }),
    )
}
