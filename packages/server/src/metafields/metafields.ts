import {
  invalid,
  Metafield,
  type MetafieldChange,
  type MetafieldFilters,
  type MetafieldInput,
  type MetafieldOwner,
  metafieldOwners,
  notFound,
  type Page,
} from '@bodega/api'
import { type Call, requireScope, type Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { withinDates } from '../platform/database/dates.ts'
import { constraintOf } from '../platform/database/failures.ts'
import { page } from '../platform/database/pages.ts'
import { all, empty, plannedAnew, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { sellables } from '../products/index.ts'

const columns = sql`id, namespace, key, value, description, owner_resource, owner_id, created_at, updated_at`

export async function list(
  db: Queries,
  store: number,
  owner: MetafieldOwner,
  query: MetafieldFilters,
): Promise<Page<Metafield>> {
  const { limit, offset } = windowOf(query)
  const { owner_id, namespace, key } = query
  const filters: Sql[] = [
    ...(owner_id === undefined ? [] : [sql`owner_id = ${owner_id}`]),
    ...(namespace === undefined ? [] : [sql`namespace = ${namespace}`]),
    ...(key === undefined ? [] : [sql`key = ${key}`]),
    ...withinDates(query),
  ]
  const from = sql`from metafields where ${all([sql`store_id = ${store} and owner_resource = ${owner}`, ...filters])}`
  const rows = sql`select ${columns} ${from} order by id limit ${limit} offset ${offset}`
  return page(db, Metafield, filters.length > 0 ? plannedAnew(rows) : rows, from)
}

async function find(db: Queries, store: number, id: number, lock = empty): Promise<Metafield> {
  const found = await db.maybe(
    Metafield,
    sql`select ${columns} from metafields where store_id = ${store} and id = ${id} ${lock}`,
  )
  if (!found) throw notFound('Metafield with such id does not exist')
  return found
}

/** Who may read the owner may read what is attached to it, whoever attached it (F25). */
export async function get(db: Queries, call: Call, id: number): Promise<Metafield> {
  const found = await find(db, call.store.id, id)
  requireScope(call, metafieldOwners[found.owner_resource].read)
  return found
}

const noOwner = () => invalid({ owner_id: ['Owner with such id does not exist'] })

const ownerKeys = /^metafields_(product|variant|category|order|customer)$/

function refusalOf(error: unknown, absent: () => Error): unknown {
  const constraint = constraintOf(error) ?? ''
  if (constraint === 'metafields_key') return invalid({ key: ['has already been taken'] })
  return ownerKeys.test(constraint) ? absent() : error
}

interface Reference {
  product_id?: number
  variant_id?: number
  category_id?: number
  order_id?: number
  customer_id?: number
}

/** The columns that refer to the owner; whether it exists is for the table to say. There are no pages. */
async function referenceTo({ tx, store }: Write, owner: MetafieldOwner, id: number): Promise<Reference> {
  switch (owner) {
    case 'Product':
      return { product_id: id }
    case 'Product_Variant': {
      const variant = (await sellables(tx, store.id, [id])).get(id)
      if (!variant) throw noOwner()
      return { product_id: variant.product_id, variant_id: id }
    }
    case 'Category':
      return { category_id: id }
    case 'Order':
      return { order_id: id }
    case 'Customer':
      return { customer_id: id }
    case 'Page':
      throw noOwner()
  }
}

export async function create(
  call: Write,
  input: MetafieldInput,
  absent: () => Error = noOwner,
): Promise<Metafield & { deleted_at: null }> {
  const { tx, store, now } = call
  const { namespace, key, value, description, owner_resource, owner_id } = input
  requireScope(call, metafieldOwners[owner_resource].write)
  const owner = await referenceTo(call, owner_resource, owner_id)
  const made = await tx
    .one(
      Metafield,
      sql`
      insert into metafields (store_id, namespace, key, value, description, product_id, variant_id, category_id, order_id,
                              customer_id, created_at, updated_at)
      values (${store.id}, ${namespace}, ${key}, ${String(value)}, ${description || null}, ${owner.product_id}, ${owner.variant_id},
              ${owner.category_id}, ${owner.order_id}, ${owner.customer_id}, ${now}, ${now})
      returning ${columns}`,
    )
    .catch(error => {
      throw refusalOf(error, absent)
    })
  return { ...made, deleted_at: null }
}

export async function update(call: Write, id: number, change: MetafieldChange): Promise<Metafield> {
  const { tx, store, now } = call
  // What is left out stays as it is by now: another one may be changing it.
  const old = await find(tx, store.id, id, sql`for no key update`)
  requireScope(call, metafieldOwners[old.owner_resource].write)
  const { description = old.description } = change
  const value = String(change.value ?? old.value)
  await tx.run(sql`
    update metafields set value = ${value}, description = ${description || null}, updated_at = greatest(updated_at, ${now})
     where store_id = ${store.id} and id = ${id}
       and (value, description) is distinct from (${value}::text, ${description || null}::text)`)
  return find(tx, store.id, id)
}

export async function remove(call: Write, id: number): Promise<Record<never, never>> {
  const { tx, store } = call
  const { owner_resource } = await find(tx, store.id, id)
  requireScope(call, metafieldOwners[owner_resource].write)
  await tx.run(sql`delete from metafields where store_id = ${store.id} and id = ${id}`)
  return {}
}
