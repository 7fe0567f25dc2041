import type { CustomerInput } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { numbersFor } from './customers.ts'
import { addressesOf, changed, nobody, searchOf } from './input.ts'

const Last = Type.Object({ last: Type.Integer() })

/** The highest id of a customer of the store. */
export async function lastCustomer(db: Queries, store: number): Promise<number> {
  return (await db.one(Last, sql`select coalesce(max(id), 0) as last from customers where store_id = ${store}`)).last
}

/** Many new customers in one statement, of whom nobody is told; an e-mail that is known already is passed over. */
export async function storeCustomers({ tx, store, now }: Write, inputs: readonly CustomerInput[]): Promise<void> {
  const numbers = await numbersFor(
    tx,
    inputs.reduce((sum, { addresses }) => sum + (addresses?.length ?? 0), 0),
  )
  const rows = inputs.map(input => {
    const given = input.addresses ?? []
    const made = changed(nobody, input, addressesOf(given, [], numbers.splice(0, given.length), wireTime(now)))
    return { ...made, search: searchOf(made) }
  })
  await tx.run(sql`
    insert into customers (store_id, name, email, phone, identification, note, profile, addresses, extra, active, search,
                           created_at, updated_at)
    select ${store.id}, name, email, phone, identification, note, profile, addresses, extra, active, search, ${now}, ${now}
      from jsonb_to_recordset(${json(rows)})
        as c (name text, email text, phone text, identification text, note text, profile jsonb, addresses jsonb,
              extra jsonb, active boolean, search text)
    on conflict do nothing`)
}
