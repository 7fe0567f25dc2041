import type { Command } from 'commander'
import { becomePartner, ensureAccount, findPartner, hashPassword, newPassword } from '../accounts/index.ts'
import { print, withNewDatabase } from './context.ts'
import { email, nameUpTo, password } from './parse.ts'
import { passwordOf } from './password.ts'

interface Options {
  email: string
  name?: string
  password?: string
}

export function addPartner(program: Command): void {
  const partner = program.command('partner').description('partners, who make applications')
  partner
    .command('create')
    .description('make a partner')
    .requiredOption('--email <email>', 'address of the partner; an existing account is kept', email)
    .option(
      '--name <name>',
      'the publisher, as merchants see it; of a new partner the address where it is left out',
      nameUpTo(100),
    )
    .option(
      '--password <password>',
      'of a new account, made where it is left out; of an existing one, the right one',
      password,
    )
    .action((options: Options, command: Command) =>
      withNewDatabase(async ({ db, world }) => {
        const secret = options.password ?? newPassword(world)
        const password_hash = await hashPassword(secret)
        const result = await db.tx(async tx => {
          const account = await ensureAccount(tx, world.now(), { email: options.email, password_hash })
          const known = options.name === undefined ? await findPartner(tx, options.email) : undefined
          const name = options.name ?? options.email
          const partner_id = known ?? (await becomePartner(tx, world.now(), account.id, name))
          const password = await passwordOf(account, options.email, secret, options.password)
          return { partner_id, email: options.email, password }
        })
        print(command, result)
      }),
    )
}
