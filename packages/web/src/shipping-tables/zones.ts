import type { ShippingTable, ShippingTableInput } from '@bodega/api'

/** A zone as it is typed: ranges and provinces are one line each. */
export interface ZoneDraft {
  key: number
  name: string
  postal_codes: string
  provinces: string
  country: string | null
  rates: RateDraft[]
}

export interface RateDraft {
  key: number
  location_id: string | null
  min_days: string
  max_days: string
  steps: { key: number; max_weight: string; price: string }[]
}

let made = 0
const nextKey = () => ++made

export const newStep = () => ({ key: nextKey(), max_weight: '', price: '' })
export const newRate = (): RateDraft => ({
  key: nextKey(),
  location_id: null,
  min_days: '',
  max_days: '',
  steps: [newStep()],
})
export const newZone = (country: string): ZoneDraft => ({
  key: nextKey(),
  name: '',
  postal_codes: '',
  provinces: '',
  country,
  rates: [newRate()],
})

export const draftOf = ({ zones }: ShippingTable): ZoneDraft[] =>
  zones.map(({ name, country, provinces, postal_codes, rates }) => ({
    key: nextKey(),
    name,
    country,
    provinces: provinces.join(', '),
    postal_codes: postal_codes.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', '),
    rates: rates.map(({ location_id, min_days, max_days, steps }) => ({
      key: nextKey(),
      location_id,
      min_days: min_days === null ? '' : String(min_days),
      max_days: max_days === null ? '' : String(max_days),
      steps: steps.map(({ max_weight, price }) => ({ key: nextKey(), max_weight: max_weight ?? '', price })),
    })),
  }))

const parts = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** `1000-1999, 5000` as ranges; a Brazilian code such as `01310-100` has its dash inside, so a range needs two whole codes. */
export const rangesOf = (text: string): { from: string; to: string }[] =>
  parts(text).map(part => {
    const [, from, to] = /^(\d{5}-\d{3}|[^-]+)-(\d{5}-\d{3}|[^-]+)$/.exec(part) ?? []
    const isCode = /^\d{5}-\d{3}$/.test(part)
    return from && to && !isCode ? { from: from.trim(), to: to.trim() } : { from: part, to: part }
  })

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Math.floor(Number(text)))

export const zonesOf = (drafts: readonly ZoneDraft[]): ShippingTableInput['zones'] =>
  drafts.map(({ name, country, provinces, postal_codes, rates }) => ({
    name,
    country,
    provinces: parts(provinces),
    postal_codes: rangesOf(postal_codes),
    rates: rates.map(({ location_id, min_days, max_days, steps }) => ({
      location_id,
      min_days: daysOf(min_days),
      max_days: daysOf(max_days),
      steps: steps.map(({ max_weight, price }) => ({
        max_weight: max_weight.trim() === '' ? null : max_weight.replace(',', '.'),
        price: price.replace(',', '.'),
      })),
    })),
  }))
