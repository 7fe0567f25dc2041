import { createHash } from 'node:crypto'
import { MaybeText, Nullable } from '@bodega/api'
import type { OpenSession } from '@bodega/api/panel'
import Type from 'typebox'
import { hashSecret, isSameSecret, newSecret, ownerOf } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** Somebody who is signed in. Only `findSession` makes one, so whoever has it was let in. */
export interface SignedIn {
  /** What the cookie holds. */
  secret: string
  session: number
  account: { id: number; name: string; email: string }
  partner: { id: number; name: string } | null
}

/** From where somebody signs in, for the list of sessions. */
export interface Device {
  address: string
  user_agent: string
}

const day = 86_400_000
/** A session ends two weeks after it was last used, and after three months whatever happens. */
const idleFor = 14 * day
const livesFor = 90 * day
/** Written down at most once in a minute: a page asks many things at once. */
const seenEvery = 60_000

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

const isAlive = (now: Date): Sql =>
  sql`s.last_seen_at > ${before(now, idleFor)} and s.created_at > ${before(now, livesFor)}`

/** Begins a session, whose secret goes into the cookie: a new one at every sign-in, whatever the browser had before. */
export async function beginSession(tx: Tx, world: World, account: number, device: Device): Promise<string> {
  const secret = newSecret(world, 'bss', account)
  const now = world.now()
  await tx.run(sql`
    insert into sessions (account_id, hash, address, user_agent, created_at, last_seen_at)
    values (${account}, ${hashSecret(secret)}, ${device.address}, ${device.user_agent.slice(0, 500)}, ${now}, ${now})`)
  return secret
}

const Found = Type.Object({
  session: Type.Integer(),
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  partner_id: Nullable(Type.Integer()),
  partner_name: MaybeText,
  is_stale: Type.Boolean(),
})

/** Who holds this secret, if the session is alive. */
export async function findSession(db: Queries, now: Date, secret: string): Promise<SignedIn | undefined> {
  const account = ownerOf(secret, ['bss'])
  if (account === undefined) return undefined
  const hash = hashSecret(secret)
  const row = await db.maybe(
    Found,
    sql`
      select s.id as session, a.id, a.name, a.email, p.id as partner_id, p.name as partner_name,
             s.last_seen_at <= ${before(now, seenEvery)} as is_stale
        from sessions s
        join accounts a on a.id = s.account_id
        left join partners p on p.account_id = s.account_id
       where s.account_id = ${account} and s.hash = ${hash} and ${isAlive(now)}`,
  )
  if (!row) return undefined
  if (row.is_stale) {
    await db.run(
      sql`update sessions set last_seen_at = ${now} where account_id = ${account} and hash = ${hash} and last_seen_at < ${now}`,
    )
  }
  const { session, id, name, email, partner_id, partner_name } = row
  return {
    secret,
    session,
    account: { id, name, email },
    partner: partner_id === null ? null : { id: partner_id, name: partner_name ?? '' },
  }
}

const Row = Type.Object({
  id: Type.Integer(),
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
})

export async function listSessions(db: Queries, now: Date, { account, session }: SignedIn): Promise<OpenSession[]> {
  const rows = await db.many(
    Row,
    sql`
      select s.id, s.address, s.user_agent, s.created_at, s.last_seen_at
        from sessions s
       where s.account_id = ${account.id} and ${isAlive(now)}
       order by s.last_seen_at desc, s.id desc
       limit 100`,
  )
  return rows.map(row => ({ ...row, is_current: row.id === session }))
}

/** Whether there was such a session of the account. */
export async function endSession(db: Queries, account: number, session: number): Promise<boolean> {
  return (await db.run(sql`delete from sessions where account_id = ${account} and id = ${session}`)) > 0
}

/** Signs an account out everywhere, but for the session that is named. */
export async function endSessions(db: Queries, account: number, except = 0): Promise<void> {
  await db.run(sql`delete from sessions where account_id = ${account} and id <> ${except}`)
}

/** What the browser had before it signs in is of no use any more. */
export async function endSecret(db: Queries, secret: string | undefined): Promise<void> {
  const account = secret === undefined ? undefined : ownerOf(secret, ['bss'])
  if (secret === undefined || account === undefined) return
  await db.run(sql`delete from sessions where account_id = ${account} and hash = ${hashSecret(secret)}`)
}

/** Apart, because only the idle ones have an index. */
export async function sweepSessions(db: Queries, now: Date, signal?: AbortSignal): Promise<void> {
  const ended = [sql`last_seen_at <= ${before(now, idleFor)}`, sql`created_at <= ${before(now, livesFor)}`]
  for (const isOver of ended) await removeOver(db, { table: 'sessions', key: ['account_id', 'hash'], isOver }, signal)
}

/** Belongs to a session and cannot be guessed without its secret, which no script can read. */
export const csrfTokenOf = (secret: string): string => createHash('sha256').update(`csrf ${secret}`).digest('base64url')

export const isCsrfToken = (given: string, secret: string): boolean => isSameSecret(given, csrfTokenOf(secret))
