import Type, { type Static } from 'typebox'
import {
  Dates,
  DateTime,
  Fields,
  Id,
  Localized,
  LocalizedInput,
  Maybe,
  MaybeOf,
  Nullable,
  Paging,
  SinceId,
  Sought,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** Specification 2.3, with what clients read besides. */
export const Category = Type.Object({
  id: Id,
  name: Localized,
  description: Localized,
  handle: Localized,
  parent: Nullable(Id),
  subcategories: Type.Array(Id),
  visibility: Type.Enum(['visible', 'hidden', 'soft-hidden']),
  visibility_updated_at: DateTime,
  google_shopping_category: Type.String(),
  seo_title: Type.String(),
  seo_description: Type.String(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Category = Static<typeof Category>

export const CategoryInput = Type.Object({
  name: LocalizedInput(255),
  description: MaybeOf(LocalizedInput(65_535)),
  handle: MaybeOf(LocalizedInput(255)),
  parent: MaybeOf(Type.Integer()),
  visibility: MaybeOf(Type.Enum(['visible', 'hidden'])),
  google_shopping_category: Maybe(1000),
  seo_title: MaybeOf(LocalizedInput(255)),
  seo_description: MaybeOf(LocalizedInput(1000)),
})
export type CategoryInput = Static<typeof CategoryInput>

/** `soft-hidden` only as an echo of what is shown: it cannot be set. */
export const CategoryChange = Type.Partial(
  Type.Object({ ...CategoryInput.properties, visibility: Nullable(Category.properties.visibility) }),
)
export type CategoryChange = Static<typeof CategoryChange>

const OneCategory = Type.Object({ id: Id })

export const CategoryFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  ...SinceId.properties,
  language: Sought(8),
  handle: Sought(),
  parent_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})
export type CategoryFilters = Static<typeof CategoryFilters>

/** Specification 4.3, then what the public contract adds. */
export const categories = {
  create: endpoint({
    method: 'POST',
    path: '/categories',
    scope: 'write_products',
    summary: 'Create a category, or with `parent` a subcategory',
    body: CategoryInput,
    status: 201,
    reply: Category,
    errors: { 422: 'A field is wrong, the parent is unknown, or the store has 1000 categories' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/categories/:id',
    scope: 'write_products',
    summary: 'Update a category',
    params: OneCategory,
    body: CategoryChange,
    reply: Category,
    errors: { 422: 'A field is wrong, or the parent is unknown or below the category itself' },
  }),
  list: endpoint({
    method: 'GET',
    path: '/categories',
    scope: 'read_products',
    summary: 'List the categories',
    query: CategoryFilters,
    reply: Category,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/categories/:id',
    scope: 'read_products',
    summary: 'Read one category',
    params: OneCategory,
    query: Fields,
    reply: Category,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/categories/:id',
    scope: 'write_products',
    summary: 'Delete a category: its children move up, its products stay',
    params: OneCategory,
    reply: Type.Object({}),
  }),
}
