import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** The next row of each of these tables gets the same id as the next of the others: things of two kinds show that they are two. */
export async function alignIds(db: Db, ...tables: readonly string[]): Promise<void> {
  await db.run(sql`
    with sequences as (
      select pg_get_serial_sequence(name, 'id')::regclass as sequence from unnest(${tables}::text[]) name
    ), above as (
      select max(nextval(sequence)) as id from sequences
    )
    select setval(sequence, above.id) from sequences, above`)
}
