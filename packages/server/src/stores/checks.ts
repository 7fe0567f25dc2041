import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const checks: Check[] = [
  {
    name: 'stores/main-language-is-active',
    sentence: 'The main language of a store is one of its active languages',
    query: store => sql`
      select id as store_id, main_language, languages
        from stores
       where ${ofStore('id', store)} and not coalesce((languages -> main_language ->> 'active')::boolean, false)
       order by id`,
  },
]
