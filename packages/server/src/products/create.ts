import { unprocessable } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { knownCategories } from '../categories/index.ts'
import { emit } from '../events/index.ts'
import { claimFirstHandles, handleFrom } from '../handles/index.ts'
import { type Cause, homes, type LevelChange, levelKey, startLevels, unknownLocation } from '../inventory/index.ts'
import { ensureLocations } from '../locations/index.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { wireTime } from '../platform/database/values.ts'
import type { Draft, ImageDraft, VariantDraft } from './product-input.ts'
import { countProducts } from './read.ts'
import { holdLanguage } from './renewals.ts'
import type { Aggregate, ImageRow, VariantRow } from './rows.ts'
import type { StockWish } from './variant-input.ts'
import { countIn, insertAggregates } from './write.ts'

const maxProducts = 100_000

/** So many new ids of a table; each is given once. */
export async function newIds(
  { tx }: Write,
  table: 'products' | 'variants' | 'images',
  n: number,
): Promise<() => number> {
  const next = (await nextIds(tx, table, n)).values()
  return () => {
    const { value } = next.next()
    if (value === undefined) throw new Error(`more ids of ${table} are used than were asked for`)
    return value
  }
}

/** Stores drafts as products, one or a thousand, and tells of each. Answers their ids in order. */
export async function createProducts(call: Write, drafts: readonly Draft[], cause: Cause = 'api'): Promise<number[]> {
  const ids = await storeProducts(call, drafts, cause)
  await refuseTooMany(call)
  emit(call.tx, call.store.id, call.now, 'product/created', ...ids.map(id => ({ id })))
  return ids
}

/** Only the storing, in a handful of statements: no events, and no limit. For whoever fills a store. */
export async function storeProducts(call: Write, drafts: readonly Draft[], cause: Cause): Promise<number[]> {
  const { tx, store, now, world } = call
  const categories = drafts.flatMap(({ fields }) => fields.category_ids)
  const count = (part: 'variants' | 'images') => drafts.reduce((n, draft) => n + draft[part].length, 0)
  const [, isCategory, productId, variantId, imageId] = await Promise.all([
    holdLanguage(call),
    categoriesAmong(call, categories),
    newIds(call, 'products', drafts.length),
    newIds(call, 'variants', count('variants')),
    newIds(call, 'images', count('images')),
  ])
  const ids = drafts.map(() => productId())
  const handles = await claimFirstHandles(
    tx,
    world,
    store.id,
    'product',
    drafts.map(({ fields: { name, handle } }, i) => ({ owner_id: ids[i] ?? 0, handle: handleFrom(name, handle) })),
  )
  const date = wireTime(now)
  const wishes: Wished[] = []
  const aggregates = drafts.map(({ fields, variants, images }, i): Aggregate => {
    const id = ids[i] ?? 0
    const imageIds = images.map(() => imageId())
    const rows = variants.map((draft, place) => ({
      ...variantRow(variantId(), id, place + 1, draft, date),
      image_id: imageIds[draft.image ?? -1] ?? null,
    }))
    variants.forEach((draft, place) => {
      wishes.push({ product_id: id, variant_id: rows[place]?.id ?? 0, wishes: firstWishes(draft) })
    })
    return {
      product: {
        id,
        ...fields,
        category_ids: fields.category_ids.filter(isCategory),
        handle: handles.get(id) ?? {},
        created_at: date,
        updated_at: date,
      },
      variants: rows,
      images: imageRows(images, id, imageIds, date),
    }
  })
  await insertAggregates(call, aggregates)
  await startLevels(call, cause, await placeWishes(call, wishes))
  countIn(call, ids)
  return ids
}

/** A variant created without any stock is unlimited (D45). */
export const firstWishes = ({ stock }: VariantDraft): StockWish[] =>
  stock.length > 0 ? stock : [{ location_id: undefined, stock: null }]

