import { allScopes } from '@bodega/api'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const accessChecks: Check[] = [
  {
    name: 'tokens/one-per-app',
    sentence: 'An app has at most one token in a store',
    query: store => sql`
      select store_id, app_id, count(*) as tokens
        from tokens
       where ${ofStore('store_id', store)} and app_id is not null
       group by store_id, app_id
      having count(*) > 1
       order by store_id, app_id`,
  },
  {
    name: 'tokens/known-scopes',
    sentence: 'Tokens carry scopes of the contract only',
    query: store => sql`
      select store_id, id, scopes
        from tokens
       where ${ofStore('store_id', store)} and not scopes <@ ${JSON.stringify(allScopes)}::jsonb
       order by store_id, id`,
  },
]
