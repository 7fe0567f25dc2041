import Type, { type Static } from 'typebox'
import { Category } from './categories.ts'
import {
  Dates,
  DateTime,
  Fields,
  Id,
  Localized,
  LocalizedInput,
  Maybe,
  MaybeBoolean,
  MaybeOf,
  Nullable,
  Paging,
  Several,
  SinceId,
  Sought,
  SoughtId,
  Text,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Image, ImageInput } from './images.ts'
import { Reference } from './reference.ts'
import { CollectionVariant, Variant, VariantInput } from './variants.ts'

/** `unlisted` is published, but for those only who know the address. */
export const productVisibilities = ['visible', 'unlisted', 'hidden'] as const
export type ProductVisibility = (typeof productVisibilities)[number]

export const Product = Type.Object({
  id: Id,
  name: Localized,
  description: Localized,
  handle: Localized,
  attributes: Type.Array(Localized),
  published: Type.Boolean(),
  free_shipping: Type.Boolean(),
  requires_shipping: Type.Boolean(),
  canonical_url: Type.String(),
  video_url: Nullable(Type.String()),
  videos: Type.Array(Type.Unknown()),
  seo_title: Localized,
  seo_description: Localized,
  brand: Nullable(Type.String()),
  has_stock: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
  variants: Type.Array(Variant),
  tags: Type.String(),
  images: Type.Array(Image),
  categories: Type.Array(Category),
  visibility: Type.Enum([...productVisibilities]),
})
export type Product = Static<typeof Product>

const mostTags = 1000
/** As long as a list of them is when it is answered: what was read can be sent back. */
const maxTags = mostTags * 255 + (mostTags - 1) * ', '.length

const productFields = {
  description: MaybeOf(LocalizedInput(1_000_000)),
  handle: MaybeOf(LocalizedInput(255)),
  attributes: MaybeOf(Type.Array(LocalizedInput(255), { maxItems: 100 })),
  published: MaybeBoolean,
  visibility: MaybeOf(Type.Enum([...productVisibilities])),
  free_shipping: MaybeBoolean,
  requires_shipping: MaybeBoolean,
  video_url: Maybe(2048),
  seo_title: MaybeOf(LocalizedInput(70)),
  seo_description: MaybeOf(LocalizedInput(320)),
  brand: Maybe(),
  tags: MaybeOf(Type.Union([Text(maxTags), Type.Array(Text(), { maxItems: mostTags })])),
  categories: MaybeOf(Type.Array(Type.Union([Reference, Type.Literal(0), Type.Null()]), { maxItems: 1000 })),
}

/** More than there may be of anything here: that it is too many is told in the contract's own sentence. */
const maxSent = 5000

/** An image of a new product. By the id that it is sent with, as in a copy of another product, the variants beside it name it. */
const FirstImage = Type.Object({ ...ImageInput.properties, id: Type.Optional(Type.Unknown()) })

/** Variant fields may stand on the product itself and then mean its single variant (D31). */
export const ProductInput = Type.Object({
  ...VariantInput.properties,
  name: LocalizedInput(1000),
  ...productFields,
  variants: MaybeOf(Type.Array(VariantInput, { maxItems: maxSent })),
  images: MaybeOf(Type.Array(FirstImage, { maxItems: maxSent })),
})
export type ProductInput = Static<typeof ProductInput>

/** `variants` and `images` in a PUT are an echo: they have paths of their own. */
export const ProductChange = Type.Object({
  ...VariantInput.properties,
  name: Type.Optional(LocalizedInput(1000)),
  ...productFields,
})
export type ProductChange = Static<typeof ProductChange>

export const productSorts = [
  'user',
  'price-ascending',
  'price-descending',
  'cost-ascending',
  'cost-descending',
  'alpha-ascending',
  'alpha-descending',
  'name-ascending',
  'name-descending',
  'created-at-ascending',
  'created-at-descending',
  'best-selling',
] as const

const Units = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

export const ProductFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  ...SinceId.properties,
  ids: Several(SoughtId, 30),
  language: Sought(8),
  q: Type.Optional(Text(255)),
  handle: Sought(),
  category_id: Type.Optional(SoughtId),
  published: Type.Optional(Type.Boolean()),
  visibility: Several(Type.Enum([...productVisibilities])),
  free_shipping: Type.Optional(Type.Boolean()),
  min_stock: Type.Optional(Units),
  max_stock: Type.Optional(Units),
  has_promotional_price: Type.Optional(Type.Boolean()),
  has_weight: Type.Optional(Type.Boolean()),
  has_all_dimensions: Type.Optional(Type.Boolean()),
  has_weight_and_all_dimensions: Type.Optional(Type.Boolean()),
  sort_by: Type.Optional(Type.Enum([...productSorts])),
})
export type ProductFilters = Static<typeof ProductFilters>

const OneProduct = Type.Object({ id: Id })

const { price, promotional_price, stock, inventory_levels } = CollectionVariant.properties

/** Prices and levels of many products at once; values are checked with the contract's own sentences. */
export const StockPrice = Type.Array(
  Type.Object({
    id: Id,
    variants: Type.Array(Type.Object({ id: Id, price, promotional_price, stock, inventory_levels }), {
      maxItems: maxSent,
    }),
  }),
  { maxItems: maxSent },
)
export type StockPrice = Static<typeof StockPrice>

/** Specification 4.1, then what the public contract adds. */
export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    scope: 'read_products',
    summary: 'List the products of the store',
    query: ProductFilters,
    reply: Product,
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    scope: 'write_products',
    summary: 'Create a product',
    carriesFiles: true,
    body: ProductInput,
    status: 201,
    reply: Product,
    errors: { 422: 'A field is wrong, or a limit of the store or of the product is reached' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:id',
    scope: 'read_products',
    summary: 'Read one product',
    params: OneProduct,
    query: Fields,
    reply: Product,
  }),
  bySku: endpoint({
    method: 'GET',
    path: '/products/sku/:sku',
    scope: 'read_products',
    summary: 'Read the first product that has a variant with this SKU',
    params: Type.Object({ sku: Type.String() }),
    query: Fields,
    reply: Product,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/products/:id',
    scope: 'write_products',
    summary: 'Update a product',
    params: OneProduct,
    body: ProductChange,
    reply: Product,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/products/:id',
    scope: 'write_products',
    summary: 'Delete a product with its variants and images',
    params: OneProduct,
    reply: Type.Object({}),
  }),
  setStockAndPrice: endpoint({
    method: 'PATCH',
    path: '/products/stock-price',
    scope: 'write_products',
    summary: 'Set prices and levels of up to 50 variants, all or nothing',
    body: StockPrice,
    reply: Type.Array(Type.Object({ id: Id, variants: Type.Array(Type.Object({ id: Id, success: Type.Boolean() })) })),
    errorShape: 'hybrid',
  }),
}
