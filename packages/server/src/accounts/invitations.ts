import { Localized, notFound, refused, unprocessable } from '@bodega/api'
import { Invitation, Role } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import { hashSecret, newSecret, ownerOf } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Db, Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { addMember, roleIn, worksIn } from './members.ts'
import { countAttempt, seldom } from './throttle.ts'

const week = 7 * 86_400_000

const columns = sql`id, email, role, created_at, expires_at`
const most = 100

export const listInvitations = (db: Queries, now: Date, store: number): Promise<Invitation[]> =>
  db.many(
    Invitation,
    sql`select ${columns} from invitations where store_id = ${store} and expires_at > ${now} order by id desc`,
  )

/** Whoever invites has mail sent to any address: counted by who it is from, and by who gets it. */
export const countInvitation = (db: Db, now: Date, { from, to }: { from: number; to: string }): Promise<void> =>
  countAttempt(db, now, [
    { key: `invitation account ${from}`, limits: { ...seldom, burst: most } },
    { key: `invitation address ${hashSecret(to.toLowerCase())}`, limits: seldom },
  ])

/**
 * A link by which whoever holds it joins the store, once. An earlier one to the same address ends: two that come at once
 * would not see each other, so the store is locked before.
 */
export async function invite(
  tx: Tx,
  world: World,
  store: number,
  { email, role }: { email: string; role: Role },
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = newSecret(world, 'bsi', store)
  const now = world.now()
  if (await worksIn(tx, store, email)) throw refused(409, `${email} works in the store already`)
  await tx.run(sql`delete from invitations where store_id = ${store} and lower(email) = lower(${email})`)
  if ((await listInvitations(tx, now, store)).length >= most)
    throw unprocessable(`At most ${most} invitations can be open`)
  const invitation = await tx.one(
    Invitation,
    sql`
      insert into invitations (store_id, hash, email, role, created_at, expires_at)
      values (${store}, ${hashSecret(secret)}, ${email}, ${role}, ${now}, ${new Date(now.getTime() + week)})
      returning ${columns}`,
  )
  return { invitation, secret }
}

export async function withdrawInvitation(tx: Tx, store: number, id: number): Promise<void> {
  const gone = await tx.run(sql`delete from invitations where store_id = ${store} and id = ${id}`)
  if (gone === 0) throw notFound()
}

const Found = Type.Object({
  store_id: Type.Integer(),
  name: Localized,
  email: Type.String(),
  role: Role,
})

export async function findInvitation(
  db: Queries,
  now: Date,
  secret: string,
): Promise<Static<typeof Found> | undefined> {
  const store = ownerOf(secret, ['bsi'])
  if (store === undefined) return undefined
  return db.maybe(
    Found,
    sql`
      select i.store_id, s.name, i.email, i.role
        from invitations i
        join stores s on s.id = i.store_id
       where i.store_id = ${store} and i.hash = ${hashSecret(secret)} and i.expires_at > ${now}`,
  )
}

/**
 * Whoever holds the link joins: the address that it was sent to may not be the one of the account. To whom it gives nothing
 * it is left for somebody else: an owner who looks at what was sent does not use it up.
 */
export async function acceptInvitation(tx: Tx, now: Date, account: number, secret: string): Promise<boolean> {
  const invitation = await findInvitation(tx, now, secret)
  if (!invitation) return false
  const { store_id, role } = invitation
  const held = await roleIn(tx, store_id, account)
  if (held === 'owner' || held === role) return true
  const taken = await tx.run(sql`delete from invitations where store_id = ${store_id} and hash = ${hashSecret(secret)}`)
  if (taken === 0) return false
  await addMember(tx, now, store_id, account, role)
  return true
}

export function sweepInvitations(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const old = { table: 'invitations', key: ['store_id', 'hash'], isOver: sql`expires_at <= ${now}` }
  return removeOver(db, old, signal)
}
