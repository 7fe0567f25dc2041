import { type ShippingZone, units } from '@bodega/api'
import { fold } from '../platform/database/search.ts'
import { isWithin } from './postal-codes.ts'

/** Where a package goes to, as far as prices depend on it. */
export interface Target {
  country: string
  province: string | null
  postal_code: string | null
}

/** A package, as far as prices depend on it. */
export interface Load {
  location: string
  grams: bigint
}

export interface TableRate {
  price: bigint
  min_days: number | null
  max_days: number | null
}

/** Why a table has no price for a package. */
export type NoRate = 'no_zone' | 'no_rate' | 'too_heavy'

const isSameProvince = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim()

/** Every condition that a zone has must hold. */
function contains(zone: ShippingZone, { country, province, postal_code }: Target): boolean {
  if (zone.country !== null && zone.country !== country) return false
  if (zone.provinces.length > 0 && !zone.provinces.some(one => isSameProvince(one, province ?? ''))) return false
  if (zone.postal_codes.length === 0) return true
  return zone.postal_codes.some(range => isWithin(postal_code ?? '', range, country))
}

/**
 * The price of a package: the first zone that contains the destination, in it the rate of the location, or else the
 * one for all; of that the first step that carries the weight.
 */
export function tableRate(zones: readonly ShippingZone[], target: Target, load: Load): TableRate | NoRate {
  const zone = zones.find(one => contains(one, target))
  if (!zone) return 'no_zone'
  const rate =
    zone.rates.find(({ location_id }) => location_id === load.location) ??
    zone.rates.find(({ location_id }) => location_id === null)
  if (!rate) return 'no_rate'
  const step = rate.steps.find(({ max_weight }) => max_weight === null || load.grams <= (units(max_weight, 3) ?? 0n))
  if (!step) return 'too_heavy'
  return { price: units(step.price, 2) ?? 0n, min_days: rate.min_days, max_days: rate.max_days }
}
