import type { MetafieldFilters, MetafieldOwner, metafields } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { orderNotFound } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { create, get, list, remove, update } from './metafields.ts'

const of =
  (owner: MetafieldOwner) =>
  ({ db, store }: Call & { db: Queries }, { query }: { query: MetafieldFilters }) =>
    list(db, store.id, owner, query)

export const metafieldHandlers: Handlers<typeof metafields, Call> = {
  ofProducts: of('Product'),
  ofVariants: of('Product_Variant'),
  ofCategories: of('Category'),
  ofPages: of('Page'),
  ofOrders: of('Order'),
  ofCustomers: of('Customer'),
  get: (call, { params }) => get(call.db, call, params.id),
  create: (call, { body }) => create(call, body),
  createOfOrder: (call, { params, body }) =>
    create(call, { ...body, owner_resource: 'Order', owner_id: params.order_id }, orderNotFound),
  update: (call, { params, body }) => update(call, params.id, body),
  delete: (call, { params }) => remove(call, params.id),
}
