import {
  bounded,
  type FieldMap,
  invalid,
  isBlank,
  type Localized,
  type LocalizedInput,
  localize,
  localizeOptional,
  type ProductChange,
  type ProductInput,
  referredIds,
  unprocessable,
  type VariantInput,
  VariantInput as VariantSchema,
} from '@bodega/api'
import { alike, identitiesOf } from './combinations.ts'
import type { ProductRow } from './rows.ts'
import {
  complaints,
  emptyVariant,
  type Languages,
  type StockWish,
  stockWishes,
  type VariantFields,
  variantFields,
} from './variant-input.ts'

export const maxVariants = 1000
export const maxImages = 250
const maxAttributes = 3

/** What a client can set of a product; the handle is only wished for. */
export type ProductFields = Omit<ProductRow, 'id' | 'created_at' | 'updated_at'>

export interface VariantDraft {
  fields: VariantFields
  stock: StockWish[]
  /** The place, in the draft of a new product, of the image that it shows. */
  image?: number
}

/** An image to be made; one that was attached is a file already. */
export interface ImageDraft {
  src: string
  alt: Localized
  position: number | undefined
  file: string | null
  width: number | null
  height: number | null
}

/** A product that was checked and is not stored yet. */
export interface Draft {
  fields: ProductFields
  variants: VariantDraft[]
  images: ImageDraft[]
}

const blank = (languages: readonly string[]): Localized => localize('', languages)

function emptyProduct({ languages }: Languages): ProductFields {
  return {
    name: {},
    description: blank(languages),
    handle: {},
    attributes: [],
    published: true,
    unlisted: false,
    free_shipping: false,
    requires_shipping: true,
    video_url: null,
    seo_title: blank(languages),
    seo_description: blank(languages),
    brand: null,
    tags: '',
    category_ids: [],
  }
}

type Translated = 'name' | 'description' | 'handle' | 'seo_title' | 'seo_description'

/**
 * The fields of a product after an input: what is left out stays, what is sent empty is cleared. A yes or no cannot be empty:
 * null says nothing of it, as typed clients write it for what they leave out.
 */
export function productFields(old: ProductFields, input: ProductChange, store: Languages): ProductFields {
  // A text that was never given has no languages to keep.
  const text = (field: Translated, value: LocalizedInput | null): Localized =>
    bounded(field, localizeOptional(value, store.languages, isBlank(old[field]) ? {} : old[field]), old[field])
  const next: ProductFields = { ...old }
  if (input.name !== undefined) {
    if (isBlank(input.name)) throw invalid({ name: ["can't be blank"] })
    next.name = text('name', input.name)
  }
  for (const field of ['description', 'handle', 'seo_title', 'seo_description'] as const) {
    const value = input[field]
    if (value !== undefined) next[field] = text(field, value)
  }
  if (input.attributes !== undefined) next.attributes = attributesOf(input.attributes ?? [], store)
  Object.assign(next, publishing(old, input))
  next.free_shipping = input.free_shipping ?? old.free_shipping
  next.requires_shipping = input.requires_shipping ?? old.requires_shipping
  if (input.video_url !== undefined) next.video_url = videoOf(input.video_url)
  if (input.brand !== undefined) next.brand = input.brand || null
  if (input.tags !== undefined) next.tags = Array.isArray(input.tags) ? input.tags.join(', ') : (input.tags ?? '')
  if (input.categories !== undefined) next.category_ids = referredIds(input.categories ?? [])
  return next
}

type Publishing = Pick<ProductFields, 'published' | 'unlisted'>

/**
 * `hidden` is what `published: false` says; `published: true` alone leaves open whether the product is listed. Who sends a
 * product back whole and knows only one of the two changes that one: the other says what the product is already.
 */
function publishing(old: Publishing, { published, visibility }: ProductChange): Publishing {
  const flag = published ?? old.published
  const byFlag = { published: flag, unlisted: flag && old.unlisted }
  if (visibility == null) return byFlag
  const byWord = { published: visibility !== 'hidden', unlisted: visibility === 'unlisted' }
  if (flag === byWord.published || flag === old.published) return byWord
  const isAsBefore = byWord.published === old.published && byWord.unlisted === old.unlisted
  if (isAsBefore) return byFlag
  throw invalid({ visibility: ['contradicts published'] })
}

