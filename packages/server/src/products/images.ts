import {
  ApiError,
  bounded,
  type FieldMap,
  type Image,
  type ImageFilters,
  type ImageInput,
  invalid,
  type Localized,
  localizeOptional,
  notFound,
  unprocessable,
} from '@bodega/api'
import { operatorCall, type StoreContext, type Write } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { wireTime } from '../platform/database/values.ts'
import { storeContext } from '../stores/index.ts'
import { newIds } from './create.ts'
import { imageRows } from './image-rows.ts'
import { type ImageDraft, maxImages, within } from './product-input.ts'
import { edit } from './products.ts'
import type { ImageRow } from './rows.ts'

/** Keeps the bytes of images; refuses what is none. */
export interface ImageFiles {
  attach(store: number, attachment: string): Promise<{ file: string; width: number; height: number }>
  /** Why an address will not be fetched, if so. */
  refusal(src: string): string | undefined
}

export const imageNotFound = () => notFound('Product_Image with such id does not exist')

/** Old clients send an empty text as an empty list. */
const altOf = ({ alt }: ImageInput, { languages }: StoreContext, old?: Localized) =>
  bounded('alt', localizeOptional((Array.isArray(alt) ? alt[0] : alt) ?? null, languages, old), old)

const shownBy = (input: ImageInput, store: StoreContext) => ({
  alt: altOf(input, store),
  position: input.position ?? undefined,
})

/** An image that came as base64 is a file from here on. That takes its time: no transaction should wait for it. */
export async function attachedDraft(
  files: ImageFiles,
  store: StoreContext,
  input: ImageInput,
): Promise<ImageDraft | undefined> {
  if (!input.attachment) return undefined
  const shown = shownBy(input, store)
  const saved = await files.attach(store.id, input.attachment)
  return { src: input.filename || saved.file, ...shown, ...saved }
}

/** An image by its address: it is fetched later. */
function addressedDraft(files: ImageFiles, store: StoreContext, input: ImageInput): ImageDraft {
  if (!input.src) throw invalid({ src: ["can't be blank"] })
  const refusal = files.refusal(input.src)
  if (refusal) throw invalid({ src: [refusal] })
  return { src: input.src, ...shownBy(input, store), file: null, width: null, height: null }
}

export const imageDraft = async (files: ImageFiles, store: StoreContext, input: ImageInput): Promise<ImageDraft> =>
  (await attachedDraft(files, store, input)) ?? addressedDraft(files, store, input)

export async function imageDrafts(
  files: ImageFiles,
  store: StoreContext,
  inputs: readonly ImageInput[],
): Promise<ImageDraft[]> {
  if (inputs.length > maxImages) throw tooMany()
  const drafts: ImageDraft[] = []
  for (const [i, input] of inputs.entries()) drafts.push(await imageDraft(files, store, input).catch(tellPlace(i)))
  return drafts
}

const tellPlace =
  (i: number) =>
  (error: unknown): never => {
    // What is wrong with an image is told by its fields.
    throw error instanceof ApiError && error.status === 422 ? within(`images.${i}`)(error.body as FieldMap) : error
  }

const tooMany = () => unprocessable(`Product is not allowed to have more than ${maxImages} images`)

/** Positions are dense from 1 on. */
function placed(images: readonly ImageRow[], moved: ImageRow, position: number): ImageRow[] {
  const others = images.filter(({ id }) => id !== moved.id)
  others.splice(Math.min(position, others.length + 1) - 1, 0, moved)
  return others.map((image, place) => ({ ...image, position: place + 1 }))
}

export async function create(call: Write, product: number, draft: ImageDraft): Promise<number> {
  const nextId = await newIds(call, 'images', 1)
  let made = 0
  await edit(call, product, before => {
    if (before.images.length >= maxImages) throw tooMany()
    const [row] = imageRows([draft], product, [nextId()], wireTime(call.now))
    if (!row) return { after: before }
    made = row.id
    const images = placed(before.images, row, draft.position ?? before.images.length + 1)
    return { after: { ...before, images } }
  })
  return made
}

/** What is sent for an image that there is, and what was attached to it. */
export interface ImageChange {
  input: ImageInput
  attached: ImageDraft | undefined
}

export async function update(
  call: Write,
  product: number,
  id: number,
  { input, attached }: ImageChange,
  files: ImageFiles,
): Promise<void> {
  await edit(call, product, before => {
    const old = before.images.find(image => image.id === id)
    if (!old) throw imageNotFound()
    // What a client has read and sends back is the image that is there: by the address that it is fetched from until its
    // file is here, by that of the file from then on. The first one then says that there is another picture now.
    const isOld = old.file === null ? input.src === old.src : input.src?.endsWith(`/${old.file}`)
    const isNew = Boolean(input.src) && !isOld
    const { src, file, width, height } = attached ?? (isNew ? addressedDraft(files, call.store, input) : old)
    const alt = input.alt === undefined ? old.alt : altOf(input, call.store, old.alt)
    const next = { ...old, src, file, width, height, alt }
    return { after: { ...before, images: placed(before.images, next, input.position ?? old.position) } }
  })
}

/** Variants that showed it show none. */
export async function remove(call: Write, product: number, id: number): Promise<Record<never, never>> {
  await edit(call, product, before => {
    const left = before.images.filter(image => image.id !== id)
    if (left.length === before.images.length) throw imageNotFound()
    const images = left.map((image, place) => ({ ...image, position: place + 1 }))
    const variants = before.variants.map(variant =>
      variant.image_id === id ? { ...variant, image_id: null } : variant,
    )
    return { after: { ...before, images, variants } }
  })
  return {}
}

export const filtered = (images: readonly Image[], { since_id, src, position }: ImageFilters): Image[] =>
  images.filter(
    image =>
      (since_id === undefined || image.id > since_id) &&
      (src === undefined || image.src === src) &&
      (position === undefined || image.position === position),
  )

/** A file that was fetched in the background enters its product; one that was deleted meanwhile is let go. */
export async function imageFetched(
  tx: Tx,
  world: World,
  image: { store_id: number; product_id: number; image_id: number; file: string; width: number; height: number },
): Promise<void> {
  const store = await storeContext(tx, image.store_id)
  if (!store) return
  const { file, width, height } = image
  await edit({ ...operatorCall(world, store), tx }, image.product_id, before => ({
    after: {
      ...before,
      images: before.images.map(row => (row.id === image.image_id ? { ...row, file, width, height } : row)),
    },
  }))
}
