import Type from 'typebox'
import type { Db } from './database.ts'
import { raw, sql } from './sql.ts'

const Table = Type.Object({ name: Type.String() })

/**
 * Lets PostgreSQL look at tables that have grown tenfold since it last did. It does so by itself once a minute, and until
 * then keeps the plans of an empty table, where every index that begins with `store_id` is as good as the key: each
 * reference to an order would read all orders of its store. Says which tables it looked at.
 */
export async function lookAtGrown(db: Db): Promise<string[]> {
  const grown = await db.many(
    Table,
    sql`
      select quote_ident(c.relname) as name
        from pg_stat_user_tables s
        join pg_class c on c.oid = s.relid
       where s.schemaname = current_schema() and s.n_live_tup >= 50 and s.n_live_tup > 10 * c.reltuples
         and pg_has_role(c.relowner, 'usage')
       order by 1`,
  )
  // Whoever else is at it does it for us.
  for (const { name } of grown) await db.run(raw(`analyze (skip_locked) ${name}`))
  return grown.map(({ name }) => name)
}
