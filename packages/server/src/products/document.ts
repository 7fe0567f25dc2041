import { type Localized, mainText, type ProductVisibility, type VariantLevel } from '@bodega/api'
import type { Levels } from '../inventory/index.ts'
import { fold } from '../platform/database/search.ts'
import { wireTime } from '../platform/database/values.ts'
import type { Aggregate, ImageRow, VariantRow } from './rows.ts'
import { searchText } from './search.ts'

/**
 * A product is kept as the JSON text that is answered, with marks for what changes without it: stock, categories,
 * dates, the server's address. Between two marks stands a key. JSON escapes control characters, so a raw one
 * cannot come from anywhere else.
 */
const mark = '\u0001'
const hole = (key: string) => mark + key + mark

const J = JSON.stringify

/** Languages in one order, whatever the order of the input: the same rows always make the same document. */
const sorted = (texts: Localized): Localized =>
  Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))
const L = (texts: Localized): string => J(sorted(texts))

/** Stock of one variant, from the levels of its product. */
interface VariantStock {
  stock: number | null
  levels: VariantLevel[]
  /** The second in which it last changed. */
  seconds: number
}

/** What of the store a document depends on. */
export interface Shop {
  id: number
  main_language: string
}

const shopPath: Record<string, string> = { es: 'productos', pt: 'produtos', en: 'products' }

export function render({ product, variants, images }: Aggregate, store: Shop): string {
  const { main_language: mainLanguage } = store
  const handle = mainText(product.handle, mainLanguage)
  const url = J(`/${shopPath[mainLanguage] ?? 'products'}/${handle}/`).slice(1)
  return (
    `{"id":${product.id},"name":${L(product.name)},"description":${L(product.description)},"handle":${L(product.handle)},` +
    `"attributes":${J(product.attributes.map(sorted))},"published":${product.published},"free_shipping":${product.free_shipping},` +
    `"requires_shipping":${product.requires_shipping},"canonical_url":"${hole('u')}${url},"video_url":${J(product.video_url)},` +
    `"videos":[],"seo_title":${L(product.seo_title)},"seo_description":${L(product.seo_description)},` +
    `"brand":${J(product.brand)},"has_stock":${hole('h')},"created_at":"${product.created_at}","updated_at":"${hole('t')}",` +
    `"variants":[${variants.map(renderVariant).join(',')}],"tags":${J(product.tags)},` +
    `"images":[${images.map(image => renderImage(image, store.id)).join(',')}],"categories":${hole('c')}}`
  )
}

function renderVariant(variant: VariantRow): string {
  const { id, image_id, product_id, position, price, promotional_price, created_at, updated_at } = variant
  const values = variant.values.map(sorted)
  const { weight, width, height, depth, sku, barcode, mpn, age_group, gender, cost, visible } = variant
  const before = { id, image_id, product_id, position, price, compare_at_price: price, promotional_price }
  const after = { weight, width, height, depth, sku, values, barcode, mpn, age_group, gender, cost, visible }
  const date = hole(`d${id} ${Date.parse(updated_at) / 1000} ${updated_at}`)
  const dates = `"created_at":"${created_at}","updated_at":"${date}"`
  return `${J(before).slice(0, -1)},${hole(`s${id}`)},${J(after).slice(1, -1)},${dates}}`
}

/** An image that is here is answered with the server's own address, one that is still to come with the given one. */
function renderImage(image: ImageRow, store: number): string {
  const { id, product_id, src, file, position, alt, width, height, created_at, updated_at } = image
  const rest = J({ position, alt: sorted(alt), width, height, created_at, updated_at }).slice(1)
  const address = file === null ? J(src) : `"${hole('u')}${J(`/images/${store}/${file}`).slice(1)}`
  return `{"id":${id},"product_id":${product_id},"src":${address},${rest}`
}

export interface Filling {
  /** The server's public address. */
  url: string
  updated_at: string
  levels: Levels
  /** The categories of the product as JSON texts. */
  categories: readonly string[]
  visibility: ProductVisibility
}

/** The document with its holes filled: what the client gets. */
export function fill(document: string, { url, updated_at, levels, categories, visibility }: Filling): string {
  const stocks = stocksOf(levels)
  const pieces = document.split(mark)
  for (let i = 1; i < pieces.length; i += 2) {
    const key = pieces[i] ?? ''
    if (key === 'u') pieces[i] = url
    else if (key === 't') pieces[i] = updated_at
    else if (key === 'h') pieces[i] = String(hasStock(stocks, pieces))
    // Documents that were written by earlier releases have no mark for it; all of them end with their categories.
    else if (key === 'c') pieces[i] = `[${categories.join(',')}],"visibility":"${visibility}"`
    else if (key[0] === 'd') pieces[i] = variantDate(key, stocks)
    else pieces[i] = stockText(stocks.get(Number(key.slice(1))))
  }
  return withShownImages(pieces.join(''))
}

