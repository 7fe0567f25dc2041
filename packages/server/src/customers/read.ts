import {
  type Customer,
  CustomerAddress,
  type CustomerFilters,
  CustomerProfile,
  DateTime,
  MaybeText,
  notFound,
  type OrderCustomer,
  type Page,
  profileFields,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { StoreContext } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { beginsAtDate, wireTimeOf, withinDates } from '../platform/database/dates.ts'
import { page, type Window } from '../platform/database/pages.ts'
import { fold, like } from '../platform/database/search.ts'
import { all, plannedAnew, raw, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'

export const CustomerRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  phone: MaybeText,
  identification: MaybeText,
  note: MaybeText,
  profile: Type.Partial(CustomerProfile),
  addresses: Type.Array(CustomerAddress),
  extra: Type.Record(Type.String(), Type.Unknown()),
  active: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type CustomerRow = Static<typeof CustomerRow>

const time = (column: string): Sql => sql`${wireTimeOf(raw(column))} as ${raw(column)}`

const columns = sql`
  id, name, email, phone, identification, note, profile, addresses, extra, active, ${time('created_at')}, ${time('updated_at')}`

/** A customer as one JSON value, for those who show one with something else. */
export const customerOf = (store: Sql, id: Sql): Sql => sql`
  (select row_to_json(c) from (select ${columns} from customers where store_id = ${store} and id = ${id}) c)`

/** Field by field: with every order a customer is shown, and to copy objects takes ten times as long. */
export function shownCustomer(row: CustomerRow): OrderCustomer {
  const { id, name, email, phone, identification, note, profile, addresses, extra, active, created_at, updated_at } =
    row
  const said = {} as CustomerProfile
  for (const field of profileFields) said[field] = profile[field] ?? null
  return {
    id,
    name,
    email,
    phone,
    identification,
    note,
    extra,
    active,
    created_at,
    updated_at,
    default_address: addresses.find(address => address.default) ?? null,
    addresses,
    ...said,
    first_interaction: created_at,
    // Nobody is asked: there is no storefront.
    accepts_marketing: false,
    accepts_marketing_updated_at: null,
  }
}

export interface Spent {
  total_spent: string
  last_order_id: number | null
}

/** What customers have spent, and their last orders; `app.ts` hands it in, because orders stand above customers. */
export type SpentBy = (db: Queries, store: number, customers: readonly number[]) => Promise<ReadonlyMap<number, Spent>>

export interface Reader {
  db: Queries
  store: StoreContext
  spentBy: SpentBy
}

async function withSpending({ db, store, spentBy }: Reader, rows: readonly CustomerRow[]): Promise<Customer[]> {
  const spent = await spentBy(
    db,
    store.id,
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({
    ...shownCustomer(row),
    ...(spent.get(row.id) ?? { total_spent: '0.00', last_order_id: null }),
    total_spent_currency: store.main_currency,
  }))
}

export const customerNotFound = () => notFound('Customer with such id does not exist')

export async function get(reader: Reader, id: number): Promise<Customer> {
  const row = await reader.db.maybe(
    CustomerRow,
    sql`select ${columns} from customers where store_id = ${reader.store.id} and id = ${id}`,
  )
  const [customer] = await withSpending(reader, row ? [row] : [])
  if (!customer) throw customerNotFound()
  return customer
}

/** The row, and no other writer until the transaction ends. Orders of the customer can still be placed. */
export async function locked(db: Queries, store: number, id: number): Promise<CustomerRow> {
  const row = await db.maybe(
    CustomerRow,
    sql`select ${columns} from customers where store_id = ${store} and id = ${id} for no key update`,
  )
  if (!row) throw customerNotFound()
  return row
}

export async function list(reader: Reader, query: CustomerFilters): Promise<Page<Customer>> {
  const filters = filtersOf(query)
  const from = sql`from customers_of_store where ${all([sql`store_id = ${reader.store.id}`, ...filters])}`
  const rows = rowsOf(reader.store.id, from, orderOf(query), windowOf(query))
  const { items, total } = await page(reader.db, CustomerRow, filters.length > 0 ? plannedAnew(rows) : rows, from)
  return { items: await withSpending(reader, items), total }
}

const orderOf = (query: CustomerFilters): Sql => raw(beginsAtDate(query) ? 'customers_of_store.created_at, id' : 'id')

/** Of a later page the ids are found first, from an index alone where they can: what is skipped is not read, nor put into words. */
function rowsOf(store: number, from: Sql, order: Sql, { limit, offset }: Window): Sql {
  if (offset === 0) return sql`select ${columns} ${from} order by ${order} limit ${limit}`
  const ids = sql`select id ${from} order by ${order} limit ${limit} offset ${offset}`
  return sql`select ${columns} from customers_of_store where store_id = ${store} and id = any(array(${ids})) order by ${order}`
}

function filtersOf(query: CustomerFilters): Sql[] {
  const { since_id, q, email } = query
  return [
    ...(since_id === undefined ? [] : [sql`id > ${since_id}`]),
    ...(q === undefined ? [] : [sql`search like ${like(fold(q.trim()))}`]),
    ...(email === undefined ? [] : [sql`lower(email) = lower(${email})`]),
    ...withinDates(query),
  ]
}
