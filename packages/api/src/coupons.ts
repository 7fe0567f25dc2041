import Type, { type Static } from 'typebox'
import {
  Amount,
  Code,
  Dates,
  DateTime,
  Fields,
  Id,
  Localized,
  MaybeBoolean,
  MaybeOf,
  MaybeTime,
  Nullable,
  OrderMoney,
  Paging,
  Text,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Reference } from './reference.ts'

export const couponTypes = ['percentage', 'absolute', 'shipping'] as const

/** What a coupon can be restricted to: one of them at most. */
export const couponRestrictions = ['products', 'categories'] as const

const CouponType = Type.Enum([...couponTypes])

/** `2026-07-11` */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Here the top of the categories is written as 0. */
const ShortCategory = Type.Object({ id: Id, name: Localized, parent: Type.Integer({ minimum: 0 }) })
const ShortProduct = Type.Object({ id: Id, name: Localized })

const maxUses = 999_999_999

export const Coupon = Type.Object({
  id: Id,
  code: Type.String(),
  type: CouponType,
  value: OrderMoney,
  valid: Type.Boolean(),
  used: Type.Integer({ minimum: 0 }),
  max_uses: Nullable(Type.Integer({ minimum: 1 })),
  includes_shipping: Type.Boolean(),
  start_date: Nullable(Day),
  end_date: Nullable(Day),
  /** Alone among amounts a number. */
  min_price: Nullable(Type.Number({ minimum: 0 })),
  first_consumer_purchase: Type.Boolean(),
  combines_with_other_discounts: Type.Boolean(),
  only_cheapest_shipping: Type.Boolean(),
  categories: Nullable(Type.Array(ShortCategory)),
  products: Nullable(Type.Array(ShortProduct)),
  created_at: DateTime,
  updated_at: DateTime,
  deleted_at: Type.Null(),
})
export type Coupon = Static<typeof Coupon>

const References = MaybeOf(Type.Array(Reference, { maxItems: 1000 }))

export const CouponInput = Type.Object({
  code: Type.String({ ...Code, minLength: 1, pattern: '^([A-Za-z0-9][A-Za-z0-9-]*)?$' }),
  type: CouponType,
  value: Amount,
  valid: MaybeBoolean,
  max_uses: MaybeOf(Type.Integer({ minimum: 0, maximum: maxUses })),
  includes_shipping: MaybeBoolean,
  start_date: MaybeTime,
  end_date: MaybeTime,
  min_price: Amount,
  first_consumer_purchase: MaybeBoolean,
  combines_with_other_discounts: MaybeBoolean,
  only_cheapest_shipping: MaybeBoolean,
  categories: References,
  products: References,
})
export type CouponInput = Static<typeof CouponInput>

export const CouponChange = Type.Partial(CouponInput)
export type CouponChange = Static<typeof CouponChange>

export const couponSorts = [
  'created-at-ascending',
  'created-at-descending',
  'alpha-ascending',
  'alpha-descending',
  'uses-ascending',
  'uses-descending',
] as const

/** The day of a date-time counts; there was no year 0. */
const FilterDay = Type.Optional(Type.String({ maxLength: 40, format: 'instant', pattern: '^(?!0000)' }))

export const CouponFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  q: Type.Optional(Text()),
  min_start_date: FilterDay,
  max_start_date: FilterDay,
  min_end_date: FilterDay,
  max_end_date: FilterDay,
  valid: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['activated', 'deactivated'])),
  limitation_type: Type.Optional(Type.Enum(['quantity', 'cart_value', ...couponRestrictions])),
  term_type: Type.Optional(Type.Enum(['unlimited', 'limited'])),
  discount_type: Type.Optional(CouponType),
  includes_shipping: Type.Optional(Type.Boolean()),
  sort_by: Type.Optional(Type.Enum([...couponSorts])),
})
export type CouponFilters = Static<typeof CouponFilters>

const OneCoupon = Type.Object({ id: Id })

const refusals = { 422: 'A field is wrong, another coupon has the code, or a product or category does not exist' }

export const coupons = {
  list: endpoint({
    method: 'GET',
    path: '/coupons',
    scope: 'read_coupons',
    summary: 'List the coupons',
    query: CouponFilters,
    reply: Coupon,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/coupons/:id',
    scope: 'read_coupons',
    summary: 'Read one coupon',
    params: OneCoupon,
    query: Fields,
    reply: Coupon,
  }),
  create: endpoint({
    method: 'POST',
    path: '/coupons',
    scope: 'write_coupons',
    summary: 'Create a coupon',
    body: CouponInput,
    status: 201,
    reply: Coupon,
    errors: refusals,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/coupons/:id',
    scope: 'write_coupons',
    summary: 'Update a coupon',
    params: OneCoupon,
    body: CouponChange,
    reply: Coupon,
    errors: refusals,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/coupons/:id',
    scope: 'write_coupons',
    summary: 'Delete a coupon',
    params: OneCoupon,
    reply: Type.Object({}),
  }),
}
