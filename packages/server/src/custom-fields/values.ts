import { CustomField, type CustomFieldOwner, type FieldMap, Id, invalid, Nullable, type ValueInput } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { constraintOf } from '../platform/database/failures.ts'
import { sql } from '../platform/database/sql.ts'
import { fieldNotFound, isTold, refuseReadOnly } from './custom-fields.ts'
import { isOne, ownerNotFound, places } from './owners.ts'
import { textOf, valueProblem } from './rules.ts'

const { id, value_type, values, read_only } = CustomField.properties
const Field = Type.Object({ id, value_type, values, read_only, app_id: Nullable(Id) })

interface Change {
  field: string
  /** Null takes it away. */
  value: string | null
}

/** What is to be done, in the order of the fields, or the refusal of all of it. */
async function changesOf(call: Write, owner: CustomFieldOwner, sent: readonly ValueInput[]): Promise<Change[]> {
  const { tx, store } = call
  const changes = sent.map(({ id, value }): Change => ({ field: id.toLowerCase(), value: textOf(value) }))
  const ids = changes.map(({ field }) => field)
  const rows = await tx.many(
    Field,
    sql`
      select id, value_type, "values", read_only, app_id from custom_fields
       where store_id = ${store.id} and owner_resource = ${owner} and id = any(${ids}::uuid[])`,
  )
  const fields = new Map(rows.map(field => [field.id, field]))
  const problems: FieldMap = {}
  for (const [index, { field: id, value }] of changes.entries()) {
    const field = fields.get(id)
    if (!field) throw fieldNotFound()
    refuseReadOnly(call, field)
    if (ids.indexOf(id) < index) problems[`${index}.id`] = ['cannot be repeated']
    const problem = value === null ? undefined : valueProblem(field, value)
    if (problem) problems[`${index}.value`] = [problem]
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))
}

const ownerKeys = /^custom_field_values_(product|variant|category|order|customer)$/

/** What only the database can see: an owner or a field that goes at this very moment. */
const refusing = (owner: CustomFieldOwner) => (error: unknown) => {
  const constraint = constraintOf(error) ?? ''
  if (ownerKeys.test(constraint)) throw ownerNotFound(owner)
  if (constraint === 'custom_field_values_field') throw fieldNotFound()
  throw error
}

/** Gives an owner the values that are named, or takes them away; all or nothing. Others stay. */
export async function assign(
  call: Write,
  owner: CustomFieldOwner,
  id: number,
  sent: readonly ValueInput[],
): Promise<null> {
  const { tx, store, now } = call
  const { table, references, key } = places[owner]
  const found = await tx.run(sql`select 1 from ${table} o where ${isOne(store.id, id)}`)
  if (found === 0) throw ownerNotFound(owner)
  const changes = await changesOf(call, owner, sent)
  const removed = changes.filter(({ value }) => value === null)
  const given = changes.filter(({ value }) => value !== null)
  const gone = await tx.run(sql`
    delete from custom_field_values
     where store_id = ${store.id} and owner_resource = ${owner} and owner_id = ${id}
       and field_id = any(${removed.map(({ field }) => field)}::uuid[])`)
  const changed = await tx
    .run(
      sql`
      insert into custom_field_values (store_id, ${references}, field_id, value)
      select o.store_id, ${key}, given.field_id, given.value
        from ${table} o,
             unnest(${given.map(({ field }) => field)}::uuid[], ${given.map(({ value }) => value)}::text[]) given (field_id, value)
       where ${isOne(store.id, id)}
          on conflict (store_id, owner_resource, owner_id, field_id) do update set value = excluded.value
       where custom_field_values.value <> excluded.value`,
    )
    .catch(refusing(owner))
  if (gone + changed > 0 && isTold(owner)) emit(tx, store.id, now, `${owner}/custom_fields_updated`, { id })
  return null
}
