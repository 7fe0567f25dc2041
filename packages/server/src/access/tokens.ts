import type { Scope } from '@bodega/api'
import Type from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { json, type Sql, sql } from '../platform/database/sql.ts'
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

/** The token of an app in a store is gone for every process within a quarter of a second. */
export async function revokeToken(tx: Tx, store: number, app: number): Promise<void> {
  await tx.run(sql`delete from tokens where store_id = ${store} and app_id = ${app}`)
}

/** Whose token it is: `app:12`, or `token:34` for one that was made in the store admin. */
export const actorOf = (token: Sql): Sql =>
  sql`case when ${token}.app_id is null then 'token:' || ${token}.id else 'app:' || ${token}.app_id end`

/** Who holds a token in a store, and with which scopes, as a part of a larger statement. */
export const holding = (store: number): Sql => sql`
  select ${actorOf(sql`t`)} as actor, t.scopes from tokens t where t.store_id = ${store}`

const App = Type.Object({ app_id: Type.Integer() })

/** The apps that are installed in a store. */
export async function installedApps(db: Queries, store: number): Promise<number[]> {
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
