import type { Coupon } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { percentOf } from '../format.ts'
import { useStore } from '../store.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayOf, stateOf, timeOf } from './state.ts'

const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  on: 'success',
  waiting: 'info',
  ended: 'neutral',
  spent: 'neutral',
  off: 'neutral',
  aimless: 'warning',
}

export function StateBadge({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const state = stateOf(coupon, dayOf(new Date()))
  return <Badge tone={tones[state]}>{t(`coupons.states.${state}`)}</Badge>
}

/** What a coupon takes off, of what, when and how often, in words. */
export function useCouponWords() {
  const { t, i18n } = useTranslation()
  const { price, date, count } = useStore()
  return {
    discountOf: ({ type, value }: Coupon): string => {
      if (type === 'shipping') return t('coupons.types.shipping')
      return type === 'percentage' ? percentOf(i18n.language, value) : price(value)
    },
    conditionsOf: (coupon: Coupon): string =>
      [
        coupon.min_price ? t('coupons.words.least', { price: price(coupon.min_price) }) : '',
        coupon.products?.length ? t('coupons.words.products', { count: coupon.products.length }) : '',
        coupon.categories?.length ? t('coupons.words.categories', { count: coupon.categories.length }) : '',
        coupon.first_consumer_purchase ? t('coupons.words.first') : '',
        coupon.type !== 'shipping' && coupon.includes_shipping ? t('coupons.words.shipping') : '',
        coupon.type === 'shipping' && coupon.only_cheapest_shipping ? t('coupons.words.cheapest') : '',
        coupon.combines_with_other_discounts ? '' : t('coupons.words.alone'),
      ]
        .filter(Boolean)
        .join(' · '),
    daysOf: ({ start_date, end_date }: Coupon): string => {
      const [start, end] = [start_date, end_date].map(day => day && date(timeOf(day)))
      if (start && end) return start === end ? start : `${start} – ${end}`
      if (start) return t('coupons.words.since', { day: start })
      return end ? t('coupons.words.until', { day: end }) : t('coupons.words.always')
    },
    usesOf: ({ used, max_uses }: Coupon): string =>
      max_uses === null ? count(used) : t('coupons.words.uses', { used, most: max_uses }),
  }
}
