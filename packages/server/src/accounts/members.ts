import { allScopes, Localized, notFound, refused, type Scope, unprocessable } from '@bodega/api'
import { Member, type MyStore, Role } from '@bodega/api/panel'
import Type from 'typebox'
import {
  accountActor,
  type Caller,
  everyone,
  isSuspended,
  StoreRow,
  storeColumns,
  storeOf,
  trustedFor,
} from '../access/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** How the store works is decided by its owners; staff works in it. */
const ofOwners: readonly Scope[] = ['write_locations', 'write_shipping', 'write_payments', 'write_scripts']

/** What a member may do with the store over the API. */
const scopesOf = (role: Role): Scope[] =>
  role === 'owner' ? allScopes : allScopes.filter(scope => !ofOwners.includes(scope))

/** Who works there already is made an owner where it says so, and keeps a role that is more. */
export async function addMember(tx: Tx, now: Date, store: number, account: number, role: Role): Promise<void> {
  await tx.run(sql`
    insert into members (store_id, account_id, role, created_at) values (${store}, ${account}, ${role}, ${now})
    on conflict (store_id, account_id) do update set role = excluded.role where excluded.role = 'owner'`)
}

const RoleRow = Type.Object({ role: Role })

export async function roleIn(db: Queries, store: number, account: number): Promise<Role | undefined> {
  const row = await db.maybe(
    RoleRow,
    sql`select role from members where store_id = ${store} and account_id = ${account}`,
  )
  return row?.role
}

const MyStoreRow = Type.Object({
  id: Type.Integer(),
  name: Localized,
  country: Type.String(),
  main_language: Type.String(),
  main_currency: Type.String(),
  role: Role,
  is_suspended: Type.Boolean(),
})

/** The stores that an account may work in. */
export async function storesOf(db: Queries, account: number): Promise<MyStore[]> {
  const rows = await db.many(
    MyStoreRow,
    sql`
      select s.id, s.name, s.country, s.main_language, s.main_currency, m.role,
             ${isSuspended(sql`s.id`, sql`${everyone}`)} as is_suspended
        from members m
        join stores s on s.id = m.store_id
       where m.account_id = ${account}
       order by s.id`,
  )
  return rows.map(row => ({ ...row, scopes: scopesOf(row.role) }))
}

const CallerRow = Type.Object({
  ...StoreRow.properties,
  rate_factor: Type.Integer(),
  role: Role,
})

/** A page asks ten things where an app asks one. */
const pageFactor = 10

/** A member in place of a token: the same paths and rules, with the scopes of the role. */
export async function callerOf(db: Queries, account: number, store: number): Promise<Caller | undefined> {
  const row = await db.maybe(
    CallerRow,
    sql`
      select ${storeColumns}, s.rate_factor, m.role
        from members m
        join stores s on s.id = m.store_id
       where m.store_id = ${store} and m.account_id = ${account}`,
  )
  if (!row) return undefined
  return {
    store: storeOf(row),
    rate_factor: row.rate_factor * pageFactor,
    // Apps are shut out; the people of the store still see what is theirs.
    is_suspended: false,
    app_id: null,
    actor: accountActor(account),
    scopes: new Set(scopesOf(row.role)),
    trustedUntil: performance.now() + trustedFor,
  }
}

const memberColumns = sql`account_id, name, email, role, created_at`

export const listMembers = (db: Queries, store: number): Promise<Member[]> =>
  db.many(
    Member,
    sql`select ${memberColumns} from members_of_store where store_id = ${store} order by created_at, account_id`,
  )

/** Whether somebody with this address is one of them. */
export const worksIn = async (tx: Tx, store: number, email: string): Promise<boolean> =>
  (await tx.run(sql`select 1 from members_of_store where store_id = ${store} and lower(email) = lower(${email})`)) > 0

const Owner = Type.Object({ account_id: Type.Integer() })

export const ownersOnly = () => refused(403, 'Only an owner of the store may do this')

/**
 * The owners of a store, for one of them who decides about its people; until the transaction ends they stay owners. Whoever
 * was put out since the request was let in is refused here: what they do at this moment would be the way back.
 */
export async function holdOwners(tx: Tx, store: number, by: number): Promise<number[]> {
  const rows = await tx.many(
    Owner,
    sql`select account_id from members where store_id = ${store} and role = 'owner' order by account_id for update`,
  )
  const owners = rows.map(({ account_id }) => account_id)
  if (!owners.includes(by)) throw (await roleIn(tx, store, by)) ? ownersOnly() : notFound()
  return owners
}

/** Open invitations end with an owner: whose they are is not known, and one to oneself would be the way back. */
async function letGo(tx: Tx, store: number, owners: readonly number[], leaving: number): Promise<void> {
  if (!owners.includes(leaving)) return
  if (owners.length === 1) throw unprocessable('The store would be left without an owner')
  await tx.run(sql`delete from invitations where store_id = ${store}`)
}

/** A member of a store, and the owner who decides about them. */
interface Affair {
  account: number
  by: number
}

export async function changeRole(tx: Tx, store: number, { account, by }: Affair, role: Role): Promise<Member> {
  const owners = await holdOwners(tx, store, by)
  if (role !== 'owner') await letGo(tx, store, owners, account)
  const changed = await tx.run(
    sql`update members set role = ${role} where store_id = ${store} and account_id = ${account}`,
  )
  if (changed === 0) throw notFound()
  return tx.one(
    Member,
    sql`select ${memberColumns} from members_of_store where store_id = ${store} and account_id = ${account}`,
  )
}

export async function removeMember(tx: Tx, store: number, { account, by }: Affair): Promise<void> {
  await letGo(tx, store, await holdOwners(tx, store, by), account)
  const gone = await tx.run(sql`delete from members where store_id = ${store} and account_id = ${account}`)
  if (gone === 0) throw notFound()
}
