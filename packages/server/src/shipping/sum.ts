import type { PackageOffer, QuoteOption } from '@bodega/api'
import { money } from '../orders/index.ts'

/** One way to ship one package; amounts in hundredths. */
export interface Offer extends Omit<QuoteOption, 'price' | 'price_merchant' | 'currency'> {
  /** For the buyer. */
  price: bigint
  /** For the store. */
  price_merchant: bigint
  /** For the buyer, if it were not free. */
  original_price: bigint
}

/** The same way for another package; who picks up comes to one place for all. */
const keyOf = ({ shipping, type, code, name, address }: Offer): string =>
  JSON.stringify([shipping, type, code, ...(type === 'pickup' ? [name, address] : [])])

/** The longest; unknown where one is. */
const longest = (days: readonly (number | null)[]): number | null =>
  days.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)))

type Amount = 'price' | 'price_merchant'
const total = (offers: readonly Offer[], amount: Amount): bigint =>
  offers.reduce((sum, offer) => sum + offer[amount], 0n)

export interface Summed {
  /** The cheapest first. */
  options: QuoteOption[]
  /** For each package what each option costs, in the order of the options. */
  offers: PackageOffer[][]
}

/**
 * What all packages cost together, by option. An option is offered where every package has it; a package with nothing
 * to ship, `undefined`, costs nothing by any. Where a package has several offers of one option, the first counts.
 */
export function summed(packages: readonly (readonly Offer[] | undefined)[], currency: string): Summed {
  const shipped = packages.filter(offers => offers !== undefined)
  const byKey = shipped.map(offers => new Map(offers.toReversed().map(offer => [keyOf(offer), offer])))
  const keys = new Set(shipped[0]?.map(keyOf))
  const ways = [...keys].flatMap(key => {
    const found = byKey.flatMap(offers => offers.get(key) ?? [])
    return found.length === shipped.length ? [found] : []
  })
  const prices = new Map(ways.map(way => [way, total(way, 'price')]))
  ways.sort((a, b) => Number((prices.get(a) ?? 0n) - (prices.get(b) ?? 0n)))
  let count = 0
  const places = packages.map(offers => (offers ? count++ : undefined))
  return {
    options: ways.map(way => optionOf(way, currency)),
    offers: places.map(place => ways.map(way => packageOffer(way, place))),
  }
}

function optionOf(way: readonly Offer[], currency: string): QuoteOption {
  // A way has an offer for each package that is shipped, and there is one.
  const { original_price: _, ...first } = way[0] as Offer
  return {
    ...first,
    price: money(total(way, 'price')),
    price_merchant: money(total(way, 'price_merchant')),
    currency,
    min_days: longest(way.map(({ min_days }) => min_days)),
    max_days: longest(way.map(({ max_days }) => max_days)),
    id_required: way.some(({ id_required }) => id_required),
    phone_required: way.some(({ phone_required }) => phone_required),
    accepts_cod: way.every(({ accepts_cod }) => accepts_cod),
  }
}

function packageOffer(way: readonly Offer[], place: number | undefined): PackageOffer {
  const { shipping, code, ...offer } = way[place ?? 0] as Offer
  if (place === undefined) {
    const nothing = { price: '0.00', price_merchant: '0.00', original_price: '0.00' }
    return { shipping, code, ...nothing, min_days: null, max_days: null, reference: null }
  }
  const { price, price_merchant, original_price, min_days, max_days, reference } = offer
  return {
    shipping,
    code,
    price: money(price),
    price_merchant: money(price_merchant),
    original_price: money(original_price),
    min_days,
    max_days,
    reference,
  }
}
