import type { ProductChange } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOf, productFields } from './product-input.ts'

const store = { languages: ['es', 'pt'], main_language: 'es' }

const localized = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.dictionary(fc.constantFrom('es', 'pt', 'en'), fc.string({ maxLength })),
    fc.constant(null),
  )
const name = fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), fc.record({ es: fc.constantFrom('Mesa', 'Silla') }))
const visibility = fc.constantFrom('visible' as const, 'unlisted' as const, 'hidden' as const)
const change = fc.record(
  {
    name: name.filter(text => typeof text !== 'string' || text.trim() !== ''),
    description: localized(9),
    handle: localized(9),
    seo_title: localized(9),
    seo_description: localized(9),
    free_shipping: fc.option(fc.boolean(), { nil: null }),
    requires_shipping: fc.option(fc.boolean(), { nil: null }),
    visibility: fc.option(visibility, { nil: null }),
    brand: fc.option(fc.string({ maxLength: 5 }), { nil: null }),
    tags: fc.oneof(
      fc.string({ maxLength: 9 }),
      fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
      fc.constant(null),
    ),
    video_url: fc.constantFrom(null, '', 'https://video.example/1'),
    categories: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ProductChange>

const newProduct = change.map(body => ({
  ...draftOf({ name: 'Mesa', ...body }, [], store).fields,
  // No product that is kept is without.
  handle: { es: 'mesa', pt: 'mesa' },
}))

/** What a GET shows of it, as far as a PUT reads it. */
const shown = (fields: ReturnType<typeof productFields>): ProductChange => {
  const { unlisted, category_ids, ...rest } = fields
  const word = unlisted ? ('unlisted' as const) : fields.published ? ('visible' as const) : ('hidden' as const)
  return { ...rest, visibility: word, categories: category_ids.map(id => ({ id })) } as ProductChange
}

test('law: what is shown of a product can be sent back and changes nothing; nor does a change that was made', () => {
  fc.assert(
    fc.property(newProduct, change, (product, body) => {
      expect(productFields(product, shown(product), store)).toEqual(product)
      const changed = productFields(product, body, store)
      expect(productFields(changed, body, store)).toEqual(changed)
      expect(productFields(changed, shown(changed), store)).toEqual(changed)
    }),
  )
})

test('law: fields that are not sent stay as they were', () => {
  fc.assert(
    fc.property(newProduct, change, (product, body) => {
      const changed = shown(productFields(product, body, store))
      const before = shown(product)
      for (const key of Object.keys(before) as (keyof ProductChange)[]) {
        if (key === 'published' || key in body) continue
        expect(changed[key]).toEqual(before[key])
      }
    }),
  )
})

test('law, products 1.3: a client that knows only one of published and visibility changes that one, and sends the other back', () => {
  fc.assert(
    fc.property(newProduct, visibility, fc.boolean(), (product, word, flag) => {
      const { published, visibility: old } = shown(product)
      expect(shown(productFields(product, { published, visibility: word } as ProductChange, store)).visibility).toBe(
        word,
      )
      expect(productFields(product, { published: flag, visibility: old } as ProductChange, store).published).toBe(flag)
    }),
  )
})
