import { ApiError, invalid, type LevelInput, type ProductInput, referredIds, type VariantInput } from '@bodega/api'
import { operatorCall, type StoreContext } from '../access/index.ts'
import { categoryNames, knownCategories } from '../categories/index.ts'
import { unknownLocation } from '../inventory/index.ts'
import { placesByPriority } from '../locations/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { reasonOf } from '../platform/http/reason.ts'
import { type Draft, draftOf, type ImageFiles, imageDrafts, placeOfImage } from '../products/index.ts'
import type { Entry, ProductLine } from './entries.ts'
import { idsByName } from './places.ts'

export interface Target {
  db: Db
  world: World
  store: StoreContext
  files: ImageFiles
}

/** A product of the file that can be stored in this store, or the reason why not. */
export interface Ready extends Pick<Entry, 'line' | 'end'> {
  draft?: Draft
  problem?: string
}

type Level = LevelInput & { location?: string | null }

/** Makes products of one store, or of none, to products of this one: names become ids. */
export async function createResolver({ db, world, store, files }: Target) {
  const places = await placesByPriority(db, store.id)
  const locations = new Set(places.map(({ id }) => id))
  const byName = idsByName(places)
  const paths = new Map<string, number | ApiError>()
  const known = new Set<number>()

  function levelOf({ location, ...level }: Level): LevelInput {
    if (locations.has(level.location_id ?? '') || (!location && !level.location_id)) return level
    if (!location) throw unknownLocation()
    if (locations.has(location)) return { ...level, location_id: location }
    const [id, ...others] = byName.get(location.trim()) ?? []
    if (id === undefined) throw invalid({ location: [`No location is called "${location}"`] })
    if (others.length > 0) throw invalid({ location: [`Several locations are called "${location}"`] })
    return { ...level, location_id: id }
  }

  async function categoryOf(path: readonly string[]): Promise<number> {
    const key = JSON.stringify(path)
    // In a transaction of its own: it stays although products may be refused, and it is remembered.
    const found = paths.get(key) ?? (await ensurePath(path))
    paths.set(key, found)
    if (found instanceof ApiError) throw found
    return found
  }

  async function ensurePath(path: readonly string[]): Promise<number | ApiError> {
    try {
      return await db.tx(async tx => {
        const names = await categoryNames(tx, store)
        let parent: number | null = null
        for (const name of path) parent = await names.ensure({ ...operatorCall(world, store), tx }, name, parent)
        if (parent === null) throw invalid({ category_paths: ["can't be blank"] })
        return parent
      })
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  function inputOf({ category_paths, categories, variants, ...line }: ProductLine): ProductInput {
    if (!category_paths) refuseUnknown(categories)
    return {
      ...placed(line, line.images),
      ...(category_paths ? {} : { categories }),
      ...(variants ? { variants: variants.map(variant => placed(variant, line.images)) } : {}),
    }
  }

  /** The id of an image means one that stands beside it, and nothing where there is none: that product is elsewhere. */
  function placed<V extends VariantInput>({ image_id, inventory_levels, ...rest }: V, images: ProductInput['images']) {
    return {
      ...rest,
      ...(image_id && placeOfImage(images, image_id) >= 0 ? { image_id } : {}),
      ...(inventory_levels ? { inventory_levels: inventory_levels.map(levelOf) } : {}),
    }
  }

  function refuseUnknown(categories: ProductInput['categories']): void {
    const unknown = idsOf(categories).filter(id => !known.has(id))
    if (unknown.length > 0) throw invalid({ categories: unknown.map(id => `Category ${id} does not exist`) })
  }

  async function readyDraft(product: ProductLine): Promise<Draft> {
    const input = inputOf(product)
    const draft = draftOf(input, await imageDrafts(files, store, input.images ?? []), store)
    // Last, because they are made where they are missing: a product that is refused for itself leaves none behind.
    const ids = new Set(draft.fields.category_ids)
    for (const path of product.category_paths ?? []) ids.add(await categoryOf(path))
    return { ...draft, fields: { ...draft.fields, category_ids: [...ids] } }
  }

  async function ready({ line, end, product, problem }: Entry): Promise<Ready> {
    if (!product) return { line, end, problem: problem ?? 'cannot be read' }
    try {
      return { line, end, draft: await readyDraft(product) }
    } catch (error) {
      if (error instanceof ApiError) return { line, end, problem: reasonOf(error) }
      throw error
    }
  }

  return async (entries: readonly Entry[]): Promise<Ready[]> => {
    const ids = entries.flatMap(({ product }) => idsOf(product?.categories)).filter(id => !known.has(id))
    for (const id of await knownCategories(db, store.id, [...new Set(ids)])) known.add(id)
    const all: Ready[] = []
    for (const entry of entries) all.push(await ready(entry))
    return all
  }
}

const idsOf = (refs: ProductInput['categories']): number[] => referredIds(refs ?? [])
