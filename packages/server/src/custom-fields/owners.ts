import { type CustomFieldOwner, notFound } from '@bodega/api'
import { raw, type Sql, sql } from '../platform/database/sql.ts'

interface Place {
  table: Sql
  /** The columns by which a value refers to its owner, and the owner's own. */
  references: Sql
  key: Sql
  /** As a refusal names it. */
  name: string
}

const place = (table: string, reference: string, name: string): Place => ({
  table: raw(table),
  references: raw(reference),
  key: raw('o.id'),
  name,
})

/** Where the owners of each kind stand. Foreign keys lead from the values to the same tables. */
export const places: Record<CustomFieldOwner, Place> = {
  product: place('products', 'product_id', 'Product'),
  product_variant: {
    ...place('variants', 'product_id, variant_id', 'Product_Variant'),
    key: raw('o.product_id, o.id'),
  },
  category: place('categories', 'category_id', 'Category'),
  order: place('orders', 'order_id', 'Order'),
  customer: place('customers', 'customer_id', 'Customer'),
}

/** The condition for one of them, called `o`. */
export const isOne = (store: number, id: number): Sql => sql`o.store_id = ${store} and o.id = ${id}`

export const ownerNotFound = (owner: CustomFieldOwner) => notFound(`${places[owner].name} with such id does not exist`)
