import type { CustomerAddressInput } from '@bodega/api'
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { empty, json, type Sql, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { addressesOf, searchOf } from './input.ts'
import { CustomerRow, customerOf } from './read.ts'

/** Who buys, as an order says it. */
export interface Buyer {
  email: string
  name: string
  phone: string | null
  identification: string | null
  /** Where the order goes; a new customer lives there. */
  address: CustomerAddressInput | null
}

const Known = Type.Object({ email: Type.String(), customer: CustomerRow })

/** Customers by their e-mails as given. */
export type Buyers = ReadonlyMap<string, CustomerRow>

/** Who of the buyers is a customer already. They cannot be deleted until the transaction ends. */
export const holdBuyers = (tx: Tx, store: number, emails: readonly string[]): Promise<Buyers> =>
  byEmail(tx, store, emails, sql`for key share of c`)

/** The buyers as they are now that all of them are customers. */
export const metBuyers = (tx: Tx, store: number, emails: readonly string[]): Promise<Buyers> =>
  byEmail(tx, store, emails, empty)

async function byEmail(tx: Tx, store: number, emails: readonly string[], lock: Sql): Promise<Buyers> {
  if (emails.length === 0) return new Map()
  const rows = await tx.many(
    Known,
    sql`
      select b.email, ${customerOf(sql`c.store_id`, sql`c.id`)} as customer
        from customers_by_email(${store}, ${emails}::text[]) b
        join customers c on c.store_id = ${store} and c.id = b.id
       order by c.id
       ${lock}`,
  )
  return new Map(rows.map(({ email, customer }) => [email, customer]))
}

const stranger = ({ address, ...buyer }: Buyer, place: number, now: Date) => ({
  ...buyer,
  place,
  search: searchOf(buyer),
  addresses: address ? addressesOf([address], [], [0], wireTime(now)) : [],
})

const numbered = sql`
  case when addresses = '[]' then addresses
       else jsonb_set(addresses, '{0,id}', to_jsonb(nextval(pg_get_serial_sequence('customers', 'id')))) end`

/**
 * New customers as parts of a larger statement: `new_customers` are their ids and e-mails. Of several with one e-mail the
 * first is made; which are one the database says, whose letters fit together in its own way. Another process may be
 * making the same one at this moment: then its id is given, and the number that was meant for ours is not used.
 */
export const meeting = (store: number, now: Date, buyers: readonly Buyer[]): Sql => sql`
    strangers as (
      select b.*, nextval(pg_get_serial_sequence('customers', 'id')) as new_id
        from (select distinct on (lower(email)) *
                from jsonb_to_recordset(${json(buyers.map((buyer, place) => stranger(buyer, place, now)))})
                  as all_of (place integer, email text, name text, phone text, identification text, search text, addresses jsonb)
               order by lower(email), place) b
    ), new_customers as (
      insert into customers as c (store_id, id, name, email, phone, identification, search, addresses, created_at, updated_at)
      select ${store}, new_id, name, email, phone, identification, search, ${numbered}, ${now}, ${now} from strangers
       order by lower(email)
      on conflict (store_id, lower(email)) do update set email = c.email
      returning id, email
    )`

/** The events of those who are really new, as rows for `emitting`. */
export const met = (now: Date): Sql => sql`
  select 'customer/created' as event, jsonb_build_object('id', n.id, 'event_launch_ts', ${wireTime(now)}::text) as payload
    from new_customers n join strangers s on s.new_id = n.id`
