import { type Check, ofStore } from '../platform/database/check.ts'
import { raw, sql } from '../platform/database/sql.ts'
import type { HandleKind } from './handles.ts'

const tables: Record<HandleKind, string> = { product: 'products', category: 'categories' }

/** What things of a kind say they are called is what is kept for them. */
export const handlesCheck = (kind: HandleKind): Check => ({
  name: `${tables[kind]}/handles`,
  sentence: `Every handle of a ${kind} is kept for it, and no other`,
  query: store => sql`
    select store_id, owner_id as id, language, handle, said.is_said is not null as is_said, kept.is_kept is not null as is_kept
      from (select o.store_id, o.id as owner_id, h.key as language, h.value as handle, true as is_said
              from ${raw(tables[kind])} o, jsonb_each_text(o.handle) h
             where ${ofStore('o.store_id', store)}) said
      full join (select store_id, owner_id, language, handle, true as is_kept
                   from handles
                  where ${ofStore('store_id', store)} and kind = ${kind}) kept
        using (store_id, owner_id, language, handle)
     where said.is_said is null or kept.is_kept is null
     order by store_id, owner_id, language`,
})