/**
 * Typed clients read an empty list where no language says anything, numbers for the size of an image, and whether it has its
 * smaller ones: it has them when it is here, and a size. Documents say none of it, so that those of earlier releases show it,
 * too. Inside of values a quotation mark has a backslash before it: what looks like these keys are these keys.
 */
function withShownImages(text: string): string {
  const from = text.indexOf(',"images":[{')
  if (from === -1) return text
  const images = text
    .slice(from)
    .replace(/"alt":\{(?:"[^"]+":"",?)*\}/g, '"alt":[]')
    .replace(/"width":null,"height":null,/g, '"width":0,"height":0,')
    .replace(/"height":(\d+),/g, (shown, height) => `${shown}"thumbnails_generated":${height === '0' ? 0 : 1},`)
  return text.slice(0, from) + images
}

/**
 * The list of variants in a text that is filled. Inside of values a quotation mark has a backslash before it, and no other
 * key is followed or preceded by these brackets: what looks like the list is the list.
 */
export function variantsIn(text: string): string {
  const [before, after] = [',"variants":[', '],"tags":']
  const from = text.indexOf(before) + before.length - 1
  return text.slice(from, text.indexOf(after, from) + 1)
}

/** One of such a list. It begins as no level does, and ends where the next one begins. */
export function variantIn(list: string, id: number): string {
  const second = ',"image_id":'
  const start = `{"id":${id}${second}`
  const from = list.indexOf(start)
  if (from < 0) throw new Error(`variant ${id} is not in the list`)
  const next = list.indexOf(second, from + start.length)
  return list.slice(from, next < 0 ? -1 : list.lastIndexOf(',{"id":', next))
}

/** A variant without any level is unlimited (D45), as is one with a level of null. */
function stocksOf(levels: Levels): Map<number, VariantStock> {
  const stocks = new Map<number, VariantStock>()
  for (const [variant_id, id, location_id, stock, seconds] of levels) {
    const known = stocks.get(variant_id)
    if (known) {
      known.stock = known.stock === null || stock === null ? null : known.stock + stock
      known.levels.push({ id, variant_id, location_id, stock })
      known.seconds = Math.max(known.seconds, seconds)
    } else stocks.set(variant_id, { stock, seconds, levels: [{ id, variant_id, location_id, stock }] })
  }
  return stocks
}

/** `d12 1783733390 2026-07-11T01:29:50+0000`: a variant changed when its row did, or later when its stock did. */
function variantDate(key: string, stocks: ReadonlyMap<number, VariantStock>): string {
  const [id, seconds, date = ''] = key.slice(1).split(' ')
  const stock = stocks.get(Number(id))
  return stock && stock.seconds > Number(seconds) ? wireTime(new Date(stock.seconds * 1000)) : date
}

function hasStock(stocks: ReadonlyMap<number, VariantStock>, pieces: readonly string[]): boolean {
  for (const { stock } of stocks.values()) if (stock === null || stock > 0) return true
  return pieces.some((key, i) => i % 2 === 1 && key[0] === 's' && !stocks.has(Number(key.slice(1))))
}

/** By hand, since lists are made of it: three numbers and an id of letters and digits. */
const levelText = ({ id, variant_id, location_id, stock }: VariantLevel) =>
  `{"id":${id},"variant_id":${variant_id},"location_id":"${location_id}","stock":${stock}}`

function stockText(known: VariantStock | undefined): string {
  const { stock = null, levels = [] } = known ?? {}
  return `"stock_management":${stock !== null},"stock":${stock},"inventory_levels":[${levels.map(levelText).join(',')}]`
}

/** What lists seek, sort and filter by; derived, so it is written with the document. */
export function derived(aggregate: Aggregate, { main_language }: Shop) {
  const { product, variants } = aggregate
  const prices = variants.map(({ price }) => price).filter(price => price !== null)
  const has = (variant: VariantRow, ...keys: ('weight' | 'width' | 'height' | 'depth')[]) =>
    keys.every(key => Number(variant[key]) > 0)
  return {
    search: searchText(aggregate),
    sort_name: fold(mainText(product.name, main_language)).slice(0, 255).toWellFormed(),
    sort_price: prices.length > 0 ? prices.reduce((a, b) => (Number(b) < Number(a) ? b : a)) : null,
    has_promotional_price: variants.some(({ promotional_price }) => promotional_price !== null),
    has_weight: variants.every(variant => has(variant, 'weight')),
    has_all_dimensions: variants.every(variant => has(variant, 'width', 'height', 'depth')),
  }
}
