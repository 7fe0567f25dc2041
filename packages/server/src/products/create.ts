import { unprocessable } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { knownCategories } from '../categories/index.ts'
import { emit } from '../events/index.ts'
import { claimFirstHandles, handleFrom } from '../handles/index.ts'
import { type Cause, startLevels } from '../inventory/index.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { wireTime } from '../platform/database/values.ts'
import { imageRows } from './image-rows.ts'
import type { Draft, VariantDraft } from './product-input.ts'
import { countProducts } from './read.ts'
import { holdLanguage } from './renewals.ts'
import type { Aggregate, VariantRow } from './rows.ts'
import { firstWishes, placeWishes, type Wished } from './wishes.ts'
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

/** Which ids are categories of the store. Others are left out without a word: templates of apps send made-up ones. */
export async function categoriesAmong({ tx, store }: Write, ids: readonly number[]): Promise<(id: number) => boolean> {
  const known = new Set(await knownCategories(tx, store.id, [...new Set(ids)]))
  return id => known.has(id)
}

async function refuseTooMany({ tx, store }: Write): Promise<void> {
  const total = await countProducts(tx, store.id)
  if (total > maxProducts) throw unprocessable(`Store has reached maximum limit of ${maxProducts} allowed products`)
}
