import type { Scope } from '@bodega/api'
import { issueToken } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

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
