import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  bounded,
  CollectionVariant,
  envelope,
  invalid,
  isBlank,
  type LocalizedInput,
  localize,
  refused,
  unprocessable,
  type Variant,
  type VariantFilters,
  type VariantInput,
} from '@bodega/api'
import type { Write } from '../access/index.ts'
import { variantNotFound } from '../inventory/index.ts'
import { wireTime } from '../platform/database/values.ts'
import { validate } from '../platform/http/validate.ts'
import { parseInstant } from '../platform/instant.ts'
import { alike, matched } from './combinations.ts'
import { newIds, variantRow } from './create.ts'
import { maxVariants, variantDraft } from './product-input.ts'
import { type Edited, edit } from './products.ts'
import type { Aggregate, VariantRow } from './rows.ts'
import { type Languages, plainly, type VariantFields } from './variant-input.ts'
import { firstWishes } from './wishes.ts'

/** The filters of `GET /variants` on the variants of one product, which are at most a thousand. */
export function filtered(variants: readonly Variant[], query: VariantFilters): Variant[] {
  const bounds = (['created_at', 'updated_at'] as const).map(field => {
    const [min, max] = [query[`${field}_min`], query[`${field}_max`]].map(text => text && parseInstant(text)?.getTime())
    return (variant: Variant) => {
      const time = Date.parse(variant[field])
      return (typeof min !== 'number' || time >= min) && (typeof max !== 'number' || time <= max)
    }
  })
  return variants.filter(
    variant =>
      (query.since_id === undefined || variant.id > query.since_id) && bounds.every(isInside => isInside(variant)),
  )
}

/**
 * Values that are written are as many as the attributes; a variant without any stands for the whole product. Those that
 * are kept may be fewer: attributes are added before the variants are written again.
 */
function refuseMiscounted({ product: { attributes } }: Aggregate, { values }: VariantFields): void {
  if (values.length > 0 && values.length !== attributes.length)
    throw invalid({ values: ['The values has the wrong number of elements.'] })
}

/**
 * Each combination of values once. What was written before and is the same now is nobody's fault here: the store may have
 * chosen another main language since.
 */
function refuseRepeated(
  before: Aggregate,
  { variants }: Aggregate,
  { store }: Write,
  refusal: (ids: number[]) => Error = () => unprocessable('Variants cannot be repeated'),
): void {
  const old = new Map(before.variants.map(variant => [variant.id, variant]))
  const isWritten = ({ id, values, combination }: VariantRow) =>
    combination !== old.get(id)?.combination || !isDeepStrictEqual(values, old.get(id)?.values)
  if (!variants.some(isWritten)) return
  const repeated = alike(variants, store.main_language).filter(group => group.some(isWritten))
  if (repeated.length > 0) throw refusal([...new Set(repeated.flat().map(({ id }) => id))])
}

export async function create(call: Write, product: number, input: VariantInput): Promise<number> {
  const nextId = await newIds(call, 'variants', 1)
  const id = nextId()
  await edit(call, product, before => {
    if (before.variants.length >= maxVariants) {
      throw unprocessable(`Product is not allowed to have more than ${maxVariants} variants`)
    }
    const draft = variantDraft(input, call.store, invalid)
    if (draft.fields.values.length === 0 && before.product.attributes.length > 0)
      throw invalid({ values: ["can't be blank"] })
    refuseMiscounted(before, draft.fields)
    const place = Math.max(0, ...before.variants.map(({ position }) => position)) + 1
    const row = variantRow(id, product, place, draft, wireTime(call.now))
    const after = { ...before, variants: [...before.variants, row] }
    refuseRepeated(before, after, call)
    return { after, wishes: [{ variant_id: id, wishes: firstWishes(draft) }] }
  })
  return id
}

export async function update(call: Write, product: number, id: number, input: VariantInput): Promise<void> {
  await edit(call, product, before => {
    const edited = updated(before, [{ ...input, id }], call, () => variantNotFound())
    refuseRepeated(before, edited.after, call)
    return edited
  })
}

type VariantChange = VariantInput & { id?: number | null }

/** Several variants changed by id; a missing or foreign id is the caller's refusal. */
function updated(
  before: Aggregate,
  inputs: readonly VariantChange[],
  { store }: Write,
  unknown: (index: number) => Error,
) {
  const rows = new Map(before.variants.map(variant => [variant.id, variant]))
  const wishes = inputs.map((input, index) => {
    const old = rows.get(input.id ?? 0)
    if (!old) throw unknown(index)
    const { fields, stock } = variantDraft(input, store, invalid, old)
    if (fields.values.length === 0 && old.values.length > 0) throw invalid({ values: ["can't be blank"] })
    if (input.values) refuseMiscounted(before, fields)
    rows.set(old.id, { ...old, ...fields })
    return { variant_id: old.id, wishes: stock }
  })
  return { after: { ...before, variants: [...rows.values()] }, wishes }
}

