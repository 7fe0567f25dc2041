/** What a database must be before the first migration: where it is not, nothing is changed. */
import Type from 'typebox'
import type { Queries } from './database.ts'
import { raw, sql } from './sql.ts'

/** The database cannot hold our data: one line that says why. */
export class UnfitDatabaseError extends Error {}

/** Of migrations only what they do. */
type Scripts = readonly { text: string }[]

const found = (all: Scripts, pattern: RegExp): string[] =>
  all.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))

/** The tables and views that migrations make. */
export const relationsOf = (all: Scripts): string[] => found(all, /^create (?:unlogged )?(?:table|view) (\w+)/gm)

const extensionsOf = (all: Scripts): string[] => found(all, /^create extension if not exists (\w+)/gm)

const Ground = Type.Object({
  is_begun: Type.Boolean(),
  has_schema: Type.Boolean(),
  encoding: Type.String(),
  lowers: Type.Boolean(),
  in_the_way: Type.Array(Type.String()),
  missing: Type.Array(Type.String()),
  hidden: Type.Array(Type.String()),
  user: Type.String(),
  may_make_tables: Type.Boolean(),
  forbidden: Type.Array(Type.String()),
})

/** A table of that name is ours by its columns: other tools for migrations like the name, too. */
export const isOurs = `
  (select count(*) = 3 from pg_attribute
    where attrelid = to_regclass('migrations') and attname in ('version', 'name', 'applied_at'))`

/** One statement, so that it sees nothing of what another process makes after its own `migrations`. */
const look = (relations: string[], extensions: string[]) => sql`
  select ${raw(isOurs)} as is_begun,
         current_schema() is not null as has_schema,
         current_setting('server_encoding') as encoding,
         lower('I') = 'i' as lowers,
         array(select relname::text from pg_class
                where relnamespace = quote_ident(current_schema())::regnamespace and relname = any(${relations})
                order by 1) as in_the_way,
         array(select e from unnest(${extensions}::text[]) e
                where not exists (select 1 from pg_available_extensions where name = e) order by 1) as missing,
         array(select e from unnest(${extensions}::text[]) e
                 join pg_extension x on x.extname = e
                 join pg_namespace n on n.oid = x.extnamespace
                where n.nspname <> all(current_schemas(true)) order by 1) as hidden,
         quote_ident(current_user) as user,
         coalesce(has_schema_privilege(current_schema(), 'create'), true) as may_make_tables,
         array(select e from unnest(${extensions}::text[]) e
                where not exists (select 1 from pg_extension where extname = e)
                  and not has_database_privilege(current_database(), 'create') order by 1) as forbidden`

/** Refuses a database in which our tables could not be made, or would not do what they should. */
export async function refuseUnfit(db: Queries, all: Scripts): Promise<void> {
  const ground = await db.one(Ground, look(['migrations', ...relationsOf(all)], extensionsOf(all)))
  if (ground.is_begun) return
  const reasons = reasonsOf(ground)
  if (reasons.length > 0) throw new UnfitDatabaseError(`the database does not suit: ${reasons.join('; ')}`)
}

function reasonsOf(ground: Type.Static<typeof Ground>): string[] {
  const { has_schema, encoding, lowers, in_the_way, missing, hidden, user, may_make_tables, forbidden } = ground
  return [
    has_schema ? '' : 'its search_path names no schema that is there',
    encoding === 'UTF8' ? '' : `its encoding is ${encoding}, and UTF8 is needed`,
    lowers ? '' : 'in its locale the small letter of I is not i, so that addresses of e-mail would not be found',
    in_the_way.length === 0 ? '' : `something else has ${in_the_way.join(', ')} there: use a database of its own`,
    missing.length === 0 ? '' : `its server lacks the extensions ${missing.join(', ')} (postgresql-contrib)`,
    hidden.length === 0 ? '' : `the extensions ${hidden.join(', ')} are in a schema that search_path does not name`,
    may_make_tables ? '' : `the user ${user} may not make tables in it: let ${user} own it`,
    forbidden.length === 0
      ? ''
      : `the user ${user} may not make the extensions ${forbidden.join(', ')} in it: let ${user} own it, or an administrator make them`,
  ].filter(reason => reason !== '')
}