function attributesOf(attributes: readonly LocalizedInput[], { languages, main_language }: Languages): Localized[] {
  if (attributes.length > maxAttributes) throw invalid({ attributes: [`must have at most ${maxAttributes} items`] })
  // Connectors take them all away by a single empty one.
  if (attributes.every(isBlank)) return []
  const names = attributes.map(attribute => localize(attribute, languages))
  if (attributes.some(isBlank)) throw invalid({ attributes: ["can't be blank"] })
  const identities = identitiesOf(
    names.map(name => [name]),
    main_language,
  )
  if (new Set(identities).size < names.length) throw invalid({ attributes: ['cannot be repeated'] })
  return names
}

function videoOf(url: string | null): string | null {
  if (!url) return null
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) throw unprocessable('The video url field is not a secure url')
  return url
}

/** As many values as attributes; a variant without values is the one that stands for the whole product. */
export function refuseMismatch(
  attributes: readonly Localized[],
  variants: readonly { values: readonly Localized[] }[],
): void {
  if (variants.some(({ values }) => values.length > 0 && values.length !== attributes.length)) {
    throw mismatch()
  }
}

const mismatch = () => invalid({ attributes: ['must be as many as the values of each variant'] })

export const unknownImage = 'Image with such id does not exist'

/** The refusal of fields that stand inside another: `variants.2.price`. */
export const within =
  (place: string) =>
  (problems: FieldMap): Error =>
    invalid(
      place === ''
        ? problems
        : Object.fromEntries(Object.entries(problems).map(([f, texts]) => [`${place}.${f}`, texts])),
    )

const variantKeys = Object.keys(VariantSchema.properties) as (keyof VariantInput)[]

/** Variant fields that stand on the product itself (D31). */
export function flatFields(input: VariantInput): VariantInput | undefined {
  const given = variantKeys.filter(key => input[key] !== undefined)
  // Built from the keys of the very type.
  return given.length > 0 ? (Object.fromEntries(given.map(key => [key, input[key]])) as VariantInput) : undefined
}

/** A whole new product, checked. Images come apart, because their files may have to be written. */
export function draftOf(input: ProductInput, images: ImageDraft[], store: Languages): Draft {
  const fields = productFields(emptyProduct(store), input, store)
  const given = input.variants ?? []
  if (given.length > maxVariants)
    throw unprocessable(`Product is not allowed to have more than ${maxVariants} variants`)
  const drafts =
    given.length > 1
      ? given.map((variant, i) => variantDraft(variant, store, within(`variants.${i}`)))
      : [variantDraft({ ...flatFields(input), ...given[0] }, store, given[0] ? within('variants.0') : invalid)]
  const variants = drafts.map((draft, i) => showing(draft, input, given[0] ? `variants.${i}` : ''))
  const shapes = variants.map(({ fields: { values } }) => ({ values }))
  refuseMismatch(fields.attributes, shapes)
  if (given.length > 0 && fields.attributes.length > 0 && shapes.some(({ values }) => values.length === 0)) {
    throw mismatch()
  }
  const all = variants.map(variant => variant.fields)
  if (alike(all, store.main_language).length > 0) throw unprocessable('Variant values should not be repeated')
  return { fields, variants, images }
}

/** The place of the image that was sent with this id, or -1: what stands there is not checked and may be anything. */
export const placeOfImage = (images: ProductInput['images'], image_id: number): number =>
  (images ?? []).findIndex(({ id }) => id === image_id || id === String(image_id))

/** The images of a new product have no ids yet: a variant names the one that was sent with the id. */
function showing({ fields, stock }: VariantDraft, { images }: ProductInput, place: string): VariantDraft {
  if (fields.image_id === null) return { fields, stock }
  const image = placeOfImage(images, fields.image_id)
  if (image < 0) throw within(place)({ image_id: [unknownImage] })
  return { fields: { ...fields, image_id: null }, stock, image }
}

export function variantDraft(
  input: VariantInput,
  store: Languages,
  refusal: (problems: FieldMap) => Error,
  old: VariantFields = emptyVariant,
): VariantDraft {
  const { problems, complain, isEmpty } = complaints()
  const fields = variantFields(old, input, store, complain)
  const stock = stockWishes(input, complain)
  if (!isEmpty()) throw refusal(problems)
  return { fields, stock }
}
