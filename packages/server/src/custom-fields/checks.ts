import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const customFieldChecks: Check[] = [
  {
    name: 'custom-fields/values-fit',
    sentence: 'What an owner has of a custom field is of its type, and of its list where it has one',
    query: store => sql`
      select v.store_id, v.field_id, v.owner_resource, v.owner_id, f.value_type, v.value
        from custom_field_values v
        join custom_fields f on f.store_id = v.store_id and f.id = v.field_id
       where ${ofStore('v.store_id', store)}
         and not case f.value_type
               when 'text_list' then v.value = any(f."values")
               when 'numeric' then v.value ~* '^[+-]?\\d+(\\.\\d+)?(e[+-]?\\d{1,3})?$'
               when 'date' then v.value ~ '^\\d{4}-\\d{2}-\\d{2}$'
               else true end
       order by v.store_id, v.field_id, v.owner_id`,
  },
]
