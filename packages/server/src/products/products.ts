import { isDeepStrictEqual } from 'node:util'
import { invalid, type ProductChange, referredIds } from '@bodega/api'
import type { Write } from '../access/index.ts'
import type { Leave } from '../categories/index.ts'
import { emit } from '../events/index.ts'
import { claimHandles, handleAfter, releaseHandles } from '../handles/index.ts'
import { changeLevels, refuseChange, removeLevels } from '../inventory/index.ts'
import { sql } from '../platform/database/sql.ts'
import { fitted } from './attributes.ts'
import { categoriesAmong } from './create.ts'
import { flatFields, productFields, refuseMismatch, unknownImage, variantDraft } from './product-input.ts'
import { refuseOldLanguage } from './renewals.ts'
import type { Aggregate } from './rows.ts'
import { homesOf, placeWishes, type Wished } from './wishes.ts'
import { countOut, lockProduct, saveAggregate, tellUpdated, touch } from './write.ts'

/** A product as it shall be, and the stock that was wished for with it. */
export interface Edited {
  after: Aggregate
  wishes?: Omit<Wished, 'product_id'>[]
}

/**
 * Every change of a product goes this way: lock it, decide what it shall be, write what differs, then the stock.
 * Whatever changed is told once; what changed nothing is not told at all.
 */
export async function edit(
  call: Write,
  id: number,
  change: (before: Aggregate) => Promise<Edited> | Edited,
): Promise<Aggregate> {
  const [before] = await Promise.all([lockProduct(call.tx, call.store.id, id), refuseOldLanguage(call)])
  const { after, wishes = [] } = await change(before)
  refuseForeignImages(after)
  const kept = new Set(after.variants.map(variant => variant.id))
  await removeLevels(
    call,
    id,
    before.variants.map(variant => variant.id).filter(variant => !kept.has(variant)),
  )
  const isSaved = await saveAggregate(call, before, after)
  const wanted = wishes.map(wish => ({ product_id: id, ...wish }))
  const levels = await placeWishes(call, wanted, await homesOf(call, wanted))
  const changed = await changeLevels(call, 'api', levels)
  if (!isSaved && changed.length > 0) touch(call, [id])
  if (isSaved || changed.length > 0) tellUpdated(call, [id])
  return after
}

/** A variant shows an image of its own product. */
function refuseForeignImages({ variants, images }: Aggregate): void {
  const own = new Set(images.map(({ id }) => id))
  if (variants.some(({ image_id }) => image_id !== null && !own.has(image_id))) {
    throw invalid({ image_id: [unknownImage] })
  }
}

export async function update(call: Write, id: number, change: ProductChange): Promise<void> {
  const { tx, store, world } = call
  const named = referredIds(change.categories ?? [])
  await edit(call, id, async before => {
    // Behind the lock of the product: whoever deletes a category locks in this order too.
    const isCategory = await categoriesAmong(call, named)
    const categories = change.categories && { categories: named.filter(isCategory) }
    const fields = productFields(before.product, { ...change, ...categories }, store)
    const product = { ...before.product, ...fields, handle: before.product.handle }
    const handle = handleAfter(before.product, fields)
    if (!isDeepStrictEqual(handle, product.handle)) {
      const claimed = await claimHandles(tx, world, store.id, 'product', [{ owner_id: id, handle }])
      product.handle = claimed.get(id) ?? product.handle
    }
    const variants = fitted(before.variants, before.product.attributes, product.attributes, store.main_language)
    if (!variants) throw invalid({ attributes: ['are too few: two variants would have the same values'] })
    const edited = editFlat({ ...before, product, variants }, change, call)
    if (change.values !== undefined) refuseMismatch(product.attributes, edited.after.variants)
    return edited
  })
}

/** Variant fields on the product mean its single variant (D31). */
function editFlat(aggregate: Aggregate, change: ProductChange, { store }: Write): Edited {
  const flat = flatFields(change)
  if (!flat) return { after: aggregate }
  const [variant, ...others] = aggregate.variants
  if (!variant || others.length > 0) {
    const text = 'belongs to a variant, and the product has several: change it there'
    throw invalid(Object.fromEntries(Object.keys(flat).map(field => [field, [text]])))
  }
  const { fields, stock } = variantDraft(flat, store, invalid, variant)
  return {
    after: { ...aggregate, variants: [{ ...variant, ...fields }] },
    wishes: [{ variant_id: variant.id, wishes: stock }],
  }
}

export async function remove(call: Write, id: number, leave: Leave): Promise<Record<never, never>> {
  const { tx, store, now } = call
  const { variants } = await lockProduct(tx, store.id, id)
  await leave(call, id)
  // From here on nobody can point to it. Who did so since the statement before is found by the one after.
  await tx.run(sql`select 1 from products where store_id = ${store.id} and id = ${id} for update`)
  await leave(call, id)
  await removeLevels(
    call,
    id,
    variants.map(variant => variant.id),
  )
  await releaseHandles(tx, store.id, 'product', [id])
  await tx.run(sql`delete from products where store_id = ${store.id} and id = ${id}`).catch(refuseChange)
  countOut(call, id)
  emit(tx, store.id, now, 'product/deleted', { id })
  return {}
}
