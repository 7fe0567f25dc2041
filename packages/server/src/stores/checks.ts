import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const storeChecks: Check[] = [
  {
    name: 'stores/main-language-is-active',
    sentence: 'The main language of a store is one of its active languages',
    query: store => sql`
      select id as store_id, main_language, languages
        from stores
       where ${ofStore('id', store)} and not coalesce((languages -> main_language ->> 'active')::boolean, false)
       order by id`,
  },
  {
    name: 'stores/rows-of-stores',
    sentence: 'What is written too often to refer to its store is of a store that exists',
    query: store => sql`
      select kind, store_id
        from (select 'order' as kind, store_id from orders
              union select 'sale', store_id from sales
              union select 'stock movement', store_id from stock_movements
              union select 'event', store_id from events
              union select 'journal entry', store_id from journal) r
       where ${ofStore('store_id', store)} and not exists (select from stores s where s.id = r.store_id)
       order by store_id, kind`,
  },
]
