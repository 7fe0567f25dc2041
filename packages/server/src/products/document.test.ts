import type { Localized, VariantLevel } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Levels } from '../inventory/index.ts'
import { combinationOf } from './combinations.ts'
import { derived, type Filling, fill, render, variantIn, variantsIn } from './document.ts'
import type { Aggregate, ImageRow, ProductRow, VariantRow } from './rows.ts'
import { emptyVariant } from './variant-input.ts'

const date = '2026-07-11T01:29:50+0000'
const earlier = Date.parse('2026-07-10T01:00:00Z') / 1000
const later = Date.parse('2026-07-12T01:00:00Z') / 1000

/** Whatever could break out of a JSON text or look like a mark. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map(text => text.toWellFormed().replaceAll('\0', '')),
  fc
    .array(
      fc.constantFrom(
        '\u0001',
        '\u0001u\u0001',
        '\u0001s1\u0001',
        '"',
        '\\',
        '\\u0001',
        '\n',
        '\u2028',
        '\u007f',
        '</script>',
        ',"variants":[',
        '],"tags":',
        ',"images":[',
        '"alt":{"pt":""}',
        '"height":5,',
        '{"id":1,"image_id":',
        ',{"id":2,"image_id":',
        '😀',
        'é',
      ),
    )
    .map(parts => parts.join('')),
)
const localized: fc.Arbitrary<Localized> = fc
  .array(fc.tuple(fc.constantFrom('pt', 'es', 'en', 'pt_BR'), hostile))
  .map(entries => Object.fromEntries(entries))
const maybe = fc.option(hostile)
const money = fc.option(fc.constantFrom('0.00', '10.50', '99999999999.99'))
const measure = fc.constantFrom('0.00', '12.30')

const aVariant = (id: number): fc.Arbitrary<VariantRow> =>
  fc
    .record({
      values: fc.array(localized, { maxLength: 3 }),
      price: money,
      promotional_price: money,
      cost: money,
      weight: fc.constantFrom('0.000', '1.500'),
      width: measure,
      height: measure,
      depth: measure,
      sku: maybe,
      barcode: maybe,
      mpn: maybe,
      age_group: fc.constantFrom(null, 'kids' as const),
      gender: fc.constantFrom(null, 'female' as const),
      image_id: fc.constantFrom(null, 1),
      visible: fc.boolean(),
    })
    .map(fields => ({
      ...fields,
      id,
      product_id: 7,
      position: id,
      combination: combinationOf(fields.values, 'pt'),
      created_at: date,
      updated_at: date,
    }))

const anImage = (id: number): fc.Arbitrary<ImageRow> =>
  fc.record({ src: hostile, file: fc.constantFrom(null, 'abc.jpg'), alt: localized }).map(fields => ({
    ...fields,
    id,
    product_id: 7,
    position: id,
    width: fields.file === null ? null : 6,
    height: fields.file === null ? null : 5,
    created_at: date,
    updated_at: date,
  }))

const aProduct: fc.Arbitrary<ProductRow> = fc
  .record({
    name: localized,
    description: localized,
    handle: localized,
    attributes: fc.array(localized, { maxLength: 3 }),
    published: fc.boolean(),
    unlisted: fc.boolean(),
    free_shipping: fc.boolean(),
    requires_shipping: fc.boolean(),
    video_url: maybe,
    seo_title: localized,
    seo_description: localized,
    brand: maybe,
    tags: hostile,
  })
  .map(fields => ({ ...fields, id: 7, category_ids: [], created_at: date, updated_at: date }))

const rows: fc.Arbitrary<Aggregate> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
  .chain(([variants, images]) =>
    fc.record({
      product: aProduct,
      variants: fc.tuple(...Array.from({ length: variants }, (_, i) => aVariant(i + 1))),
      images: fc.tuple(...Array.from({ length: images }, (_, i) => anImage(i + 1))),
    }),
  )

const levels: fc.Arbitrary<Levels> = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 99 }),
    fc.constantFrom('A', 'B', 'C'),
    fc.option(fc.integer({ min: 0, max: 9 })),
    fc.constantFrom(earlier, later),
  ),
  { maxLength: 8 },
)

const category = hostile.map(name => ({ id: 1, name }))

const shop = { id: 3, main_language: 'pt' }
const url = 'https://shop.example'

/** The answer said without marks and texts: straight from the contract. */
function plainly({ product, variants, images }: Aggregate, stock: Levels, categories: object[]) {
  const levelsOf = (id: number): VariantLevel[] =>
    stock
      .filter(([of]) => of === id)
      .map(([variant_id, id, location_id, stock]) => ({ id, variant_id, location_id, stock }))
  const totalOf = (id: number) => {
    const all = levelsOf(id)
    return all.length === 0 || all.some(level => level.stock === null)
      ? null
      : all.reduce((sum, level) => sum + (level.stock ?? 0), 0)
  }
  const { combination: _, ...none } = emptyVariant
  const languages = Object.keys(product.handle).sort()
  return {
    ...product,
    unlisted: undefined,
    category_ids: undefined,
    canonical_url: `${url}/produtos/${product.handle.pt ?? product.handle[languages[0] ?? ''] ?? ''}/`,
    videos: [],
    has_stock: variants.some(({ id }) => totalOf(id) !== 0),
    updated_at: '2030-01-01T00:00:00+0000',
    variants: variants.map(({ combination, ...variant }) => ({
      ...none,
      ...variant,
      compare_at_price: variant.price,
      updated_at: stock.some(([of, , , , at]) => of === variant.id && at === later) ? '2026-07-12T01:00:00+0000' : date,
      stock_management: totalOf(variant.id) !== null,
      stock: totalOf(variant.id),
      inventory_levels: levelsOf(variant.id),
    })),
    images: images.map(({ file, ...image }) => ({
      ...image,
      src: file === null ? image.src : `${url}/images/3/${file}`,
      alt: Object.values(image.alt).some(text => text !== '') ? image.alt : [],
      width: image.width ?? 0,
      height: image.height ?? 0,
      thumbnails_generated: file === null ? 0 : 1,
    })),
    categories,
    visibility: 'unlisted',
  }
}

