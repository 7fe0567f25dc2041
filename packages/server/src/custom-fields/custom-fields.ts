import {
  CustomField,
  type CustomFieldInput,
  type CustomFieldOwner,
  Id,
  invalid,
  Nullable,
  notFound,
  type Page,
  type Paging,
  refused,
  unprocessable,
  type WrittenField,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { slug } from '../handles/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { newUuid } from '../platform/ids.ts'
import { lockStore } from '../stores/index.ts'
import { extended, kept, listProblem } from './rules.ts'

const maxFields = 250

/** All but the key, which follows from the name. */
const Row = Type.Omit(CustomField, ['key'])

export const withKey = <F extends { name: string }>(field: F): F & { key: string } => ({
  ...field,
  key: slug(field.name),
})

/** Who made a field; the rest stands in columns of the same names. */
export const source = (field: Sql): Sql => sql`case when ${field}.app_id is null then 'admin' else 'app' end`

const columns = sql`
  id, name, description, value_type, owner_resource, ${source(sql`custom_fields`)} as source, read_only, "values", created_at,
  updated_at`

export const fieldNotFound = () => notFound('Custom field with such id does not exist')

const one = (store: number, owner: CustomFieldOwner, id: string): Sql =>
  sql`from custom_fields where store_id = ${store} and owner_resource = ${owner} and id = ${id}`

export async function list(
  db: Queries,
  store: number,
  owner: CustomFieldOwner,
  query: Paging,
): Promise<Page<CustomField>> {
  const { limit, offset } = windowOf(query)
  const from = sql`from custom_fields where store_id = ${store} and owner_resource = ${owner}`
  const rows = sql`select ${columns} ${from} order by created_at, id limit ${limit} offset ${offset}`
  const { items, total } = await page(db, Row, rows, from)
  return { items: items.map(withKey), total }
}

export async function get(db: Queries, store: number, owner: CustomFieldOwner, id: string): Promise<CustomField> {
  const field = await db.maybe(Row, sql`select ${columns} ${one(store, owner, id)}`)
  if (!field) throw fieldNotFound()
  return withKey(field)
}

/** Who made it; that is nobody's business but ours. */
const Made = Type.Object({ ...Row.properties, app_id: Nullable(Id) })

/** The field, and no other writer until the transaction ends. */
async function locked({ tx, store }: Write, owner: CustomFieldOwner, id: string): Promise<Static<typeof Made>> {
  const field = await tx.maybe(Made, sql`select ${columns}, app_id ${one(store.id, owner, id)} for update`)
  if (!field) throw fieldNotFound()
  return field
}

/** The app that made it, or, where no app did, whoever works for the merchant. */
const isMaker = ({ app_id }: Write, field: { app_id: number | null }): boolean => app_id === field.app_id

export function refuseReadOnly(call: Write, field: { app_id: number | null; read_only: boolean }): void {
  if (field.read_only && !isMaker(call, field))
    throw refused(403, 'The custom field is read-only for others than its maker')
}

/** Fields of the other owners have no events. */
export const isTold = (owner: CustomFieldOwner): owner is 'order' | 'product_variant' =>
  owner === 'order' || owner === 'product_variant'

type Happening = 'created' | 'updated' | 'deleted'

function tell({ tx, store, now }: Write, owner: CustomFieldOwner, what: Happening, id: string): void {
  if (isTold(owner)) emit(tx, store.id, now, `${owner}_custom_field/${what}`, { id })
}

/** Times are whole seconds; those that are made within one are told apart by their ids, which sort by time. */
export async function create(call: Write, owner: CustomFieldOwner, input: CustomFieldInput): Promise<WrittenField> {
  const { tx, store, now, world, app_id } = call
  const { name, description, value_type, read_only } = input
  const values = extended([], input.values ?? [])
  const problem = listProblem(input, values)
  if (problem) throw invalid({ values: [problem] })
  await lockStore(tx, store.id)
  const field = await tx.maybe(
    Row,
    sql`
      insert into custom_fields (store_id, id, owner_resource, name, description, value_type, read_only, "values", app_id,
                                 created_at, updated_at)
      select ${store.id}, ${newUuid(world)}::uuid, ${owner}, ${name}, ${description || null}, ${value_type}, ${read_only ?? false},
             ${kept(values)}::text[], ${app_id}::bigint, ${now}, ${now}
       where (select count(*) from custom_fields where store_id = ${store.id} and owner_resource = ${owner}) < ${maxFields}
      returning ${columns}`,
  )
  if (!field) throw unprocessable(`Store has reached maximum limit of ${maxFields} allowed custom fields of this kind`)
  tell(call, owner, 'created', field.id)
  return { ...withKey(field), values }
}

/** A list only becomes longer: owners may have any value of it. */
export async function extend(
  call: Write,
  owner: CustomFieldOwner,
  id: string,
  added: readonly string[],
): Promise<WrittenField> {
  const { tx, store, now } = call
  const { app_id, ...field } = await locked(call, owner, id)
  refuseReadOnly(call, { app_id, ...field })
  const values = extended(field.values, added)
  const problem = listProblem(field, values)
  if (problem) throw invalid({ values: [problem] })
  if (kept(values).length === field.values.length) return { ...withKey(field), values }
  const { updated_at } = await tx.one(
    Row,
    sql`
      update custom_fields set "values" = ${kept(values)}::text[], updated_at = greatest(updated_at, ${now})
       where store_id = ${store.id} and id = ${id}
      returning ${columns}`,
  )
  tell(call, owner, 'updated', field.id)
  return { ...withKey(field), updated_at, values }
}

/** Its values go along. The merchant takes away what any app has made: an app that left would leave it for good. */
export async function remove(call: Write, owner: CustomFieldOwner, id: string): Promise<null> {
  const field = await locked(call, owner, id)
  const isMerchant = call.app_id === null
  if (!isMerchant && !isMaker(call, field)) throw refused(403, 'Only the app that made a custom field can delete it')
  await call.tx.run(sql`delete ${one(call.store.id, owner, id)}`)
  tell(call, owner, 'deleted', field.id)
  return null
}
