import type { LevelInput, ProductInput, VariantInput } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import type { Combination, Idea } from './ideas.ts'
import { between, chance, pick, type Random } from './random.ts'
import { attributes, type Choice, colors, inLanguages } from './words.ts'

/** Where a product comes into the world. */
export interface Shop {
  store: StoreContext
  /** The category of each kind, by the code of the kind. */
  categories: ReadonlyMap<string, number>
  locations: readonly string[]
}

/** About what a dollar is in the money of the region; prices need only look right. */
const dollars: Record<string, number> = { ARS: 1400, BRL: 5.4, CLP: 950, COP: 4000, MXN: 18.5, PEN: 3.6, UYU: 40 }

/** `24900.00` where money has many zeros, `89.90` where it has few. */
function priceIn(currency: string, amount: number): string {
  const value = amount * (dollars[currency] ?? 1)
  return value >= 1000 ? `${Math.ceil(value / 100) * 100}.00` : `${Math.ceil(value)}.90`
}

const fixed = (value: number, places: number): string => value.toFixed(places)

/** The prefix of the countries from where most of it comes: Argentina, Brazil, Mexico. */
const barcodePrefix: Record<string, string> = { AR: '779', BR: '789', MX: '750' }

/** An EAN-13 with its check digit. */
export function barcodeOf(country: string, number: number): string {
  const digits = `${barcodePrefix[country] ?? '780'}${String(number % 1_000_000_000).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Two different combinations: mostly another size, sometimes another colour. */
function twoOf(random: Random, sizes: readonly Choice[]): Combination[] {
  const size = between(random, 0, sizes.length - 1)
  const color = between(random, 0, colors.length - 1)
  const other = (list: readonly Choice[], index: number) => list[(index + 1) % list.length] as Choice
  const first: Combination = [sizes[size] as Choice, colors[color] as Choice]
  return chance(random, 0.7) ? [first, [other(sizes, size), first[1]]] : [first, [first[0], other(colors, color)]]
}

/** How much is at each location: mostly some, sometimes none, rarely without limit. */
function levels(random: Random, locations: readonly string[], known: number | null | undefined): LevelInput[] {
  const stock = known === undefined && chance(random, 0.02) ? null : known
  if (stock !== undefined) return locations.map(location_id => ({ location_id, stock }))
  return locations.map(location_id => ({ location_id, stock: chance(random, 0.12) ? 0 : between(random, 1, 80) }))
}

/** A whole product as a client would send it, with variants and stock at every location. */
export function productOf(idea: Idea, number: number, random: Random, shop: Shop): ProductInput {
  const { kind, price } = idea
  const { languages, main_currency, main_language, country } = shop.store
  const category = shop.categories.get(kind.code)
  const isOnSale = chance(random, 0.15)
  const gender = pick(random, ['female', 'male', 'unisex'])
  const [width, height, depth] = kind.box
  const choices = idea.choices ?? twoOf(random, kind.sizes)
  const variants = choices.map(
    ([size, color], i): VariantInput => ({
      values: [inLanguages(size.text, languages), inLanguages(color.text, languages)],
      price: priceIn(main_currency, price),
      promotional_price: isOnSale ? priceIn(main_currency, price * 0.8) : null,
      cost: priceIn(main_currency, price * 0.45),
      sku: `${kind.code}-${number.toString(36).toUpperCase()}-${color.code}-${size.code}`,
      barcode: barcodeOf(country, number * 2 + i),
      weight: fixed((kind.grams * between(random, 90, 110)) / 100_000, 3),
      ...{ width: fixed(width, 2), height: fixed(height, 2), depth: fixed(depth, 2) },
      ...(kind.isWorn ? { age_group: 'adult', gender } : {}),
      inventory_levels: levels(random, shop.locations, idea.stock),
    }),
  )
  return {
    name: inLanguages(idea.name, languages),
    description: inLanguages(idea.description, languages),
    attributes: [inLanguages(attributes.size, languages), inLanguages(attributes.color, languages)],
    brand: idea.brand,
    tags: idea.tags.map(tag => inLanguages(tag, [main_language])[main_language]).join(', '),
    published: !chance(random, 0.03),
    free_shipping: chance(random, 0.1),
    seo_title: inLanguages(idea.name, languages),
    categories: category === undefined ? [] : [category],
    variants,
  }
}
