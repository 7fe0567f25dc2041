import { isPassword } from '../accounts/index.ts'
import { CommandError } from './report.ts'

interface Account {
  isNew: boolean
  password_hash: string
}

/**
 * The password to show: of a new account the one it got; of an existing one, which keeps its own, the one that was
 * given, if it is right. A wrong one is refused: whoever gave it would believe that it holds.
 */
export async function passwordOf(account: Account, email: string, chosen: string, given?: string) {
  if (account.isNew) return chosen
  if (given === undefined) return null
  if (await isPassword(given, account.password_hash)) return given
  throw new CommandError(`${email} has an account with another password: leave the password out, or give that one`)
}
