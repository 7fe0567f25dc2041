import Type from 'typebox'
import { languagesOf, type StoreContext } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const Row = Type.Object({
  id: Type.Integer(),
  country: Type.String(),
  main_language: Type.String(),
  main_currency: Type.String(),
  languages: Type.Record(Type.String(), Type.Object({ active: Type.Boolean() })),
})

/** What operations need to know of a store, for those who come without a token. */
export async function storeContext(db: Queries, id: number): Promise<StoreContext | undefined> {
  const row = await db.maybe(
    Row,
    sql`select id, country, main_language, main_currency, languages from stores where id = ${id}`,
  )
  return row && { ...row, languages: languagesOf(row.main_language, row.languages) }
}
