import { isDeepStrictEqual } from 'node:util'
import { type Coupon, type CouponChange, type CouponInput, invalid } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { constraintOf } from '../platform/database/failures.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { couponNotFound, get } from './read.ts'
import { changedTerms, newTerms, type Terms, termsOf } from './terms.ts'

const Id = Type.Object({ id: Type.Integer() })

const columns = sql`
  code, type, value, valid, max_uses, start_date, end_date, min_price, includes_shipping, first_consumer_purchase,
  combines_with_other_discounts, only_cheapest_shipping, restriction`

const valuesOf = (terms: Terms) => sql`
  ${terms.code}, ${terms.type}, ${terms.value}, ${terms.valid}, ${terms.max_uses}, ${terms.start_date}, ${terms.end_date},
  ${terms.min_price}, ${terms.includes_shipping}, ${terms.first_consumer_purchase}, ${terms.combines_with_other_discounts},
  ${terms.only_cheapest_shipping}, ${terms.restriction}`

function refuse(error: unknown): never {
  switch (constraintOf(error)) {
    case 'coupons_code':
      throw invalid({ code: ['has already been taken'] })
    case 'coupon_targets_product':
      throw invalid({ products: ['Product with such id does not exist'] })
    case 'coupon_targets_category':
      throw invalid({ categories: ['Category with such id does not exist'] })
    default:
      throw error
  }
}

/** Adds what the coupon is not restricted to yet; whether it exists is for the table to say. In the order of ids, as all lock. */
async function aim({ tx, store }: Write, id: number, { restriction, targets }: Terms): Promise<void> {
  if (targets.length === 0) return
  const column = raw(restriction === 'products' ? 'product_id' : 'category_id')
  await tx
    .run(
      sql`
      insert into coupon_targets (store_id, coupon_id, ${column})
      select ${store.id}, ${id}, unnest(${targets}::bigint[])
          on conflict (store_id, coupon_id, target_id) do nothing`,
    )
    .catch(refuse)
}

export async function create(call: Write, input: CouponInput): Promise<Coupon> {
  const { tx, store, now } = call
  const terms = newTerms(input)
  const { id } = await tx
    .one(
      Id,
      sql`
      insert into coupons (store_id, ${columns}, created_at, updated_at)
      values (${store.id}, ${valuesOf(terms)}, ${now}, ${now})
      returning id`,
    )
    .catch(refuse)
  await aim(call, id, terms)
  return get(tx, store.id, id)
}

/** No other writer of the coupon until the transaction ends. Its targets are read after that: not what they were before the wait. */
async function lock({ tx, store }: Write, id: number): Promise<void> {
  const found = await tx.run(sql`select 1 from coupons where store_id = ${store.id} and id = ${id} for update`)
  if (found === 0) throw couponNotFound()
}

export async function update(call: Write, id: number, change: CouponChange): Promise<Coupon> {
  const { tx, store, now } = call
  await lock(call, id)
  const coupon = await get(tx, store.id, id)
  const old = termsOf(coupon)
  const next = changedTerms(old, change)
  if (isDeepStrictEqual(next, old)) return coupon
  await tx.run(sql`
    delete from coupon_targets
     where store_id = ${store.id} and coupon_id = ${id}
       and (restriction is distinct from ${next.restriction}::text or target_id <> all(${next.targets}::bigint[]))`)
  await tx
    .run(
      sql`
      update coupons set (${columns}, updated_at) = (${valuesOf(next)}, greatest(updated_at, ${now}))
       where store_id = ${store.id} and id = ${id}`,
    )
    .catch(refuse)
  await aim(call, id, next)
  return get(tx, store.id, id)
}

/**
 * What coupons are restricted to is about to go, and their documents with it: whoever polls by the date sees that. In the
 * order of locks that an update has, the coupon before what it is for; so whoever deletes asks for it once more when no
 * coupon can be given the target any longer, and those that were dated are passed over.
 */
export const leave =
  (kind: 'product' | 'category') =>
  async ({ tx, store, now }: Write, target: number): Promise<void> => {
    await tx.run(sql`
      with held as (
        select c.id from coupons c
         where c.store_id = ${store.id} and c.updated_at < ${now}
           and c.id in (select t.coupon_id from coupon_targets t
                         where t.store_id = ${store.id} and t.${raw(`${kind}_id`)} = ${target})
         order by c.id
           for no key update
      )
      update coupons c set updated_at = ${now} from held where c.store_id = ${store.id} and c.id = held.id`)
  }

export async function remove({ tx, store }: Write, id: number): Promise<Record<never, never>> {
  const removed = await tx.run(sql`delete from coupons where store_id = ${store.id} and id = ${id}`)
  if (removed === 0) throw couponNotFound()
  return {}
}
