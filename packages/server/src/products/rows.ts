import { ageGroups, DateTime, genders, Localized, Nullable } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { sql } from '../platform/database/sql.ts'

const Text = Type.String()
const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,3}$' })

export const VariantRow = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  position: Type.Integer(),
  values: Type.Array(Localized),
  combination: Text,
  price: Nullable(Amount),
  promotional_price: Nullable(Amount),
  cost: Nullable(Amount),
  weight: Amount,
  width: Amount,
  height: Amount,
  depth: Amount,
  sku: Nullable(Text),
  barcode: Nullable(Text),
  mpn: Nullable(Text),
  age_group: Nullable(Type.Enum([...ageGroups])),
  gender: Nullable(Type.Enum([...genders])),
  image_id: Nullable(Type.Integer()),
  visible: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type VariantRow = Static<typeof VariantRow>

export const ImageRow = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  position: Type.Integer(),
  src: Text,
  file: Nullable(Text),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  alt: Localized,
  created_at: DateTime,
  updated_at: DateTime,
})
export type ImageRow = Static<typeof ImageRow>

export const ProductRow = Type.Object({
  id: Type.Integer(),
  name: Localized,
  description: Localized,
  handle: Localized,
  attributes: Type.Array(Localized),
  published: Type.Boolean(),
  unlisted: Type.Boolean(),
  free_shipping: Type.Boolean(),
  requires_shipping: Type.Boolean(),
  video_url: Nullable(Text),
  seo_title: Localized,
  seo_description: Localized,
  brand: Nullable(Text),
  tags: Text,
  category_ids: Type.Array(Type.Integer()),
  created_at: DateTime,
  updated_at: DateTime,
})
export type ProductRow = Static<typeof ProductRow>

/** A product with all that is its own. Read, changed and written as one: the product's row is the lock. */
export interface Aggregate {
  product: ProductRow
  variants: VariantRow[]
  images: ImageRow[]
}

export const productColumns = sql`
  id, name, description, handle, attributes, published, coalesce(unlisted, false) as unlisted, free_shipping,
  requires_shipping, video_url, seo_title, seo_description, brand, tags, category_ids, created_at, updated_at`

/** Of the row `p`. */
export const visibility = sql`
  case when not p.published then 'hidden' when p.unlisted then 'unlisted' else 'visible' end`

export const variantColumns = sql`
  id, product_id, position, "values", combination, price, promotional_price, cost, weight, width, height, depth, sku,
  barcode, mpn, age_group, gender, image_id, visible, created_at, updated_at`

export const imageColumns = sql`
  id, product_id, position, src, file, width, height, alt, created_at, updated_at`
