import Type from 'typebox'
import type { Db, Tx } from './database.ts'
import { codeOf } from './failures.ts'
import { raw, type Sql, sql } from './sql.ts'
import { isTakeable, role } from './wall.ts'

const Standing = Type.Object({
  has_role: Type.Boolean(),
  is_member: Type.Boolean(),
  may_make_roles: Type.Boolean(),
  tables: Type.Array(Type.String()),
  views: Type.Array(Type.String()),
  sequences: Type.Array(Type.String()),
})

/** Others may keep tables, views and sequences beside ours: those are theirs to give. */
const isOurs = sql`c.relnamespace = quote_ident(current_schema())::regnamespace and pg_has_role(c.relowner, 'usage')`

/** Names of relations that the role does not know yet. */
const unknown = (condition: Sql): Sql => sql`
  array(select quote_ident(c.relname) from pg_class c
         where ${isOurs} and ${condition}
           and r.oid is not null and not has_table_privilege(r.oid, c.oid, 'select')
         order by 1)`

/** How the role stands. It is given what has row security, and the views, which have the wall inside. */
const standing = sql`
  select r.oid is not null as has_role,
         coalesce(${raw(isTakeable)}, false) as is_member,
         me.rolsuper or me.rolcreaterole as may_make_roles,
         ${unknown(sql`c.relrowsecurity`)} as tables,
         ${unknown(sql`c.relkind = 'v'`)} as views,
         array(select quote_ident(c.relname) from pg_class c where ${isOurs} and c.relkind = 'S' order by 1) as sequences
    from pg_roles me
    left join pg_roles r on r.rolname = ${role}
   where me.rolname = current_user`

/**
 * Gives the role of requests the tables of stores, and nothing else. Says whether it stands: where there is no such role
 * and ours may not make one, an operator has to.
 */
export async function raiseWall(db: Db): Promise<boolean> {
  const now = await db.one(Standing, standing)
  if (now.is_member && now.tables.length + now.views.length === 0) return true
  if (!now.is_member && !now.may_make_roles) return false
  try {
    await db.tx(grant)
    return true
  } catch (error) {
    // Since PostgreSQL 16 who may make roles may not give themselves one that somebody else has made, for another database.
    if (now.is_member || codeOf(error) !== notAllowed) throw error
    return false
  }
}

const notAllowed = '42501'

async function grant(tx: Tx): Promise<void> {
  // One process at a time: two that write the same rights fail.
  await tx.run(raw('lock table migrations in share row exclusive mode'))
  const { has_role, is_member } = await tx.one(Standing, standing)
  if (!has_role) await tx.run(raw(`create role ${role} nologin`))
  if (!is_member) await tx.run(raw(`grant ${role} to current_user`))
  const { tables, views, sequences } = await tx.one(Standing, standing)
  if (tables.length > 0) await tx.run(raw(`grant select, insert, update, delete on ${tables.join(', ')} to ${role}`))
  if (views.length > 0) await tx.run(raw(`grant select on ${views.join(', ')} to ${role}`))
  if (sequences.length > 0) await tx.run(raw(`grant usage on sequence ${sequences.join(', ')} to ${role}`))
  await tx.script(`do $$ begin
    execute format('grant usage on schema %I to ${role}', current_schema());
  end $$`)
}
