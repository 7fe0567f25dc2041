import { allScopes } from '@bodega/api'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const checks: Check[] = [
  {
    name: 'tokens/known-store-and-app',
    sentence: 'Every token belongs to a store and, where it was issued to an app, to an app that exists',
    query: store => sql`
      select t.store_id, t.id, t.app_id
        from tokens t
        left join stores s on s.id = t.store_id
        left join apps a on a.id = t.app_id
       where ${ofStore('t.store_id', store)} and (s.id is null or (t.app_id is not null and a.id is null))
       order by t.store_id, t.id`,
  },
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
