import { invalid, mainText, type OrderInput, type OrderLine, units } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { wireTime } from '../platform/database/values.ts'
import type { Sellable } from '../products/index.ts'
import { beforeLines } from './ids.ts'
import { cents, money } from './money.ts'
import { picturesAt } from './pictures.ts'

/** Where, when and in which language the lines are written. */
export interface Shop extends Pick<Call, 'store' | 'now'> {
  url: string
}

/** The lines of an order take on what the variants are at this moment; lines are never merged. */
export function linesOf(
  order: number,
  input: OrderInput,
  sellables: ReadonlyMap<number, Sellable>,
  shop: Shop,
): OrderLine[] {
  return input.products.map((entry, place) => {
    const sellable = sellables.get(entry.variant_id)
    if (!sellable) throw invalid({ [`products.${place}.variant_id`]: ['Variant with such id does not exist'] })
    return lineOf(order, place, entry, sellable, shop)
  })
}

export function lineOf(
  order: number,
  place: number,
  entry: OrderInput['products'][number],
  sellable: Sellable,
  shop: Shop,
): OrderLine {
  const language = shop.store.main_language
  const { variant_id, product_id, weight, width, height, depth, sku, barcode, free_shipping, cost } = sellable
  const name = mainText(sellable.name, language)
  const values = sellable.values.map(value => mainText(value, language))
  return {
    // Unique in the order, and with it everywhere: an order has at most 999 lines in its life.
    id: beforeLines(order) + place + 1,
    product_id,
    variant_id,
    quantity: entry.quantity,
    name: values.length > 0 ? `${name} (${values.join(', ')})` : name,
    name_without_variants: name,
    price: priceOf(entry, place, sellable),
    compare_at_price: sellable.price,
    cost,
    free_shipping,
    weight,
    width,
    height,
    depth,
    image: imageOf(sellable, shop),
    variant_values: values,
    properties: entry.properties ?? [],
    sku,
    barcode,
    has_promotional_price: sellable.promotional_price !== null,
    promotions: null,
    catalog_kit_id: null,
    order_kit_id: null,
    kit: null,
    issues: null,
  }
}

/** What was said, else the promotional price, else the price (F33). */
function priceOf(entry: OrderInput['products'][number], place: number, sellable: Sellable): string {
  if (entry.price === undefined || entry.price === null || entry.price === '') {
    return sellable.promotional_price ?? sellable.price ?? '0.00'
  }
  const price = units(entry.price, 2)
  if (price === undefined || price < 0n)
    throw invalid({ [`products.${place}.price`]: ['must be a number of at least 0'] })
  return money(price)
}

/** The picture of the variant, or of its product, as it was when it was bought. */
function imageOf({ product_id, image }: Sellable, { url, store, now }: Shop): OrderLine['image'] {
  const { id = 0, src = '', file = null, position = 0 } = image ?? {}
  // Typed clients read a time also where there is no picture, and a list where no language says anything.
  const { created_at = wireTime(now), updated_at = created_at } = image ?? {}
  const shown = file === null ? src : picturesAt(url, store.id) + file
  const alt = Object.values(image?.alt ?? {}).some(text => text) ? image?.alt : []
  // As in the product: 0 as long as the picture is not here.
  const size = { width: image?.width ?? 0, height: image?.height ?? 0, thumbnails_generated: file === null ? 0 : 1 }
  return { id, position, alt, ...size, product_id, src: shown, created_at, updated_at }
}

export const lineTotal = ({ price, quantity }: { price: string; quantity: number }): bigint =>
  cents(price) * BigInt(quantity)
