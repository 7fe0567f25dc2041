import { Rate, type RateReply, units } from '@bodega/api'
import { appOf } from '../access/index.ts'
import { shippingNamed, weekdaysUntil } from '../orders/index.ts'
import { parseJson } from '../platform/http/body.ts'
import { parseInstant } from '../platform/instant.ts'
import { validatorOf } from '../platform/validator.ts'
import { priceOf } from './amounts.ts'
import type { ActiveCarrier } from './carriers.ts'
import { type Offered, withFreeShipping } from './offers.ts'
import type { Packed } from './packages.ts'
import type { Offer } from './sum.ts'

/**
 * The rates in an answer, without those that are no rates; `undefined` where it is no answer. What no body of ours may
 * hold is none: it would be found out when the order is written, or deep inside of a quote.
 */
export function readRates(text: string): Rate[] | undefined {
  let body: Partial<RateReply> | null
  try {
    // What it says is looked at below.
    body = parseJson(text) as Partial<RateReply> | null
  } catch {
    return undefined
  }
  if (typeof body !== 'object' || !Array.isArray(body?.rates)) return undefined
  return body.rates.filter(rate => validatorOf(Rate).Check(rate) && priceOf(rate.price) !== undefined)
}

/** What a carrier offers for a package, or why it offers nothing. */
export function carrierOffers(
  carrier: ActiveCarrier,
  answered: readonly Rate[] | string,
  packed: Packed,
  currency: string,
  now: Date,
): Offered {
  const offers = typeof answered === 'string' ? [] : offersOf(carrier, answered, packed, currency, now)
  if (offers.length > 0) return { offers, unavailable: [] }
  const reason = typeof answered === 'string' ? answered : 'no_rate'
  const { location } = packed
  return { offers, unavailable: [{ shipping: codeOf(carrier), name: carrier.name, location_id: location, reason }] }
}

const codeOf = ({ id }: ActiveCarrier): string => shippingNamed({ carrier_id: String(id), code: 'api' })

/** Of one code one rate ships, and so many are for pickup. */
const mostPickups = 10

/** What of the rates of a carrier is offered for a package, with what the store adds (contract: shipping 3). */
function offersOf(
  carrier: ActiveCarrier,
  rates: readonly Rate[],
  packed: Packed,
  currency: string,
  now: Date,
): Offer[] {
  const types = carrier.types.split(',')
  const seen = new Map<string, number>()
  return rates.flatMap(rate => {
    const option = carrier.options.find(({ code }) => code === rate.code)
    if (!option || !types.includes(rate.type) || rate.currency !== currency) return []
    if (rate.type === 'pickup' && rate.availability === false) return []
    const kind = `${rate.type}/${rate.code}`
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    if (count > (rate.type === 'ship' ? 1 : mostPickups)) return []
    return [withFreeShipping(offerOf(carrier, option, rate, now), packed)]
  })
}

function offerOf(carrier: ActiveCarrier, option: ActiveCarrier['options'][number], rate: Rate, now: Date): Offer {
  const price = (priceOf(rate.price) ?? 0n) + (units(option.additional_cost, 2) ?? 0n)
  const days = (date: string | null | undefined) => daysUntil(now, date, option.additional_days)
  return {
    shipping: codeOf(carrier),
    carrier: {
      carrier_id: String(carrier.id),
      code: 'api',
      name: carrier.name,
      app_id: appOf(carrier.actor),
    },
    code: rate.code,
    name: rate.name,
    type: rate.type,
    price,
    price_merchant: priceOf(rate.price_merchant ?? rate.price) ?? priceOf(rate.price) ?? 0n,
    original_price: price,
    min_days: days(rate.min_delivery_date),
    max_days: days(rate.max_delivery_date),
    reference: rate.reference,
    allow_free_shipping: option.allow_free_shipping,
    id_required: rate.id_required ?? false,
    phone_required: rate.phone_required ?? false,
    accepts_cod: rate.accepts_cod ?? true,
    address: rate.type === 'pickup' ? rate.address : null,
    hours: rate.type === 'pickup' ? rate.hours : [],
  }
}

function daysUntil(now: Date, date: string | null | undefined, additional: number): number | null {
  const instant = date ? parseInstant(date) : undefined
  const days = instant ? weekdaysUntil(now, instant) : null
  return days === null ? null : days + additional
}
