import { refused } from '@bodega/api'
import Type from 'typebox'
import { hashSecret, newSecret, ownerOf } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Db, Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createAccount, findByEmail, foldedEmail, holdPassword, passwordHashOf, setPassword } from './accounts.ts'
import type { Mark } from './marks.ts'
import { hashPassword, isPassword, refuseWeak } from './passwords.ts'
import { beginSession, type Device, endSecret, endSessions, type SignedIn } from './sessions.ts'
import { type Attempt, countAttempt, forgetAttempts, networkOf, seldom } from './throttle.ts'

/** Where somebody signs in, and what the browser has from before. */
export interface Visit extends Device {
  secret: string | undefined
  /** Read when it is asked for: only a sign-in needs it. */
  markOf(account: number): Mark | undefined
}

/** Ten at once, then one in half a minute: enough for people, and 2880 guesses a day for a machine. */
const perAccount = { burst: 10, perSecond: 1 / 30 }
/** An office may sit behind one address. */
const perAddress = { burst: 50, perSecond: 1 / 5 }

/**
 * However its address is written, an account has one bucket. Nobody who reads the table learns who tried: somebody may
 * have typed a password as the address.
 */
const ofAccount = async (db: Queries, what: string, email: string): Promise<Attempt> => ({
  key: `${what} account ${hashSecret(await foldedEmail(db, email))}`,
  limits: perAccount,
})

const ofAddress = (what: string, { address }: Device, limits = perAddress): Attempt => ({
  key: `${what} address ${networkOf(address)}`,
  limits,
})

/** A browser in which the account has signed in before needs no other limit than its own. */
const ofBrowser = ({ text }: Mark): Attempt => ({ key: `sign-in browser ${hashSecret(text)}`, limits: perAccount })

const wrong = () => refused(401, 'The e-mail address or the password is wrong')

/** The secret of the new session, for the cookie. The same refusal, after the same time, whatever was wrong. */
export async function signIn(
  db: Db,
  world: World,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<string> {
  const account = await findByEmail(db, email)
  const known = account && visit.markOf(account.id)
  const attempt = known ? ofBrowser(known) : await ofAccount(db, 'sign-in', email)
  await countAttempt(db, world.now(), known ? [attempt] : [ofAddress('sign-in', visit), attempt])
  const isRight = await isPassword(password, account?.password_hash)
  if (!account || !isRight) throw wrong()
  const secret = await db.tx(async tx => {
    // Whoever has replaced it meanwhile has ended the sessions of the old one: none begins after that.
    if (!(await holdPassword(tx, account.id, account.password_hash))) throw wrong()
    return begin(tx, world, account.id, visit)
  })
  await forgetAttempts(db, attempt.key)
  return secret
}

async function begin(tx: Tx, world: World, account: number, visit: Visit): Promise<string> {
  await endSecret(tx, visit.secret)
  return beginSession(tx, world, account, visit)
}

/** Signs in without a password: whoever calls it has made sure who it is. */
export const enter = (db: Db, world: World, account: number, visit: Visit): Promise<string> =>
  db.tx(tx => begin(tx, world, account, visit))

export async function signUp(
  db: Db,
  world: World,
  { name, email, password }: { name: string; email: string; password: string },
  visit: Visit,
): Promise<string> {
  refuseWeak(password, email)
  await countAttempt(db, world.now(), [ofAddress('sign-up', visit, seldom)])
  const password_hash = await hashPassword(password)
  return db.tx(async tx => {
    const account = await createAccount(tx, world.now(), { name: name.trim(), email, password_hash })
    return begin(tx, world, account, visit)
  })
}

/** Ends every other session: whoever else knew the old password is out. */
export async function changePassword(
  db: Db,
  world: World,
  { account, session }: SignedIn,
  change: { current_password: string; password: string },
): Promise<boolean> {
  refuseWeak(change.password, account.email)
  const attempt = await ofAccount(db, 'password', account.email)
  await countAttempt(db, world.now(), [attempt])
  const old = await passwordHashOf(db, account.id)
  if (!(await isPassword(change.current_password, old))) return false
  const password_hash = await hashPassword(change.password)
  const isStillRight = await db.tx(async tx => {
    const isHeld = await holdPassword(tx, account.id, old)
    if (isHeld) await replacePassword(tx, account.id, password_hash, session)
    return isHeld
  })
  if (isStillRight) await forgetAttempts(db, attempt.key)
  return isStillRight
}

const hour = 3_600_000

/** Whoever asks for a link has mail sent to somebody: counted by where they are, and by who gets it. */
export async function countReset(db: Db, now: Date, email: string, device: Device): Promise<void> {
  const attempt = { ...(await ofAccount(db, 'reset', email)), limits: seldom }
  await countAttempt(db, now, [ofAddress('reset', device, seldom), attempt])
}

/** The secret of a link by which to choose a new password, for an hour, and where to send it; nothing where there is no account. */
export async function beginReset(
  db: Db,
  world: World,
  email: string,
): Promise<{ secret: string; email: string } | undefined> {
  const account = await findByEmail(db, email)
  if (!account) return undefined
  const secret = newSecret(world, 'bpr', account.id)
  await db.run(sql`
    insert into password_resets (account_id, hash, expires_at)
    values (${account.id}, ${hashSecret(secret)}, ${new Date(world.now().getTime() + hour)})`)
  return { secret, email: account.email }
}

/** A new password: links to another end, and nobody stays signed in who has not got it, but in the session that is named. */
export async function replacePassword(tx: Tx, account: number, password_hash: string, except?: number): Promise<void> {
  await tx.run(sql`delete from password_resets where account_id = ${account}`)
  await setPassword(tx, account, password_hash)
  await endSessions(tx, account, except)
}

const Whose = Type.Object({ email: Type.String() })

/** Chooses the password by a link, which works once, and signs in: here, and nowhere else. */
export async function resetPassword(
  db: Db,
  world: World,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<string | undefined> {
  await countAttempt(db, world.now(), [ofAddress('reset link', visit)])
  const account = ownerOf(token, ['bpr'])
  if (account === undefined) return undefined
  const whose = await db.maybe(
    Whose,
    sql`
      select a.email from password_resets r join accounts a on a.id = r.account_id
       where r.account_id = ${account} and r.hash = ${hashSecret(token)} and r.expires_at > ${world.now()}`,
  )
  if (!whose) return undefined
  refuseWeak(password, whose.email)
  const password_hash = await hashPassword(password)
  return db.tx(async tx => {
    const redeemed = await tx.run(
      sql`delete from password_resets where account_id = ${account} and hash = ${hashSecret(token)}`,
    )
    if (redeemed === 0) return undefined
    await replacePassword(tx, account, password_hash)
    return begin(tx, world, account, visit)
  })
}

export function sweepResets(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const old = { table: 'password_resets', key: ['account_id', 'hash'], isOver: sql`expires_at <= ${now}` }
  return removeOver(db, old, signal)
}
