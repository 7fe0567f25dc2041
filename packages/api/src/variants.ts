import Type, { type Static } from 'typebox'
import {
  Amount,
  Dates,
  DateTime,
  Fields,
  Id,
  Localized,
  LocalizedInput,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  Nullable,
  Paging,
  SinceId,
  SoughtId,
  Ulid,
} from './common.ts'
import { endpoint } from './endpoint.ts'

const Money = Type.String({ pattern: '^\\d+\\.\\d{2}$' })
const Kilograms = Type.String({ pattern: '^\\d+\\.\\d{3}$' })
const Centimetres = Type.String({ pattern: '^\\d+\\.\\d{2}$' })

export const VariantLevel = Type.Object({
  id: Id,
  variant_id: Id,
  location_id: Ulid,
  stock: Nullable(Type.Integer({ minimum: 0 })),
})
export type VariantLevel = Static<typeof VariantLevel>

export const ageGroups = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const
export const genders = ['female', 'male', 'unisex'] as const

/** What is bought: price, stock and measures live here, not on the product. */
export const Variant = Type.Object({
  id: Id,
  image_id: Nullable(Id),
  product_id: Id,
  position: Type.Integer({ minimum: 1 }),
  price: Nullable(Money),
  compare_at_price: Nullable(Money),
  promotional_price: Nullable(Money),
  stock_management: Type.Boolean(),
  stock: Nullable(Type.Integer()),
  inventory_levels: Type.Array(VariantLevel),
  weight: Kilograms,
  width: Centimetres,
  height: Centimetres,
  depth: Centimetres,
  sku: Nullable(Type.String()),
  values: Type.Array(Localized),
  barcode: Nullable(Type.String()),
  mpn: Nullable(Type.String()),
  age_group: Nullable(Type.Enum([...ageGroups])),
  gender: Nullable(Type.Enum([...genders])),
  cost: Nullable(Money),
  visible: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Variant = Static<typeof Variant>

/** An empty text names no location (contract 2.4): it means null. */
const LevelPlace = MaybeOf(Type.String({ minLength: 1, maxLength: 64 }))

export const LevelInput = Type.Object({ location_id: LevelPlace, stock: Amount })
export type LevelInput = Static<typeof LevelInput>

export const VariantInput = Type.Object({
  values: MaybeOf(Type.Array(LocalizedInput(255), { maxItems: 100 })),
  price: Amount,
  promotional_price: Amount,
  cost: Amount,
  stock: Amount,
  inventory_levels: MaybeOf(Type.Array(LevelInput, { maxItems: 1000 })),
  weight: Amount,
  width: Amount,
  height: Amount,
  depth: Amount,
  sku: MaybeCode,
  barcode: MaybeCode,
  mpn: MaybeCode,
  age_group: Maybe(),
  gender: Maybe(),
  image_id: MaybeOf(SoughtId),
  visible: MaybeBoolean,
})
export type VariantInput = Static<typeof VariantInput>

const OfProduct = Type.Object({ product_id: Id })
const OneVariant = Type.Object({ product_id: Id, id: Id })

export const VariantFilters = Type.Object({ ...Paging.properties, ...Dates.properties, ...SinceId.properties })
export type VariantFilters = Static<typeof VariantFilters>

/** The whole is checked by hand: the contract has a status and a text of its own for each thing that can be wrong. */
const Collection = Type.Unknown()

const Unchecked = Type.Optional(Type.Unknown())

/** One variant of a collection PUT; amounts are left to the contract's own sentences whatever their type. */
export const CollectionVariant = Type.Object({
  ...VariantInput.properties,
  price: Unchecked,
  promotional_price: Unchecked,
  cost: Unchecked,
  stock: Unchecked,
  weight: Unchecked,
  width: Unchecked,
  height: Unchecked,
  depth: Unchecked,
  inventory_levels: MaybeOf(
    Type.Array(Type.Object({ ...LevelInput.properties, stock: Unchecked }), { maxItems: 1000 }),
  ),
})
export type CollectionVariant = Static<typeof CollectionVariant>

export const variants = {
  list: endpoint({
    method: 'GET',
    path: '/products/:product_id/variants',
    scope: 'read_products',
    summary: 'List the variants of a product',
    params: OfProduct,
    query: VariantFilters,
    reply: Variant,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:product_id/variants/:id',
    scope: 'read_products',
    summary: 'Read one variant',
    params: OneVariant,
    query: Fields,
    reply: Variant,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products/:product_id/variants',
    scope: 'write_products',
    summary: 'Add a variant to a product',
    params: OfProduct,
    body: VariantInput,
    status: 201,
    reply: Variant,
    errors: { 422: 'The values are taken, a field is wrong, or the product has 1000 variants' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/products/:product_id/variants/:id',
    scope: 'write_products',
    summary: 'Update a variant',
    params: OneVariant,
    body: VariantInput,
    reply: Variant,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/products/:product_id/variants/:id',
    scope: 'write_products',
    summary: 'Delete a variant',
    params: OneVariant,
    reply: Type.Object({}),
    errors: { 422: 'It is the last one of the product' },
  }),
  replaceAll: endpoint({
    method: 'PUT',
    path: '/products/:product_id/variants',
    scope: 'write_products',
    summary: 'Replace all variants: matched by their values, absent ones are deleted',
    params: OfProduct,
    body: Collection,
    reply: Type.Array(Variant),
    errorShape: 'hybrid',
  }),
  updateSome: endpoint({
    method: 'PATCH',
    path: '/products/:product_id/variants',
    scope: 'write_products',
    summary: 'Update several variants by id',
    params: OfProduct,
    body: Type.Array(Type.Object({ ...VariantInput.properties, id: MaybeOf(Id) }), {
      maxItems: 1000,
    }),
    reply: Type.Array(Variant),
    errorShape: 'hybrid',
  }),
  setStock: endpoint({
    method: 'POST',
    path: '/products/:product_id/variants/stock',
    scope: 'write_products',
    summary: 'Replace or vary the stock of one or all variants',
    params: OfProduct,
    body: Type.Object({
      action: Type.Optional(Type.Unknown()),
      value: Amount,
      id: MaybeOf(Id),
      location_id: LevelPlace,
    }),
    reply: Type.Array(Variant),
  }),
}
