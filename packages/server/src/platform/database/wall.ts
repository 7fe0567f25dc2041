/**
 * The second wall between stores: row security of PostgreSQL, beside the `store_id` in every statement of ours. Requests
 * of a store run under a role to which the policies of the tables apply; whatever works for all stores runs under the
 * role that owns the tables, to which they do not. So one that reads all says so, and the policies are plain equalities:
 * PostgreSQL sees that they say what the statement says, and checks once that both name the same store.
 */

/** The store whose rows are seen, or, in so many words, all. */
export type Scope = number | 'everywhere'

/** A role that nobody signs in as. Roles belong to the whole server, so all databases on it share this one. */
export const role = 'bodega_store'

/** What a connection sees: said once, and again when it changes. */
export function telling(
  to: Scope,
  { from, isWalled, isLocal = false }: { from?: Scope | undefined; isWalled: boolean; isLocal?: boolean },
): string {
  const set = isLocal ? 'set local' : 'set'
  const isStore = to !== 'everywhere'
  const store = `${set} bodega.store_id = '${isStore ? to : ''}'`
  const isRoleKnown = isStore && from !== undefined && from !== 'everywhere'
  // Not to none: where users change from time to time, an administrator sets the role that owns the tables for each of them.
  return isWalled && !isRoleKnown ? `${set} role ${isStore ? role : '= default'}; ${store}` : store
}

/** Whether we can take on the role `r`. Since PostgreSQL 16 there are members that may only give it to others: who made it. */
export const isTakeable = `
  pg_has_role(r.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)`

/** What a new connection is asked: whether there is a wall that it can stand behind. */
export const isThere = `
  (select ${isTakeable} and has_table_privilege(r.oid, to_regclass('stores'), 'select')
     from pg_roles r where r.rolname = '${role}')`
