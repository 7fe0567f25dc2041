import type { ShippingTable, ShippingTableInput } from '@bodega/api'
import { amountOf, priceOf } from '../amount.ts'

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

/** The amounts as they are typed where the store is. */
export const draftOf = (
  { zones }: Pick<ShippingTable, 'zones'>,
  typed: (amount: string | null) => string,
): ZoneDraft[] =>
  zones.map(({ name, country, provinces, postal_codes, rates }) => ({
    key: nextKey(),
    name,
    country,
    provinces: lineOf(provinces),
    postal_codes: lineOf(postal_codes.map(textOf)),
    rates: rates.map(({ location_id, min_days, max_days, steps }) => ({
      key: nextKey(),
      location_id,
      min_days: min_days === null ? '' : String(min_days),
      max_days: max_days === null ? '' : String(max_days),
      steps: steps.map(({ max_weight, price }) => ({
        key: nextKey(),
        // Nobody writes 5,000 kg for five.
        max_weight: typed(max_weight === null ? null : String(Number(max_weight))),
        price: typed(price),
      })),
    })),
  }))

/** Where there is a semicolon it separates, because there are names with a comma in them. */
const parts = (text: string): string[] =>
  text
    .split(text.includes(';') ? ';' : ',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** A line that is read back as these parts. */
const lineOf = (all: readonly string[]): string =>
  all.some(part => part.includes(',')) ? all.map(part => `${part};`).join(' ') : all.join(', ')

type CodeRange = ShippingTable['zones'][number]['postal_codes'][number]

/** The form of a code in Brazil, in Portugal, and the long one in the United States: their dash makes no range. */
const dashed = /^(\d{5}-\d{3}|\d{4}-\d{3}|\d{5}-\d{4})$/

/** The two ends of a range have as many letters and digits, by the server's own rule. */
const isEven = ({ from, to }: CodeRange): boolean => lengthOf(from) === lengthOf(to)
const lengthOf = (code: string): number => code.replace(/[^a-z0-9]/gi, '').length

/** What cannot be told is cut at its first dash, so that the server says what is wrong with it. */
function rangeOf(part: string): CodeRange {
  const pieces = dashed.test(part) ? [part] : part.split('-')
  const cuts = pieces.slice(1).map((_, i) => ({
    from: pieces
      .slice(0, i + 1)
      .join('-')
      .trim(),
    to: pieces
      .slice(i + 1)
      .join('-')
      .trim(),
  }))
  return cuts.find(isEven) ?? cuts[0] ?? { from: part, to: part }
}

/** A text that is read back as this range. */
const textOf = ({ from, to }: CodeRange): string => (from === to && rangeOf(from).to === from ? from : `${from}-${to}`)

/** `1000-1999, 5000` as ranges. */
export const rangesOf = (text: string): CodeRange[] => parts(text).map(rangeOf)

const daysOf = (text: string): number | null => (text === '' ? null : Math.floor(Number(text)))

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
        max_weight: max_weight === '' ? null : amountOf(max_weight),
        price: priceOf(price),
      })),
    })),
  }))
