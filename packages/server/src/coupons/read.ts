import { Coupon, type CouponFilters, notFound, type Page } from '@bodega/api'
import { shortCategories } from '../categories/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { withinDates } from '../platform/database/dates.ts'
import { page } from '../platform/database/pages.ts'
import { fold, like } from '../platform/database/search.ts'
import { all, plannedAnew, raw, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { shortProducts } from '../products/index.ts'
import { dayOf } from './terms.ts'

const targets = (column: string): Sql =>
  sql`select t.${raw(column)} from coupon_targets t where t.store_id = c.store_id and t.coupon_id = c.id`

/** All that it was restricted to is deleted. */
const isAimless = sql`(c.restriction is not null and not exists (${targets('target_id')}))`

const isValid = (value: boolean): Sql =>
  value ? sql`(c.valid and not ${isAimless})` : sql`(not c.valid or ${isAimless})`

const day = (column: string): Sql => sql`to_char(c.${raw(column)}, 'YYYY-MM-DD') as ${raw(column)}`

const columns = sql`
  c.id, c.code, c.type, c.value, ${isValid(true)} as valid, c.used, c.max_uses, c.includes_shipping, ${day('start_date')},
  ${day('end_date')}, c.min_price::float8 as min_price, c.first_consumer_purchase, c.combines_with_other_discounts,
  c.only_cheapest_shipping,
  case c.restriction when 'categories' then ${shortCategories(sql`c.store_id`, targets('category_id'))} end as categories,
  case c.restriction when 'products' then ${shortProducts(sql`c.store_id`, targets('product_id'))} end as products,
  c.created_at, c.updated_at, null as deleted_at`

export const couponNotFound = () => notFound('Coupon with such id does not exist')

export async function get(db: Queries, store: number, id: number): Promise<Coupon> {
  const found = await db.maybe(
    Coupon,
    sql`select ${columns} from coupons c where c.store_id = ${store} and c.id = ${id}`,
  )
  if (!found) throw couponNotFound()
  return found
}

export async function list(db: Queries, store: number, query: CouponFilters): Promise<Page<Coupon>> {
  const { limit, offset } = windowOf(query)
  const filters = filtersOf(query)
  const from = sql`from coupons_of_store c where ${all([sql`c.store_id = ${store}`, ...filters])}`
  const rows = sql`select ${columns} ${from} order by ${orderOf(query.sort_by)} limit ${limit} offset ${offset}`
  return page(db, Coupon, filters.length > 0 ? plannedAnew(rows) : rows, from)
}

const limitations: Record<NonNullable<CouponFilters['limitation_type']>, Sql> = {
  quantity: sql`c.max_uses is not null`,
  cart_value: sql`c.min_price > 0`,
  products: sql`c.restriction = 'products'`,
  categories: sql`c.restriction = 'categories'`,
}

const terms: Record<NonNullable<CouponFilters['term_type']>, Sql> = {
  unlimited: sql`c.start_date is null and c.end_date is null`,
  limited: sql`(c.start_date is not null or c.end_date is not null)`,
}

function filtersOf(query: CouponFilters): Sql[] {
  const { q, valid, status, limitation_type, term_type, discount_type, includes_shipping } = query
  return [
    ...(q === undefined ? [] : [sql`c.code_key like ${like(fold(q.trim()))}`]),
    ...(valid === undefined ? [] : [isValid(valid)]),
    ...(status === undefined ? [] : [isValid(status === 'activated')]),
    ...(limitation_type === undefined ? [] : [limitations[limitation_type]]),
    ...(term_type === undefined ? [] : [terms[term_type]]),
    ...(discount_type === undefined ? [] : [sql`c.type = ${discount_type}`]),
    ...(includes_shipping === undefined ? [] : [sql`c.includes_shipping = ${includes_shipping}`]),
    ...(['start_date', 'end_date'] as const).flatMap(column => withinDays(query, column)),
    ...withinDates(query),
  ]
}

/** As the bounds of all dates, these are inclusive (F5). */
function withinDays(query: CouponFilters, column: 'start_date' | 'end_date'): Sql[] {
  const { [`min_${column}` as const]: min, [`max_${column}` as const]: max } = query
  return [
    ...(min === undefined ? [] : [sql`c.${raw(column)} >= ${dayOf(min)}::date`]),
    ...(max === undefined ? [] : [sql`c.${raw(column)} <= ${dayOf(max)}::date`]),
  ]
}

const orders: Record<NonNullable<CouponFilters['sort_by']>, string> = {
  'created-at-ascending': 'c.created_at, c.id',
  'created-at-descending': 'c.created_at desc, c.id desc',
  'alpha-ascending': 'c.code_key',
  'alpha-descending': 'c.code_key desc',
  'uses-ascending': 'c.used, c.id',
  'uses-descending': 'c.used desc, c.id desc',
}

const orderOf = (sort: CouponFilters['sort_by']): Sql => raw(sort ? orders[sort] : 'c.id')
