import { anyWords, notFound, type OrderFilters, orderReach, type Page, refused } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Call } from '../access/index.ts'
import { OwnedRow, ownedFields } from '../custom-fields/index.ts'
import { CustomerRow, customerOf, shownCustomer } from '../customers/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { inPlaces, reading } from '../platform/database/gathering.ts'
import { within } from '../platform/database/pages.ts'
import { fold, like } from '../platform/database/search.ts'
import { all, empty, join, plannedAnew, raw, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { Enlarged, Rendered } from '../platform/http/rendered.ts'
import { parseInstant } from '../platform/instant.ts'
import { paced } from '../platform/pace.ts'
import {
  aggregatesOf,
  isEnlarged,
  needsFields,
  needsShipments,
  render,
  renderAlone,
  type Shown,
  type View,
} from './document.ts'
import { numberBeforeFirst } from './ids.ts'
import { picturesAt } from './pictures.ts'

export const orderNotFound = () => notFound('Order with such id does not exist')

const Row = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  document: Type.String(),
  legacy: Type.String(),
  customer: Type.Union([Type.Null(), CustomerRow]),
  /** In one piece: as JSON, documents would be wrapped up here and there once more. */
  shipments: Type.String(),
  custom_fields: Type.Optional(Type.Array(OwnedRow)),
})

/** Neither an id nor JSON has this character. */
const divider = 1

const divided = (text: string): string[] => (text === '' ? [] : text.split(String.fromCharCode(divider)))

const customer = sql`${customerOf(sql`o.store_id`, sql`o.customer_id`)} as customer`
const fields = sql`, ${ownedFields('order', sql`o.store_id`, sql`o.id`)} as custom_fields`

/** The customer, the shipments and the custom fields come with the order, in one statement. What is not shown is not read. */
const columnsOf = (view: View): Sql => sql`
  o.id, o.number, o.document, ${view.version === 'v1' ? sql`o.legacy` : sql`'{}' as legacy`},
  ${view.scopes.has('read_customers') ? customer : sql`null as customer`},
  (select coalesce(string_agg(${needsShipments(view) ? sql`f.document` : sql`f.id`}, ${raw(`chr(${divider})`)} order by f.number), '')
     from fulfillment_orders f where f.store_id = o.store_id and f.order_id = o.id) as shipments
  ${needsFields(view) ? fields : empty}`

export function rendered(order: Shown, view: View): Rendered {
  const json = render(order, view)
  return isEnlarged(view) ? new Enlarged(() => renderAlone(order, view), json) : new Rendered(json)
}

export const customerText = (customer: CustomerRow): string => JSON.stringify(shownCustomer(customer))

const renderedRow = ({ shipments, customer, ...row }: Static<typeof Row>, view: View) =>
  rendered({ ...row, shipments: divided(shipments), customer: () => customer && customerText(customer) }, view)

export const viewOf = ({ store, version, scopes }: Call, url: string, aggregates?: string): View => ({
  version,
  scopes,
  aggregates: aggregatesOf(aggregates),
  pictures: picturesAt(url, store.id),
})

export async function get(db: Queries, store: number, id: number, view: View): Promise<Rendered> {
  const row = await db.maybe(
    Row,
    sql`select ${columnsOf(view)} from orders o where o.store_id = ${store} and o.id = ${id}`,
  )
  if (!row) throw orderNotFound()
  return renderedRow(row, view)
}

/** What orders are read from, and how much of them is shown. */
interface Reader {
  db: Queries
  store: number
  view: View
}

async function getAll({ db, store, view }: Reader, ids: readonly number[]): Promise<Map<number, Rendered>> {
  const asked = inPlaces(ids).map(id => sql`(${id}::bigint)`)
  const rows = await db.many(
    Row,
    sql`select ${columnsOf(view)} from (values ${join(asked)}) as asked (id)
          join orders o on o.store_id = ${store} and o.id = asked.id`,
  )
  return new Map(rows.map(row => [row.id, renderedRow(row, view)]))
}

export const createReading = () =>
  reading<Reader, Rendered>({
    laneOf: ({ store, view: { version, scopes, aggregates } }) =>
      [store, version, [...scopes], [...aggregates]].join(' '),
    getAll,
    notFound: orderNotFound,
  })

const Total = Type.Object({ total: Type.Integer() })

export async function list(db: Queries, store: number, query: OrderFilters, view: View): Promise<Page<Rendered>> {
  const window = windowOf(query)
  const where = conditionsOf(store, query)
  const isWhole = isPlain(query)
  const page = sql`select ${columnsOf(view)} from orders_of_store o where ${where} order by ${orderOf(query)} ${within(window, isWhole)}`
  const count = () => (isWhole ? countOrders(db, store) : db.one(Total, boundedTotal(where, query)))
  // Deep pages are refused before they are read (F17), unless there is no such page at all.
  if (query.page * window.limit > orderReach && (await count()).total > orderReach) {
    throw refused(422, `Only the first ${orderReach} orders can be paged through: go on with since_id`)
  }
  const [rows, { total }] = await Promise.all([db.many(Row, isWhole ? page : plannedAnew(page)), count()])
  return {
    items: await paced(rows, row => renderedRow(row, view)),
    total: isWhole ? total : Math.min(total, orderReach),
    reachable: Math.min(total, orderReach),
  }
}

