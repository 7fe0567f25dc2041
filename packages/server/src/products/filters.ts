import type { ProductFilters } from '@bodega/api'
import { ownersOf } from '../handles/index.ts'
import { totalOf } from '../inventory/index.ts'
import { beginsAtDate } from '../platform/database/dates.ts'
import { type Window, within } from '../platform/database/pages.ts'
import { all, join, raw, type Sql, sql } from '../platform/database/sql.ts'
import { parseInstant } from '../platform/instant.ts'
import { visibility } from './rows.ts'
import { searched } from './search.ts'

type Filter = keyof ProductFilters

const windowKeys: readonly Filter[] = ['page', 'per_page', 'fields', 'sort_by', 'language']

/** Nothing is left out of the list: its length is known without counting. */
export const isPlain = (query: ProductFilters): boolean =>
  !Object.entries(query).some(([key, value]) => value !== undefined && !windowKeys.includes(key as Filter))

const total = totalOf(sql`p.store_id`, sql`p.id`)

interface Place {
  store: number
  language: string | undefined
}

/** Each filter as conditions. */
const conditions: { [F in Filter]?: (value: NonNullable<ProductFilters[F]>, place: Place) => Sql[] } = {
  ids: ids => [sql`p.id = any(${ids}::bigint[])`],
  since_id: id => [sql`p.id > ${id}`],
  q: (q, { language }) => searched(q, language),
  handle: (handle, { store, language }) => [sql`p.id in (${ownersOf(store, 'product', language, handle)})`],
  category_id: (id, { store }) => [
    sql`p.id in (select product_id from product_categories where store_id = ${store} and category_id = ${id})`,
  ],
  published: value => [sql`p.published = ${value}`],
  visibility: list => [sql`${visibility} = any(${list}::text[])`],
  free_shipping: value => [sql`p.free_shipping = ${value}`],
  min_stock: value => [sql`coalesce(${total}, 9223372036854775807) >= ${value}`],
  max_stock: value => [sql`coalesce(${total}, 9223372036854775807) <= ${value}`],
  has_promotional_price: value => [sql`p.has_promotional_price = ${value}`],
  has_weight: value => [sql`p.has_weight = ${value}`],
  has_all_dimensions: value => [sql`p.has_all_dimensions = ${value}`],
  has_weight_and_all_dimensions: value => [sql`(p.has_weight and p.has_all_dimensions) = ${value}`],
  created_at_min: text => [sql`p.created_at >= ${parseInstant(text)}`],
  created_at_max: text => [sql`p.created_at <= ${parseInstant(text)}`],
  updated_at_min: (text, { store }) => [
    sql`p.id in (select id from products where store_id = ${store} and updated_at >= ${parseInstant(text)}
                  union all
                 select product_id from product_touches where store_id = ${store} and touched_at >= ${parseInstant(text)})`,
  ],
  updated_at_max: (text, { store }) => [
    sql`p.updated_at <= ${parseInstant(text)}`,
    sql`p.id not in (select product_id from product_touches where store_id = ${store} and touched_at > ${parseInstant(text)})`,
  ],
}

export function conditionsOf(store: number, query: ProductFilters): Sql {
  const place = { store, language: query.language }
  const given = Object.entries(conditions).flatMap(([filter, condition]) => {
    const value = query[filter as Filter]
    // Each condition takes the value of its own filter; a loop cannot show it.
    return value === undefined ? [] : (condition as (value: unknown, place: Place) => Sql[])(value, place)
  })
  return all([sql`p.store_id = ${store}`, ...given])
}

/** What has no price comes last, up and down. */
const dearestFirst = 'p.sort_price desc nulls last, p.id desc'

const orders: Record<NonNullable<ProductFilters['sort_by']>, string> = {
  user: 'p.id',
  'price-ascending': 'p.sort_price, p.id',
  'price-descending': dearestFirst,
  'cost-ascending': 'p.sort_price, p.id',
  'cost-descending': dearestFirst,
  'alpha-ascending': 'p.sort_name, p.id',
  'alpha-descending': 'p.sort_name desc, p.id desc',
  'name-ascending': 'p.sort_name, p.id',
  'name-descending': 'p.sort_name desc, p.id desc',
  'created-at-ascending': 'p.created_at, p.id',
  'created-at-descending': 'p.created_at desc, p.id desc',
  'best-selling': 'p.sold desc, p.id',
}

export type Sort = keyof typeof orders

export const sortOf = (query: ProductFilters): Sort =>
  query.sort_by ?? (beginsAtDate(query) ? 'created-at-ascending' : 'user')

export const orderOf = (sort: Sort): Sql => raw(orders[sort])

/** The ids of a part of the list, found along an index where the list has no filters. */
export function idsOf(where: Sql, sort: Sort, window: Window, isWhole: boolean): Sql {
  const order = orderOf(sort)
  const shown = within(window, isWhole)
  if (order.text !== dearestFirst) {
    return sql`select p.id from products_of_store p where ${where} order by ${order} ${shown}`
  }
  // On its way down the index begins with those that have no price, so both kinds are read apart and then put together.
  const reach = within({ limit: window.offset + window.limit, offset: 0 }, isWhole)
  const kinds = [sql`is not null`, sql`is null`].map(
    kind => sql`
      (select p.id, p.sort_price
         from products_of_store p
        where ${where} and p.sort_price ${kind}
        order by p.sort_price desc, p.id desc ${reach})`,
  )
  return sql`select p.id from (${join(kinds, ' union all ')}) p order by ${order} ${shown}`
}
