import { type CustomFieldOwner, customFieldOwners, FieldOwner, maxOwners, OwnedField } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { raw, type Sql, sql } from '../platform/database/sql.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { get, source, withKey } from './custom-fields.ts'
import { isOne, ownerNotFound, places } from './owners.ts'
import { extended } from './rules.ts'

/** What an owner has, as one JSON value, for those who show it with something else: the oldest field first. */
export const ownedFields = (owner: CustomFieldOwner, store: Sql, id: Sql): Sql => sql`
  (select coalesce(json_agg(json_build_object(
            'id', f.id, 'name', f.name, 'description', f.description, 'value_type', f.value_type,
            'owner_resource', f.owner_resource, 'source', ${source(raw('f'))}, 'read_only', f.read_only, 'value', v.value)
          order by f.created_at, f.id), '[]')
     from custom_field_values v
     join custom_fields f on f.store_id = v.store_id and f.id = v.field_id
    where v.store_id = ${store} and v.owner_resource = ${owner} and v.owner_id = ${id})`

export const OwnedRow = Type.Omit(OwnedField, ['key'])
export type OwnedRow = Static<typeof OwnedRow>

const Owned = Type.Object({ fields: Type.Array(OwnedRow) })

export async function ofOwner(db: Queries, store: number, owner: CustomFieldOwner, id: number): Promise<OwnedField[]> {
  const fields = ownedFields(owner, raw('o.store_id'), raw('o.id'))
  const found = await db.maybe(
    Owned,
    sql`select ${fields} as fields from ${places[owner].table} o where ${isOne(store, id)}`,
  )
  if (!found) throw ownerNotFound(owner)
  return found.fields.map(withKey)
}

const Named = Type.Object({ variant_id: Type.Integer(), fields: Type.Record(Type.String(), Type.String()) })

/** The values of variants by the names of their fields; of two fields with one name that of the older. */
export async function fieldsOfVariants(
  db: Queries,
  store: number,
  variants: readonly number[],
): Promise<Map<number, Record<string, string>>> {
  const rows = await db.many(
    Named,
    sql`
      select v.owner_id as variant_id, json_object_agg(f.name, v.value order by f.created_at desc, f.id desc) as fields
        from custom_field_values v
        join custom_fields f on f.store_id = v.store_id and f.id = v.field_id
       where v.store_id = ${store} and v.owner_resource = 'product_variant' and v.owner_id = any(${variants}::bigint[])
       group by v.owner_id`,
  )
  return new Map(rows.map(({ variant_id, fields }) => [variant_id, fields]))
}

const Count = Type.Object({ count: Type.Integer() })

/** A field with those who have a value of it, by their ids. `x-total-count` counts all of them. */
export async function ownersOf(
  db: Queries,
  store: number,
  owner: CustomFieldOwner,
  id: string,
  since = 0,
): Promise<Rendered> {
  const from = sql`from custom_field_values where store_id = ${store} and field_id = ${id}`
  const [field, owners, { count }] = await Promise.all([
    get(db, store, owner, id),
    db.many(
      FieldOwner,
      sql`select owner_id as id, value ${from} and owner_id > ${since} order by owner_id limit ${maxOwners}`,
    ),
    db.one(Count, sql`select count(*) ${from}`),
  ])
  const { listed } = customFieldOwners[owner]
  return new Rendered(JSON.stringify({ ...field, values: extended(field.values, []), [listed]: owners }), count)
}
