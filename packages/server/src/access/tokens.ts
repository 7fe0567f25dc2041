import type { Scope } from '@bodega/api'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Issues a token, which is shown this once. One for an app ends the app's old one in the store (specification 5.2). */
export async function issueToken(
  tx: Tx,
  world: World,
  store: number,
  { app, name, scopes }: { app: number | null; name: string; scopes: readonly Scope[] },
): Promise<string> {
  const token = newSecret(world, app === null ? 'bst' : 'bat', store)
  if (app !== null) await revokeToken(tx, store, app)
  await tx.run(sql`
    insert into tokens (store_id, hash, app_id, name, scopes, created_at)
    values (${store}, ${hashSecret(token)}, ${app}, ${name}, ${json(scopes)}, ${world.now()})`)
  return token
}

/** The token of an app in a store is gone for every process within a quarter of a second. */
export async function revokeToken(tx: Tx, store: number, app: number): Promise<void> {
  await tx.run(sql`delete from tokens where store_id = ${store} and app_id = ${app}`)
}