/** Without what is not there in JSON. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('laws', () => {
  test('a document with its holes filled is the JSON of the product, whatever its texts', () => {
    fc.assert(
      fc.property(rows, levels, fc.array(category, { maxLength: 2 }), (aggregate, anyStock, categories) => {
        const stock = anyStock.filter(([id]) => aggregate.variants.some(variant => variant.id === id))
        const text = fill(render(aggregate, shop), {
          url,
          updated_at: '2030-01-01T00:00:00+0000',
          levels: stock,
          categories: categories.map(one => JSON.stringify(one)),
          visibility: 'unlisted',
        })
        const expected = asJson(plainly(aggregate, stock, categories))
        expect(JSON.parse(text)).toEqual(expected)
        const list = variantsIn(text)
        expect(JSON.parse(list)).toEqual(expected.variants)
        for (const one of expected.variants) expect(JSON.parse(variantIn(list, one.id))).toEqual(one)
      }),
      { numRuns: 300 },
    )
  })

  test('the same rows make the same document and the same search, in whatever order their languages come', () => {
    const backwards = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(backwards)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, backwards(inner)]),
      )
    }
    fc.assert(
      fc.property(rows, aggregate => {
        // Built from an aggregate, key by key.
        const other = backwards(aggregate) as Aggregate
        expect(render(other, shop)).toBe(render(aggregate, shop))
        expect(derived(other, shop)).toEqual(derived(aggregate, shop))
      }),
    )
  })
})

describe('contract: products 1, the order of the keys', () => {
  const aggregate: Aggregate = {
    product: {
      ...{ id: 7, name: { pt: 'a' }, description: {}, handle: { pt: 'a' }, attributes: [], published: true },
      ...{
        unlisted: false,
        free_shipping: false,
        requires_shipping: true,
        video_url: null,
        seo_title: {},
        seo_description: {},
      },
      ...{ brand: null, tags: '', category_ids: [], created_at: date, updated_at: date },
    },
    variants: [{ ...emptyVariant, id: 1, product_id: 7, position: 1, created_at: date, updated_at: date }],
    images: [],
  }
  const open: Filling = { url, updated_at: date, levels: [], categories: [], visibility: 'visible' }
  const filled = (levels: Levels) => JSON.parse(fill(render(aggregate, shop), { ...open, levels }))

  test('of a product', () => {
    expect(Object.keys(filled([])).join(', ')).toBe(
      'id, name, description, handle, attributes, published, free_shipping, requires_shipping, canonical_url, ' +
        'video_url, videos, seo_title, seo_description, brand, has_stock, created_at, updated_at, variants, tags, images, ' +
        'categories, visibility',
    )
  })

  test('of a variant', () => {
    expect(Object.keys(filled([[1, 2, 'A', 3, earlier]]).variants[0]).join(', ')).toBe(
      'id, image_id, product_id, position, price, compare_at_price, promotional_price, stock_management, stock, ' +
        'inventory_levels, weight, width, height, depth, sku, values, barcode, mpn, age_group, gender, cost, visible, created_at, updated_at',
    )
  })

  test('canonical_url: /productos/, /produtos/ or /products/ by the language of the store', () => {
    const path = (main_language: string) =>
      JSON.parse(fill(render(aggregate, { id: 3, main_language }), open)).canonical_url
    expect(path('es')).toBe(`${url}/productos/a/`)
    expect(path('pt')).toBe(`${url}/produtos/a/`)
    expect(path('en')).toBe(`${url}/products/a/`)
    expect(path('fr')).toBe(`${url}/products/a/`)
  })
})
