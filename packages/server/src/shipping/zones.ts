import { decimal, invalid, type ShippingZone, type ShippingZoneInput } from '@bodega/api'
import { largestPrice, largestWeight, priceOf, weightOf } from './amounts.ts'
import { isRange } from './postal-codes.ts'

type RateInput = ShippingZoneInput['rates'][number]
type Rate = ShippingZone['rates'][number]
type Step = Rate['steps'][number]

/** Zones as they are kept; whatever could not be meant so is refused. Locations are those that may be named. */
export const zonesOf = (zones: readonly ShippingZoneInput[], locations: readonly string[]): ShippingZone[] =>
  zones.map((zone, i) => zoneOf(zone, `zones.${i}`, locations))

function zoneOf(zone: ShippingZoneInput, place: string, locations: readonly string[]): ShippingZone {
  const country = zone.country?.toUpperCase() ?? null
  const postal_codes = (zone.postal_codes ?? []).map((range, i) => {
    if (isRange(range, country ?? '')) return { from: range.from, to: range.to }
    throw invalid({ [`${place}.postal_codes.${i}.to`]: ['must be as long as the first code, and not before it'] })
  })
  const seen = new Set<string | null>()
  const rates = zone.rates.map((rate, i) => {
    const location_id = rate.location_id || null
    const at = `${place}.rates.${i}`
    if (location_id !== null && !locations.includes(location_id)) {
      throw invalid({ [`${at}.location_id`]: ['Location with such id does not exist'] })
    }
    if (seen.has(location_id)) throw invalid({ [`${at}.location_id`]: ['cannot be repeated'] })
    seen.add(location_id)
    return rateOf(rate, location_id, at)
  })
  return { name: zone.name ?? '', country, provinces: zone.provinces ?? [], postal_codes, rates }
}

function rateOf(rate: RateInput, location_id: string | null, place: string): Rate {
  const { min_days = null, max_days = null } = rate
  if (min_days !== null && max_days !== null && max_days < min_days) {
    throw invalid({ [`${place}.max_days`]: ['must not be less than min_days'] })
  }
  const steps: Step[] = []
  let lightest = 0n
  for (const [i, step] of rate.steps.entries()) {
    const at = `${place}.steps.${i}`
    const price = priceOf(step.price)
    if (price === undefined)
      throw invalid({ [`${at}.price`]: [`must be a number from 0 to ${decimal(largestPrice, 2)}`] })
    const isOpen = step.max_weight === undefined || step.max_weight === null || step.max_weight === ''
    if (isOpen && i < rate.steps.length - 1) {
      throw invalid({ [`${at}.max_weight`]: ['can be left out in the last step only'] })
    }
    const weight = isOpen ? null : weightOf(step.max_weight ?? '')
    if (weight === undefined)
      throw invalid({ [`${at}.max_weight`]: [`must be a number of kilograms, at most ${decimal(largestWeight, 3)}`] })
    if (weight !== null && weight <= lightest) {
      throw invalid({ [`${at}.max_weight`]: ['must be more than that of the step before'] })
    }
    lightest = weight ?? lightest
    steps.push({ max_weight: weight === null ? null : decimal(weight, 3), price: decimal(price, 2) })
  }
  return { location_id, min_days, max_days, steps }
}
