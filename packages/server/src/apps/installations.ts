import { MaybeText, type Page, type Scope } from '@bodega/api'
import { type InstalledApp, PublicApp, type Search } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import { appActorIn, isSuspended, issueToken } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { all, json, raw, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { unsealed } from './apps.ts'
import { depart } from './departures.ts'

/** The store has agreed to what the app may do: for the first time, or anew. */
export async function install(
  tx: Tx,
  now: Date,
  { store, app, scopes }: { store: number; app: number; scopes: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    insert into installations (store_id, app_id, scopes, created_at, updated_at)
    values (${store}, ${app}, ${json(scopes)}, ${now}, ${now})
    on conflict (store_id, app_id) do update set scopes = excluded.scopes, updated_at = excluded.updated_at`)
}

/** Whoever changes what an app has in a store holds this row: its codes and its token come after it. */
export async function lockInstallation(tx: Tx, store: number, app: number): Promise<boolean> {
  const found = await tx.run(sql`select 1 from installations where store_id = ${store} and app_id = ${app} for update`)
  return found > 0
}

/** Installs an app without asking anybody, and gives its token: for the command line, the demo store and tests. */
export async function installWithToken(
  tx: Tx,
  world: World,
  store: number,
  { app, name, scopes }: { app: number; name: string; scopes: readonly Scope[] },
): Promise<string> {
  await install(tx, world.now(), { store, app, scopes })
  return issueToken(tx, world, store, { app, name, scopes })
}

/** What those who keep something of an app must know when it leaves. */
const Leaving = Type.Object({ id: Type.Integer(), store_redact_url: MaybeText })

const one = (store: number, app: number): Sql =>
  sql`from installations_of_store where store_id = ${store} and app_id = ${app}`

/**
 * An app leaves a store (D29): its token and its codes go with the row. Gives what left, if it was there: whoever else
 * keeps something of it lets go in the same transaction.
 */
export async function uninstall(
  tx: Tx,
  now: Date,
  store: number,
  app: number,
): Promise<Static<typeof Leaving> | undefined> {
  if (!(await lockInstallation(tx, store, app))) return undefined
  const leaving = await tx.one(Leaving, sql`select app_id as id, store_redact_url ${one(store, app)}`)
  await tx.run(sql`delete from installations where store_id = ${store} and app_id = ${app}`)
  await depart(tx, now, store, app)
  return leaving
}

const publicColumns = sql`
  a.name, a.publisher, a.app_url, a.preferences_url, a.privacy_policy_url, a.support_url, a.support_email, a.scopes`

const InstalledRow = Type.Object({
  ...PublicApp.properties,
  granted: Type.Array(Type.String()),
  has_token: Type.Boolean(),
  is_suspended: Type.Boolean(),
  last_used_at: MaybeText,
  installed_at: Type.String(),
  updated_at: Type.String(),
})

/** "My applications": what is installed in a store. */
export async function listInstalled(db: Queries, store: number): Promise<InstalledApp[]> {
  const rows = await db.many(
    InstalledRow,
    sql`
      select a.app_id as id, ${publicColumns}, a.granted, t.hash is not null as has_token, t.last_used_at,
             ${isSuspended(sql`a.store_id`, appActorIn(sql`a.app_id`))} as is_suspended, a.created_at as installed_at, a.updated_at
        from installations_of_store a
        left join tokens t on t.store_id = a.store_id and t.app_id = a.app_id
       where a.store_id = ${store}
       order by a.created_at desc, a.app_id desc`,
  )
  return rows.map(({ granted, has_token, is_suspended, last_used_at, installed_at, updated_at, ...app }) => ({
    ...{ app, granted, has_token, is_suspended, last_used_at, installed_at, updated_at },
  }))
}

/** What a store may install and has not. */
export function listAvailable(db: Queries, store: number, { q, ...window }: Search): Promise<Page<PublicApp>> {
  const { limit, offset } = windowOf(window)
  const conditions = [
    sql`not exists (select 1 from installations i where i.store_id = ${store} and i.app_id = a.id)`,
    ...(q ? [sql`position(lower(${q}) in lower(a.name)) > 0`] : []),
  ]
  const from = sql`from apps_for_store a where ${all(conditions)}`
  const rows = sql`select a.id, ${publicColumns} ${from} order by a.id desc limit ${limit} offset ${offset}`
  return page(db, PublicApp, rows, from)
}

export async function isInstalled(db: Queries, store: number, app: number): Promise<boolean> {
  return (await db.run(sql`select 1 from installations where store_id = ${store} and app_id = ${app}`)) > 0
}

/** The secret of an app that is installed in the store. */
export const secretIn = (db: Queries, key: Buffer, store: number, app: number): Promise<string | undefined> =>
  unsealed(db, key, one(store, app))

const Addressee = Type.Object({ app: Type.Integer(), url: Type.String() })

/** The apps in a store that want to hear of what concerns the data of its customers, and where. */
export const privacyAddresses = (
  db: Queries,
  store: number,
  address: 'customers_redact_url' | 'customers_data_request_url',
) =>
  db.many(
    Addressee,
    sql`
      select app_id as app, ${raw(address)} as url
        from installations_of_store
       where store_id = ${store} and ${raw(address)} is not null
       order by app_id`,
  )