export async function remove(call: Write, product: number, id: number): Promise<Record<never, never>> {
  await edit(call, product, before => {
    const variants = before.variants.filter(variant => variant.id !== id)
    if (variants.length === before.variants.length) throw variantNotFound()
    if (variants.length === 0) throw unprocessable('The last variant of a product cannot be deleted.')
    return { after: { ...before, variants } }
  })
  return {}
}

/** Never creates or deletes. Ids sent twice, and variants that would have the same values, are told by their ids. */
export async function updateSome(call: Write, product: number, inputs: readonly VariantChange[]): Promise<void> {
  const ids = inputs.flatMap(({ id }) => id ?? [])
  const repeated = [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))]
  if (repeated.length > 0) throw repeatedVariants(repeated)
  await edit(call, product, before => {
    const edited = updated(before, inputs, call, index =>
      invalid({
        [`${index}.id`]: [inputs[index]?.id == null ? "can't be blank" : 'Variant with such id does not exist'],
      }),
    )
    refuseRepeated(before, edited.after, call, repeatedVariants)
    return edited
  })
}

const repeatedVariants = (ids: number[]): Error =>
  new ApiError(422, { ...envelope(422, 'Variants cannot be repeated'), duplicate_variant_ids: ids })

/** The whole collection: matched by the combination of values, unknown ones created, absent ones deleted. */
export async function replaceAll(call: Write, product: number, inputs: readonly VariantInput[]): Promise<void> {
  const { store, now } = call
  const nextId = await newIds(call, 'variants', inputs.length)
  await edit(call, product, before => {
    const sent = inputs.map(input => {
      if (before.product.attributes.length > 0 && !input.values?.length)
        throw refused(400, 'Variant values should not be empty')
      const draft = variantDraft(input, store, plainly)
      refuseMiscounted(before, draft.fields)
      return { input, draft, values: draft.fields.values }
    })
    const known = matched(before.variants, sent, store.main_language)
    if (!known) throw unprocessable('Variant values should not be repeated')
    // Deleting one leaves a gap: whoever sends the others back as they stand moves none of them.
    const stand = before.variants.length === known.length && before.variants.every(({ id }, i) => id === known[i]?.id)
    const wishes: Edited['wishes'] = []
    const variants = sent.map(({ input, draft }, place): VariantRow => {
      const old = known[place]
      if (!old) {
        const row = variantRow(nextId(), product, place + 1, draft, wireTime(now))
        wishes.push({ variant_id: row.id, wishes: firstWishes(draft) })
        return row
      }
      const { fields, stock } = variantDraft(translated(input, old, store), store, plainly, old)
      wishes.push({ variant_id: old.id, wishes: stock })
      return { ...old, ...fields, position: stand ? old.position : place + 1 }
    })
    const after = { ...before, variants }
    refuseRepeated(before, after, call)
    return { after, wishes }
  })
}

/** The values are the same, so what they are called in other languages than those that were sent still holds. */
const translated = (input: VariantInput, { values }: VariantRow, { languages }: Languages): VariantInput => ({
  ...input,
  values: (input.values ?? []).map((value, i) => bounded('values', localize(value, languages, values[i]), values[i])),
})

/** The body of a collection PUT has a refusal of its own for each thing that can be wrong with it. */
export function collectionOf(body: unknown): VariantInput[] {
  if (!Array.isArray(body)) throw refused(400, 'Invalid input format')
  if (body.length === 0) throw refused(400, 'There must be at least one variant')
  if (body.length > maxVariants)
    throw unprocessable(`Product is not allowed to have more than ${maxVariants} variants.`)
  return body.map(oneOf)
}

function oneOf(item: unknown): VariantInput {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) throw refused(400, 'Invalid input format')
  const { values } = item as { values?: unknown }
  if (values != null && !Array.isArray(values)) throw refused(400, 'Invalid values format')
  for (const value of values ?? []) {
    if (!isTexts(value)) throw refused(400, 'Invalid values format')
    if (isBlank(value)) throw refused(400, 'Variant values should not be empty')
  }
  // What the schema leaves open are the amounts, and whoever reads those expects anything.
  return validate(CollectionVariant, item, plainly) as VariantInput
}

const isTexts = (value: unknown): value is LocalizedInput =>
  typeof value === 'string' ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(text => text === null || typeof text === 'string'))
