import { invalid, maxStock, type StockPrice, unprocessable, type VariantInput } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { changeLevels, variantNotFound } from '../inventory/index.ts'
import { refuseOldLanguage } from './renewals.ts'
import type { Stocking } from './stocker.ts'
import { complaints, emptyVariant, plainly, stockWishes, wholeOf, withPrices } from './variant-input.ts'
import { homesOf, placeWishes, type Wished } from './wishes.ts'
import { lockProducts, saveAggregate, tellUpdated, touch } from './write.ts'

interface StockAction {
  action?: unknown
  value?: number | string | null
  id?: number | null
  location_id?: string | null
}

/** What is asked for: to replace or to vary the stock of one or of all variants of a product. */
export function stockingOf(product: number, { action, value, id, location_id }: StockAction): Stocking {
  if (action !== 'replace' && action !== 'variation') throw unprocessable("Valid actions are 'replace', 'variation'.")
  return {
    product,
    variant: id ?? undefined,
    wishes: [{ location_id: location_id ?? undefined, stock: unitsOf(action, value) }],
    isDelta: action === 'variation',
  }
}

/** A change of a variant that is only about its stock; others, and what must be refused, need the whole product. */
export function isStockOnly(input: VariantInput): boolean {
  const { complain, isEmpty } = complaints()
  const isOnly = Object.keys(input).every(key => key === 'stock' || key === 'inventory_levels')
  return isOnly && stockWishes(input, complain).length > 0 && isEmpty()
}

export const stockingOfVariant = (product: number, variant: number, input: VariantInput): Stocking => ({
  product,
  variant,
  wishes: stockWishes(input, () => {}),
  isOne: true,
})

/** Replacing takes what a level can be; varying any whole number, and never nothing. */
function unitsOf(action: 'replace' | 'variation', value: StockAction['value']): number | null {
  const isVariation = action === 'variation'
  const isEmpty = value === null || value === ''
  if (value === undefined || (isEmpty && isVariation)) throw invalid({ value: ["can't be blank"] })
  if (isEmpty) return null
  const units = wholeOf(value)
  if (units === undefined) throw invalid({ value: ['must be an integer'] })
  const least = isVariation ? -maxStock : 0
  if (units < least) throw invalid({ value: [`must be at least ${least}`] })
  if (units > maxStock) throw invalid({ value: [`must be at most ${maxStock}`] })
  return units
}

const maxAtOnce = 50

/** Prices and levels of up to 50 variants of many products, all or nothing. One without any is locked too, and counts. */
export async function setStockAndPrice(call: Write, input: StockPrice) {
  if (input.reduce((n, { variants }) => n + Math.max(1, variants.length), 0) > maxAtOnce) {
    throw unprocessable('Too many variants sent for update')
  }
  const wanted = checked(input)
  const ids = new Set(input.map(({ id }) => id))
  const [products] = await Promise.all([lockProducts(call.tx, call.store.id, ids), refuseOldLanguage(call)])
  const wishes: Wished[] = []
  const changed = new Set<number>()
  for (const before of products) {
    const { id } = before.product
    const mine = wanted.filter(wish => wish.product_id === id)
    const after = new Map(before.variants.map(variant => [variant.id, variant]))
    for (const { variant_id, prices } of mine) {
      const variant = after.get(variant_id)
      if (!variant) throw variantNotFound()
      after.set(
        variant_id,
        withPrices(variant, prices, () => {}),
      )
    }
    if (await saveAggregate(call, before, { ...before, variants: [...after.values()] })) changed.add(id)
    wishes.push(...mine)
  }
  const levels = await changeLevels(call, 'api', await placeWishes(call, wishes, await homesOf(call, wishes)))
  const touched = levels.map(({ product_id }) => product_id).filter(id => !changed.has(id))
  touch(call, [...new Set(touched)])
  tellUpdated(call, [...new Set([...changed, ...touched])])
  return input.map(({ id, variants }) => ({
    id,
    variants: variants.map(variant => ({ id: variant.id, success: true })),
  }))
}

function checked(input: StockPrice) {
  const { problems, complain, isEmpty } = complaints()
  const wanted = input.flatMap(product =>
    product.variants.map(({ id, price, promotional_price, ...stock }) => ({
      product_id: product.id,
      variant_id: id,
      prices: { price, promotional_price },
      wishes: stockWishes(stock, complain),
    })),
  )
  for (const { prices } of wanted) withPrices(emptyVariant, prices, complain)
  if (!isEmpty()) throw plainly(problems)
  return wanted
}
