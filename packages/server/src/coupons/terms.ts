import {
  type Coupon,
  type CouponChange,
  type CouponInput,
  couponRestrictions,
  type FieldMap,
  invalid,
  referredIds,
} from '@bodega/api'
import { parseInstant } from '../platform/instant.ts'
import { amountFrom } from '../products/index.ts'

type Restriction = (typeof couponRestrictions)[number]

/** What a client can set of a coupon. */
export interface Terms
  extends Omit<Coupon, 'id' | 'used' | 'categories' | 'products' | 'created_at' | 'updated_at' | 'deleted_at'>,
    Aim {}

/** What a coupon can be used on: everything where it is not restricted, nothing where it is and no target is left. */
interface Aim {
  restriction: Restriction | null
  /** Ids, ascending. */
  targets: number[]
}

const everything: Aim = { restriction: null, targets: [] }
const none = '0.00'

const flags = {
  valid: true,
  includes_shipping: false,
  first_consumer_purchase: false,
  combines_with_other_discounts: true,
  only_cheapest_shipping: false,
}

/** The terms of a coupon that is shown. */
export function termsOf(coupon: Coupon): Terms {
  const { id, used, categories, products, created_at, updated_at, deleted_at, ...terms } = coupon
  const restriction = couponRestrictions.find(kind => coupon[kind]) ?? null
  return { ...terms, restriction, targets: restriction ? (coupon[restriction] ?? []).map(target => target.id) : [] }
}

export const newTerms = ({ code, type, ...sent }: CouponInput): Terms =>
  changedTerms(
    {
      code,
      type,
      value: none,
      max_uses: null,
      start_date: null,
      end_date: null,
      min_price: null,
      ...flags,
      ...everything,
    },
    sent,
  )

/** The terms after a change: what is left out stays, what is sent empty is cleared. All that is wrong is told at once. */
export function changedTerms(old: Terms, sent: CouponChange): Terms {
  const problems: FieldMap = {}
  const complain = (field: string, text: string): void => {
    problems[field] ??= [text]
  }
  const next: Terms = { ...old, ...aimOf(old, sent, complain) }
  if (sent.code !== undefined) next.code = sent.code
  if (sent.type !== undefined) next.type = sent.type
  // It is a literal, so these are all its keys.
  for (const flag of Object.keys(flags) as (keyof typeof flags)[]) {
    if (sent[flag] !== undefined) next[flag] = sent[flag] ?? flags[flag]
  }
  // Clients write 0 for as often as one likes.
  if (sent.max_uses !== undefined) next.max_uses = sent.max_uses || null
  for (const field of ['start_date', 'end_date'] as const) {
    if (sent[field] !== undefined) next[field] = dayFrom(sent[field], field, complain)
  }
  if (sent.min_price !== undefined) {
    const least = amountFrom(sent.min_price, 2, text => complain('min_price', text))
    next.min_price = least === null ? null : Number(least)
  }
  if (sent.value !== undefined) next.value = amountFrom(sent.value, 2, text => complain('value', text)) ?? none
  // Free shipping is free whatever it costs.
  if (next.type === 'shipping') next.value = none
  else refuseValue(next, sent.value, complain)
  if (next.start_date && next.end_date && next.end_date < next.start_date) {
    complain('end_date', 'must not be before start_date')
  }
  if (next.valid && next.restriction && next.targets.length === 0) complain(next.restriction, "can't be blank")
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return next
}

type Complain = (field: string, text: string) => void

/**
 * Who names products or categories restricts the coupon to these, whatever it was restricted to. Who sends none of what
 * it is restricted to lifts that, unless none is what it shows: then nothing is said that was not so before.
 */
function aimOf(old: Aim, sent: CouponChange, complain: Complain): Aim {
  const [kind, other] = couponRestrictions.filter(one => sent[one] && sent[one].length > 0)
  if (kind && other) complain(kind, `cannot be combined with ${other}`)
  if (kind) return { restriction: kind, targets: referredIds(sent[kind] ?? []).sort((a, b) => a - b) }
  const given = old.restriction ? sent[old.restriction] : undefined
  const isEcho = given !== null && old.targets.length === 0
  return given === undefined || isEcho ? { restriction: old.restriction, targets: old.targets } : everything
}

function refuseValue({ type, value }: Terms, sent: CouponChange['value'], complain: Complain): void {
  if (value === none) complain('value', sent == null || sent === '' ? "can't be blank" : 'must be greater than 0')
  else if (type === 'percentage' && Number(value) > 100) complain('value', 'must be at most 100')
}

/** The day that a date or a date-time names, as it is written: nobody says in which zone the coupon is used. */
export function dayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? []
  // PostgreSQL knows no year 0.
  return parseInstant(text) && year !== '0000' ? `${year}-${month}-${day}` : undefined
}

function dayFrom(input: string | null, field: string, complain: Complain): string | null {
  if (!input) return null
  const day = dayOf(input)
  if (!day) complain(field, 'is invalid')
  return day ?? null
}
