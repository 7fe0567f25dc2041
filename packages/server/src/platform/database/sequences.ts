import Type from 'typebox'
import type { Tx } from './database.ts'
import { sql } from './sql.ts'

const Ids = Type.Object({ ids: Type.Array(Type.Integer()) })

/** So many new ids of a table, in one go. */
export async function nextIds(
  tx: Tx,
  table: 'orders' | 'products' | 'variants' | 'images' | 'customers',
  n: number,
): Promise<number[]> {
  if (n === 0) return []
  const { ids } = await tx.one(
    Ids,
    // The sequence is looked up once, not for every id.
    sql`select array(select nextval(sequence)
                       from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence offset 0) s,
                            generate_series(1, ${n}::int)) as ids`,
  )
  return ids
}
