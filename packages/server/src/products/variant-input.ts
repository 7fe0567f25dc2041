import {
  ageGroups,
  decimal,
  type FieldMap,
  genders,
  invalid,
  isBlank,
  type Localized,
  type LocalizedInput,
  localize,
  maxStock,
  units,
  unprocessable,
  type VariantInput,
} from '@bodega/api'
import { combinationOf } from './combinations.ts'
import type { VariantRow } from './rows.ts'

/** What a client can set of a variant; place, dates and ids are given by the server. */
export type VariantFields = Omit<VariantRow, 'id' | 'product_id' | 'position' | 'created_at' | 'updated_at'>

/** A level to be set; without a location the first one is meant. */
export interface StockWish {
  location_id: string | undefined
  stock: number | null
}

export interface Languages {
  languages: readonly string[]
  main_language: string
}

/** Gathers what is wrong, so that the caller chooses the shape of the refusal. */
export type Complain = (field: string, text: string) => void

export function complaints(): { problems: FieldMap; complain: Complain; isEmpty: () => boolean } {
  const problems: Record<string, string[]> = {}
  return {
    problems,
    complain: (field, text) => {
      problems[field] = [...(problems[field] ?? []), text]
    },
    isEmpty: () => Object.keys(problems).length === 0,
  }
}

const words = (field: string) => field.replaceAll('_', ' ')

/** What the narrowest column holds, of whichever unit. */
const largest = 10n ** 14n - 1n

/** A number or a text that says one; empty means none. What is wrong with it is said in words that want a name before them. */
export function amountFrom(input: unknown, scale: number, refuse: (text: string) => void): string | null {
  if (input === null || input === '') return null
  const value = typeof input === 'number' || typeof input === 'string' ? units(input, scale) : undefined
  if (value === undefined) refuse('must be a number')
  else if (value > largest) refuse(`must be at most ${decimal(largest, scale)}`)
  else if (value < 0n) refuse('must be at least 0')
  else return decimal(value, scale)
  return null
}

const amount = (input: unknown, field: string, scale: number, complain: Complain): string | null =>
  amountFrom(input, scale, text => complain(field, `The ${words(field)} ${text}.`))

/** A whole number, also as text, and with zeros behind the point. */
export function wholeOf(input: unknown): number | undefined {
  const value = typeof input === 'string' && /^\s*[+-]?\d{1,12}(\.0+)?\s*$/.test(input) ? Number(input) : input
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** A level as it was sent: a whole number, or none and so unlimited. */
function stockOf(input: unknown, field: string, complain: Complain): number | null {
  if (input === null || input === '') return null
  const value = wholeOf(input)
  if (value === undefined) complain(field, 'The stock must be an integer.')
  else if (value < 0) complain(field, 'The stock must be at least 0.')
  else if (value > maxStock) complain(field, `The stock must be at most ${maxStock}.`)
  else return value
  return null
}

export const emptyVariant: VariantFields = {
  values: [],
  combination: '',
  price: null,
  promotional_price: null,
  cost: null,
  weight: '0.000',
  width: '0.00',
  height: '0.00',
  depth: '0.00',
  sku: null,
  barcode: null,
  mpn: null,
  age_group: null,
  gender: null,
  image_id: null,
  visible: true,
}

type Prices = Pick<VariantFields, 'price' | 'promotional_price' | 'cost'>

/** What has prices after an input: what is left out stays. */
export function withPrices<P extends Prices>(
  old: P,
  input: Readonly<Partial<Record<keyof Prices, unknown>>>,
  complain: Complain,
): P {
  const next = { ...old }
  for (const field of ['price', 'promotional_price', 'cost'] as const) {
    if (input[field] !== undefined) next[field] = amount(input[field], field, 2, complain)
  }
  // Clients end a promotion by a price of 0.
  if (Number(next.promotional_price) === 0) next.promotional_price = null
  return next
}

/** The fields of a variant after an input: what is left out stays. */
export function variantFields(
  old: VariantFields,
  input: VariantInput,
  store: Languages,
  complain: Complain,
): VariantFields {
  const next = withPrices(old, input, complain)
  if (next.cost !== null && Number(next.cost) === 0) complain('cost', 'The cost must be greater than 0.')
  if (input.weight !== undefined) next.weight = amount(input.weight, 'weight', 3, complain) ?? '0.000'
  for (const field of ['width', 'height', 'depth'] as const) {
    if (input[field] !== undefined) next[field] = amount(input[field], field, 2, complain) ?? '0.00'
  }
  for (const field of ['sku', 'barcode', 'mpn'] as const)
    if (input[field] !== undefined) next[field] = input[field] || null
  if (input.age_group !== undefined)
    next.age_group = oneOf(ageGroups, input.age_group, 'The selected age group is invalid')
  if (input.gender !== undefined) next.gender = oneOf(genders, input.gender, 'The selected gender is invalid')
  if (input.image_id !== undefined) next.image_id = input.image_id || null
  // Null says nothing of these: typed clients write it for what they leave out.
  next.visible = input.visible ?? old.visible
  if (input.values) {
    next.values = input.values.map(value => localizedValue(value, store, complain))
    next.combination = combinationOf(next.values, store.main_language)
  }
  return next
}

function localizedValue(value: LocalizedInput, { languages }: Languages, complain: Complain): Localized {
  if (isBlank(value)) complain('values', "can't be blank")
  return localize(value, languages)
}

function oneOf<T extends string>(known: readonly T[], value: string | null | undefined, refusal: string): T | null {
  if (!value) return null
  const found = known.find(one => one === value)
  if (found === undefined) throw unprocessable(refusal)
  return found
}

/** The levels that an input sets; `inventory_levels` goes before `stock` (contract: products 5.1). */
export function stockWishes(
  input: { stock?: unknown; inventory_levels?: Parameters<typeof levelWishes>[0] | null },
  complain: Complain,
): StockWish[] {
  const levels = input.inventory_levels ?? []
  if (levels.length > 0) return levelWishes(levels, complain)
  return input.stock !== undefined ? [{ location_id: undefined, stock: stockOf(input.stock, 'stock', complain) }] : []
}

const levelWishes = (
  levels: readonly { location_id?: string | null; stock?: unknown }[],
  complain: Complain,
): StockWish[] =>
  levels.map(({ location_id, stock }, i) => {
    const field = `inventory_levels.${i}.stock`
    if (stock === undefined) complain(field, "can't be blank")
    return { location_id: location_id ?? undefined, stock: stockOf(stock ?? null, field, complain) }
  })

/** Where many are sent the plain field is named, however deep it stands: the contract does so for `price` and `stock`. */
export const plainly = (problems: FieldMap): Error =>
  invalid(Object.fromEntries(Object.entries(problems).map(([path, texts]) => [lastName(path), texts])))

const lastName = (path: string): string =>
  path
    .split('.')
    .filter(part => !/^\d+$/.test(part))
    .at(-1) ?? path
