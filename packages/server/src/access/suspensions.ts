import Type from 'typebox'
import type { Queries, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** Stands for every app and token of a store. */
export const everyone = '*'

/** Closes the API to the actor in this store: 402 on every call. Says whether it was open. */
export const suspendActor = async (tx: Tx, now: Date, store: number, actor: string): Promise<boolean> =>
  (await tx.run(sql`
    insert into suspensions (store_id, actor, created_at) values (${store}, ${actor}, ${now})
    on conflict (store_id, actor) do nothing`)) > 0

/** Opens it again. Says whether it was closed. */
export const resumeActor = async (tx: Tx, store: number, actor: string): Promise<boolean> =>
  (await tx.run(sql`delete from suspensions where store_id = ${store} and actor = ${actor}`)) > 0

/** Whether an actor, or the whole store, is suspended. */
export const isSuspended = (store: Sql, actor: Sql): Sql => sql`
  exists (select 1 from suspensions x where x.store_id = ${store} and x.actor in (${everyone}, ${actor}))`

const Suspension = Type.Object({ store_id: Type.Integer(), actor: Type.String() })

/** Whoever is suspended in these stores: says so of an actor. */
export async function suspendedIn(
  db: Queries,
  stores: readonly number[],
): Promise<(store: number, actor: string) => boolean> {
  const rows = await db.many(
    Suspension,
    sql`select store_id, actor from suspensions where store_id = any(${stores}::bigint[])`,
  )
  const known = new Set(rows.map(({ store_id, actor }) => `${store_id} ${actor}`))
  return (store, actor) => known.has(`${store} ${everyone}`) || known.has(`${store} ${actor}`)
}
