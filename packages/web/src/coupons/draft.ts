import { type Coupon, type CouponInput, couponRestrictions } from '@bodega/api'
import { priceOf } from '../amount.ts'
import type { ShortProduct } from '../products/product-choice.tsx'
import type { CurrentStore } from '../store.tsx'

/** A coupon while it is edited. What it is not restricted to is kept for whoever changes their mind. */
export interface CouponDraft
  extends Pick<
    Coupon,
    | 'code'
    | 'type'
    | 'valid'
    | 'includes_shipping'
    | 'first_consumer_purchase'
    | 'combines_with_other_discounts'
    | 'only_cheapest_shipping'
  > {
  value: string
  min_price: string
  max_uses: string
  start_date: string
  end_date: string
  restriction: (typeof couponRestrictions)[number] | 'none'
  products: ShortProduct[]
  categories: number[]
}

export const draftOf = (coupon: Coupon | undefined, typed: CurrentStore['typed']): CouponDraft => ({
  code: coupon?.code ?? '',
  type: coupon?.type ?? 'percentage',
  value: amountTyped(coupon, typed),
  valid: coupon?.valid ?? true,
  min_price: typed(coupon?.min_price?.toFixed(2)),
  max_uses: String(coupon?.max_uses ?? ''),
  start_date: coupon?.start_date ?? '',
  end_date: coupon?.end_date ?? '',
  includes_shipping: coupon?.includes_shipping ?? false,
  first_consumer_purchase: coupon?.first_consumer_purchase ?? false,
  combines_with_other_discounts: coupon?.combines_with_other_discounts ?? true,
  only_cheapest_shipping: coupon?.only_cheapest_shipping ?? false,
  restriction: couponRestrictions.find(kind => coupon?.[kind]) ?? 'none',
  products: coupon?.products ?? [],
  categories: coupon?.categories?.map(({ id }) => id) ?? [],
})

/** Nobody writes 10,00 %. */
function amountTyped(coupon: Coupon | undefined, typed: CurrentStore['typed']): string {
  if (!coupon || coupon.type === 'shipping') return ''
  return typed(coupon.type === 'percentage' ? String(Number(coupon.value)) : coupon.value)
}

export const inputOf = (draft: CouponDraft) => {
  const { value, min_price, max_uses, start_date, end_date, restriction, products, categories, ...rest } = draft
  return {
    ...rest,
    value: draft.type === 'shipping' ? null : priceOf(value),
    min_price: min_price === '' ? null : priceOf(min_price),
    max_uses: max_uses === '' ? null : Number(max_uses),
    start_date: start_date || null,
    end_date: end_date || null,
    products: restriction === 'products' ? products.map(({ id }) => id) : null,
    categories: restriction === 'categories' ? categories : null,
  } satisfies CouponInput
}

/**
 * Whether it is for some things of which none is chosen: sent so, it would be for everything. One that has lost all of
 * them may stay as it is.
 */
export const isAimless = ({ restriction, ...draft }: CouponDraft, coupon: Coupon | undefined): boolean =>
  restriction !== 'none' && draft[restriction].length === 0 && coupon?.[restriction]?.length !== 0

/** Without those that are taken for one another when they are read out, or from paper. A power of two, so each is as likely. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that nobody guesses, a letter for each byte. */
export const codeFrom = (random: Uint8Array): string =>
  [...random].map(byte => letters.charAt(byte % letters.length)).join('')