/**
 * Pollers go forward from the last one they saw; people look at the newest. What ends at a date is found by its date, which
 * gives the same order: by their ids, all orders that came later would be passed over first.
 */
function orderOf({ since_id, created_at_max }: OrderFilters): Sql {
  if (since_id !== undefined) return raw('o.id')
  return raw(asks(created_at_max) ? 'o.created_at desc, o.id desc' : 'o.id desc')
}

/**
 * One more than can be reached tells that there are more. What many orders say is counted among the newest, which are in
 * memory: a table that is read from its beginning is not kept there.
 */
function boundedTotal(where: Sql, { q }: OrderFilters): Sql {
  const order = q === undefined ? empty : sql`order by o.id desc`
  const hits = sql`select 1 from orders_of_store o where ${where} ${order} limit ${orderReach + 1}`
  return plannedAnew(sql`select count(*) as total from (${hits}) hits`)
}

/** Orders are never deleted, and their numbers have no gaps: the last number tells how many there are. */
export const countOrders = (db: Queries, store: number): Promise<{ total: number }> =>
  db.one(
    Total,
    sql`select coalesce((select last - ${numberBeforeFirst} from order_numbers where store_id = ${store}), 0)::bigint as total`,
  )

type Filter = keyof OrderFilters

const windowKeys: readonly Filter[] = ['page', 'per_page', 'fields', 'aggregates']

/** A form that was left empty asks for nothing: some clients send all its fields. */
const asks = (value: OrderFilters[Filter]): boolean =>
  Array.isArray(value)
    ? !anyWords.some(word => (value as unknown[]).includes(word))
    : value !== undefined && (typeof value !== 'string' || value.trim() !== '')

const isPlain = (query: OrderFilters): boolean =>
  !Object.entries(query).some(([key, value]) => asks(value) && !windowKeys.includes(key as Filter))

/** One is sought in the order of the index, several are sorted. */
const isOneOf = (column: string, values: readonly (string | number)[], type = 'text'): Sql =>
  values.length === 1 ? sql`${raw(column)} = ${values[0]}` : sql`${raw(column)} = any(${values}::${raw(type)}[])`

const shippingGroups: Readonly<Record<string, readonly string[]>> = {
  unpacked: ['unpacked', 'partially_packed'],
  packed: ['unshipped', 'partially_fulfilled'],
  unfulfilled: ['unshipped', 'partially_fulfilled'],
  unshipped: ['unshipped', 'partially_fulfilled'],
  fulfilled: ['shipped', 'delivered'],
  shipped: ['shipped', 'delivered'],
  partially_packed: ['partially_packed'],
  partially_fulfilled: ['partially_fulfilled'],
  delivered: ['delivered'],
}

/**
 * A number finds the order that bears it, and no other: e-mails are full of digits, and newer orders of such buyers would
 * keep it off the page that clients look through. Any other text is sought in the buyer's name and e-mail.
 */
function searched(q: string, store: number): Sql {
  const text = q.trim().replace(/^#/, '')
  // The index leaves out what is empty.
  const found = sql`o.search <> '' and o.search like ${like(fold(text))}`
  if (!/^\d{1,15}$/.test(text)) return found
  const number = Number(text)
  const isBorne = sql`exists (select 1 from orders n where n.store_id = ${store} and n.number = ${number})`
  return sql`(o.number = ${number} or (not ${isBorne} and ${found}))`
}

const conditions: { [F in Filter]?: (value: NonNullable<OrderFilters[F]>, store: number) => Sql } = {
  since_id: id => sql`o.id > ${id}`,
  status: all => isOneOf('o.status', all),
  payment_status: all => isOneOf('o.payment_status', all),
  shipping_status: all => isOneOf('o.shipping_status', [...new Set(all.flatMap(one => shippingGroups[one] ?? []))]),
  channels: all => isOneOf('o.storefront', all),
  total_min: total => sql`o.total >= ${total}`,
  total_max: total => sql`o.total <= ${total}`,
  customer_id: id => sql`o.customer_id = ${id}`,
  customer_ids: ids => isOneOf('o.customer_id', ids, 'bigint'),
  app_id: id => sql`o.app_id = ${id}`,
  payment_provider: gateway => sql`o.gateway = ${gateway}`,
  payment_methods: methods => sql`
    exists (select 1 from transactions t
             where t.store_id = o.store_id and t.order_id = o.id
               and t.method_type = any(${methods}::text[]))`,
  q: searched,
  created_at_min: text => sql`o.created_at >= ${parseInstant(text)}`,
  created_at_max: text => sql`o.created_at <= ${parseInstant(text)}`,
  updated_at_min: text => sql`o.updated_at >= ${parseInstant(text)}`,
  updated_at_max: text => sql`o.updated_at <= ${parseInstant(text)}`,
}

function conditionsOf(store: number, query: OrderFilters): Sql {
  const given = Object.entries(conditions).flatMap(([filter, condition]) => {
    const value = query[filter as Filter]
    // Each condition takes the value of its own filter; a loop cannot show it.
    return asks(value) ? [(condition as (value: unknown, store: number) => Sql)(value, store)] : []
  })
  return all([sql`o.store_id = ${store}`, ...given])
}
