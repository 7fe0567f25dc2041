import Type, { type Static, type TArray } from 'typebox'
import {
  DateTime,
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeOf,
  Nullable,
  SinceId,
  TextOrNumber,
  Uuid,
  WholePaging,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import type { Scope } from './scopes.ts'

const ofCatalogue = { read: 'read_products', write: 'write_products' } as const

/** What custom fields can be of: where those are, what an answer that lists them calls them, and their scopes. */
export const customFieldOwners = {
  product: { path: 'products', listed: 'products', ...ofCatalogue },
  product_variant: { path: 'products/variants', listed: 'product-variants', ...ofCatalogue },
  category: { path: 'categories', listed: 'categories', ...ofCatalogue },
  order: { path: 'orders', listed: 'orders', read: 'read_orders', write: 'write_orders' },
  customer: { path: 'customers', listed: 'customers', read: 'read_customers', write: 'write_customers' },
} as const

export type CustomFieldOwner = keyof typeof customFieldOwners

const shown = {
  id: Uuid,
  /** The name as words in lower case with hyphens between. Not unique. */
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  value_type: Type.Enum(['text_list', 'text', 'numeric', 'date']),
  owner_resource: Type.Enum(Object.keys(customFieldOwners) as CustomFieldOwner[]),
  /** Who made it: an app, or the merchant. */
  source: Type.Enum(['app', 'admin']),
  /** Only who made it gives owners a value. */
  read_only: Type.Boolean(),
}

/** A field with the value that one owner has. Every value is a text, numbers too. */
export const OwnedField = Type.Object({ ...shown, value: Type.String() })
export type OwnedField = Static<typeof OwnedField>

export const CustomField = Type.Object({
  ...shown,
  /** What an owner can have, where that is a `text_list`. */
  values: Type.Array(Type.String()),
  created_at: DateTime,
  updated_at: DateTime,
})
export type CustomField = Static<typeof CustomField>

/** What became of a value of the list; one that was there before was created too. */
const ListedValue = Type.Object({
  value: Type.String(),
  created: Type.Boolean(),
  error: Type.Optional(Type.String()),
})
export type ListedValue = Static<typeof ListedValue>

const WrittenField = Type.Object({ ...CustomField.properties, values: Type.Array(ListedValue) })
export type WrittenField = Static<typeof WrittenField>

export const maxListedValues = 250

const ListedValues = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: maxListedValues })
/** Left out, they are none. */
const AddedValues = MaybeOf(ListedValues)

const CustomFieldInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: Maybe(1000),
  value_type: shown.value_type,
  read_only: MaybeBoolean,
  values: AddedValues,
})
export type CustomFieldInput = Static<typeof CustomFieldInput>

/** So many are listed in one answer; who wants more goes on with `since_id`. */
export const maxOwners = 10_000

export const FieldOwner = Type.Object({ id: Id, value: Type.String() })
export type FieldOwner = Static<typeof FieldOwner>

/** Null and an empty text take the value away. */
const ValueInput = Type.Object({ id: Uuid, value: Nullable(TextOrNumber(1000)) })
export type ValueInput = Static<typeof ValueInput>

const OneField = Type.Object({ id: Uuid })
const OneOwner = Type.Object({ owner_id: Id })

interface Owners<P extends string, L extends string> {
  path: P
  listed: L
  read: Scope
  write: Scope
}

function fieldsOf<const P extends string, const L extends string>({ path, listed, read, write }: Owners<P, L>) {
  const named = listed.replace('-', ' ')
  // A computed name has lost its literal type.
  const owners = { [listed]: Type.Array(FieldOwner) } as Record<L, TArray<typeof FieldOwner>>
  return {
    list: endpoint({
      method: 'GET',
      path: `/${path}/custom-fields`,
      scope: read,
      summary: `List the custom fields of ${named}`,
      query: WholePaging,
      reply: CustomField,
      list: true,
    }),
    get: endpoint({
      method: 'GET',
      path: `/${path}/custom-fields/:id`,
      scope: read,
      summary: `Read a custom field of ${named}`,
      params: OneField,
      query: Fields,
      reply: CustomField,
    }),
    create: endpoint({
      method: 'POST',
      path: `/${path}/custom-fields`,
      scope: write,
      summary: `Create a custom field of ${named}`,
      body: CustomFieldInput,
      status: 201,
      reply: WrittenField,
      errors: { 422: 'A field is wrong, or there are too many custom fields' },
    }),
    update: endpoint({
      method: 'PUT',
      path: `/${path}/custom-fields/:id`,
      scope: write,
      summary: `Add to the list of values of a custom field of ${named}`,
      params: OneField,
      body: Type.Object({ values: AddedValues }),
      reply: WrittenField,
      errors: { 403: 'The scope is missing, or the custom field is read-only and of another app' },
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `/${path}/custom-fields/:id`,
      scope: write,
      summary: `Delete a custom field of ${named}, and its values`,
      params: OneField,
      status: 204,
      reply: null,
      errors: { 403: 'The scope is missing, or another app made the custom field' },
    }),
    owners: endpoint({
      method: 'GET',
      path: `/${path}/custom-fields/:id/owners`,
      scope: read,
      summary: `Read a custom field with the ${named} that have a value of it`,
      params: OneField,
      query: Type.Object({ ...SinceId.properties, ...Fields.properties }),
      reply: Type.Object({ ...WrittenField.properties, ...owners }),
    }),
    ofOwner: endpoint({
      method: 'GET',
      path: `/${path}/:owner_id/custom-fields`,
      scope: read,
      summary: `List the custom fields that one of the ${named} has a value of`,
      params: OneOwner,
      query: Fields,
      reply: Type.Array(OwnedField),
    }),
    setValues: endpoint({
      method: 'PUT',
      path: `/${path}/:owner_id/custom-fields/values`,
      scope: write,
      summary: `Set or remove the values that one of the ${named} has`,
      params: OneOwner,
      body: Type.Array(ValueInput, { maxItems: 250 }),
      status: 204,
      reply: null,
      errors: {
        403: 'The scope is missing, or a custom field is read-only and of another app',
        422: 'A value is not of the type of its custom field',
      },
    }),
  }
}

/** The same for each kind of owner. */
export const customFields = {
  productCustomFields: fieldsOf(customFieldOwners.product),
  variantCustomFields: fieldsOf(customFieldOwners.product_variant),
  categoryCustomFields: fieldsOf(customFieldOwners.category),
  orderCustomFields: fieldsOf(customFieldOwners.order),
  customerCustomFields: fieldsOf(customFieldOwners.customer),
}
