import { MaybeText, type Scope } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { json, type Sql, sql } from '../platform/database/sql.ts'
import { actorOf, holdsToken } from './actors.ts'
import type { Write } from './call.ts'
import { tokenInvalid } from './challenge.ts'
import { hashSecret, newSecret } from './secrets.ts'

export interface NewToken {
  /** An app that is installed in the store; null for a token made in the store admin (D28). */
  app: number | null
  name: string
  scopes: readonly Scope[]
  /** Of the code that it is given for. */
  code_hash?: string
}

/** Issues a token, which is shown this once. One for an app ends the app's old one in the store (specification 5.2). */
export async function issueToken(
  tx: Tx,
  world: World,
  store: number,
  { app, name, scopes, code_hash }: NewToken,
): Promise<string> {
  const token = newSecret(world, app === null ? 'bst' : 'bat', store)
  if (app !== null) await revokeToken(tx, store, app)
  await tx.run(sql`
    insert into tokens (store_id, hash, app_id, name, scopes, code_hash, created_at)
    values (${store}, ${hashSecret(token)}, ${app}, ${name}, ${json(scopes)}, ${code_hash ?? null}, ${world.now()})`)
  return token
}

/** The token of an app in a store is gone; when every process knows, `outlived` tells. */
export async function revokeToken(tx: Tx, store: number, app: number): Promise<void> {
  await tx.run(sql`delete from tokens where store_id = ${store} and app_id = ${app}`)
}

const Made = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  last_used_at: MaybeText,
})

const ofAdmin = (store: number): Sql => sql`
  select id, name, scopes, created_at, last_used_at from tokens where store_id = ${store} and app_id is null`

/** The tokens that were made in the store admin (D28), the latest first. */
export const adminTokens = (db: Queries, store: number) => db.many(Made, sql`${ofAdmin(store)} order by id desc`)

/** Makes one, and tells what became of it: this one, whoever makes another at the same time. */
export async function issueAdminToken(
  tx: Tx,
  world: World,
  store: number,
  token: Pick<NewToken, 'name' | 'scopes'>,
): Promise<Static<typeof Made> & { access_token: string }> {
  const access_token = await issueToken(tx, world, store, { app: null, ...token })
  const made = await tx.one(Made, sql`${ofAdmin(store)} and hash = ${hashSecret(access_token)}`)
  return { ...made, access_token }
}

/** Whether there was such a token of the store admin. */
export async function revokeAdminToken(tx: Tx, store: number, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from tokens where store_id = ${store} and app_id is null and id = ${id}`)) > 0
}

/** That a token was used, by whom and when. */
export interface Use {
  store_id: number
  actor: string
  at: Date
}

/** When tokens were last used, to the minute: a busy one is not written more often. */
export async function markUsed(tx: Tx, uses: readonly Use[]): Promise<void> {
  await tx.run(sql`
    update tokens t set last_used_at = u.at
      from jsonb_to_recordset(${json(uses)}) as u (store_id bigint, actor text, at timestamptz)
     where t.store_id = u.store_id and u.actor = ${actorOf(sql`t`)}
       and (t.last_used_at is null or t.last_used_at < u.at - interval '1 minute')`)
}

/**
 * For what goes with its maker: whoever makes it stays until it is there, so that an uninstall or a revocation takes it
 * along, and makes one at a time, so that what it has can be counted. One that is gone, which its process may not know
 * yet (decision 0007), makes nothing.
 */
export async function holdToken({ tx, store, actor }: Write): Promise<void> {
  if (!holdsToken(actor)) return
  const held = await tx.run(
    sql`select 1 from tokens t where t.store_id = ${store.id} and ${actorOf(sql`t`)} = ${actor} for no key update`,
  )
  if (held === 0) throw tokenInvalid()
}

/** Who holds a token in a store, and with which scopes, as a part of a larger statement. */
export const holding = (store: number): Sql => sql`
  select ${actorOf(sql`t`)} as actor, t.scopes from tokens t where t.store_id = ${store}`

const App = Type.Object({ app_id: Type.Integer() })

/** The apps that act in a store. One that was installed and has not come for its token yet, or lost it, is none of them. */
export async function appsWithToken(db: Queries, store: number): Promise<number[]> {
  const rows = await db.many(
    App,
    sql`select app_id from tokens where store_id = ${store} and app_id is not null order by app_id`,
  )
  return rows.map(({ app_id }) => app_id)
}

/** The token that was given for a code, if it is still the app's: whoever comes with the code again ends it (D23). */
export async function revokeTokenOfCode(tx: Tx, store: number, app: number, code_hash: string): Promise<void> {
  await tx.run(sql`delete from tokens where store_id = ${store} and app_id = ${app} and code_hash = ${code_hash}`)
}