export const variantRow = (
  id: number,
  product_id: number,
  position: number,
  { fields }: VariantDraft,
  date: string,
): VariantRow => ({
  id,
  product_id,
  position,
  ...fields,
  created_at: date,
  updated_at: date,
})

/** Positions are dense from 1 on; one that asks for a place gets it, the others move. */
export function imageRows(
  drafts: readonly ImageDraft[],
  product_id: number,
  given: readonly number[],
  date: string,
): ImageRow[] {
  const order = inPlaces(drafts)
  const ids = new Map(drafts.map((draft, i) => [draft, given[i]]))
  return order.map((draft, place) => ({
    ...draft,
    id: ids.get(draft) ?? 0,
    product_id,
    position: place + 1,
    created_at: date,
    updated_at: date,
  }))
}

/** Those that ask for a place, and the others in the gaps between them. */
function inPlaces(drafts: readonly ImageDraft[]): ImageDraft[] {
  const placed = drafts.flatMap(draft => (draft.position === undefined ? [] : [{ draft, position: draft.position }]))
  const asking = placed.sort((a, b) => a.position - b.position)
  const others = drafts.filter(({ position }) => position === undefined)
  const order: ImageDraft[] = []
  while (order.length < drafts.length) {
    const [next] = asking
    const isDue = next && (next.position <= order.length + 1 || others.length === 0)
    const draft = isDue ? asking.shift()?.draft : others.shift()
    if (draft) order.push(draft)
  }
  return order
}

interface Wished {
  product_id: number
  variant_id: number
  wishes: readonly StockWish[]
}

/** Where variants have their stock when no location is said; those that have none yet are not in it. */
export type Homes = ReadonlyMap<number, string>

/** The homes that wishes ask for, of products that are locked. */
export function homesOf(
  { tx, store }: Write,
  wanted: readonly Pick<Wished, 'product_id' | 'wishes'>[],
): Promise<Homes> {
  const asking = wanted.filter(({ wishes }) => wishes.some(({ location_id }) => location_id === undefined))
  return homes(
    tx,
    store.id,
    asking.map(({ product_id }) => product_id),
  )
}

/** Wishes for stock become levels: without a location those at home, or at the first one; an unknown one is refused. */
export async function placeWishes(
  call: Write,
  wanted: readonly Wished[],
  known: Homes = new Map(),
): Promise<LevelChange[]> {
  if (wanted.every(({ wishes }) => wishes.length === 0)) return []
  const changes = placed(await ensureLocations(call), wanted, known)
  if (changes instanceof Error) throw changes
  return changes
}

/** The same where the locations are known, by priority. */
export function placed(locations: readonly string[], wanted: readonly Wished[], known: Homes): LevelChange[] | Error {
  const [first = ''] = locations
  const place = new Map(locations.map((id, index) => [id, index]))
  const changes = new Map<string, LevelChange>()
  for (const { product_id, variant_id, wishes } of wanted) {
    for (const { location_id = known.get(variant_id) ?? first, stock } of wishes) {
      if (!place.has(location_id)) return unknownLocation()
      // Of two wishes for one place the later holds.
      const change = { product_id, variant_id, location_id, stock }
      changes.set(levelKey(change), change)
    }
  }
  // A variant shows its levels in the order of their making: by priority, the first location first.
  const placeOf = ({ location_id }: LevelChange) => place.get(location_id) ?? 0
  return [...changes.values()].sort((a, b) => a.variant_id - b.variant_id || placeOf(a) - placeOf(b))
}

/** Which ids are categories of the store. Others are left out without a word: templates of apps send made-up ones. */
export async function categoriesAmong({ tx, store }: Write, ids: readonly number[]): Promise<(id: number) => boolean> {
  const known = new Set(await knownCategories(tx, store.id, [...new Set(ids)]))
  return id => known.has(id)
}

async function refuseTooMany({ tx, store }: Write): Promise<void> {
  const total = await countProducts(tx, store.id)
  if (total > maxProducts) throw unprocessable(`Store has reached maximum limit of ${maxProducts} allowed products`)
}
