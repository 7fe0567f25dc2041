import Type, { type Static } from 'typebox'
import { Dates, DateTime, Fields, Id, Maybe, Nullable, Paging, Sought, SoughtId, TextOrNumber } from './common.ts'
import { endpoint } from './endpoint.ts'
import type { Scope } from './scopes.ts'

/** What a metafield can belong to, and the scopes of that: who may read the owner may read it, and so for writing (F25). */
export const metafieldOwners = {
  Product: { read: 'read_products', write: 'write_products' },
  Product_Variant: { read: 'read_products', write: 'write_products' },
  Category: { read: 'read_products', write: 'write_products' },
  Page: { read: 'read_content', write: 'write_content' },
  Order: { read: 'read_orders', write: 'write_orders' },
  Customer: { read: 'read_customers', write: 'write_customers' },
} as const satisfies Record<string, { read: Scope; write: Scope }>

export type MetafieldOwner = keyof typeof metafieldOwners

const Owner = Type.Enum(Object.keys(metafieldOwners) as MetafieldOwner[])

export const Metafield = Type.Object({
  id: Id,
  namespace: Type.String(),
  key: Type.String(),
  value: Type.String(),
  description: Nullable(Type.String()),
  owner_resource: Owner,
  owner_id: Id,
  created_at: DateTime,
  updated_at: DateTime,
})
export type Metafield = Static<typeof Metafield>

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z][A-Za-z0-9_]*$' })
const Value = TextOrNumber(65_535)

/** Where the path names the owner. */
const OwnedInput = Type.Object({
  namespace: Name,
  key: Name,
  value: Value,
  description: Maybe(1000),
})

export const MetafieldInput = Type.Object({ ...OwnedInput.properties, owner_resource: Owner, owner_id: Id })
export type MetafieldInput = Static<typeof MetafieldInput>

export const MetafieldChange = Type.Object({
  value: Type.Optional(Value),
  description: Maybe(1000),
})
export type MetafieldChange = Static<typeof MetafieldChange>

export const MetafieldFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  owner_id: Type.Optional(SoughtId),
  namespace: Sought(),
  key: Sought(),
})
export type MetafieldFilters = Static<typeof MetafieldFilters>

const OneMetafield = Type.Object({ id: Id })

const listOf = <const O extends string>(owners: O, owner: MetafieldOwner) =>
  endpoint({
    method: 'GET',
    path: `/metafields/${owners}`,
    scope: metafieldOwners[owner].read,
    summary: `List the metafields of ${owners.replace('_', ' ')}`,
    query: MetafieldFilters,
    reply: Metafield,
    list: true,
  })

const MadeMetafield = Type.Object({ ...Metafield.properties, deleted_at: Type.Null() })

const scopes = { 403: 'The scope of the owner is missing: the one to read it for a GET, else the one to write it' }

export const metafields = {
  ofProducts: listOf('products', 'Product'),
  ofVariants: listOf('product_variants', 'Product_Variant'),
  ofCategories: listOf('categories', 'Category'),
  ofPages: listOf('pages', 'Page'),
  ofOrders: listOf('orders', 'Order'),
  ofCustomers: listOf('customers', 'Customer'),
  get: endpoint({
    method: 'GET',
    path: '/metafields/:id',
    scope: 'none',
    summary: 'Read one metafield',
    params: OneMetafield,
    query: Fields,
    reply: Metafield,
    errors: scopes,
  }),
  create: endpoint({
    method: 'POST',
    path: '/metafields',
    scope: 'none',
    summary: 'Attach a text to a product, a variant, a category, an order or a customer',
    body: MetafieldInput,
    status: 201,
    reply: MadeMetafield,
    errors: { ...scopes, 422: 'A field is wrong, the owner does not exist, or has such a key already' },
  }),
  createOfOrder: endpoint({
    method: 'POST',
    path: '/orders/:order_id/metafields',
    scope: metafieldOwners.Order.write,
    summary: 'Attach a text to an order, as guides for invoices write it',
    params: Type.Object({ order_id: Id }),
    body: OwnedInput,
    status: 201,
    reply: MadeMetafield,
    errors: { 422: 'A field is wrong, or the order has such a key already' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/metafields/:id',
    scope: 'none',
    summary: 'Change the value or the description of a metafield',
    params: OneMetafield,
    body: MetafieldChange,
    reply: Metafield,
    errors: scopes,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/metafields/:id',
    scope: 'none',
    summary: 'Delete a metafield',
    params: OneMetafield,
    reply: Type.Object({}),
    errors: scopes,
  }),
}
