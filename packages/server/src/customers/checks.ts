import { MaybeText } from '@bodega/api'
import Type from 'typebox'
import { type Check, type Example, ofStore } from '../platform/database/check.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { searchOf } from './input.ts'

export const customerChecks: Check[] = [
  {
    name: 'customers/one-default-address',
    sentence: 'Of the addresses of a customer exactly one is the default, and no two share a number',
    query: store => sql`
      select c.store_id, c.id
        from customers c, jsonb_array_elements(c.addresses) a
       where ${ofStore('c.store_id', store)}
       group by c.store_id, c.id
      having count(*) filter (where (a ->> 'default')::boolean) <> 1 or count(distinct a ->> 'id') <> count(*)
       order by c.store_id, c.id`,
  },
  {
    name: 'customers/search',
    sentence: 'A customer is found by the name, e-mail and identification that it has',
    walk: misplaced,
  },
]

const Row = Type.Object({
  store_id: Type.Integer(),
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  identification: MaybeText,
  search: Type.String(),
})

const batchSize = 10_000

async function* misplaced(db: Queries, store?: number): AsyncIterable<Example> {
  let last = { store_id: 0, id: 0 }
  for (;;) {
    const rows = await db.many(
      Row,
      sql`
        select store_id, id, name, email, identification, search from customers
         where ${ofStore('store_id', store)} and (store_id, id) > (${last.store_id}, ${last.id})
         order by store_id, id limit ${batchSize}`,
    )
    for (const row of rows) if (row.search !== searchOf(row)) yield { store_id: row.store_id, id: row.id }
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = end
  }
}
